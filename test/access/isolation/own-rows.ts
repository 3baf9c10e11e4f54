/** Rows of a principal's own on which writes are allowed, so that nothing but the one thing asked for can be amiss. */
import { hashSecret } from '../../../src/auth/secret.ts'
import type { Db } from '../../../src/db/connect.ts'
import { makeMailers } from '../../../src/mails/upkeep.ts'
import { madeUpFacts } from '../../mails/made-up-facts.ts'
import { addFulfillment } from '../../resources/shipments/parcels.ts'
import { ofStore } from '../../support/of-store.ts'
import { today } from '../../support/template.ts'
import {
  addAddress,
  addCustomer,
  addMethod,
  addProduct,
  addSubscription,
  type Customer,
  type Product,
  pastDue,
} from '../../writes/rows.ts'
import type { Principal } from './principals.ts'

export type Own = { db: Db; storeId: number; customer: Customer }

/** The rows of a principal: of the customer who asks, or of a new one of the merchant's store. */
export async function ownOf(db: Db, { storeId, customerId }: Principal): Promise<Own> {
  const given = { db, storeId: Number(storeId) }
  if (customerId === undefined) return { ...given, customer: await addCustomer(db, { storeId: given.storeId }) }
  const found = await db.customer.findUniqueOrThrow({
    where: ofStore(customerId),
    include: { addresses: { take: 1 }, paymentMethods: { take: 1 } },
  })
  const [addressId, methodId] = [Number(found.addresses[0]?.id), Number(found.paymentMethods[0]?.id)]
  return { ...given, customer: { id: Number(customerId), storeId: given.storeId, email: found.email, addressId, methodId } }
}

/** A product that is subscribed to, with one term and its price. */
export const monthly = ({ db, storeId }: Own): Promise<Product> => addProduct(db, { storeId, terms: [{ cycles: 1, price: 900 }] })

/** A subscription that is active, or cancelled, or past due. */
export async function subscriptionOf(
  own: Own,
  status: 'active' | 'cancelled' | 'past_due' | 'suspended' = 'active',
): Promise<string> {
  const { db, customer } = own
  const columns = status === 'past_due' ? pastDue(1) : { status }
  return String(await addSubscription(db, { customer, product: await monthly(own), ...columns }))
}

/** A coupon for everything; waiting on a subscription, if one is given. */
export async function couponOf({ db, storeId }: Own, subscriptionId?: string): Promise<{ id: string; code: string }> {
  const { id, code } = await db.coupon.create({
    data: { storeId, code: `OWN-${Math.random()}`, name: 'x', discountType: 'amount', discountValue: 1n, createdAt: today },
  })
  if (subscriptionId !== undefined) {
    const data = { storeId, subscriptionId: BigInt(subscriptionId), couponId: id, codeUsed: code, numRenewals: 1 }
    await db.subscriptionCoupon.create({ data })
  }
  return { id: String(id), code }
}

/** A survey of a subscription's product with one field, filled in unless said otherwise. */
export async function surveyOf(own: Own) {
  const { db, storeId, customer } = own
  const product = await monthly(own)
  const subscriptionId = await addSubscription(db, { customer, product })
  const survey = await db.productSurvey.create({ data: { storeId, productId: product.id, name: 'Own' } })
  const field = await db.productSurveyField.create({ data: { storeId, surveyId: survey.id, name: 'Own' } })
  const result = await db.productSurveyResult.create({
    data: { storeId, surveyId: survey.id, subscriptionId, createdAt: today, updatedAt: today },
  })
  return {
    id: String(result.id),
    subscriptionId: String(subscriptionId),
    surveyId: String(survey.id),
    answers: [{ fieldId: String(field.id), value: 'An answer' }],
  }
}

/** An order of the demo store's, for a merchant. */
async function orderOf({ db, storeId }: Own): Promise<string> {
  return String((await db.order.findFirstOrThrow({ where: { storeId }, orderBy: { id: 'asc' } })).id)
}

/** A parcel of the customer's with nothing in it. */
export async function shipmentOf({ db, storeId, customer }: Own, status: 'unshipped' | 'shipped' = 'unshipped'): Promise<string> {
  const columns = {
    customerId: customer.id,
    shipAddressId: customer.addressId,
    adjustedOrderedAt: today,
    createdAt: today,
    status,
  }
  return String((await db.shipment.create({ data: { storeId, ...columns } })).id)
}

