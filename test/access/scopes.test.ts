/** Scopes: a key does what it was made for, and nothing else, on both surfaces. */
import { describe, expect, test } from 'vitest'
import { knownScopes } from '../../src/auth/scopes.ts'
import { hashSecret } from '../../src/auth/secret.ts'
import { table } from '../../src/resources/routes.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const { db } = store

/** The Authorization of a new key with these scopes. */
async function keyWith(...scopes: string[]): Promise<string> {
  const clientId = `tk_${scopes.join('_') || 'none'}`
  const data = { storeId: 1n, clientId, secretHash: hashSecret(clientId, 's'), scopes, createdAt: new Date(0) }
  await db.merchantKey.upsert({ where: { clientId }, create: data, update: data })
  return `Bearer ${clientId}.s`
}

// Every key reads the store's own record and its clock. A search takes any scope of what it finds, which test/resources/search.test.ts asks.
const ofNoScope = ['GET /v1/store/', 'GET /v1/clock/', 'GET /v1/search/']

/** The rows of the Merchant API that take a scope of their own. */
const merchantRows = table.filter(
  ({ method, path }) => !path.startsWith('/v1/store/api/') && !ofNoScope.includes(`${method} ${path}`),
)

/** Resources of the parts whose paths begin otherwise. */
const parts: readonly [RegExp, string][] = [
  [/survey/, 'product_survey_results'],
  [/instance_term_price|product_instances\/.*\/term_prices|\/instances\//, 'product_instances'],
  [/term_price|product_variant|product_image|subscription_type/, 'products'],
  [/subscription_(coupons|movements)|figures\/(mrr|subscribers|churn|retention|survival|recovery)/, 'subscriptions'],
  [/figures\/(sales|renewals)/, 'orders'],
  [/figures\/products/, 'orders'],
  [/figures\/(revenue|tax)/, 'orders'],
  [/figures\/refunds/, 'refunds'],
  [/fulfillments/, 'shipments'],
  [/\/inventory(_movements)?\//, 'inventory'],
  [/\/refunds\//, 'refunds'],
  [/^\/v1\/invoices\//, 'orders'],
  [/^\/v1\/payment_methods\//, 'customers'],
  [/^\/v1\/mail_settings\//, 'mails'],
  [/^\/v1\/staff_sessions\//, 'staff'],
  [/^\/v1\/(consents|withdrawals)\//, 'customers'],
  [/cancellation_reasons|cancel_offer/, 'subscriptions'],
  [/^\/v1\/tags\//, 'orders'],
]

/** The scope a row of the Merchant API takes: its path begins with the resource, but for parts; the store and its clock take `admin`. */
function scopeOf(method: string, path: string): string {
  if (['/v1/clock/', '/v1/store/', '/v1/store/gateway/'].includes(path) || /^\/v1\/(tax|shipping)_/.test(path)) return 'admin'
  const resource = parts.find(([part]) => part.test(path))?.[1] ?? path.split('/')[2]
  return `${method === 'GET' ? 'read' : 'write'}_${resource}`
}

const filled = (path: string) => path.replace(/\{\w+\}/g, '1')
const refusedBody = (scope: string) => ({ errors: [`The key lacks the scope ${scope}.`] })

const card = { gateway_token: 'tok_succeed', last4: '4242', exp_month: 7, exp_year: 2032 }

const bodies: Record<string, object> = {
  'POST /v1/subscriptions/{sub_id}/coupons/': { coupon_id: 9_007_199_254_740_991 },
  'POST /v1/webhooks/': { url: 'nowhere' },
  'POST /v1/tags/add/': { kind: 'order', ids: [9_007_199_254_740_991], tags: ['x'] },
  'POST /v1/tags/remove/': { kind: 'order', ids: [9_007_199_254_740_991], tags: ['x'] },
  'POST /v1/consents/': { customer_id: 1, version: '', text: '' },
  'POST /v1/cancellation_reasons/': { code: 0, words: '' },
  'PUT /v1/cancel_offers/{cancel_offer_id}/answer/': { outcome: 'declined' },
  'PUT /v1/subscriptions/{sub_id}/cancel_offer/': { cancel_reason: 1 },
  'POST /v1/staff/': { email: 'nobody', role: 'support' },
  'PUT /v1/orders/{order_id}/cancel/': { refund: false },
  'POST /v1/coupons/': { code: '', discount_type: 'amount', discount_value: 1 },
  'POST /v1/customers/{customer_id}/credit/': { amount: 1, reason: 'x' },
  'POST /v1/product_instances/{product_instance_id}/inventory/adjust/': { by: 1, reason: 'x' },
  'POST /v1/customers/': { email: 'nobody', country: 'GB' },
  'POST /v1/products/': { name: '', slug: 'x', sku: 'x' },
  'POST /v1/customers/{customer_id}/payment_methods/': card,
  'PUT /v1/customers/{customer_id}/payment_methods/{payment_method_id}/replace/': card,
  'PUT /v1/store/api/customer/payment_methods/{payment_method_id}/replace/': card,
  'POST /v1/customers/{customer_id}/addresses/': { to: 'x', street: 'x', city: 'x', country: 'GB' },
  'POST /v1/products/{product_id}/surveys/': { name: '' },
  'POST /v1/product_surveys/{survey_id}/fields/': { name: '' },
  'POST /v1/products/{product_id}/instances/': { price: -1 },
  'POST /v1/products/{product_id}/variants/': { name: '' },
  'POST /v1/products/{product_id}/subscription_types/': { name: '' },
  'POST /v1/product_variant_types/{product_variant_type_id}/values/': { value: '' },
  'POST /v1/subscription_types/{subscription_type_id}/terms/': { name: '' },
  'POST /v1/product_images/': { url: '' },
  'POST /v1/product_instances/{product_instance_id}/term_prices/': { term_id: 9_007_199_254_740_991, price: 1 },
  'POST /v1/products/{product_id}/term_prices/': { term_id: 9_007_199_254_740_991, price: 1 },
  'POST /v1/coupons/bulk/': [{ external_id: 'x', code: '' }],
  'POST /v1/customers/bulk/': [{ external_id: 'x', email: 'nobody' }],
  'POST /v1/shipments/ship/': [{ id: 9_007_199_254_740_991 }],
  'POST /v1/shipments/deliver/': [{ id: 9_007_199_254_740_991 }],
  'POST /v1/shipments/return/': [{ id: 9_007_199_254_740_991 }],
  'POST /v1/shipments/cancel/': [{ id: 9_007_199_254_740_991 }],
  'POST /v1/inventory/bulk/': [{ product_instance_id: 9_007_199_254_740_991 }],
  'POST /v1/payment_methods/bulk/': [{ customer_id: 1, gateway_token: 'x', last4: 'x', exp_month: 1, exp_year: 2030 }],
  'POST /v1/products/bulk/': [{ external_id: 'x', name: '' }],
  'POST /v1/mails/preview/': { kind: 'x' },
  'POST /v1/mails/test/': { kind: 'x' },
  'POST /v1/mails/bounces/': { email: 'nobody', because: '' },
  'PUT /v1/clock/': { to: '2020-01-01' },
  'PUT /v1/store/': { name: '' },
  'PUT /v1/store/gateway/': { gateway: '' },
  'POST /v1/shipping_zones/': { name: '' },
  'POST /v1/shipping_zones/{zone_id}/bands/': { price: -1 },
  'POST /v1/tax_rates/': { name: '', country: 'US', rate: 1 },
  'POST /v1/customers/{customer_id}/payment_methods/setup/': { return_url: 'nowhere' },
  'POST /v1/orders/': { customer: { id: 9_007_199_254_740_991 }, products: [{ product_instance: { id: 1 } }] },
  'POST /v1/product_survey_results/': { subscription_id: 9_007_199_254_740_991, survey_id: 1, answers: {} },
}

describe('REST', () => {
  test.each(merchantRows)('$method $path takes the scope of its resource', async ({ method, path, flag }) => {
    const scope = scopeOf(method, path)
    expect(knownScopes).toContain(scope)
    const given = bodies[`${method} ${path}`] ?? (path.includes('metadata') ? { a: 1 } : {})
    const body = flag ? { ...given, [flag]: true } : given
    const init = method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(body) }
    // The scope `admin` stands for those of staff.
    const isImplied = (each: string) => each === 'admin' && scope.endsWith('_staff')
    const others = await keyWith(...knownScopes.filter((each) => each !== '*' && each !== scope && !isImplied(each)))
    const refused = await store.rest(`${method} ${filled(path)}`, others, init)
    expect({ status: refused.status, body: refused.body }).toEqual({ status: 403, body: refusedBody(scope) })
    // A list below a product is reached through it; deliveries hold events, and who changes a webhook reads them.
    const isOfEvents = /^\/v1\/webhooks\/\{webhook_id\}\/(deliveries|rotate|replay)?\/?$/.test(path) && method !== 'DELETE'
    const parent = [
      ...(method === 'GET' && path.startsWith('/v1/products/') ? ['read_products'] : []),
      ...(isOfEvents ? ['read_events'] : []),
      ...(/\/checkout\/$/.test(path) ? ['write_orders'] : []),
      ...(/figures\/survival/.test(path) ? ['read_orders'] : []),
      ...(/figures\/products/.test(path) ? ['read_products'] : []),
      ...(/figures\/revenue/.test(path) ? ['read_transactions'] : []),
      ...(/figures\/tax/.test(path) ? ['read_refunds'] : []),
      // The first person is an owner, whom nobody manages who may do less.
      ...(path.startsWith('/v1/staff') && method !== 'GET' ? ['*'] : []),
    ]
    const allowed = await store.rest(`${method} ${filled(path)}`, await keyWith(scope, ...parent), init)
    expect(allowed.body ?? {}).not.toEqual(refusedBody(scope))
    expect(allowed.status).not.toBe(403)
  })

  test('embeds a list only for a key that may read it', async () => {
    const path = '/v1/subscriptions/?with=orders&limit=1'
    expect((await store.rest(path, await keyWith('read_subscriptions'))).body).toEqual(refusedBody('read_orders'))
    expect((await store.rest(path, await keyWith('read_subscriptions', 'read_orders'))).status).toBe(200)
  })
})

describe('GraphQL', () => {
  const codeOf = async (query: string, as: string) => (await store.graphql(query, {}, as)).errors[0]?.extensions.code

  test('checks the scope where a read begins and where a list is entered', async () => {
    const key = await keyWith('read_subscriptions')
    expect(await codeOf('{ subscriptions(first: 1) { nodes { id customer { name } } } }', key)).toBeUndefined()
    expect(await codeOf('{ orders { totalCount } }', key)).toBe('FORBIDDEN')
    expect(await codeOf('{ subscriptions(first: 1) { nodes { orders { totalCount } } } }', key)).toBe('FORBIDDEN')
    expect(await codeOf('{ subscriptions(filter: { orders: { total: { gt: 1 } } }) { totalCount } }', key)).toBe('FORBIDDEN')
  })

  test('checks the scope of a write before anything is looked at', async () => {
    const key = await keyWith('read_subscriptions', 'write_orders')
    const write = 'mutation { updateSubscription(input: { id: "1", note: "x" }) { userErrors { code } } }'
    expect(await codeOf(write, key)).toBe('FORBIDDEN')
    expect((await db.subscription.findUniqueOrThrow({ where: ofStore(1n) })).note).not.toBe('x')
    expect(await codeOf(write, await keyWith('write_subscriptions'))).toBeUndefined()
  })

  test('lets a key without scopes do nothing', async () => {
    const key = await keyWith()
    expect(await codeOf('{ products { totalCount } }', key)).toBe('FORBIDDEN')
  })
})
