/** A store's test clock: it stands still until it is moved, and then everything falls due in its order, as if time had passed. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { type Gateway, GatewayUnclear } from '../../src/payments/gateway.ts'
import { workRound } from '../../src/worker/renewals.ts'
import { startWork } from '../../src/worker/work.ts'
import { inSight } from '../every-statement.ts'
import { ofStore } from '../of-store.ts'
import { openStore } from '../store.ts'
import { today } from '../template.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, addSubscription, pastDue } from '../writes/rows.ts'

/** Declines as often as the card's number says, and captures then; `tok_never` it always declines. */
const asked: string[] = []
let mood: 'answers' | 'charges and breaks' | 'is silent' = 'answers'
const gatewayIs = (next: typeof mood) => {
  mood = next
}
const gateway: Gateway = {
  chargeableSeconds: 86_400,
  async charge({ token, reference }) {
    asked.push(token)
    if (mood !== 'answers') throw new GatewayUnclear('The line is dead.')
    const tries = asked.filter((each) => each === token).length
    const declines = token === 'tok_never' ? Number.POSITIVE_INFINITY : Number(/\d+$/.exec(token)?.[0] ?? 0)
    const gatewayReference = `ref_${reference}`
    return tries <= declines
      ? { result: 'declined', gatewayReference, reason: 'No funds.' }
      : { result: 'captured', gatewayReference }
  },
  find: async (reference) =>
    mood === 'charges and breaks' ? { result: 'captured', gatewayReference: `ref_${reference}` } : undefined,
  refund: async () => {},
}

let real = today
const clock = clockOf(() => real)
const faults: unknown[] = []
const store = await openStore({ gateway: () => gateway, now: () => real })
const { db } = store
const worker = { db, clock, gateway, report: (error: unknown) => void faults.push(error) }

await db.store.update({ where: { id: 1n }, data: { hasTestClock: true } })

beforeEach(async () => {
  real = today
  faults.length = 0
  asked.length = 0
  gatewayIs('answers')
  await db.subscription.updateMany({ data: { status: 'suspended' } })
  await db.payment.updateMany({ data: { dueAt: null } })
  await db.store.update({ where: { id: 1n }, data: { clockNow: null, clockTarget: null } })
})

const clockFields = 'clock { isTest now target isMoving }'
const advance = async (to: string, as = store.merchant) => {
  const text = `mutation($to: DateTime!) { advanceClock(input: { to: $to }) { store { ${clockFields} } userErrors { code field message } } }`
  const { data, errors } = await store.graphql(text, { to }, as)
  const { store: shown, userErrors = [] } = data?.advanceClock ?? {}
  return { clock: shown?.clock, refusals: [...userErrors, ...errors] }
}
const shownClock = async (as = store.merchant) => (await store.graphql(`{ store { ${clockFields} } }`, {}, as)).data.store.clock

/** Works until there is nothing to do. */
async function work(): Promise<void> {
  for (;;) {
    const { done, moved } = await inSight(() => workRound(worker))
    if (done + moved === 0) return
  }
}

async function moveTo(to: string): Promise<void> {
  expect((await advance(to)).refusals).toEqual([])
  await work()
  expect(await shownClock()).toEqual({ isTest: true, now: at(to), target: null, isMoving: false })
}

const at = (text: string) => `${new Date(text).toISOString().slice(0, 19)}Z`
const read = (id: number) => db.subscription.findUniqueOrThrow({ where: ofStore(id) })
const ordersOf = (subscriptionId: number) =>
  db.order.findMany({
    where: { storeId: 1n, isRenewal: true, products: { some: { subscriptionId } } },
    orderBy: { id: 'asc' },
    include: { transactions: { orderBy: { id: 'asc' } }, fulfillments: { orderBy: { id: 'asc' }, include: { shipment: true } } },
  })
const daysOf = (times: Date[]) => times.map((time) => time.toISOString().slice(0, 10))

