/** Read, change, write back: a record may be sent to its write just as any read of the Merchant API gave it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { table } from '../../src/resources/routes.ts'
import type { Compiled } from '../../src/rest/compile.ts'
import { json } from '../resources/writing.ts'
import { ofStore } from '../support/of-store.ts'
import { beforeCheck } from '../support/old-rows.ts'
import { openStore } from '../support/store.ts'
import { tables, tablesChangedBy } from '../writes/tables.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of every kind
type Found = Record<string, any>

const store = await openStore({ isApart: true })
const { db, merchant } = store

const placeOf = ({ path }: Compiled) => path.replace(/\/$/, '').replace(/\{\w+\}/g, '{}')
const isMerchants = ({ path }: Compiled) => !path.startsWith('/v1/store/')

/** The row that reads the record a write changes. */
const readerOf = (write: Compiled) =>
  table.find((row) => row.method === 'GET' && row.answer === 'record' && placeOf(row) === placeOf(write))

// A clock is no record of a list, and has nothing to write but its time. An open cart is read by the Store API alone: the cart at that path of
// the Merchant API is one with an order.
const isOfRecord = ({ name }: Compiled) => name !== 'AdvanceClock' && name !== 'UpdateCart'

const writes = table.filter(
  (row) => row.method === 'PUT' && isMerchants(row) && !row.variables.has('body') && readerOf(row) && isOfRecord(row),
)

const listOf = ({ record }: Compiled) =>
  table.find((row) => row.answer === 'list' && row.record === record && isMerchants(row))?.path ?? ''

/** The path of the list; of those below a customer the list of the first. */
const listPath = (write: Compiled) => listOf(write).replace(/\{\w+\}/g, '1')

/** Every way to read a record, as paths; in a list it is found by its id. */
function formsOf(write: Compiled, record: Found): string[] {
  const reader = readerOf(write)
  const list = `${listPath(write)}?id=${record.id}`
  const embeds = (names: string[] = []) => ['', ...names, 'all'].map((name) => (name ? `with=${name}` : ''))
  const embeddable = table.find(({ path }) => path === listOf(write))?.embeddable
  return [
    ...embeds(embeddable).map((query) => `${list}&${query}`),
    ...embeds(reader?.embeddable).map((query) => `${pathOf(write, record)}?${query}`),
  ]
}

const pathOf = ({ path }: Compiled, record: Found) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(record[name] ?? record.id))

async function read(path: string): Promise<Found> {
  const { status, body } = await store.rest(path)
  expect({ path, status, errors: body.errors }).toEqual({ path, status: 200, errors: undefined })
  return body.results ? body.results[0] : body
}

const rowsOf = async (write: Compiled): Promise<Found[]> => (await store.rest(`${listPath(write)}?limit=15`)).body.results

/** Writes a record. Of its answer `unmatched_subscriptions` is left out, which is of the write and not of the record. */
async function put(write: Compiled, record: Found, given: unknown) {
  const { status, body } = await store.rest(`PUT ${pathOf(write, record)}`, merchant, json(given))
  const { unmatched_subscriptions: _, ...written } = body
  return { status, body: written }
}

/** The fields a write takes, those in its path apart. */
const writable = (write: Compiled) => [...write.variables].filter(([name]) => !write.path.includes(`{${name}}`))

