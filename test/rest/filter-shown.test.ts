/** A list can be filtered by every value that it shows: each value of every answer, given back as it was shown, finds its row. */
import { beforeAll, describe, expect, it } from 'vitest'
import { table } from '../../src/resources/routes.ts'
import type { Compiled } from '../../src/rest/compile.ts'
import { snakeCase } from '../../src/values/text.ts'
import { merchantColumns } from '../access/isolation/visible-columns.ts'
import { idsOf } from '../contract/seeded.ts'
import { agreement, type Row } from '../reads/agree.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const { db } = store
const { agree, rowsOf } = agreement(store)

const gift = { from: 'Ivy', cards: [1, 2.5] }

// Fields that the demo store leaves empty.
beforeAll(async () => {
  // The demo store has archived ones alone.
  await db.taxRate.update({ where: ofStore(1n), data: { archivedAt: null } })
  await db.shippingZone.update({ where: ofStore(1n), data: { archivedAt: null } })
  const [order, other] = await db.order.findMany({ where: { storeId: 1n, isGift: true, fulfillments: { some: {} } }, take: 2 })
  const amounts = { proratedCharge: 5n, refundApplied: 7n, totalAppFees: 11n, totalPendingFees: 13n }
  await db.order.update({
    where: ofStore(order?.id ?? 0n),
    data: { sentGift: gift, receivedGift: 'a card', note: 'n', ...amounts },
  })
  await db.order.update({ where: ofStore(other?.id ?? 0n), data: { sentGift: { ...gift, from: 'Otto' }, receivedGift: gift } })
  await db.customer.update({ where: ofStore(order?.customerId ?? 0n), data: { storeSettings: { theme: 'dark', sizes: [41] } } })
  const billing = await db.productBilling.findFirstOrThrow({ where: { storeId: 1n, subscriptions: { some: {} } } })
  await db.productBilling.update({ where: ofStore(billing.id), data: { rebillWeeks: 6 } })
  const product = await db.product.findFirstOrThrow({ where: { storeId: 1n, singlePurchasable: false } })
  const tagged = { tags: ['Ash', 'Fern'], tagKeys: ['ash', 'fern'] }
  await db.customer.update({ where: ofStore(1n), data: tagged })
  await db.order.update({ where: ofStore(1n), data: tagged })
  await db.subscription.update({ where: ofStore(1n), data: tagged })
  await db.product.update({ where: ofStore(1n), data: tagged })
  const lists = { rulesets: [{ a: null }], ruletypes: ['x'], meta: { title: 'T', deep: { a: [] } } }
  await db.product.update({ where: ofStore(product.id), data: lists })
})

/** Shown as they are kept: JSON of any form, not fields of the record. */
const json = new Set([
  'meta',
  'rulesets',
  'ruletypes',
  'taxonomy',
  'tax_rates',
  'tax_lines',
  'store_settings',
  'received_gift',
  'sent_gift',
])

/** Fields that no filter takes: they hold what a key may not read. */
const unfiltered = new Set(['request'])

/** Values of the coupon of an offer, which are computed: no filter takes them. */
const ofOffers = new Set(['percent', 'num_renewals', 'coupon_code'])

/** Fields that customers read as null are closed to their filters too. */
const closed = new RegExp(`(^|\\.)(${Object.values(merchantColumns).flat().map(snakeCase).join('|')})$`)

const maxLinks = 3

type Shown = { path: string; value: unknown }

/** Every value of a record, under the name that a filter gives it. */
function shownIn(record: Record<string, unknown>, prefix = ''): Shown[] {
  return Object.entries(record).flatMap(([name, value]): Shown[] => {
    const path = `${prefix}${name}`
    // A product shows its one record as a list.
    const [record] = [value].flat() as unknown[]
    const isMetadata = name === 'metadata' && record !== null && typeof record === 'object' && 'data' in record
    if (isMetadata) return keysIn(record.data as object, `${prefix}_md.`)
    if (value === null || typeof value !== 'object' || json.has(name)) return [{ path, value }]
    if (path.split('.').length > maxLinks) return []
    // No filter takes a list of values.
    if (Array.isArray(value) && value.some((inner) => typeof inner !== 'object')) return []
    return [value].flat().flatMap((inner) => shownIn(inner as Record<string, unknown>, `${path}.`))
  })
}

const keysIn = (data: object, prefix: string): Shown[] =>
  Object.entries(data).flatMap(([key, value]) =>
    value !== null && typeof value === 'object' ? keysIn(value, `${prefix}${key}.`) : [{ path: `${prefix}${key}`, value }],
  )

function parameterOf({ path, value }: Shown): string {
  if (value === null) return `${encodeURIComponent(path)}__is_null=true`
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return `${encodeURIComponent(path)}=${encodeURIComponent(text)}`
}

