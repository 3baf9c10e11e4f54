/** Every write of the contract: what it answers when it is done, and which credential it takes. */
import { describe, expect, test } from 'vitest'
import { permissions } from '../../src/resources/store/rules.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { type Endpoint, endpoints, filled, isStoreArea, methodOf, pathOf } from './endpoints.ts'
import { idsOf } from './seeded.ts'

const store = await openStore()
const { db, merchant } = store
const ids = await idsOf(db, 1n)
const customer = await store.customerToken(BigInt(ids.customer))

await db.store.update({ where: { id: 1n }, data: { customersMay: [...permissions] } })

/** Writes by external ids and of many records are tried in resources/upserts.test.ts, tags.test.ts, set-products.test.ts, shipments/ship-many.test.ts and shipments/follow-many.test.ts, those of an open cart by merchants and checkouts in resources/carts. */
const isUpsert = (endpoint: Endpoint) =>
  /(\/external_id\/\{external_id\}|\/bulk|\/tags\/(add|remove)|\/shipments\/(ship|deliver|return|cancel))\/$/.test(endpoint) ||
  /^PUT \/v1\/(carts\/\{cart_id\}|(store\/api\/)?carts\/\{cart_id\}\/checkout)\/$/.test(endpoint)

const writes = endpoints.filter((endpoint) => methodOf(endpoint) !== 'GET' && !isUpsert(endpoint))

const answers = Object.fromEntries(
  (
    await db.productSurveyField.findMany({
      where: { survey: { results: { some: { id: BigInt(ids.result_id ?? 0) } } } },
      select: { id: true },
    })
  ).map(({ id }) => [String(id), 'An answer']),
)
const result = await db.productSurveyResult.findFirstOrThrow({ where: { id: BigInt(ids.result_id ?? 0) } })
const added = await db.coupon.create({
  data: { storeId: 1n, code: 'CONTRACT', name: 'c', discountType: 'amount', discountValue: 1n, createdAt: result.createdAt },
})

const card = { ...{ gateway_token: 'tok_succeed', last4: '4242' }, exp_month: 7, exp_year: 2033 }
const place = { to: 'A customer', street: '1 Lane', city: 'Elsewhere', country: 'GB' }