// Effects of a field that is written, and values that only some fields can have.
const consequences: Record<string, string[]> = {
  order_gift_info: ['gift_message'],
  end_date: ['skipped_date'],
  forever: ['num_renewals'],
  first_name: ['name'],
  last_name: ['name'],
  role: ['scopes'],
  quantity_on_hand: ['is_low'],
  low_stock_at: ['is_low'],
  tax_id: ['tax_id_status', 'tax_id_checked_at', 'tax_id_answer'],
  track_inventory: ['is_low'],
}
// The field that follows one of these is lost: the coupon forgets how many charges it lowered.
const isLost = new Set(['forever'])
// Another number of cycles makes another term (product-parts.test.ts); a tax number has the form of its country; words that are left out stay.
const isReplacing = new Set(['num_cycles', 'tax_id_country', 'words'])
const choices: Record<string, unknown[]> = {
  ship_option: ['flat', 'free'],
  confidence: [7, 8],
  quantity_on_hand: [3, 4],
  discount_type: ['amount', 'percent'],
  max_uses: [7, 8],
  max_uses_per_customer: [2, 3],
  starts_at: ['2020-01-01T00:00:00Z', '2021-01-01T00:00:00Z'],
  ends_at: ['2098-01-01T00:00:00Z', '2099-01-01T00:00:00Z'],
  country: ['GB', 'SE'],
  locale: ['de', 'en'],
  role: ['support', 'marketing'],
  exp_month: [7, 8],
  tracking_url: ['https://carrier.example/1', 'https://carrier.example/2'],
  types: [['order.created'], ['order.updated']],
  tags: [['One'], ['Two']],
  tax_id: ['ATU13585627', 'ATU10223006'],
  tax_id_status: ['valid', 'unchecked'],
  tax_id_checked_at: ['2026-02-03T00:00:00Z', '2026-02-04T00:00:00Z'],
  valid_from: ['2026-02-03T00:00:00Z', '2026-02-04T00:00:00Z'],
  tax_class: ['food', 'books'],
  basis: ['weight', 'price'],
  offer: ['skip', 'pause'],
  coupon_id: [1, 4],
  region: ['VT', 'NY'],
  below: [50, 60],
  free_from: [7000, 8000],
  postcode: ['05', '06'],
}

// A default is taken away only by another; a backup is another method of the customer.
const onlyOneWay = new Set(['is_default', 'backup_payment_method_id'])

/** A value a field may have that is not the one it has. */
function otherValue(name: string, value: unknown): unknown {
  if (choices[name]) return choices[name].find((each) => each !== value)
  // None is another one, whatever the customer has.
  if (name === 'address_id' || name === 'payment_method_id') return null
  if (name === 'end_date') return '2031-05-06T07:08:09Z'
  if (name === 'order_gift_info') return { ...(value as object), gift_message: 'Other words' }
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number' || name === 'credit' || name === 'low_stock_at') return Number(value ?? 0) + 1
  return `${value ?? ''}x`
}

// Said once more, without asking the schema: what is taken whatever it says, by the write.
const taken: Record<string, string> = {
  UpdateAddress: 'type url',
  UpdatePaymentMethod: 'type url',
  UpdateCoupon: 'type url products',
  UpdateCustomer: 'type url num_orders num_subscriptions credit total_revenue subscription_status',
  UpdateInventory: 'type url is_low sku instance product',
  UpdateOrder: 'type url customer products address billing_address cart coupons fulfillments metadata subscriptions transactions',
  UpdateProduct:
    'type url has_subscribers base_term_prices billing gift_term_prices gift_terms giftinstances images instances inventory ' +
    'metadata subscription_types surveys variants',
  UpdateProductInstance: 'type url images inventory product term_prices variants',
  UpdateProductInstanceSubscriptionTypeTermPrice: 'type url',
  UpdateShippingBand: 'type url',
  UpdateShippingZone: 'type url bands',
  UpdateTaxRate: 'type url',
  UpdateCancellationReason: 'type url',
  UpdateShipment: 'type customer fulfillments labels ship_address',
  UpdateProductSurvey: 'type url fields',
  UpdateProductSurveyField: 'type url',
  UpdateProductTermPrice: 'type url',
  UpdateProductVariantType: 'type url values',
  UpdateProductVariantValue: 'type url images',
  UpdateSubscriptionType: 'type url terms',
  UpdateSubscriptionTypeTerm: 'type url',
  UpdateWebhook: 'type',
  UpdateMailSettings: 'type',
  UpdateStaff: 'type url scopes',
  UpdateSubscription:
    'type url billing customer term address coupons fulfillments instance metadata orders product scheduled_change survey_results',
}

// Of these nothing is ever compared.
const notCompared = new Set([
  ...['type', 'url', 'has_subscribers', 'is_low'],
  ...['num_orders', 'num_subscriptions', 'credit', 'total_revenue', 'subscription_status', 'scopes'],
])