for (const [amount, reason] of [
  [500, 'Late parcel'],
  [-100, 'Taken back'],
]) {
  const { customer_id } = await idsOf(db, 1n)
  await store.rest(`POST /v1/customers/${customer_id}/credit/`, store.merchant, { body: JSON.stringify({ amount, reason }) })
}

// Nothing is on the shelf: of all that is to be sent there are too few.
await db.productInventory.updateMany({ data: { quantityOnHand: -1, trackInventory: true } })

const lists = table.filter(({ answer }) => answer === 'list')

/** How a list is asked, and by whom. */
async function askerOf({ path }: Compiled) {
  const ids = await idsOf(db, 1n)
  if (path.includes('/deliveries/')) {
    const sent = {
      sequence: 1n,
      eventType: 'order.created',
      messageId: 'evt_1',
      request: '{}',
      createdAt: new Date('2026-01-02'),
    }
    const tried = {
      state: 'failed' as const,
      tries: 2,
      status: 500,
      answer: 'no',
      milliseconds: 7,
      sentTo: 'https://shop.example/',
    }
    await db.webhookDelivery.create({ data: { storeId: 1n, webhookId: BigInt(ids.webhook_id ?? 0), ...sent, ...tried } })
  }
  const coupon = await db.subscriptionCoupon.findFirstOrThrow({ where: { storeId: 1n, appliedAt: null } })
  if (path.includes('/coupons/')) ids.sub_id = Number(coupon.subscriptionId)
  const isStoreArea = path.startsWith('/v1/store/')
  const as = isStoreArea ? await store.customerToken(BigInt(ids.customer)) : store.merchant
  const at = path.replace(/\{(\w+)\}/g, (_all, name) => String(ids[name]))
  const whole = `${at}?limit=1000${isStoreArea ? '' : '&with=all'}`
  return {
    isStoreArea,
    rows: async () => (await store.rest(whole, as)).body.results as Record<string, unknown>[],
    ask: (filter: string) => store.rest(`${at}?limit=1000&${filter}`, as),
  }
}

const atOnce = 10

const keyOf = ({ id, product_instance_id }: Record<string, unknown>) => id ?? product_instance_id

describe('Every value that a list shows finds its row', () => {
  it.each(lists.map((row) => ({ path: row.path, row })))('$path', async ({ row }) => {
    const { isStoreArea, rows, ask } = await askerOf(row)
    const results = await rows()
    expect(results.length).toBeGreaterThan(0)
    const all = results.flatMap((result) => shownIn(result).map(({ path }) => path))
    const relations = new Set(all.map((path) => path.replace(/_md\..*/, 'metadata.').replace(/(^|\.)[^.]*$/, '')))
    // No movement of the demo store's stock is of an order.
    if (row.path === '/v1/inventory_movements/') relations.add('order')
    // For each name the first row that has a value there; where none has, the first row, which misses it.
    const chosen = new Map<string, Shown & { index: number }>()
    for (const [index, result] of results.entries()) {
      for (const shown of shownIn(result)) {
        if ((isStoreArea && closed.test(shown.path)) || unfiltered.has(shown.path)) continue
        if (row.record === 'CancelOffer' && ofOffers.has(shown.path)) continue
        // A record that is not there is no value.
        if (shown.value === null && relations.has(shown.path)) continue
        const known = chosen.get(shown.path)
        if (!known || (known.value === null && shown.value !== null)) chosen.set(shown.path, { ...shown, index })
      }
    }
    expect(chosen.size).toBeGreaterThan(2)

    const finds = async (index: number, some: Shown[]) => {
      const wanted = results[index] ?? {}
      const narrowed = wanted.id === undefined ? '' : `&id__in=${wanted.id}`
      const { status, body } = await ask(some.map(parameterOf).join('&') + narrowed)
      return status === 200 && body.results.some((found: Record<string, unknown>) => keyOf(found) === keyOf(wanted))
    }
    const lost: string[] = []
    for (const index of new Set([...chosen.values()].map((shown) => shown.index))) {
      const own = [...chosen.values()].filter((shown) => shown.index === index)
      for (let from = 0; from < own.length; from += atOnce) {
        const some = own.slice(from, from + atOnce)
        if (await finds(index, some)) continue
        for (const each of some) if (!(await finds(index, [each]))) lost.push(parameterOf(each))
      }
    }
    expect(lost).toEqual([])
  })
})

const written = (value: unknown) => JSON.stringify(value)