/** A body each write takes. */
const bodies: Record<string, object> = {
  'PUT /v1/subscriptions/{sub_id}/': { note: 'Noted' },
  'PUT /v1/subscriptions/{sub_id}/skip/': { skip: 'true' },
  'POST /v1/subscriptions/{sub_id}/coupons/': { coupon_id: Number(added.id) },
  'PUT /v1/subscriptions/{sub_id}/change/': { quantity: 2 },
  'PUT /v1/store/api/subscriptions/{subscription_id}/change/': { quantity: 2 },
  'PUT /v1/store/': { name: 'Renamed' },
  'PUT /v1/store/gateway/': { gateway: 'sandbox' },
  'PUT /v1/store/api/subscriptions/{subscription_id}/skip/': { skip: 'true' },
  'POST /v1/store/api/subscriptions/{subscription_id}/coupons/': { code: 'contract' },
  'PUT /v1/orders/{order_id}/': { note: 'Noted', order_gift_info: { gift_message: 'For you' } },
  'POST /v1/orders/': { customer: { id: ids.customer }, products: [{ product_instance: { id: await oneTime() } }] },
  'POST /v1/carts/': { customer: { id: ids.customer }, products: [{ product_instance: { id: await oneTime() } }] },
  'POST /v1/store/api/carts/': { products: [{ product_instance: { id: await oneTime() } }] },
  'PUT /v1/store/api/carts/{cart_id}/': { products: [{ product_instance: { id: await oneTime() }, quantity: 2 }] },
  'POST /v1/product_survey_results/': {
    subscription_id: ids.subscription_id,
    survey_id: Number(result.surveyId),
    answers,
  },
  'PUT /v1/product_instances/{product_instance_id}/inventory/': { quantity_on_hand: 7, confidence: 9 },
  'POST /v1/product_instances/{product_instance_id}/inventory/adjust/': { by: 3, kind: 'received', reason: 'A delivery' },
  'PUT /v1/clock/': { to: '2030-01-01' },
  'POST /v1/coupons/': { code: 'NEW', discount_type: 'percent', discount_value: 15 },
  'PUT /v1/coupons/{coupon_id}/': { name: 'Another name' },
  'POST /v1/customers/': { email: 'new@example.com', country: 'GB' },
  'PUT /v1/customers/{customer_id}/': { location: 'Elsewhere' },
  'POST /v1/customers/{customer_id}/addresses/': place,
  'PUT /v1/customers/{customer_id}/addresses/{address_id}/': place,
  'POST /v1/store/api/customer/addresses/': place,
  'PUT /v1/store/api/customer/addresses/{address_id}/': place,
  'PUT /v1/store/api/customer/': { location: 'Elsewhere' },
  'POST /v1/customers/{customer_id}/payment_methods/': card,
  'PUT /v1/customers/{customer_id}/payment_methods/{payment_method_id}/': { exp_year: 2033 },
  'PUT /v1/customers/{customer_id}/payment_methods/{payment_method_id}/replace/': card,
  'POST /v1/store/api/customer/payment_methods/': card,
  'POST /v1/customers/{customer_id}/payment_methods/setup/': { return_url: 'https://localhost/back' },
  'POST /v1/store/api/customer/payment_methods/setup/': { return_url: 'https://localhost/back' },
  'PUT /v1/store/api/customer/payment_methods/{payment_method_id}/': { exp_year: 2033 },
  'PUT /v1/store/api/customer/payment_methods/{payment_method_id}/replace/': card,
  'PUT /v1/store/api/subscriptions/{subscription_id}/': { address_id: null },
  'POST /v1/shipping_zones/': { name: 'Bavaria', country: 'DE', region: 'BY' },
  'PUT /v1/shipping_zones/{shipping_zone_id}/': { free_from: 5_000 },
  'POST /v1/shipping_zones/{zone_id}/bands/': { at_least: 4, price: 500 },
  'PUT /v1/shipping_bands/{shipping_band_id}/': { price: 600 },
  'POST /v1/consents/': { customer_id: ids.customer, version: '2', text: 'I accept them.' },
  'PUT /v1/withdrawals/{withdrawal_id}/handle/': { note: 'Refunded' },
  'POST /v1/cancellation_reasons/': { code: 77, words: 'New' },
  'PUT /v1/cancellation_reasons/{cancellation_reason_id}/': { words: 'Newer' },
  'PUT /v1/cancel_offers/{cancel_offer_id}/answer/': { outcome: 'declined' },
  'PUT /v1/store/api/cancel_offers/{cancel_offer_id}/answer/': { outcome: 'declined' },
  'PUT /v1/subscriptions/{sub_id}/cancel_offer/': { cancel_reason: 20 },
  'PUT /v1/store/api/subscriptions/{subscription_id}/cancel_offer/': { cancel_reason: 20 },
  'POST /v1/tax_rates/': { name: 'City', country: 'US', rate: 1_000 },
  'PUT /v1/tax_rates/{tax_rate_id}/': { rate: 2_000 },
  'POST /v1/staff/': { email: 'new@larch.example', role: 'support' },
  'PUT /v1/staff/{staff_id}/': { name: 'Ada L.' },
  'POST /v1/webhooks/': { url: 'https://shop.example/hook' },
  'POST /v1/mails/preview/': { kind: 'shipped' },
  'POST /v1/mails/test/': { kind: 'shipped' },
  'POST /v1/mails/bounces/': { email: 'jonas.eastlake@example.com', because: '550 5.1.1' },
  'PUT /v1/mail_settings/{kind}/': { is_on: true },
  'PUT /v1/webhooks/{webhook_id}/': { is_ordered: true },
  'POST /v1/webhooks/{webhook_id}/replay/': { all_failed: true },
  'PUT /v1/products/{prod_id}/': { name: 'Another name', ship_weight: 1.5, visible: true },
  'PUT /v1/store/api/subscriptions/{subscription_id}/surveys/{product_survey_result_id}': { answers },
  'POST /v1/products/': { name: 'Another name', ship_weight: 1.5, instances: [{ price: 5 }] },
  'PUT /v1/products/{prod_id}/set/': { name: 'Another name', ship_weight: 1.5 },
  'POST /v1/products/{product_id}/surveys/': { name: 'New' },
  'PUT /v1/product_surveys/{product_survey_id}/': { name: 'Newer' },
  'POST /v1/product_surveys/{survey_id}/fields/': { name: 'New' },
  'PUT /v1/product_survey_fields/{product_survey_field_id}/': { name: 'Newer' },
  'POST /v1/products/{product_id}/term_prices/': { term_id: await unpriced(), price: 5 },
  'POST /v1/customers/{customer_id}/credit/': { amount: 500, reason: 'A gift' },
  'POST /v1/orders/{order_id}/refunds/': { amount: 100 },
  'PUT /v1/orders/{order_id}/cancel/': { refund: false },
  'PUT /v1/orders/{order_id}/edit/': { address_id: await addressOfOrder() },
  'PUT /v1/product_term_prices/{product_term_price_id}/': { price: 5 },
  'PUT /v1/products/{product_id}/billing/': { rebill_months: 2 },
  'POST /v1/products/{product_id}/variants/': { name: 'New' },
  'PUT /v1/product_variant_types/{product_variant_type_id}/': { name: 'Newer' },
  'POST /v1/product_variant_types/{product_variant_type_id}/values/': { value: 'New' },
  'PUT /v1/product_variant_values/{product_variant_value_id}/': { value: 'Newer' },
  'POST /v1/products/{product_id}/subscription_types/': { name: 'New' },
  'PUT /v1/subscription_types/{subscription_type_id}/': { name: 'Newer' },
  'POST /v1/subscription_types/{subscription_type_id}/terms/': { name: 'New', num_cycles: 7 },
  'PUT /v1/subscription_type_terms/{subscription_type_term_id}/': { name: 'Newer' },
  'POST /v1/products/{product_id}/instances/': { price: 5 },
  'PUT /v1/product_instances/{product_instance_id}/': { price: 5 },
  'PUT /v1/product_instances/{product_instance_id}/set/': { price: 5 },
  'POST /v1/product_instances/{product_instance_id}/term_prices/': { term_id: await unpriced(), price: 5 },
  'PUT /v1/product_instance_term_prices/{product_instance_term_price_id}/': { price: 5 },
  'POST /v1/product_images/': { product_id: ids.product_id, url: 'https://img.example/new.png' },
}