beforeAll(async () => {
  await db.order.update({
    where: ofStore(3n),
    data: { isGift: true, giftMessage: 'Words', giftRecipientName: 'Ivy', giftRecipientEmail: 'ivy@example.com' },
  })
  // Values of before that can no longer be written, and a payment that keeps others from being changed.
  await db.coupon.updateMany({ data: { discountValue: 50n } })
  await db.productInventory.updateMany({ where: { id: 2n }, data: { quantityOnHand: -4 } })
  // A product whose parts are not written below: a changed part marks its product.
  const plain = `SELECT min(id) FROM product WHERE store_id = 1 AND id NOT IN (SELECT product_id FROM product_term_price)
    AND id NOT IN (SELECT product_id FROM product_survey) AND id NOT IN (SELECT product_id FROM product_variant_type)
    AND id NOT IN (SELECT product_id FROM subscription_type)`
  await beforeCheck(db, 'product_ship_option_check', `UPDATE product SET ship_option = 'carrier' WHERE id = (${plain})`)
  await db.subscription.updateMany({ where: { id: 2n }, data: { paymentUnderWay: true } })
  await db.customer.updateMany({ data: { taxId: 'ATU13585627', taxIdCountry: 'AT', taxIdStatus: 'unchecked' } })
  // The demo store has archived ones alone.
  const validFrom = new Date('2026-01-02')
  await db.taxRate.create({ data: { storeId: 1n, name: 'GST', country: 'US', region: 'VT', rate: 15_000, validFrom } })
  const { id: zoneId } = await db.shippingZone.create({ data: { storeId: 1n, name: 'East', country: 'US', region: 'VT' } })
  await db.shippingBand.create({ data: { storeId: 1n, zoneId, below: 50, price: 700n } })
  // A removed person is not changed.
  const invited = {
    status: 'invited' as const,
    removedAt: null,
    redactedAt: null,
    invitationHash: 'a',
    invitationExpiresAt: validFrom,
  }
  await db.staff.updateMany({ where: { status: 'removed' }, data: invited })
  // The demo store has none.
  const hook = { storeId: 1n, secret: 'whsec_b3du', lastSequence: 0n, createdAt: new Date('2026-01-02') }
  for (const url of ['http://127.0.0.1/old', 'https://shop.example/hook']) await db.webhook.create({ data: { ...hook, url } })
})

describe('The rows that change a record which they can also read', () => {
  it('are those of the Merchant API', () => {
    const parts = [
      ...['UpdateProductInstance', 'UpdateProductInstanceSubscriptionTypeTermPrice', 'UpdateProductSurvey'],
      ...['UpdateProductSurveyField', 'UpdateProductTermPrice', 'UpdateProductVariantType', 'UpdateProductVariantValue'],
      ...['UpdateShippingBand', 'UpdateSubscriptionType', 'UpdateSubscriptionTypeTerm'],
    ]
    const names = [
      'UpdateAddress',
      'UpdatePaymentMethod',
      'UpdateCancellationReason',
      'UpdateCoupon',
      'UpdateCustomer',
      'UpdateInventory',
      'UpdateMailSettings',
      'UpdateOrder',
      'UpdateProduct',
      'UpdateShipment',
      'UpdateShippingZone',
      'UpdateStaff',
      'UpdateSubscription',
      'UpdateTaxRate',
      'UpdateWebhook',
    ]
    expect(writes.map(({ name }) => name).sort()).toEqual([...names, ...parts].sort())
  })
})

