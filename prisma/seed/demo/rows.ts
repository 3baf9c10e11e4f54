/** Gathers the demo store's rows in memory, so that ids are known at once and each table is written by a few statements. */

import { insertRows } from '../../../src/db/transaction.ts'
import { entryOwner, type MetadataOwner, metadataEntries } from '../../../src/resources/metadata/entries.ts'
import type { Prisma } from '../../generated/client/client.ts'
import { moveSequences } from '../database.ts'

type Tables = {
  store: Prisma.StoreCreateManyInput
  staff: Prisma.StaffCreateManyInput
  staffSession: Prisma.StaffSessionCreateManyInput
  merchantKey: Prisma.MerchantKeyCreateManyInput
  webhook: Prisma.WebhookCreateManyInput
  taxRate: Prisma.TaxRateCreateManyInput
  cancellationReason: Prisma.CancellationReasonCreateManyInput
  cancelOffer: Prisma.CancelOfferCreateManyInput
  withdrawal: Prisma.WithdrawalCreateManyInput
  consent: Prisma.ConsentCreateManyInput
  shippingZone: Prisma.ShippingZoneCreateManyInput
  shippingBand: Prisma.ShippingBandCreateManyInput
  customer: Prisma.CustomerCreateManyInput
  address: Prisma.AddressCreateManyInput
  paymentMethod: Prisma.PaymentMethodCreateManyInput
  productBilling: Prisma.ProductBillingCreateManyInput
  product: Prisma.ProductCreateManyInput
  subscriptionType: Prisma.SubscriptionTypeCreateManyInput
  subscriptionTypeTerm: Prisma.SubscriptionTypeTermCreateManyInput
  productTermPrice: Prisma.ProductTermPriceCreateManyInput
  productInstance: Prisma.ProductInstanceCreateManyInput
  productVariantType: Prisma.ProductVariantTypeCreateManyInput
  productVariantValue: Prisma.ProductVariantValueCreateManyInput
  productInstanceVariant: Prisma.ProductInstanceVariantCreateManyInput
  productInstanceSubscriptionTypeTermPrice: Prisma.ProductInstanceSubscriptionTypeTermPriceCreateManyInput
  productImage: Prisma.ProductImageCreateManyInput
  productInventory: Prisma.ProductInventoryCreateManyInput
  coupon: Prisma.CouponCreateManyInput
  couponProduct: Prisma.CouponProductCreateManyInput
  productSurvey: Prisma.ProductSurveyCreateManyInput
  productSurveyField: Prisma.ProductSurveyFieldCreateManyInput
  subscription: Prisma.SubscriptionCreateManyInput
  subscriptionCoupon: Prisma.SubscriptionCouponCreateManyInput
  productSurveyResult: Prisma.ProductSurveyResultCreateManyInput
  productSurveyAnswer: Prisma.ProductSurveyAnswerCreateManyInput
  order: Prisma.OrderCreateManyInput
  orderProduct: Prisma.OrderProductCreateManyInput
  orderCoupon: Prisma.OrderCouponCreateManyInput
  refund: Prisma.RefundCreateManyInput
  refundLine: Prisma.RefundLineCreateManyInput
  transaction: Prisma.TransactionCreateManyInput
  cart: Prisma.CartCreateManyInput
  cartProduct: Prisma.CartProductCreateManyInput
  shipment: Prisma.ShipmentCreateManyInput
  label: Prisma.LabelCreateManyInput
  fulfillment: Prisma.FulfillmentCreateManyInput
  metadata: Prisma.MetadataCreateManyInput
  metadataEntry: Prisma.MetadataEntryCreateManyInput
}

type Table = keyof Tables

// In the order of the foreign keys.
const tables: readonly Table[] = [
  'store',
  'staff',
  'staffSession',
  'merchantKey',
  'webhook',
  'taxRate',
  'shippingZone',
  'shippingBand',
  'customer',
  'address',
  'paymentMethod',
  'productBilling',
  'product',
  'subscriptionType',
  'subscriptionTypeTerm',
  'productTermPrice',
  'productInstance',
  'productVariantType',
  'productVariantValue',
  'productInstanceVariant',
  'productInstanceSubscriptionTypeTermPrice',
  'productImage',
  'productInventory',
  'coupon',
  'couponProduct',
  'productSurvey',
  'productSurveyField',
  'subscription',
  'subscriptionCoupon',
  'productSurveyResult',
  'productSurveyAnswer',
  'order',
  'orderProduct',
  'orderCoupon',
  'refund',
  'refundLine',
  'transaction',
  'cart',
  'cartProduct',
  'shipment',
  'label',
  'fulfillment',
  'cancellationReason',
  'cancelOffer',
  'withdrawal',
  'consent',
  'metadata',
  'metadataEntry',
]

// They have no ids of their own.
const withoutId: readonly Table[] = ['couponProduct', 'metadataEntry']

const modelOf = (table: Table) => `${table.charAt(0).toUpperCase()}${table.slice(1)}` as Capitalize<Table>

export class Rows {
  readonly #rows = new Map<Table, object[]>(tables.map((table) => [table, []]))

  /** The id of the next row of a table: its number there. */
  next = (table: Table): number => (this.#rows.get(table) ?? []).length + 1

  /** Adds a row and answers its id. */
  add<T extends Table>(table: T, row: Tables[T]): number {
    const rows = this.#rows.get(table) ?? []
    const id = this.next(table)
    rows.push(withoutId.includes(table) ? row : { id, ...row })
    return id
  }

  /** Adds a metadata record with the entries that filters search. */
  addMetadata(storeId: number, owner: MetadataOwner<number>, data: Prisma.InputJsonObject, at: Date): void {
    this.add('metadata', { storeId, ...owner, data, createdAt: at, updatedAt: at })
    for (const entry of metadataEntries(data)) this.add('metadataEntry', { storeId, ...entryOwner(owner), ...entry })
  }

  /** Writes all rows, parents first. */
  async write(tx: Prisma.TransactionClient): Promise<void> {
    for (const table of tables) {
      // Each order has a trigger make the frozen copy of its address.
      if (table === 'order') await tx.$executeRawUnsafe(moveSequences)
      // A column that a row does not name has its default, so rows of one statement name the same ones.
      const byColumns = Map.groupBy(this.#rows.get(table) ?? [], (row) => Object.keys(row).sort().join())
      for (const rows of byColumns.values()) await insertRows(tx, modelOf(table), rows)
    }
  }
}