describe('A year', () => {
  it('passes for a subscription of the 31st: twelve orders, each with the times of its day', async () => {
    const { id } = await addMonthly(db, { endDate: new Date('2026-03-31T09:00:00Z'), anchorDay: 31, price: 2400 })
    await moveTo('2027-03-15T12:00:00Z')
    const orders = await ordersOf(id)
    const days = ['03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30', '12-31'].map(
      (day) => `2026-${day}`,
    )
    expect(daysOf(orders.map(({ placedAt }) => placedAt))).toEqual([...days, '2027-01-31', '2027-02-28'])
    for (const { placedAt, transactions, fulfillments } of orders) {
      expect(placedAt.toISOString()).toContain('T09:00:00')
      expect(transactions).toMatchObject([{ result: 'captured', createdAt: placedAt, total: 2400n }])
      expect(fulfillments).toMatchObject([
        { fulfillmentDate: placedAt, shipment: { createdAt: placedAt, adjustedOrderedAt: placedAt } },
      ])
    }
    expect(await read(id)).toMatchObject({ status: 'active', endDate: new Date('2027-03-31T09:00:00Z'), revenue: 28_800n })
    const log = await db.logEntry.findMany({ where: { subscriptionId: id }, orderBy: { id: 'asc' } })
    expect(log.map(({ createdAt }) => createdAt)).toEqual(orders.map(({ placedAt }) => placedAt))
    expect(faults).toEqual([])
  })

  it('passes for one that is paid for three months at a time, with deliveries to come', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 3, price: 6000 }] })
    const id = await addSubscription(db, { customer, product, endDate: new Date('2026-04-20T09:00:00Z') })
    await moveTo('2027-03-15T12:00:00Z')
    const orders = await ordersOf(id)
    expect(daysOf(orders.map(({ placedAt }) => placedAt))).toEqual(['2026-04-20', '2026-07-20', '2026-10-20', '2027-01-20'])
    expect(orders.map(({ fulfillments }) => daysOf(fulfillments.map(({ fulfillmentDate }) => fulfillmentDate)))[0]).toEqual([
      '2026-04-20',
      '2026-05-20',
      '2026-06-20',
    ])
  })

  it('passes for one whose card fails twice in the middle, and for one whose card never pays again', async () => {
    const twice = await addMonthly(db, { endDate: new Date('2026-05-10T09:00:00Z'), anchorDay: 10, token: 'tok_2' })
    const never = await addMonthly(db, { endDate: new Date('2026-05-10T09:00:00Z'), anchorDay: 10, token: 'tok_never' })
    await moveTo('2026-07-01')
    const [first, second] = await ordersOf(twice.id)
    expect(first).toMatchObject({ placedAt: new Date('2026-05-10T09:00:00Z'), financialStatus: 'paid' })
    expect(first?.transactions.map(({ result }) => result)).toEqual(['failed', 'failed', 'captured'])
    expect(daysOf(first?.transactions.map(({ createdAt }) => createdAt) ?? [])).toEqual([
      '2026-05-10',
      '2026-05-11',
      '2026-05-13',
    ])
    expect(second).toMatchObject({ placedAt: new Date('2026-06-10T09:00:00Z') })
    const [order, ...others] = await ordersOf(never.id)
    expect(others).toEqual([])
    const days = ['2026-05-10', '2026-05-11', '2026-05-13', '2026-05-15', '2026-05-17', '2026-05-24']
    expect(daysOf(order?.transactions.map(({ createdAt }) => createdAt) ?? [])).toEqual(days)
    expect(await read(never.id)).toMatchObject({
      status: 'past_due',
      pastDueAt: new Date('2026-05-10T09:00:00Z'),
      lastFailedRenewal: new Date('2026-05-24T09:00:00Z'),
      nextTryAt: null,
    })
  })

  it('has everything happen in the order of its time, however many it is', async () => {
    const [{ last }] = await db.$queryRaw<[{ last: bigint }]>`SELECT max(id) AS last FROM transaction WHERE store_id = 1`
    for (let day = 1; day <= 28; day += 3) {
      const endDate = new Date(Date.UTC(2026, 3, 29 - day, day % 24))
      await addMonthly(db, { endDate, anchorDay: 29 - day, token: day % 2 ? 'tok_succeed' : `tok_${day}_1` })
    }
    await moveTo('2026-08-15')
    const made = await db.transaction.findMany({ where: { storeId: 1n, id: { gt: last } }, orderBy: { id: 'asc' } })
    expect(made.length).toBeGreaterThan(40)
    const times = made.map(({ createdAt }) => createdAt.getTime())
    expect(times).toEqual([...times].sort((one, other) => one - other))
  })

  it('leaves out a renewal that is skipped, by the clock of the store', async () => {
    const { id } = await addMonthly(db, { endDate: new Date('2026-03-20T09:00:00Z') })
    await moveTo('2026-04-01')
    const { data } = await store.graphql(
      `mutation { skipSubscription(input: { id: ${id} }) { subscription { skippedDate endDate } userErrors { message } } }`,
    )
    expect(data.skipSubscription.subscription).toEqual({ skippedDate: '2026-04-20T09:00:00Z', endDate: '2026-05-20T09:00:00Z' })
    await moveTo('2026-06-01')
    expect(daysOf((await ordersOf(id)).map(({ placedAt }) => placedAt))).toEqual(['2026-03-20', '2026-05-20'])
  })

  it('ends what does not renew, at its end', async () => {
    const { id } = await addMonthly(db, { endDate: new Date('2026-09-20T09:00:00Z'), autorenew: false })
    await moveTo('2026-09-20T08:59:59Z')
    expect(await read(id)).toMatchObject({ status: 'active' })
    await moveTo('2026-09-20T09:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'expired' })
  })
})