describe.each(writes.map((write) => [write.name, write] as const))('%s', (_name, write) => {
  it('takes back every record as the list gave it, and nothing changes', async () => {
    const changed = await tablesChangedBy(db, async () => {
      for (const record of await rowsOf(write)) {
        const { status, body } = await put(write, record, record)
        expect({ id: record.id, status, errors: body.errors }).toEqual({ id: record.id, status: 200, errors: undefined })
      }
    })
    expect(changed).toEqual([])
  })

  it('takes back a record as each of its reads gave it, and nothing changes', async () => {
    const record = (await rowsOf(write)).at(-1) as Found
    const before = await tables(db)
    for (const form of formsOf(write, record)) {
      const given = await read(form)
      const { status, body } = await put(write, record, given)
      expect({ form, status, errors: body.errors }).toEqual({ form, status: 200, errors: undefined })
      // The answer says the same of all that both show.
      expect(Object.fromEntries(Object.keys(body).map((name) => [name, name in given ? given[name] : body[name]]))).toEqual(body)
    }
    expect(await tables(db)).toEqual(before)
  })

  it('changes the one field that was changed, and no other', async () => {
    const list = await rowsOf(write)
    const record = list.find(({ id, is_gift }) => is_gift && id === 3) ?? (list.at(-1) as Found)
    const forms = formsOf(write, record)
    // The shortest and the longest.
    for (const form of [forms.at(0) ?? '', forms.at(-1) ?? '']) {
      const given = await read(form)
      const before = await read(pathOf(write, record))
      for (const [name] of writable(write).filter(([name]) => name in given && !isReplacing.has(name) && !onlyOneWay.has(name))) {
        const value = otherValue(name, given[name])
        const { status, body: after } = await put(write, record, { ...given, [name]: value })
        expect({ form, name, status, value: after[name] }).toEqual({ form, name, status: 200, value })
        const differing = Object.keys(after).filter((each) => JSON.stringify(after[each]) !== JSON.stringify(before[each]))
        expect({ form, name, differing: differing.filter((each) => !consequences[name]?.includes(each)) }).toEqual({
          form,
          name,
          differing: [name],
        })
        const followed = (consequences[name] ?? []).filter((each) => each in given)
        const back = {
          ...given,
          [name]: before[name],
          ...Object.fromEntries(followed.map((each) => [each, (isLost.has(name) ? before : after)[each]])),
        }
        expect((await put(write, record, back)).body).toEqual(before)
      }
    }
  })

  it('refuses what differs where nothing is changed, and names it', async () => {
    const record = (await rowsOf(write)).at(-1) as Found
    const given = await read(`${pathOf(write, record)}?with=all`)
    const names = new Set(writable(write).map(([name]) => name))
    const readOnly = Object.keys({ ...record, ...given }).filter((name) => !names.has(name))
    expect(readOnly.length).toBeGreaterThan(2)
    const outcomes: Found = {}
    const changed = await tablesChangedBy(db, async () => {
      for (const name of readOnly) {
        const { status, body } = await put(write, record, { ...given, [name]: 'something else' })
        outcomes[name] = status === 200 ? 'taken' : body.errors
      }
    })
    const outcomeOf = (name: string) => {
      if (!taken[write.name]?.split(' ').includes(name))
        return [
          expect.stringMatching(
            new RegExp(`^${name} is read-only(; (PUT|DELETE) /v1/\\S+ changes it|; .* below /v1/\\S+ change it)?\\.$`),
          ),
        ]
      return notCompared.has(name) ? 'taken' : [expect.stringMatching(`^${name} is read-only here`)]
    }
    expect(outcomes).toEqual(Object.fromEntries(readOnly.map((name) => [name, outcomeOf(name)])))
    expect(changed).toEqual([])
  })

  it('takes everything beside its own columns, whatever it has, together with a change', async () => {
    const record = (await rowsOf(write)).at(-1) as Found
    const given = await read(`${pathOf(write, record)}?with=all`)
    const [[changed] = []] = writable(write).filter(([name]) => name in given && typeof given[name] !== 'object')
    const name = String(changed)
    for (const other of (taken[write.name] ?? '').split(' ').filter((each) => each in given)) {
      const { status, body } = await put(write, record, { [name]: otherValue(name, given[name]), [other]: 'something else' })
      expect({ other, status, errors: body.errors }).toEqual({ other, status: 200, errors: undefined })
      expect((await put(write, record, { [name]: given[name] })).status).toBe(200)
    }
  })

  it('refuses a field that no read shows', async () => {
    const record = (await rowsOf(write)).at(-1) as Found
    const given = await read(pathOf(write, record))
    for (const name of ['colour', 'constructor', '__typename', 'storeId', 'with_all']) {
      const { status, body } = await put(write, record, { ...given, [name]: 1 })
      expect({ name, status, body }).toEqual({ name, status: 400, body: { errors: [`Unknown field: ${name}`] } })
    }
  })
})

