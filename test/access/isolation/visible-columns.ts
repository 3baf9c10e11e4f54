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
  visitor?: Where | ((cartId: bigint) => Where | undefined)
  /** Which of these rows customers and visitors see where no record of the customer's own leads to them; all unless given. */
  elsewhere?: Where
  /** Whether only merchants may begin a read with it. */
  isPart?: boolean
}

const onShow = { visible: true, deleted: false }
const ofOnShow = { product: onShow }
const live = { archivedAt: null }
const liveTerm = { ...live, subscriptionType: live }
const liveValue = { ...live, variantType: live }
const instanceOnShow = { deleted: false, product: onShow }
const counted = { trackInventory: true, instance: { deleted: false } }
const countedAs = (product: Where) => ({ ...counted, product: { singlePurchasable: true, ...product } })
const withOrder = { orderId: { not: null } }
const waiting = { appliedAt: null, unpaidOrderId: null }
const done = { result: { not: 'authorized' } }

const byCustomer = (customerId: bigint): Where => ({ customerId })
const part = (where: Where) => ({ customer: () => where, visitor: where, isPart: true })
const ofAnyone = (column: string, where: Where) => ({ OR: [{ [column]: null }, where] })

export const rules: Record<string, Rule> = {
  Address: { customer: byCustomer, isPart: true },
  AllowedOrigin: {},
  Cart: { merchant: withOrder, customer: (customerId) => ({ ...withOrder, customerId }) },
  CartCoupon: {
    customer: (customerId) => ({ cart: { customerId } }),
    visitor: (cartId) => (cartId === 0n ? undefined : { cartId }),
    isPart: true,
  },
  CartProduct: {
    customer: (customerId) => ({ cart: { customerId } }),
    visitor: (cartId) => (cartId === 0n ? undefined : { cartId }),
    isPart: true,
  },
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
  CustomerTag: {},
  OrderTag: {},
  ProductTag: {},
  SubscriptionTag: {},
  Invoice: { customer: byCustomer },
  Label: { customer: (customerId) => ({ shipment: { customerId } }), isPart: true },
  LogEntry: { isPart: true },
  MerchantKey: {},
  Metadata: { customer: byCustomer, isPart: true },
  OpenCart: { customer: byCustomer, visitor: (id) => (id === 0n ? undefined : { id }) },
  Order: { customer: byCustomer },
  OrderCoupon: { customer: (customerId) => ({ order: { customerId } }), isPart: true },
  OrderProduct: { customer: (customerId) => ({ order: { customerId } }), isPart: true },
  PaymentMethod: { customer: byCustomer, isPart: true },
  Product: { customer: () => onShow, visitor: onShow },
  ProductBilling: part({}),
  ProductImage: {
    ...part({}),
    elsewhere: {
      AND: [
        ofAnyone('productInstanceId', { instance: { deleted: false } }),
        ofAnyone('productVariantValueId', { variantValue: liveValue }),
      ],
    },
  },
  ProductInstance: { customer: () => instanceOnShow, visitor: instanceOnShow },
  ProductInstanceSubscriptionTypeTermPrice: part({ term: liveTerm }),
  ProductInstanceVariant: { ...part({}), elsewhere: { variantType: live, variantValue: live } },
  ProductInventory: { customer: () => ({ ...ofOnShow, instance: { deleted: false } }) },
  ProductSurvey: { customer: () => ({ ...ofOnShow, ...live }) },
  ProductSurveyAnswer: { customer: (customerId) => ({ result: { subscription: { customerId } } }), isPart: true },
  ProductSurveyField: part({ ...live, survey: live }),
  ProductSurveyResult: { customer: (customerId) => ({ subscription: { customerId } }) },
  ProductTermPrice: part({ ...ofOnShow, term: liveTerm }),
  ProductVariantType: part({ ...ofOnShow, ...live }),
  ProductVariantValue: part(liveValue),
  Dispute: {},
  Mail: {},
  MailSetting: {},
  Refund: { customer: (customerId) => ({ order: { customerId } }) },
  RefundLine: { customer: (customerId) => ({ refund: { order: { customerId } } }), isPart: true },
  Shipment: { customer: byCustomer },
  SubscriptionMovement: {},
  Subscription: { customer: byCustomer },
  SubscriptionCoupon: {
    merchant: waiting,
    customer: (customerId) => ({ ...waiting, subscription: { customerId } }),
    isPart: true,
  },
  SubscriptionType: part({ ...ofOnShow, ...live }),
  SubscriptionTypeTerm: part(liveTerm),
  Webhook: { merchant: { deletedAt: null } },
  WebhookDelivery: {},
  ShippingBand: {},
  ShippingZone: {},
  Staff: {},
  StaffSession: {},
  TaxRate: {},
  CancelOffer: { customer: byCustomer },
  CancellationReason: { customer: () => live },
  Consent: {},
  Withdrawal: {},
  Transaction: { merchant: done, customer: (customerId) => ({ ...done, order: { customerId } }) },
}