/** An address of the customer of the order. */
async function addressOfOrder(): Promise<number> {
  const { customerId } = await db.order.findUniqueOrThrow({ where: ofStore(ids.order_id ?? 0) })
  return Number((await db.address.findFirstOrThrow({ where: { storeId: 1n, customerId, frozenKey: null, archivedAt: null } })).id)
}

/** A term of the product that has no price as a gift. */
async function unpriced(): Promise<number> {
  const productId = BigInt(ids.product_id ?? 0)
  const type = await db.subscriptionType.create({ data: { storeId: 1n, productId, name: 'Contract' } })
  return Number(
    (await db.subscriptionTypeTerm.create({ data: { storeId: 1n, subscriptionTypeId: type.id, name: 'x', numCycles: 1 } })).id,
  )
}

async function oneTime(): Promise<number> {
  const onShelf = { inventory: { is: { trackInventory: false } }, deleted: false }
  const instance = await db.productInstance.findFirstOrThrow({
    where: { storeId: 1n, product: { singlePurchasable: true, visible: true, deleted: false }, ...onShelf },
  })
  return Number(instance.id)
}

const bodyOf = (endpoint: Endpoint): object => bodies[endpoint] ?? (endpoint.includes('metadata') ? { key: 'value' } : {})

const keyTo = (endpoint: Endpoint) => (isStoreArea(pathOf(endpoint)) ? customer : merchant)

