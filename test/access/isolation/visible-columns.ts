/**
 * The visible rows of each role, stated a second time and apart from the source, so that the walk can compare the server with it.
 * A resource without a line here fails the walk.
 */
import type { Principal } from './principals.ts'

/** A condition as Prisma takes it. */
export type Where = Record<string, unknown>

type Rule = {
  /** Which rows a merchant sees; all of the store unless given. */
  merchant?: Where
  /** Which rows a customer sees; none unless given. */
  customer?: (customerId: bigint) => Where
  /** Which rows a visitor sees; none unless given. */
  visitor?: Where
  /** Whether only merchants may begin a read with it. */
  isPart?: boolean
}

const onShow = { visible: true, deleted: false }
const ofOnShow = { product: onShow }
const instanceOnShow = { deleted: false, product: onShow }
const counted = { trackInventory: true, instance: { deleted: false } }
const countedAs = (product: Where) => ({ ...counted, product: { singlePurchasable: true, ...product } })
const withOrder = { orderId: { not: null } }
const waiting = { appliedAt: null, unpaidOrderId: null }
const done = { result: { not: 'authorized' } }

const byCustomer = (customerId: bigint): Where => ({ customerId })
const everybody = { customer: () => ({}), visitor: {}, isPart: true }
const ofProduct = { customer: () => ofOnShow, visitor: ofOnShow, isPart: true }

export const rules: Record<string, Rule> = {
  Address: { customer: byCustomer, isPart: true },
  AllowedOrigin: {},
  Cart: { merchant: withOrder, customer: (customerId) => ({ ...withOrder, customerId }) },
  Coupon: {},
  CreditEntry: { customer: byCustomer, isPart: true },
  Customer: { customer: (id) => ({ id }) },
  Event: { merchant: { sequence: { not: null } } },
  Fulfillment: { customer: (customerId) => ({ shipment: { customerId } }) },
  InventoryCount: {
    merchant: countedAs({ deleted: false }),
    customer: () => countedAs(onShow),
    visitor: countedAs(onShow),
  },
  InventoryMovement: {},
  InventoryShortfall: {},
  Label: { customer: (customerId) => ({ shipment: { customerId } }), isPart: true },
  LogEntry: { isPart: true },
  MerchantKey: {},
  Metadata: { customer: byCustomer, isPart: true },
  Order: { customer: byCustomer },
  OrderCoupon: { customer: (customerId) => ({ order: { customerId } }), isPart: true },
  OrderProduct: { customer: (customerId) => ({ order: { customerId } }), isPart: true },
  PaymentMethod: { customer: byCustomer, isPart: true },
  Product: { customer: () => onShow, visitor: onShow },
  ProductBilling: everybody,
  ProductImage: everybody,
  ProductInstance: { customer: () => instanceOnShow, visitor: instanceOnShow },
  ProductInstanceSubscriptionTypeTermPrice: everybody,
  ProductInstanceVariant: everybody,
  ProductInventory: { customer: () => ofOnShow },
  ProductSurvey: { customer: () => ofOnShow },
  ProductSurveyAnswer: { customer: (customerId) => ({ result: { subscription: { customerId } } }), isPart: true },
  ProductSurveyField: everybody,
  ProductSurveyResult: { customer: (customerId) => ({ subscription: { customerId } }) },
  ProductTermPrice: ofProduct,
  ProductVariantType: ofProduct,
  ProductVariantValue: everybody,
  Refund: { customer: (customerId) => ({ order: { customerId } }) },
  RefundLine: { customer: (customerId) => ({ refund: { order: { customerId } } }), isPart: true },
  Shipment: { customer: byCustomer },
  Subscription: { customer: byCustomer },
  SubscriptionCoupon: {
    merchant: waiting,
    customer: (customerId) => ({ ...waiting, subscription: { customerId } }),
    isPart: true,
  },
  SubscriptionType: ofProduct,
  SubscriptionTypeTerm: everybody,
  Webhook: { merchant: { deletedAt: null } },
  WebhookDelivery: {},
  Transaction: { merchant: done, customer: (customerId) => ({ ...done, order: { customerId } }) },
}

/** Which of the rows that are seen are in lists, where that is not all; the others are read by their ids. */
export const listed: Record<string, (row: Record<string, unknown>) => boolean> = {
  Address: ({ frozenKey }) => frozenKey === null,
}

/** Columns that only merchants read, of rows that others see too. */
export const merchantColumns: Record<string, readonly string[]> = {
  Address: ['externalId'],
  CreditEntry: ['reason', 'updatedAt'],
  Customer: ['externalId', 'storeSettings', 'updatedAt'],
  Label: ['cost'],
  Order: [
    'externalId',
    'cancelReason',
    'editReason',
    'note',
    'totalAppFees',
    'totalLabelCost',
    'totalPendingFees',
    'transactionFeeStatus',
    'updatedAt',
  ],
  Product: ['externalId', 'updatedAt'],
  ProductInstance: ['externalId', 'updatedAt'],
  ProductInventory: ['lowStockAt', 'isLow', 'updatedAt'],
  Refund: ['reason', 'restock', 'failureReason', 'gatewayReference', 'updatedAt'],
  RefundLine: ['restocked', 'withdrawn'],
  Shipment: ['updatedAt'],
  Subscription: ['externalId', 'note', 'cancelReason', 'pastDueAt', 'failedRenewals', 'nextTryAt', 'updatedAt'],
  Transaction: ['gatewayReference', 'updatedAt'],
}

/** Whether a column is closed to a principal who may see its row. */
export const isClosed = (resource: string, column: string, { role }: Principal): boolean =>
  role !== 'merchant' && (merchantColumns[resource]?.includes(column) ?? false)

/** The rows of a resource that a principal may see, or undefined when the resource is closed to their role. */
export function sees(resource: string, { role, storeId, customerId = 0n }: Principal): Where | undefined {
  const rule = rules[resource]
  if (!rule) throw new Error(`Nobody says who sees ${resource}; say it in test/access/isolation/visible-columns.ts.`)
  const where = {
    merchant: rule.merchant ?? {},
    customer: rule.customer?.(customerId),
    visitor: rule.visitor,
    stranger: undefined,
  }
  return where[role] && { ...where[role], storeId }
}

/** The code a principal meets at a root field, or undefined when it is open to them. */
export function refusalAtRoot(resource: string, principal: Principal): string | undefined {
  const isOpen = sees(resource, principal) && !(rules[resource]?.isPart && principal.role !== 'merchant')
  return isOpen ? undefined : principal.role === 'customer' ? 'FORBIDDEN' : 'UNAUTHENTICATED'
}