describe('A clock on its way', () => {
  it('goes on with another worker when the first has ended', async () => {
    const { id } = await addMonthly(db, { endDate: new Date('2026-03-31T09:00:00Z'), anchorDay: 31 })
    await advance('2029-03-15')
    const isMidway = async () => (await ordersOf(id)).length > 3
    const end = inSight(() => startWork(worker))
    await expect.poll(isMidway, { timeout: 10_000 }).toBe(true)
    await end()
    const midway = await shownClock()
    expect(midway).toMatchObject({ isMoving: true, target: '2029-03-15T00:00:00Z' })
    await work()
    expect(await shownClock()).toMatchObject({ isMoving: false, now: '2029-03-15T00:00:00Z' })
    expect(await ordersOf(id)).toHaveLength(36)
    expect(faults).toEqual([])
  })

  it('is moved by several at once as by one', async () => {
    const ids: number[] = []
    for (let day = 16; day <= 27; day += 1)
      ids.push((await addMonthly(db, { endDate: new Date(`2026-03-${day}T09:00:00Z`), anchorDay: day })).id)
    await advance('2026-09-15')
    const ends = [1, 2, 3].map(() => inSight(() => startWork(worker)))
    await expect.poll(async () => (await shownClock()).isMoving, { timeout: 20_000 }).toBe(false)
    await Promise.all(ends.map((end) => end()))
    for (const id of ids) {
      const days = daysOf((await ordersOf(id)).map(({ placedAt }) => placedAt))
      const [first = ''] = days
      expect(days).toEqual(['03', '04', '05', '06', '07', '08'].map((month) => `2026-${month}-${first.slice(-2)}`))
    }
    expect(faults).toEqual([])
  })

  it('waits for no minute where the gateway knows at once what became of a payment that it left open', async () => {
    const { id } = await addMonthly(db, { endDate: new Date('2026-05-10T09:00:00Z'), anchorDay: 10 })
    gatewayIs('charges and breaks')
    await moveTo('2026-07-01')
    const orders = await ordersOf(id)
    expect(daysOf(orders.map(({ placedAt }) => placedAt))).toEqual(['2026-05-10', '2026-06-10'])
    const tried = orders.map(({ transactions }) => daysOf(transactions.map(({ createdAt }) => createdAt)))
    expect(tried).toEqual([['2026-05-10'], ['2026-06-10']])
  })

  it('waits for a payment of which the gateway knows nothing, whose order is then of its time', async () => {
    const { id } = await addMonthly(db, { endDate: new Date('2026-05-10T09:00:00Z'), anchorDay: 10 })
    gatewayIs('is silent')
    await advance('2026-07-01')
    await work()
    expect(await shownClock()).toMatchObject({ now: '2026-05-10T09:00:00Z', isMoving: true })
    gatewayIs('answers')
    await work()
    expect(await shownClock()).toMatchObject({ now: '2026-05-10T09:00:00Z', isMoving: true })
    real = new Date(today.getTime() + 121_000)
    await work()
    expect(await shownClock()).toMatchObject({ now: '2026-07-01T00:00:00Z', isMoving: false })
    expect(daysOf((await ordersOf(id)).map(({ placedAt }) => placedAt))).toEqual(['2026-05-10', '2026-06-10'])
    expect(asked).toHaveLength(3)
  })

  it('moves no other store', async () => {
    const customer = await addCustomer(db, { storeId: 2 })
    const product = await addProduct(db, { storeId: 2, terms: [{ cycles: 1, price: 900 }] })
    const id = await addSubscription(db, { customer, product, endDate: new Date('2026-03-20T09:00:00Z') })
    await moveTo('2027-01-01')
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id, 2) })).toMatchObject({
      endDate: new Date('2026-03-20T09:00:00Z'),
    })
    expect(await shownClock(store.otherMerchant)).toEqual({
      isTest: false,
      now: at('2026-03-15T12:00:00Z'),
      target: null,
      isMoving: false,
    })
  })

  it('stands still, whatever real time does, and before it was moved runs with it', async () => {
    real = new Date('2026-03-15T13:00:00Z')
    expect(await shownClock()).toMatchObject({ now: '2026-03-15T13:00:00Z', isMoving: false })
    await moveTo('2026-03-16')
    real = new Date('2026-05-15T13:00:00Z')
    await addMonthly(db, { endDate: new Date('2026-03-20T09:00:00Z') })
    await work()
    expect(asked).toEqual([])
    expect(await shownClock()).toMatchObject({ now: '2026-03-16T00:00:00Z', isMoving: false })
  })
})

