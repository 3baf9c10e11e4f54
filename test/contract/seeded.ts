/** Seeded rows the contract tests ask for, found by what they have, never by their number. */
import { hash } from 'node:crypto'
import type { Db } from '../../src/db/connect.ts'
import { metadataEntries } from '../../src/resources/metadata/entries.ts'
import { table } from '../../src/resources/routes.ts'
import { snakeCase } from '../../src/values/text.ts'
import { madeUpFacts } from '../mails/made-up-facts.ts'
import { columnNames } from '../support/described.ts'
import { addDispute } from '../support/dispute.ts'
import { addInvoice } from '../support/invoice.ts'
import { modelOfParameter, parametersOf } from '../support/path-parameters.ts'

/** Ids for the parameters of the contract's paths. */
export type Ids = Record<string, number>

const has = { isNot: null }

/** Rows of one store of which every path can be asked, and the customer who owns those of the Store API. */
export async function idsOf(db: Db, storeId: bigint, without: { customerId?: bigint } = {}): Promise<Ids & { customer: number }> {
  const owned = { storeId, ...(without.customerId && { customerId: { not: without.customerId } }) }
  const oldest = { orderBy: { id: 'asc' } } as const
  const result = await db.productSurveyResult.findFirstOrThrow({
    where: { subscription: { ...owned, customer: { shipments: { some: {} } } } },
    include: { subscription: true },
    ...oldest,
  })
  const { customerId } = result.subscription
  const shipment = await db.shipment.findFirstOrThrow({ where: { storeId, customerId }, ...oldest })
  const other = await db.customer.findFirst({ where: { storeId, metadata: has, id: { not: customerId } }, ...oldest })
  const subscription = await db.subscription.findFirstOrThrow({ where: { storeId, metadata: has }, ...oldest })
  const coupon = await db.subscriptionCoupon.findFirstOrThrow({ where: { storeId, appliedAt: null }, ...oldest })
  const cart = await db.cart.findFirstOrThrow({ where: { storeId, orderId: { not: null }, metadata: has }, ...oldest })
  const order = await db.order.findFirstOrThrow({ where: { storeId }, ...oldest })
  const product = await db.product.findFirstOrThrow({ where: { storeId, visible: true, deleted: false }, ...oldest })
  const instance = await db.productInstance.findFirstOrThrow({ where: { storeId, inventory: has }, ...oldest })
  const transaction = await db.transaction.findFirstOrThrow({ where: { storeId }, ...oldest })
  const survey = await db.productSurvey.create({ data: { storeId, productId: product.id, name: 'Another survey' } })
  for (const owner of [{ orderId: order.id }, { productId: product.id }]) {
    if (await db.metadata.findFirst({ where: { storeId, ...owner } })) continue
    const [times, data] = [{ createdAt: result.createdAt, updatedAt: result.createdAt }, { of: 'the contract' }]
    const entries = { create: metadataEntries(data) }
    await db.metadata.create({ data: { storeId, ...owner, data, ...times, entries } })
  }
  const surveyField = await db.productSurveyField.create({ data: { storeId, surveyId: survey.id, name: 'A question' } })
  const price = await db.productTermPrice.findFirstOrThrow({ where: { storeId }, ...oldest })
  const address = await db.address.findFirstOrThrow({ where: { storeId, customerId, frozenKey: null }, ...oldest })
  const term = await db.subscriptionTypeTerm.findFirstOrThrow({
    where: { storeId, subscriptionType: { productId: product.id } },
    ...oldest,
  })
  const variant = await db.productVariantType.create({ data: { storeId, productId: product.id, name: 'Another variant' } })
  const value = await db.productVariantValue.create({ data: { storeId, productVariantTypeId: variant.id, value: 'One value' } })
  const method = await db.paymentMethod.findFirstOrThrow({ where: { storeId, customerId }, ...oldest })
  const ownOrder = await db.order.findFirstOrThrow({ where: { storeId, customerId }, ...oldest })
  const openCart = await db.cart.create({
    data: { storeId, customerId, createdAt: result.createdAt, changedAt: result.createdAt },
  })
  // The second shop has none.
  const webhook = await db.webhook.create({
    data: { storeId, url: 'https://shop.example/hook', secret: 'whsec_b3du', lastSequence: 0n, createdAt: result.createdAt },
  })
  const known: Ids & { customer: number } = {
    customer: Number(customerId),
    customer_id: Number(other?.id ?? customerId),
    sub_id: Number(subscription.id),
    coupon_id: Number(coupon.couponId),
    cart_id: Number(cart.id),
    order_id: Number(order.id),
    result_id: Number(result.id),
    product_instance_id: Number(instance.id),
    prod_id: Number(product.id),
    product_id: Number(product.id),
    survey_id: Number(survey.id),
    product_survey_id: Number(survey.id),
    product_survey_field_id: Number(surveyField.id),
    product_term_price_id: Number(price.id),
    product_variant_type_id: Number(variant.id),
    product_variant_value_id: Number(value.id),
    subscription_type_id: Number(term.subscriptionTypeId),
    subscription_type_term_id: Number(term.id),
    trans_id: Number(transaction.id),
    subscription_id: Number(result.subscriptionId),
    product_survey_result_id: Number(result.id),
    shipment_id: Number(shipment.id),
    webhook_id: Number(webhook.id),
    own_cart_id: Number(openCart.id),
    own_order_id: Number(ownOrder.id),
    own_address_id: Number(address.id),
    // A text of the client's, not a record.
    external_id: 7,
    tax_rate_id: await archivedRate(db, storeId),
    own_invoice_id: Number(await addInvoice(db, { storeId, customerId })),
    invoice_id: Number(await addInvoice(db, { storeId, orderId: order.id })),
    mail_id: await addMail(db, storeId),
    dispute_id: await addDispute(db, { storeId, orderId: order.id }),
    ...(await archivedZone(db, storeId)),
    ...(await accountRows(db, { storeId, customerId, subscriptionId: result.subscriptionId })),
    own_payment_method_id: Number(method.id),
  }
  return { ...(await otherIds(db, storeId, known)), ...known }
}