describe('What it costs', () => {
  const write = writes.find(({ name }) => name === 'UpdateSubscription') as Compiled
  const path = '/v1/subscriptions/1'

  it('no statement for columns', async () => {
    const { billing_name, id, start_date } = await read(path)
    const statements = (body: object) => store.statements(() => put(write, { id }, body))
    expect(await statements({ id, billing_name, start_date })).toHaveLength((await statements({})).length)
  })
})

describe('A record', () => {
  it('is taken back with as much embedded as can be: a hundred of each', async () => {
    const write = writes.find(({ name }) => name === 'UpdateSubscription') as Compiled
    const { results } = (await store.rest('/v1/subscriptions/?with=all&limit=1000')).body
    const given = await read('/v1/subscriptions/1?with=all')
    const hundred = Object.entries(given).flatMap(([name, value]) => {
      if (!Array.isArray(value) || name === 'tags') return []
      const longest = results.flatMap((each: Found) => each[name]).sort((one: Found, other: Found) => sizeOf(other) - sizeOf(one))
      return [[name, Array(100).fill(longest[0])]]
    })
    expect(hundred.map(([name]) => name)).toEqual(['coupons', 'fulfillments', 'orders', 'survey_results'])
    const { status, body } = await put(write, given, { ...given, ...Object.fromEntries(hundred), note: 'a hundred of each' })
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined })
  })
  const sizeOf = (record: Found) => JSON.stringify(record).length
})

describe('The values of a column', () => {
  it('may be spelled as a form or another client spells them', async () => {
    const given = await read('/v1/subscriptions/1')
    const spelled = new URLSearchParams({
      id: String(given.id),
      store_id: String(given.store_id),
      is_test: 'False',
      status: given.status.toUpperCase(),
      start_date: given.start_date.replace('Z', '+00:00'),
      note: 'by form',
    })
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const { status, body } = await store.rest('PUT /v1/subscriptions/1/', merchant, { body: String(spelled), headers })
    expect({ status, body }).toEqual({ status: 200, body: { ...given, note: 'by form' } })
    spelled.set('start_date', given.start_date.replace('Z', '+01:00'))
    const other = await store.rest('PUT /v1/subscriptions/1/', merchant, { body: String(spelled), headers })
    expect(other.body).toEqual({ errors: ['start_date is read-only.'] })
  })
})

describe('A read-only column that differs', () => {
  it.each([
    ['/v1/subscriptions/1', { status: 'cancelled' }, '; PUT /v1/subscriptions/{sub_id}/cancel/ changes it'],
    [
      '/v1/subscriptions/1',
      { status: 'expired' },
      '; change/, cancel/, pause/, resume/, reactivate/, renew/, skip/ below /v1/subscriptions/{sub_id}/ change it',
    ],
    ['/v1/subscriptions/1', { quantity: 77 }, '; PUT /v1/subscriptions/{sub_id}/change/ changes it'],
    ['/v1/subscriptions/1', { paused_until: '2031-01-01' }, '; PUT /v1/subscriptions/{sub_id}/pause/ changes it'],
    ['/v1/subscriptions/1', { skipped_date: '2031-01-01' }, '; PUT /v1/subscriptions/{sub_id}/skip/ changes it'],
    ['/v1/subscriptions/1', { start_date: '2031-01-01' }, ''],
    ['/v1/orders/1', { cancelled_at: '2031-01-01' }, '; PUT /v1/orders/{order_id}/cancel/ changes it'],
    ['/v1/orders/1', { total: 1 }, ''],
    ['/v1/shipments/1', { status: 'cancelled' }, '; PUT /v1/shipments/{shipment_id}/cancel/ changes it'],
    ['/v1/coupons/1', { enabled: false }, '; PUT /v1/coupons/{coupon_id}/disable/ changes it'],
    ['/v1/products/1', { deleted: true }, '; DELETE /v1/products/{prod_id}/ changes it'],
    ['/v1/customers/1', { archived_at: '2031-01-01' }, '; DELETE /v1/customers/{customer_id}/ changes it'],
  ])('of %s is refused with the row that changes it: %j', async (path, body, advice) => {
    const [name] = Object.keys(body)
    const answer = await store.rest(`PUT ${path}/`, merchant, json(body))
    expect([answer.status, answer.body]).toEqual([400, { errors: [`${name} is read-only${advice}.`] }])
  })
})