describe('advanceClock', () => {
  const refused = async (to: string, as?: string) => (await advance(to, as)).refusals.map(({ code, message }) => [code, message])

  it.each(['2026-03-15T12:00:00Z', '2026-03-14', '2020-01-01T00:00:00+02:00'])(
    'does not move a clock backwards: %s',
    async (to) => {
      const message = 'to must lie after 2026-03-15T12:00:00Z, where the clock stands: no clock is moved backwards.'
      expect(await refused(to)).toEqual([['BAD_INPUT', message]])
    },
  )

  it('moves no clock of a real store, none on its way, and none by more than ten years', async () => {
    expect(await refused('2027-01-01', store.otherMerchant)).toEqual([
      ['WRONG_STATUS', 'The store keeps real time; only a store that was made with a test clock can have it moved.'],
    ])
    expect(await refused('2036-03-15T12:00:01Z')).toEqual([
      ['BAD_INPUT', 'to must not lie after 2036-03-15T12:00:00Z: a clock is moved by 10 years at most.'],
    ])
    await advance('2027-01-01')
    expect(await refused('2028-01-01')).toEqual([
      ['WRONG_STATUS', 'The clock is on its way to 2027-01-01T00:00:00Z; wait until it is there before it is moved again.'],
    ])
  })

  it('takes the scope admin', async () => {
    const { data } = await store.graphql(
      'mutation { createMerchantKey(input: { name: "x", scopes: ["write_subscriptions", "read_log"] }) { merchantKey { clientId } secret } }',
    )
    const { merchantKey, secret } = data.createMerchantKey
    const { refusals } = await advance('2027-01-01', `Bearer ${merchantKey.clientId}.${secret}`)
    expect(refusals).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    expect((await advance('2027-01-01', store.customer)).refusals).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  })

  it('is shown to merchants alone', async () => {
    expect(await shownClock(store.customer)).toBe(null)
  })

  it('is held to by the database: no real store has one, and none goes backwards', async () => {
    const update = (id: bigint, data: object) => db.store.update({ where: { id }, data })
    await expect(update(2n, { clockNow: today })).rejects.toThrow('store_clock_now_check')
    await expect(update(1n, { clockTarget: today })).rejects.toThrow('store_clock_target_check')
  })
})