describe('A kind', () => {
  it('is the same for all rows', async () => {
    await agree('orders', 'type=order', { type: { eq: 'order' } }, () => true, { picks: 'all' })
    await agree('orders', 'type=cart', { type: { eq: 'cart' } }, () => false, { picks: 'none' })
    await agree('orders', 'type__ne=order', { type: { ne: 'order' } }, () => false, { picks: 'none' })
    await agree('orders', 'type__in=cart,order', { type: { in: ['cart', 'order'] } }, () => true, { picks: 'all' })
    await agree('orders', 'type__nin=cart,order', { type: { nin: ['cart', 'order'] } }, () => false, { picks: 'none' })
    await agree('orders', 'type__is_null=true', { type: { isNull: true } }, () => false, { picks: 'none' })
    await agree('orders', undefined, { NOT: { type: { eq: 'order' } } }, () => false, { picks: 'none' })
    await agree('orders', undefined, { NOT: { id: { isNull: false } } }, () => false, { picks: 'none' })
    await agree(
      'orders',
      undefined,
      { OR: [{ type: { eq: 'x' } }, { status: { eq: 'open' } }] },
      ({ status }) => status === 'open',
    )
    await agree('orders', 'customer.type=customer', { customer: { type: { eq: 'customer' } } }, () => true, { picks: 'all' })
    await agree('orders', 'customer.type=order', { customer: { type: { eq: 'order' } } }, () => false, { picks: 'none' })
  })
})

describe('A path', () => {
  it('is that of one row, with and without the last slash', async () => {
    const [one, two] = await rowsOf('orders')
    const [path, other] = [`/v1/orders/${one?.id}/`, `/v1/orders/${two?.id}`]
    const isOne = ({ id }: Row) => id === one?.id
    const isAny = ({ id }: Row) => id === one?.id || id === two?.id
    await agree('orders', `url=${path}`, { url: { eq: path } }, isOne)
    await agree('orders', `url=${path.slice(0, -1)}`, { url: { eq: path.slice(0, -1) } }, isOne)
    await agree('orders', `url__ne=${path}`, { url: { ne: path } }, (row) => !isOne(row))
    await agree('orders', `url__in=${path},${other}`, { url: { in: [path, other] } }, isAny)
    await agree('orders', `url__nin=${path},${other}`, { url: { nin: [path, other] } }, (row) => !isAny(row))
    await agree('orders', undefined, { NOT: { url: { eq: path } } }, (row) => !isOne(row))
    const reached = ({ order }: Row) => order.id === one?.id
    await agree('transactions', `order.url=${path}`, { order: { url: { eq: path } } }, reached)
  })

  it.each(['/v1/orders/', '/v1/carts/1/', '/v1/orders/01/', '/v1/orders/1/2/', '', '1', '/v1/orders/99999999999999999999/'])(
    '%j, which no order has, finds none',
    async (path) => {
      await agree('orders', undefined, { url: { eq: path } }, () => false, { picks: 'none' })
      await agree('orders', undefined, { url: { ne: path } }, () => true, { picks: 'all' })
    },
  )

  it('of a customer’s own area is taken back there', async () => {
    const { body } = await store.rest('/v1/store/api/products/?limit=1000')
    for (const { id, url } of body.results.slice(0, 3)) {
      const found = await store.rest(`/v1/store/api/products/?url=${encodeURIComponent(url)}`)
      expect(found.body.results).toMatchObject([{ id }])
    }
  })
})

describe('What makes an order a gift', () => {
  it('is found by what it says, and by whether it says anything', async () => {
    const [one] = (await rowsOf('orders')).filter(({ isGift, giftMessage }) => isGift && giftMessage !== '')
    const text = one?.giftMessage
    const parameter = `order_gift_info.gift_message=${encodeURIComponent(text)}`
    await agree(
      'orders',
      parameter,
      { orderGiftInfo: { giftMessage: { eq: text } } },
      (row) => row.isGift && row.giftMessage === text,
    )
    const pattern = { orderGiftInfo: { giftRecipientEmail: { ilike: '%EXAMPLE%' } } }
    await agree('orders', 'order_gift_info.gift_recipient_email__ilike=%25EXAMPLE%25', pattern, (row) =>
      /example/.test(row.giftRecipientEmail),
    )
    await agree('orders', 'order_gift_info__is_null=true', { orderGiftInfo: { isNull: true } }, (row) => !row.isGift)
    await agree('orders', 'order_gift_info__is_null=false', { orderGiftInfo: { isNull: false } }, (row) => row.isGift)
    const empty = { orderGiftInfo: { giftMessage: { eq: '' } } }
    await agree('orders', 'order_gift_info.gift_message__in=""', empty, (row) => row.giftMessage === '')
    const both = { orderGiftInfo: { giftMessage: { eq: '' }, isNull: true } }
    const parameters = 'order_gift_info.gift_message__in=""&order_gift_info__is_null=true'
    await agree('orders', parameters, both, (row) => !row.isGift && row.giftMessage === '')
    const neither = { orderGiftInfo: { giftMessage: { eq: text }, isNull: true } }
    await agree('orders', undefined, neither, () => false, { picks: 'none' })
    await agree('orders', undefined, { NOT: { orderGiftInfo: { giftMessage: { eq: text } } } }, (row) => row !== one)
  })
})