/** A consent, a withdrawal, a reason for cancelling and an offer of a customer. */
async function accountRows(db: Db, about: { storeId: bigint; customerId: bigint; subscriptionId: bigint }): Promise<Ids> {
  const { storeId, customerId, subscriptionId } = about
  const at = new Date(0)
  const accepted = { version: '1', text: 'x', textHash: hash('sha256', 'x'), surface: 'x', recordedBy: 'x', acceptedAt: at }
  const consent = await db.consent.create({ data: { storeId, customerId, ...accepted } })
  const said = { kind: 'withdrawal', name: 'x', reference: 'x', email: 'x@example.com', words: 'x', locale: 'en' } as const
  const withdrawal = await db.withdrawal.create({ data: { storeId, ...said, receivedAt: at, isAcknowledged: true } })
  const reason = await db.cancellationReason.create({ data: { storeId, code: 1_000 + Number(consent.id), words: 'x' } })
  await db.cancelOffer.deleteMany({ where: { storeId, subscriptionId } })
  const offer = await db.cancelOffer.create({ data: { ...about, reasonCode: 1, kind: 'skip', shownAt: at } })
  return {
    consent_id: Number(consent.id),
    withdrawal_id: Number(withdrawal.id),
    cancellation_reason_id: Number(reason.id),
    cancel_offer_id: Number(offer.id),
  }
}

/** A mail that was sent, of a store that sends mails to itself too. */
async function addMail(db: Db, storeId: bigint): Promise<number> {
  await db.installation.updateMany({ data: { relaySeenAt: new Date() } })
  await db.store.update({ where: { id: storeId }, data: { replyTo: 'desk@shop.example' } })
  const mailer = await db.mailer.upsert({ where: { storeId }, update: {}, create: { storeId } })
  const data = { storeId, mailerId: mailer.id, kind: 'shipped', recipient: 'zoe@mail.example', facts: madeUpFacts }
  return Number((await db.mail.create({ data: { ...data, state: 'delivered', createdAt: new Date(0) } })).id)
}

/** A shipping zone that nothing is sent to, and its band. */
async function archivedZone(db: Db, storeId: bigint): Promise<Ids> {
  const zone = await db.shippingZone.create({ data: { storeId, name: 'Archived', country: 'AQ', archivedAt: new Date(0) } })
  const band = await db.shippingBand.create({ data: { storeId, zoneId: zone.id, price: 5n, below: 4 } })
  return { zone_id: Number(zone.id), shipping_zone_id: Number(zone.id), shipping_band_id: Number(band.id) }
}

/** A rate of tax that applies to nothing. */
async function archivedRate(db: Db, storeId: bigint): Promise<number> {
  await db.store.update({ where: { id: storeId }, data: { dispatchCountry: 'US' } })
  const data = { storeId, name: 'Archived', country: 'US', rate: 1_000, validFrom: new Date(0), archivedAt: new Date(0) }
  return Number((await db.taxRate.create({ data })).id)
}

/** Ids for the other parameters: of a record under another that a path names, one that belongs to it. */
async function otherIds(db: Db, storeId: bigint, known: Ids): Promise<Ids> {
  const ids: Ids = {}
  for (const { path } of table) {
    const names = parametersOf(path)
    for (const [index, name] of names.entries()) {
      if (name in known || name in ids) continue
      const model = modelOfParameter(name)
      const parent = names[index - 1]
      const columns = columnNames(model)
      const column = columns.some((each) => snakeCase(each) === parent) ? parent : undefined
      const [row] = await db.$queryRawUnsafe<{ id: bigint }[]>(
        `SELECT id FROM "${snakeCase(model)}" WHERE store_id = $1 ${column ? `AND "${column}" = $2` : ''} ORDER BY id LIMIT 1`,
        storeId,
        ...(column ? [BigInt(known[column] ?? 0)] : []),
      )
      if (row) ids[name] = Number(row.id)
    }
  }
  return ids
}