describe('In a store whose clock was moved', () => {
  const later = '2026-09-01T10:00:00Z'
  beforeEach(() => moveTo(later))

  it.each(surfaces)('what is ordered is of its time, and what may be done goes by it: %s', async (surface) => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 2, price: 100 }] })
    const products = [{ product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }]
    const { status, record } = await ask(store, surface, 'createOrder', { customer: { id: customer.id }, products })
    expect([status, record.placed_at]).toEqual([201, later])
    const where = { storeId: 1n, customerId: customer.id }
    expect(await db.subscription.findMany({ where })).toMatchObject([
      { startDate: new Date(later), endDate: new Date('2026-11-01T10:00:00Z') },
    ])
    expect(await db.shipment.findMany({ where, orderBy: { id: 'asc' } })).toMatchObject([
      { createdAt: new Date(later), adjustedOrderedAt: new Date(later) },
      { createdAt: new Date(later), adjustedOrderedAt: new Date('2026-10-01T10:00:00Z') },
    ])
    const failed = await addMonthly(db, { ...pastDue(4), lastFailedRenewal: new Date('2026-08-20T10:00:00Z') })
    const { data } = await store.graphql(`{ subscription(id: ${failed.id}) { actions { name allowed } } }`)
    expect(data.subscription.actions).toContainEqual({ name: 'renew', allowed: true })
    expect(await ask(store, surface, 'renewSubscription', { id: failed.id })).toMatchObject({ status: 200 })
    const cancelled = await ask(store, surface, 'cancelSubscription', { id: failed.id })
    expect(cancelled).toMatchObject({ status: 200 })
    expect(await read(failed.id)).toMatchObject({ cancelledAt: new Date(later) })
  })

  it('the minute between two orders is a minute of real time', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { price: 500 })
    const order = () =>
      ask(store, 'REST', 'createOrder', {
        customer: { id: customer.id },
        products: [{ product_instance: { id: product.instanceId } }],
      })
    expect(await order()).toMatchObject({ status: 201 })
    await moveTo('2026-10-01')
    expect(await order()).toMatchObject({ status: 400, message: 'The customer already has an order from the past minute.' })
    real = new Date(today.getTime() + 60_000)
    expect(await order()).toMatchObject({ status: 201, record: { placed_at: '2026-10-01T00:00:00Z' } })
  })

  it('keys of repeats are kept for a day of real time', async () => {
    const { id } = await addMonthly(db, { endDate: new Date('2028-03-20T09:00:00Z') })
    const note = (key: string) => ask(store, 'REST', 'updateSubscription', { id, note: 'x' }, { key })
    expect(await note('clock-key')).toMatchObject({ status: 200, replayed: false })
    await moveTo('2027-09-01')
    expect(await note('clock-key')).toMatchObject({ status: 200, replayed: true })
    real = new Date(today.getTime() + 86_400_000 + 1_000)
    expect(await note('clock-key')).toMatchObject({ status: 200, replayed: false })
  })

  it('tokens and keys live in real time', async () => {
    const { data } = await store.graphql(
      `mutation { createCustomerToken(input: { customerId: ${store.customerId}, lifetimeSeconds: 60 }) { expiresAt token }
        createMerchantKey(input: { name: "x", scopes: ["admin"] }) { merchantKey { id createdAt } } }`,
    )
    expect(data.createCustomerToken.expiresAt).toBe('2026-03-15T12:01:00Z')
    expect(data.createMerchantKey.merchantKey.createdAt).toBe('2026-03-15T12:00:00Z')
    const asked = () => store.graphql('{ me { id } }', {}, `Bearer ${data.createCustomerToken.token}`)
    expect((await asked()).errors).toEqual([])
    real = new Date(today.getTime() + 61_000)
    expect((await asked()).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
  })

  it('a write costs one statement more than in another', async () => {
    const cancel = (id: number, storeId: number) => async () => {
      const as = storeId === 1 ? store.merchant : store.otherMerchant
      const { data } = await store.graphql(
        `mutation { cancelSubscription(input: { id: ${id} }) { subscription { id } userErrors { message } } }`,
        {},
        as,
      )
      expect(data.cancelSubscription.userErrors).toEqual([])
    }
    const counts: number[] = []
    for (const storeId of [1, 2]) {
      const customer = await addCustomer(db, { storeId })
      const product = await addProduct(db, { storeId, terms: [{ cycles: 1, price: 900 }] })
      const id = await addSubscription(db, { customer, product, endDate: new Date('2027-03-20T09:00:00Z') })
      counts.push((await store.statements(cancel(id, storeId))).length)
    }
    expect(counts[0]).toBe((counts[1] ?? 0) + 1)
  })
})