describe('A body that changes nothing', () => {
  const subscription = '/v1/subscriptions/1/'
  const product = '/v1/products/1/'
  const send = async (path: string, body: unknown, headers = {}) => {
    const answer = await store.rest(`PUT ${path}`, merchant, { ...json(body), headers: { ...json(body).headers, ...headers } })
    return answer.status === 200 ? 'done' : { status: answer.status, errors: answer.body.errors }
  }
  const termPath = '/v1/subscription_type_terms/{subscription_type_term_id}/'
  const refused = (...errors: string[]) => ({ status: 400, errors })
  let now: Found
  let prices: Found
  let order: Found

  beforeAll(async () => {
    now = await read(`${subscription}?with=all`)
    prices = await read(`${product}?with=all`)
    order = await read('/v1/orders/1?with=all')
  })

  it('is refused where an embedded id, text, price or flag differs, which is named', async () => {
    expect(await send(subscription, { term: { id: now.term.id + 1 } })).toEqual(refused('term.id is read-only here.'))
    const customer = { id: now.customer.id, email: 'new@example.org' }
    expect(await send(subscription, { customer })).toEqual(refused(expect.stringContaining('customer.email is read-only here')))
    expect(await send(subscription, { note: now.note, term: { ...now.term, enabled: !now.term.enabled, name: 'x' } })).toEqual(
      refused(...['name', 'enabled'].map((name) => `term.${name} is read-only here; PUT ${termPath} changes it.`)),
    )
    const [{ id, price }] = prices.base_term_prices
    expect(await send(product, { base_term_prices: [{ id, price: price + 1 }] })).toEqual(
      refused('base_term_prices is read-only here.'),
    )
    const changedPrice = prices.base_term_prices.map((each: Found) => (each.id === id ? { ...each, price: price + 1 } : each))
    expect(await send(product, { base_term_prices: changedPrice })).toEqual(
      refused('base_term_prices[0].price is read-only here; PUT /v1/product_term_prices/{product_term_price_id}/ changes it.'),
    )
    expect(
      await send('/v1/orders/1/', { products: [{ ...order.products[0], sku: 'other' }, ...order.products.slice(1)] }),
    ).toEqual(refused('products[0].sku is read-only here.'))
  })

  it('is taken back as a shipment shows an order, whose subscriptions have their revenue there alone', async () => {
    const { body } = await store.rest('/v1/shipments/?limit=100&with=all')
    const orders = (body.results as Found[]).flatMap(({ fulfillments }) =>
      (fulfillments as Found[]).map(({ order }) => order as Found),
    )
    const sold = orders.filter(({ subscriptions }) => subscriptions.length > 0).slice(0, 5)
    expect(sold.length).toBeGreaterThan(0)
    for (const order of sold) expect(await send(`/v1/orders/${order.id}/`, order)).toEqual('done')
  })

  it('is told which row changes the value', async () => {
    expect(await send(subscription, { product: { ...now.product, name: 'Other' } })).toEqual(
      refused('product.name is read-only here; PUT /v1/products/{prod_id}/ changes it.'),
    )
    expect(await send(subscription, { orders: [{ ...now.orders[0], note: 'Other' }] })).toEqual(
      refused('orders[0].note is read-only here; PUT /v1/orders/{order_id}/ changes it.'),
    )
    expect(await send(subscription, { coupons: [...now.coupons, { id: 987654 }] })).toEqual(
      refused(`coupons[${now.coupons.length}].id is read-only here; POST /v1/subscriptions/{sub_id}/coupons/ changes it.`),
    )
    const metadata = (data: object) => ({ subscription_id: 1, store_id: now.store_id, data })
    await store.rest(`POST ${subscription}metadata/`, merchant, json({ size: 9, list: [1, 2] }))
    expect(await send(subscription, { metadata: metadata({ list: [1, 2], size: 9 }) })).toEqual('done')
    expect(await send(subscription, { metadata: metadata({ list: [1, 2], size: 10 }) })).toEqual(
      refused('metadata.data is read-only here; PUT /v1/subscriptions/{sub_id}/metadata/ changes it.'),
    )
  })

  it('is refused where records are left out of a list, added to it or put in another place than it has', async () => {
    expect(await send(subscription, { orders: [] })).toEqual(refused('orders is read-only here.'))
    expect(await send(subscription, { customer: null })).toEqual(refused('customer is read-only here.'))
    expect(await send(product, { instances: prices.instances.slice(1) })).toEqual(refused('instances is read-only here.'))
    expect(await send(product, { instances: prices.instances.toReversed() })).toEqual('done')
    expect(await send(subscription, { orders: now.orders.slice(0, 1) })).toEqual('done')
  })

  it('is refused for a name that no read shows there', async () => {
    expect(await send(subscription, { customer: { ...now.customer, emial: 'x' } })).toEqual(
      refused('customer.emial is read-only here.'),
    )
  })

  it('is taken where only counts, sums, stock, statuses and times differ', async () => {
    const time = '2001-02-03T04:05:06Z'
    const customer = { ...now.customer, num_orders: 99, num_subscriptions: 99, total_revenue: 1, subscription_status: 'expired' }
    const orders = now.orders.map((each: Found) => ({ ...each, total: 1, status: 'closed', placed_at: time, refunded_amount: 5 }))
    const coupons = now.coupons.map((each: Found) => ({ ...each, num_renewals: 99 }))
    expect(await send(subscription, { customer, orders, coupons, type: 'x', url: 'y' })).toEqual('done')
    const inventory = prices.inventory.map((each: Found) => ({ ...each, quantity_on_hand: 12_345, confidence: 1 }))
    expect(await send(product, { inventory, has_subscribers: !prices.has_subscribers })).toEqual('done')
  })

  it('is taken where the values are the same in the spelling of a form', async () => {
    const { id, email, country } = now.customer
    const body = new URLSearchParams({ 'customer[id]': String(id), 'customer[email]': email, 'customer[country]': country })
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const form = (text: URLSearchParams) => store.rest(`PUT ${subscription}`, merchant, { body: String(text), headers })
    expect((await form(body)).status).toBe(200)
    body.set('customer[id]', String(id + 1))
    expect((await form(body)).body).toEqual({ errors: ['customer.id is read-only here.'] })
  })

  it('is refused in a dry run as well, and leaves the refusal in the log alone', async () => {
    const body = { term: { id: now.term.id + 1 } }
    const dry = await tablesChangedBy(db, async () => {
      expect(await send(subscription, body, { 'X-Dry-Run': 'true' })).toEqual(refused('term.id is read-only here.'))
    })
    expect(dry).toEqual([])
    await send(subscription, body)
    const [last] = await db.logEntry.findMany({ where: { subscriptionId: 1n }, orderBy: { id: 'desc' }, take: 1 })
    expect(last?.refusedBy).toBe('BAD_INPUT')
  })

  it('is answered the same again with its Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'nothing-is-changed' }
    const body = { customer: { id: now.customer.id, name: 'Other' } }
    const first = await send(subscription, body, headers)
    expect(first).toEqual(refused(expect.stringContaining('customer.name is read-only here')))
    expect(await send(subscription, body, headers)).toEqual(first)
  })

  it('names another store no more than a record that there is not', async () => {
    expect(await send('/v1/subscriptions/987654/', { term: { id: 1 } })).toEqual({ status: 404, errors: ['Not found.'] })
  })
})