/** Which of the rows that are seen are in lists, where that is not all; the others are read by their ids. */
export const listed: Record<string, (row: Record<string, unknown>) => boolean> = {
  Address: ({ frozenKey }) => frozenKey === null,
}

const labels = ['tags', 'internalNote']

/** Columns that only merchants read, of rows that others see too. */
export const merchantColumns: Record<string, readonly string[]> = {
  Address: ['externalId'],
  CancelOffer: ['storeId', 'couponId'],
  CancellationReason: ['storeId', 'couponId', 'archivedAt'],
  CreditEntry: ['reason', 'updatedAt', 'changedIn'],
  Customer: [
    'externalId',
    'mailRefusedAt',
    'mailRefusedBecause',
    'storeSettings',
    'taxIdCheckedAt',
    'taxIdAnswer',
    ...labels,
    'updatedAt',
    'changedIn',
  ],
  Invoice: ['updatedAt', 'changedIn'],
  Label: ['cost'],
  OpenCart: ['abandonedAt'],
  Order: [
    'externalId',
    'cancelReason',
    'editReason',
    'note',
    'totalAppFees',
    'totalLabelCost',
    'totalPendingFees',
    'transactionFeeStatus',
    ...labels,
    'updatedAt',
    'changedIn',
  ],
  OrderProduct: ['foreverDiscount', 'paidNumber'],
  Product: ['externalId', ...labels, 'updatedAt', 'changedIn'],
  ProductInstance: ['externalId', 'updatedAt', 'changedIn'],
  ProductInventory: ['lowStockAt', 'isLow', 'updatedAt', 'changedIn'],
  Refund: ['reason', 'restock', 'failureReason', 'gatewayReference', 'updatedAt', 'changedIn'],
  RefundLine: ['restocked', 'withdrawn'],
  Shipment: ['updatedAt', 'changedIn'],
  Subscription: [
    ...['externalId', 'note', 'cancelReason', 'pastDueAt', 'failedRenewals', 'nextTryAt', 'isHardDeclined', 'backupTriedFor'],
    ...['isCounted', 'firstPaidAt', 'paidOrders', 'recurringPrice', 'recurringMonths', 'recurringWeeks'],
    ...[...labels, 'updatedAt', 'changedIn'],
  ],
  Transaction: ['gatewayReference', 'declineCode', 'advice', 'networkAdvice', 'updatedAt', 'changedIn'],
}

/** Whether a column is closed to a principal who may see its row. */
export const isClosed = (resource: string, column: string, { role }: Principal): boolean =>
  role !== 'merchant' && (merchantColumns[resource]?.includes(column) ?? false)

/** Whether rows of a resource are a principal's own: those that are others to each customer. */
export function isOwn(resource: string, { role }: Principal): boolean {
  const [mine, yours] = [1n, 2n].map((id) =>
    JSON.stringify(rules[resource]?.customer?.(id), (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  )
  return role === 'customer' && mine !== yours
}

/** Whether a resource is read only as a part of others, by all but merchants. */
export const isPart = (resource: string): boolean => rules[resource]?.isPart === true

/**
 * The rows of a resource that a principal may see, or undefined when the resource is closed to their role.
 *
 * @param isOfOwn whether a record of the customer's own leads to them.
 */
export function sees(
  resource: string,
  { role, storeId, customerId = 0n, cartId = 0n }: Principal,
  isOfOwn = false,
): Where | undefined {
  const rule = rules[resource]
  if (!rule) throw new Error(`Nobody says who sees ${resource}; say it in test/access/isolation/visible-columns.ts.`)
  const where = {
    merchant: rule.merchant ?? {},
    customer: rule.customer?.(customerId),
    visitor: typeof rule.visitor === 'function' ? rule.visitor(cartId) : rule.visitor,
    stranger: undefined,
  }
  const seen = where[role] && { ...where[role], storeId }
  return seen && role !== 'merchant' && rule.elsewhere && !isOfOwn ? { ...seen, ...rule.elsewhere } : seen
}

/** The code a principal meets at a root field, or undefined when it is open to them. */
export function refusalAtRoot(resource: string, principal: Principal): string | undefined {
  const isOpen = sees(resource, principal) && !(rules[resource]?.isPart && principal.role !== 'merchant')
  return isOpen ? undefined : principal.role === 'customer' ? 'FORBIDDEN' : 'UNAUTHENTICATED'
}