/** An order of the customer's for 900, paid by card. */
export async function paidOrderOf(own: Own): Promise<string> {
  const { db, storeId, customer } = own
  const { id: productId, instanceId: productInstanceId, name } = await monthly(own)
  const order = await db.order.create({
    data: {
      ...{ storeId, customerId: customer.id, placedAt: today, financialStatus: 'paid', fulfillmentStatus: 'unfulfilled' },
      ...{ status: 'open', subTotal: 900, totalPrice: 900, total: 900 },
    },
  })
  const money = { price: 900, total: 900, discount: 0, shipping: 0, tax: 0, charged: 900 }
  await db.orderProduct.create({
    data: { storeId, orderId: order.id, productId, productInstanceId, name, sku: 'OWN', quantity: 1, ...money },
  })
  await db.transaction.create({
    data: { storeId, orderId: order.id, createdAt: today, result: 'captured', total: 900, gatewayReference: 'own' },
  })
  return String(order.id)
}

/** Such an order with a delivery that is still to be sent. */
export async function unsentOrderOf(own: Own): Promise<string> {
  const { db, storeId } = own
  const [id, shipmentId] = [await paidOrderOf(own), Number(await shipmentOf(own))]
  const { productInstanceId } = await db.orderProduct.findFirstOrThrow({ where: { storeId, orderId: BigInt(id) } })
  await addFulfillment(db, { storeId, orderId: Number(id), shipmentId, instanceId: Number(productInstanceId) }, { taken: 0 })
  return id
}

/** The inputs of an order: everything the customer's own, or the store's. */
export async function purchaseOf(own: Own) {
  const product = await monthly(own)
  const { customer } = own
  return {
    customer: { id: String(customer.id) },
    products: [{ productInstance: { id: String(product.instanceId) }, term: { id: String(product.terms[0]?.id) } }],
    shipAddressId: String(customer.addressId),
    custPayId: String(customer.methodId),
    coupons: [(await couponOf(own)).code],
  }
}

/** A product of the store with one form. */
const productOf = ({ db, storeId }: Own): Promise<Product> => addProduct(db, { storeId })

/** A variant of a product of the store. */
const variantOf = async (own: Own) =>
  own.db.productVariantType.create({ data: { storeId: own.storeId, productId: (await productOf(own)).id, name: 'Own' } })

/** A key that may do nothing. */
export async function keyOf({ db, storeId }: Own): Promise<string> {
  const clientId = `tk_${Math.random()}`
  const data = { storeId, clientId, secretHash: hashSecret(clientId, 's'), scopes: [], createdAt: today }
  return String((await db.merchantKey.create({ data })).id)
}

/** An origin whose scripts may read. */
export async function originOf({ db, storeId }: Own): Promise<string> {
  const origin = `https://own-${Math.random()}.example`
  return String((await db.allowedOrigin.create({ data: { storeId, origin, createdAt: today } })).id)
}

/** A webhook of the store. */
export async function webhookOf({ db, storeId }: Own): Promise<string> {
  const row = { storeId, url: 'https://own.example/hook', secret: 'whsec_b3du', lastSequence: 0n, createdAt: today }
  return String((await db.webhook.create({ data: row })).id)
}

/** A mail that was sent; all stores have a mailer, an address of their own, and a relay. */
export async function mailOf({ db, storeId, customer }: Own): Promise<string> {
  await makeMailers(db)
  await db.installation.updateMany({ data: { relaySeenAt: new Date() } })
  await db.store.updateMany({ data: { replyTo: 'desk@own.example' } })
  const mailer = await db.mailer.findFirstOrThrow({ where: { storeId } })
  const data = { storeId, mailerId: mailer.id, kind: 'shipped', recipient: customer.email, facts: madeUpFacts }
  return String((await db.mail.create({ data: { ...data, state: 'delivered', createdAt: today } })).id)
}

/** A delivery to a webhook, which was taken. */
export async function deliveryOf({ db, storeId }: Own, webhookId: string): Promise<string> {
  const row = {
    storeId,
    webhookId: BigInt(webhookId),
    eventType: 'store.updated',
    messageId: 'own',
    request: '{}',
    createdAt: today,
  }
  return String((await db.webhookDelivery.create({ data: { ...row, state: 'delivered' } })).id)
}

/** A person of the staff who is removed, or may sign in. */
export async function staffOf({ db, storeId }: Own, status: 'active' | 'removed' = 'active'): Promise<string> {
  const state = status === 'active' ? { passwordHash: 'none' } : { removedAt: today }
  const data = {
    storeId,
    email: `own-${Math.random()}@own.example`,
    role: 'support',
    status,
    createdAt: today,
    ...state,
  } as const
  return String((await db.staff.create({ data })).id)
}