describe('A JSON value', () => {
  it('is found as a whole, however it is spelt', async () => {
    const isSame = ({ sentGift }: Row) => written(sentGift?.cards) === written(gift.cards) && sentGift.from === 'Ivy'
    const spelt = encodeURIComponent('{ "cards": [1, 25e-1], "from": "Ivy" }')
    await agree('orders', `sent_gift=${spelt}`, { sentGift: { eq: gift } }, isSame)
    await agree('orders', `sent_gift__ne=${spelt}`, { sentGift: { ne: gift } }, (row) => row.sentGift !== null && !isSame(row))
    await agree('orders', 'sent_gift__is_null=true', { sentGift: { isNull: true } }, ({ sentGift }) => sentGift === null)
    await agree('orders', 'sent_gift__is_null=false', { sentGift: { isNull: false } }, ({ sentGift }) => sentGift !== null)
    await agree('orders', undefined, { NOT: { sentGift: { eq: gift } } }, (row) => !isSame(row))
    await agree('orders', 'received_gift=a+card', { receivedGift: { eq: 'a card' } }, (row) => row.receivedGift === 'a card')
    await agree('products', 'taxonomy=[]', { taxonomy: { eq: [] } }, ({ taxonomy }) => taxonomy.length === 0)
    await agree('products', 'taxonomy=["Pantry","Coffee"]', { taxonomy: { eq: ['Pantry', 'Coffee'] } }, ({ taxonomy }) => {
      return written(taxonomy) === written(['Pantry', 'Coffee'])
    })
    const dark = { customer: { storeSettings: { eq: { sizes: [41], theme: 'dark' } } } }
    const settings = encodeURIComponent('{"sizes":[41],"theme":"dark"}')
    await agree('orders', `customer.store_settings=${settings}`, dark, ({ customer }) => customer.storeSettings !== null)
  })
})

describe('The code of a result', () => {
  const codeOf = ({ result }: Row) => ({ captured: 2, failed: 3, refunded: 4 })[result as 'failed'] ?? 0

  it('compares as the integer that is shown', async () => {
    for (const code of [2, 3, 4]) {
      await agree('transactions', `result_code=${code}`, { resultCode: { eq: code } }, (row) => codeOf(row) === code)
      await agree('transactions', `result=${code}`, { resultCode: { in: [code, 99] } }, (row) => codeOf(row) === code)
      await agree('transactions', `result_code__ne=${code}`, { resultCode: { ne: code } }, (row) => codeOf(row) !== code)
    }
    await agree('transactions', 'result_code__gt=2', { resultCode: { gt: 2 } }, (row) => codeOf(row) > 2)
    await agree('transactions', 'result_code__le=3', { resultCode: { le: 3 } }, (row) => codeOf(row) <= 3)
    await agree('transactions', 'result_code__nin=2,4', { resultCode: { nin: [2, 4] } }, (row) => codeOf(row) === 3)
    await agree('transactions', 'result_code=99', { resultCode: { eq: 99 } }, () => false, { picks: 'none' })
    const failed = { transactions: { resultCode: { eq: 3 } } }
    await agree('orders', 'transactions.result_code=3', failed, ({ transactions }) =>
      transactions.some((row: Row) => codeOf(row) === 3),
    )
  })

  it('of a charge under way is nowhere: it has no result yet', async () => {
    const { orderId } = await db.transaction.findFirstOrThrow({ where: { storeId: 1n, result: 'failed' } })
    const { customerId } = await db.order.findUniqueOrThrow({ where: ofStore(orderId) })
    const customer = await store.customerToken(customerId)
    const look = async () => ({
      merchant: (await store.rest('/v1/transactions/?limit=1000')).body.count,
      byCode: (await store.rest('/v1/transactions/?result=1')).body.count,
      byName: (await store.rest('/v1/transactions/?result=authorized')).body.count,
      customer: (await store.graphql('{ transactions { totalCount } }', {}, customer)).data.transactions.totalCount,
      order: (await store.rest(`/v1/orders/${orderId}?with=transactions`)).body.transactions.length,
      found: (await store.rest('/v1/orders/?transactions.result=1')).body.count,
    })
    const before = await look()
    expect(before).toMatchObject({ byCode: 0, byName: 0, found: 0 })
    const { id } = await db.transaction.create({
      data: { storeId: 1n, orderId, createdAt: new Date('2026-01-01'), result: 'authorized', total: 1n },
    })
    expect(await look()).toEqual(before)
    expect((await store.rest(`/v1/transactions/${id}`)).status).toBe(404)
    await db.transaction.delete({ where: ofStore(id) })
  })
})