async function send(endpoint: Endpoint, path: string, authorization: string | undefined) {
  const body = endpoint.startsWith('DELETE') ? undefined : JSON.stringify(bodyOf(endpoint))
  const response = await store.fetch(path, {
    method: methodOf(endpoint),
    headers: { ...(authorization && { Authorization: authorization }) },
    ...(body && { body }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

describe('A write', () => {
  test.each(writes)('%s needs the credential of its area', async (endpoint) => {
    const path = filled(pathOf(endpoint), ids)
    expect((await send(endpoint, path, undefined)).status).toBe(401)
    expect((await send(endpoint, path, isStoreArea(path) ? merchant : customer)).status).toBe(403)
  })
})

describe('A write that is done', () => {
  const { sub_id, coupon_id, customer_id, order_id, shipment_id, prod_id, product_instance_id } = ids
  const status = { GET: 200, PUT: 200, POST: 201, DELETE: 204 }

  // In an order in which each finds what it needs: what is deleted comes last.
  const rank = (endpoint: Endpoint) => (endpoint.endsWith('/redact/') ? 2 : Number(endpoint.startsWith('DELETE')))
  const ordered = [...writes].sort((one, other) => rank(one) - rank(other))

  test.each(ordered)('%s answers with the status of its method, and the resource unless it is gone', async (endpoint) => {
    await prepare(endpoint)
    const clock =
      endpoint === 'PUT /v1/clock/' ? { hasTestClock: true } : { hasTestClock: false, clockNow: null, clockTarget: null }
    await db.store.update({ where: { id: 1n }, data: clock })
    const answer = await send(endpoint, filled(pathOf(endpoint), ids), keyTo(endpoint))
    expect({ endpoint, status: answer.status, body: answer.body }).toMatchObject({ endpoint, status: status[methodOf(endpoint)] })
    if (endpoint.startsWith('DELETE')) expect(answer.body).toBeUndefined()
    else expect(answer.body).toEqual(expect.objectContaining(shown(endpoint)))
  })

  /** The kinds of parts of products, by their paths. */
  const parts: [RegExp, string][] = [
    [/\/variants\/|product_variant_types\/\{\w+\}\/(restore\/)?$/, 'product_variant_type'],
    [/product_variant/, 'product_variant_value'],
    [/\/terms\/|subscription_type_terms/, 'subscription_type_term'],
    [/subscription_types/, 'subscription_type'],
    [/product_images/, 'product_image'],
    [/\/instances\/|product_instances/, 'product_instance'],
  ]

  /** The expected answer, as the contract writes it. */
  function shown(endpoint: Endpoint): object {
    const path = pathOf(endpoint)
    if (path === '/v1/clock/')
      return { clock: expect.objectContaining({ is_test: true, is_moving: true, target: '2030-01-01T00:00:00Z' }) }
    if (path.includes('metadata')) return { data: expect.objectContaining({ key: 'value' }) }
    if (path.includes('/carts/')) return { type: 'open_cart', completed: false }
    if (path === '/v1/coupons/') return { type: 'coupon', code: 'NEW', discount_type: 'percent', discount_value: 15 }
    if (path.startsWith('/v1/coupons/')) return { type: 'coupon', id: coupon_id, enabled: !path.endsWith('/disable/') }
    if (path === '/v1/customers/') return { type: 'customer', email: 'new@example.com', country: 'GB', num_orders: 0 }
    if (path.endsWith('/setup/')) return { type: 'customer', action_url: 'https://localhost/back', publishable_key: null }
    if (path.includes('/payment_methods/')) return { type: 'payment_method', exp_year: 2033, archived_at: null }
    if (path === '/v1/store/api/subscriptions/{subscription_id}/') return { id: ids.subscription_id, address_id: null }
    if (path.includes('/addresses/')) return { type: 'address', city: 'Elsewhere', archived_at: null }
    if (path === '/v1/store/api/customer/') return { type: 'customer', id: ids.customer, location: 'Elsewhere' }
    if (path.endsWith('/restore/') && path.startsWith('/v1/customers/'))
      return { type: 'customer', id: customer_id, archived_at: null }
    if (path.endsWith('/credit/')) return { type: 'credit_entry', customer_id, amount: 500, reason: 'A gift' }
    if (path.startsWith('/v1/customers/')) return { type: 'customer', id: customer_id, location: 'Elsewhere' }
    if (path === '/v1/shipping_zones/') return { type: 'shipping_zone', region: 'BY', bands: [] }
    if (path.endsWith('/bands/')) return { type: 'shipping_band', at_least: 4, price: 500 }
    if (path.startsWith('/v1/shipping_zones/')) return { type: 'shipping_zone', country: 'AQ' }
    if (path.startsWith('/v1/shipping_bands/')) return { type: 'shipping_band', price: 600 }
    if (path === '/v1/consents/') return { type: 'consent', customer_id: ids.customer, version: '2', recorded_by: 'key demo' }
    if (path.startsWith('/v1/withdrawals/')) return { type: 'withdrawal', note: 'Refunded', handled_at: expect.any(String) }
    if (path.startsWith('/v1/cancellation_reasons/')) return { type: 'cancellation_reason', archived_at: null }
    if (path.endsWith('/answer/')) return { type: 'cancel_offer', outcome: 'declined' }
    if (path.endsWith('/cancel_offer/')) return { type: 'cancel_offer', kind: 'skip', outcome: 'shown' }
    if (path === '/v1/tax_rates/') return { type: 'tax_rate', name: 'City', rate: 1_000, region: '' }
    if (path.startsWith('/v1/tax_rates/')) return { type: 'tax_rate', country: 'US' }
    if (path === '/v1/store/') return { type: 'store', name: 'Renamed' }
    if (path === '/v1/store/gateway/') return { type: 'store', gateway: 'sandbox' }
    if (path.endsWith('/coupons/')) return { coupon_id: Number(added.id), code_used: 'CONTRACT', enabled: true }
    if (path.startsWith('/v1/subscriptions/')) return { id: sub_id, type: 'subscription' }
    if (/^\/v1\/store\/api\/subscriptions\/.*\/(cancel|reactivate|renew|skip|change|pause|resume)\/$/.test(path))
      return { id: ids.subscription_id, type: 'subscription' }
    if (path.endsWith('/adjust/')) return { product_instance_id, type: 'product_inventory' }
    if (path.endsWith('/inventory/'))
      return { product_instance_id, quantity_on_hand: 7, confidence: 9, type: 'product_inventory' }
    if (path.endsWith('/surveys/') || path.startsWith('/v1/product_surveys/{product'))
      return { type: 'product_survey', name: endpoint.startsWith('POST') ? 'New' : 'Newer' }
    if (path.endsWith('/fields/') || path.includes('_fields/'))
      return { type: 'product_survey_field', name: endpoint.startsWith('POST') ? 'New' : 'Newer' }
    if (path.includes('instance_term_prices/') || path.startsWith('/v1/product_instances/{product_instance_id}/term_prices'))
      return { type: 'product_instance_subscription_type_term_price', price: 5 }
    const part = parts.find(([place]) => place.test(path))
    if (part) return { type: part[1] }
    if (path.includes('term_prices/')) return { type: 'product_term_price', price: 5 }
    if (path === '/v1/products/') return { name: 'Another name', ship_weight: 1.5, type: 'product' }
    if (path.endsWith('/billing/')) return { id: prod_id, billing: expect.objectContaining({ rebill_months: 2 }) }
    if (path.startsWith('/v1/products/')) return { id: prod_id, name: 'Another name', ship_weight: 1.5 }
    if (path === '/v1/orders/{order_id}/') return { id: order_id, note: 'Noted', is_gift: true }
    if (path === '/v1/orders/{order_id}/edit/') return { id: order_id, type: 'order', products: expect.any(Array) }
    if (path === '/v1/orders/{order_id}/cancel/') return { id: order_id, type: 'order', cancelled_at: expect.any(String) }
    if (path.endsWith('/refunds/')) return { type: 'refund', order_id, amount: 100, status: 'done' }
    if (path.startsWith('/v1/shipments/')) return { type: 'shipment', id: shipment_id, fulfillments: expect.any(Array) }
    if (path === '/v1/mails/preview/') return { type: 'mail_setting', subject: expect.any(String) }
    if (path === '/v1/mails/bounces/') return { type: 'customer', mail_refused_because: '550 5.1.1' }
    if (path.startsWith('/v1/mails/')) return { type: 'mail', state: 'waiting' }
    if (path.startsWith('/v1/mail_settings/')) return { type: 'mail_setting', is_on: true }
    if (path.endsWith('/test/')) return { type: 'webhook_delivery', webhook_id: ids.webhook_id, event_type: 'webhook.tested' }
    if (path.startsWith('/v1/staff/')) return { type: 'staff' }
    if (path.startsWith('/v1/webhooks/')) return { type: 'webhook', url: 'https://shop.example/hook', types: [] }
    if (path === '/v1/orders/') return { customer_id: ids.customer, type: 'order', financial_status: 'paid' }
    return { type: 'product_survey_result', subscription_id: ids.subscription_id }
  }

  /** Puts the records into a state that allows the write. */
  async function prepare(endpoint: Endpoint): Promise<void> {
    const path = pathOf(endpoint)
    const id = BigInt((isStoreArea(path) ? ids.subscription_id : sub_id) ?? 0)
    const today = new Date('2026-03-15T12:00:00Z')
    if (path.endsWith('/renew/')) {
      await db.subscription.update({ where: ofStore(id), data: { status: 'past_due', lastFailedRenewal: today } })
    } else if (path.endsWith('/reactivate/')) {
      await db.subscription.update({
        where: ofStore(id),
        data: { status: 'cancelled', endDate: new Date('2026-05-01T00:00:00Z') },
      })
    } else if (path.includes('/payment_methods/{')) {
      // A removed one is there again, and no subscription is charged to it.
      await db.subscription.updateMany({ data: { paymentMethodId: null, autorenew: false } })
      await db.paymentMethod.updateMany({ data: { archivedAt: null } })
    } else if (endpoint.startsWith('DELETE') && path.includes('/addresses/')) {
      // Subscriptions use it no more.
      await db.subscription.updateMany({ data: { addressId: null } })
    } else if (endpoint === 'DELETE /v1/customers/{customer_id}/') {
      await db.subscription.updateMany({ data: { status: 'cancelled', autorenew: false, pastDueReason: null } })
      await db.order.updateMany({ data: { status: 'closed' } })
    } else if (path === '/v1/staff/{staff_id}/redact/' || endpoint === 'DELETE /v1/staff/{staff_id}/') {
      const invited = { status: 'invited' as const, removedAt: null, invitationHash: 'a', invitationExpiresAt: today }
      const removed = { status: 'removed' as const, removedAt: today, invitationHash: null }
      const data = {
        role: 'support' as const,
        passwordHash: null,
        redactedAt: null,
        ...(path.endsWith('/redact/') ? removed : invited),
      }
      await db.staff.update({ where: ofStore(BigInt(ids.staff_id ?? 0)), data })
    } else if (path.startsWith('/v1/shipments/')) {
      const status = /\/(ship|cancel)\/$/.test(path) ? 'unshipped' : 'shipped'
      await db.shipment.update({
        where: ofStore(BigInt(shipment_id ?? 0)),
        data: { status, deliveredAt: null, returnedAt: null },
      })
    } else if (path.startsWith('/v1/orders/{order_id}/')) {
      // Nothing of it is sent.
      const orderId = BigInt(order_id ?? 0)
      const unsent = { status: 'open', fulfillmentStatus: 'unfulfilled', cancelledAt: null } as const
      await db.order.update({ where: ofStore(orderId), data: unsent })
      await db.fulfillment.updateMany({ where: { storeId: 1n, orderId }, data: { status: 'open' } })
      await db.shipment.updateMany({ where: { fulfillments: { some: { storeId: 1n, orderId } } }, data: { status: 'unshipped' } })
    } else if (path.endsWith('/cancel_offer/')) {
      await db.cancelOffer.deleteMany({ where: { storeId: 1n, subscriptionId: id } })
      await db.subscription.update({
        where: ofStore(id),
        data: { ...{ status: 'active', autorenew: true, skippedDate: null }, endDate: new Date('2026-05-01T00:00:00Z') },
      })
    } else if (path.endsWith('/answer/')) {
      const offer = { storeId: 1n, customerId: BigInt(ids.customer), subscriptionId: BigInt(ids.subscription_id ?? 0) }
      const id = BigInt(ids.cancel_offer_id ?? 0)
      await db.cancelOffer.deleteMany({ where: { storeId: 1n, subscriptionId: offer.subscriptionId } })
      await db.cancelOffer.create({ data: { id, ...offer, reasonCode: 1, kind: 'skip', shownAt: today } })
    } else if (/\/(skip|cancel|change)\/$/.test(path)) {
      await db.subscription.update({ where: ofStore(id), data: { status: 'active', autorenew: true } })
    } else if (path === '/v1/orders/') {
      await db.customer.update({ where: ofStore(BigInt(ids.customer)), data: { lastOrderAt: null } })
    } else if (endpoint === 'DELETE /v1/subscriptions/{sub_id}/coupon/{coupon_id}/') {
      const waiting = { storeId: 1n, subscriptionId: id, couponId: BigInt(coupon_id ?? 0) }
      await db.subscriptionCoupon.deleteMany({ where: waiting })
      await db.subscriptionCoupon.create({ data: { ...waiting, codeUsed: 'X', numRenewals: 1 } })
    }
  }
})