/** A row of one's own to be changed, by its model. */
export const rowOf: Record<string, (own: Own) => Promise<string>> = {
  Staff: (own) => staffOf(own),
  StaffSession: async (own) => {
    const times = { createdAt: today, expiresAt: today, address: '', userAgent: '' }
    const data = { storeId: own.storeId, staffId: BigInt(await staffOf(own)), tokenHash: String(Math.random()), ...times }
    return String((await own.db.staffSession.create({ data })).id)
  },
  ShippingZone: async ({ db, storeId }) => {
    const data = { storeId, name: 'Own', country: 'AQ', postcode: String(Math.random()) }
    return String((await db.shippingZone.create({ data })).id)
  },
  ShippingBand: async ({ db, storeId }) => {
    const zone = { storeId, name: 'Own', country: 'AQ', postcode: String(Math.random()) }
    const { id: zoneId } = await db.shippingZone.create({ data: zone })
    return String((await db.shippingBand.create({ data: { storeId, zoneId, price: 5n } })).id)
  },
  CancellationReason: async ({ db, storeId }) => {
    const data = { storeId, code: Math.floor(Math.random() * 1e6), words: 'Own' }
    return String((await db.cancellationReason.create({ data })).id)
  },
  CancelOffer: async (own) => {
    const subscriptionId = BigInt(await subscriptionOf(own))
    const data = {
      storeId: own.storeId,
      customerId: own.customer.id,
      subscriptionId,
      reasonCode: 1,
      kind: 'skip',
      shownAt: today,
    }
    return String((await own.db.cancelOffer.create({ data: { ...data, kind: 'skip' } })).id)
  },
  Withdrawal: async ({ db, storeId }) => {
    const said = {
      kind: 'withdrawal',
      name: 'Own',
      reference: '7',
      email: 'own@example.com',
      words: 'Own',
      locale: 'en',
    } as const
    return String((await db.withdrawal.create({ data: { ...said, storeId, receivedAt: today, isAcknowledged: true } })).id)
  },
  TaxRate: async ({ db, storeId }) => {
    const data = { storeId, name: String(Math.random()), country: 'AQ', rate: 1_000, validFrom: today }
    return String((await db.taxRate.create({ data })).id)
  },
  Address: async ({ db, storeId, customer }) => String(await addAddress(db, { id: customer.id, storeId })),
  PaymentMethod: async ({ db, storeId, customer }) =>
    String(await addMethod(db, { id: customer.id, storeId }, 'tok_succeed', false)),
  Coupon: async (own) => (await couponOf(own)).id,
  Customer: async ({ customer }) => String(customer.id),
  Order: orderOf,
  OpenCart: async ({ db, storeId, customer }) =>
    String((await db.cart.create({ data: { storeId, customerId: customer.id, createdAt: today, changedAt: today } })).id),
  Shipment: (own) => shipmentOf(own, 'shipped'),
  Product: async (own) => String((await productOf(own)).id),
  ProductInstance: async (own) => String((await productOf(own)).instanceId),
  ProductTermPrice: async (own) => {
    const { id: productId, terms } = await monthly(own)
    const where = { storeId: own.storeId, productId, termId: terms[0]?.id ?? 0 }
    return String((await own.db.productTermPrice.findFirstOrThrow({ where })).id)
  },
  ProductInstanceSubscriptionTypeTermPrice: async (own) => {
    const { instanceId: productInstanceId, terms } = await monthly(own)
    const data = { storeId: own.storeId, productInstanceId, termId: terms[0]?.id ?? 0, price: 5n }
    return String((await own.db.productInstanceSubscriptionTypeTermPrice.create({ data })).id)
  },
  ProductImage: async (own) => {
    const data = { storeId: own.storeId, productId: (await productOf(own)).id, url: 'https://own.example/picture' }
    return String((await own.db.productImage.create({ data })).id)
  },
  ProductVariantType: async (own) => String((await variantOf(own)).id),
  ProductVariantValue: async (own) => {
    const data = { storeId: own.storeId, productVariantTypeId: (await variantOf(own)).id, value: 'Own' }
    return String((await own.db.productVariantValue.create({ data })).id)
  },
  SubscriptionType: async (own) => {
    const where = { storeId: own.storeId, productId: (await monthly(own)).id }
    return String((await own.db.subscriptionType.findFirstOrThrow({ where })).id)
  },
  SubscriptionTypeTerm: async (own) => String((await monthly(own)).terms[0]?.id),
  ProductSurvey: async (own) => (await surveyOf(own)).surveyId,
  ProductSurveyField: async (own) => (await surveyOf(own)).answers[0]?.fieldId ?? '',
  Subscription: (own) => subscriptionOf(own),
}
