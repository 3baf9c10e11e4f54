/** Named figures: the rows that must hold to the unit. */
import { beforeEach, describe, expect, it } from 'vitest'
import { openShop } from './shop.ts'

const { store, db, write, sell, moveTo } = await openShop()

const begin = '2026-04-01T09:00:00Z'

type Row = Record<string, number | string | null>

type Figure = { rows: Row[]; groups: Row[] }

/** Asks for a figure of six months. */
async function ask(figure: string, columns: string, args: Record<string, string> = {}): Promise<Figure> {
  const given = { from: '"2026-04-01"', to: '"2026-10-01"', zone: '"UTC"', ...args }
  const list = Object.entries(given).map(([name, value]) => `${name}: ${value}`)
  const { data, errors } = await store.graphql(
    `{ figures(${list.join(', ')}) { ${figure} { rows { start key ${columns} } groups { start key ${columns} } } } }`,
  )
  expect(errors).toEqual([])
  return data.figures[figure]
}

/** A column of a figure, month by month. */
const monthly = async (figure: string, name: string, args: Record<string, string> = {}) =>
  (await ask(figure, name, args)).rows.map((row) => row[name])

const coupon = (code: string, percent: number, more: object) =>
  write('createCoupon', { code, discountType: 'percent', discountValue: percent, ...more }, 'coupon { id }')

// Rows from before a test count in none of its figures.
beforeEach(async () => {
  await db.$executeRaw`DELETE FROM subscription_movement WHERE store_id > 0`
  await db.$executeRaw`UPDATE subscription SET is_test = true, status = 'suspended' WHERE store_id > 0`
  await db.$executeRaw`UPDATE "order" SET is_test = true WHERE store_id > 0`
  await db.$executeRaw`UPDATE transaction SET is_test = true WHERE store_id > 0`
  await moveTo(begin)
})

const six = (value: number) => Array.from({ length: 6 }, () => value)

describe('Recurring revenue', () => {
  it('spreads what is prepaid over its months, and weeks over the year, and rounds once', async () => {
    await sell({ price: 18_000, cycles: 6 })
    for (const _each of [1, 2, 3]) await sell({ price: 10_000, cycles: 3 })
    await sell({ rhythm: { weeks: 1 }, price: 1200 })
    await moveTo('2026-10-01')
    // 3000 + 10000 + 5200: three thirds of 10000 are 10000, and not 9999.
    expect(await monthly('mrr', 'mrr')).toEqual(six(18_200))
    expect(await monthly('mrr', 'arr')).toEqual(six(218_400))
    expect(await monthly('mrr', 'committed')).toEqual(six(18_200))
  })

  it('is less what coupons take off for ever, and only them', async () => {
    await coupon('EVER', 50, { forever: true, numRenewals: 0 })
    await coupon('ONCE', 50, { numRenewals: 1 })
    await sell({ price: 4000, coupons: ['EVER'] })
    await sell({ price: 4000, coupons: ['ONCE'] })
    await moveTo('2026-10-01')
    expect(await monthly('mrr', 'mrr')).toEqual(six(6000))
  })

  it('is contraction where a coupon takes all off for ever: the subscription is active, and not paying', async () => {
    const { id } = await sell()
    await coupon('ALL', 100, { forever: true, numRenewals: 0 })
    await write('addSubscriptionCoupon', { subscriptionId: id, code: 'ALL' }, '')
    await moveTo('2026-10-01')
    expect(await monthly('mrrMovements', 'contraction')).toEqual([0, -3000, 0, 0, 0, 0])
    expect(await monthly('subscribers', 'customers')).toEqual(six(1))
    expect(await monthly('subscribers', 'paying')).toEqual([1, 0, 0, 0, 0, 0])
  })

  it('has gifts, which are not committed, and whose end is no churn', async () => {
    await sell({ isGift: true, cycles: 3, price: 7500 })
    await moveTo('2026-10-01')
    expect(await monthly('mrr', 'mrr')).toEqual([2500, 2500, 2500, 0, 0, 0])
    expect(await monthly('mrr', 'committed')).toEqual(six(0))
    expect(await monthly('mrrMovements', 'giftEnded')).toEqual([0, 0, 0, -2500, 0, 0])
    expect(await monthly('churn', 'lost')).toEqual(six(0))
  })

  it('stays by a skip, by a refund, and without what is bought once, which are in the revenue', async () => {
    const { id, orderId } = await sell()
    await moveTo('2026-04-20')
    await write('skipSubscription', { id }, 'subscription { id }')
    await write('refundOrder', { id: orderId, amount: 3000 }, 'refund { id }')
    await moveTo('2026-10-01')
    expect(await monthly('mrr', 'mrr')).toEqual(six(3000))
    expect(await monthly('revenue', 'captured')).toEqual([3000, 0, 3000, 3000, 3000, 3000])
    expect(await monthly('revenue', 'collected')).toEqual([0, 0, 3000, 3000, 3000, 3000])
    expect(await monthly('refunds', 'amount')).toEqual([3000, 0, 0, 0, 0, 0])
    expect(await monthly('sales', 'net')).toEqual([3000, 0, 3000, 3000, 3000, 3000])
  })

  it('is lost when a renewal is given up, thirty days of 24 hours after it failed; one that is recovered moves nothing', async () => {
    const [lost, recovered] = [await sell(), await sell({ price: 2000 })]
    const cards = [
      [lost.customer.methodId, 'tok_never'],
      [recovered.customer.methodId, 'tok_b2'],
    ] as const
    for (const [id, gatewayToken] of cards) await db.paymentMethod.updateMany({ where: { id: id ?? 0 }, data: { gatewayToken } })
    await moveTo('2026-10-01')
    expect(await monthly('mrrMovements', 'churn')).toEqual([0, -3000, 0, 0, 0, 0])
    expect(await monthly('mrr', 'mrr')).toEqual([5000, 2000, 2000, 2000, 2000, 2000])
    const { rows } = await ask('recovery', 'failed failedAmount recovered recoveredAmount lost open rate')
    expect(rows[1]).toMatchObject({
      failed: 2,
      failedAmount: 5000,
      recovered: 1,
      recoveredAmount: 2000,
      lost: 1,
      open: 0,
      rate: 0.5,
    })
    const known = await ask('recovery', 'failed recovered open', { asOf: '"2026-05-02T00:00:00Z"' })
    expect(known.rows[1]).toMatchObject({ failed: 2, recovered: 0, open: 2 })
    const reasons = await ask('recovery', 'failed', { by: 'reason' })
    expect(reasons.groups).toEqual([{ start: '2026-05-01T00:00:00Z', key: 'declined', failed: 2 }])
  })

  it('is contraction by the first of two subscriptions that end, churn by the last, and reactivation at the price of the day', async () => {
    const first = await sell({ price: 3000 })
    await moveTo('2026-04-02')
    const second = await sell({ price: 2000, customer: first.customer })
    await write('cancelSubscription', { id: second.id }, 'subscription { id }')
    await moveTo('2026-05-20')
    await write('cancelSubscription', { id: first.id }, 'subscription { id }')
    await moveTo('2026-07-10')
    await db.productTermPrice.updateMany({ where: { productId: first.product.id }, data: { price: 4000 } })
    await write('reactivateSubscription', { id: first.id }, 'subscription { id }')
    await moveTo('2026-10-01')
    expect(await monthly('mrrMovements', 'contraction')).toEqual([0, -2000, 0, 0, 0, 0])
    expect(await monthly('mrrMovements', 'churn')).toEqual([0, 0, -3000, 0, 0, 0])
    expect(await monthly('mrrMovements', 'reactivation')).toEqual([0, 0, 0, 4000, 0, 0])
    expect(await monthly('mrrMovements', 'endMrr')).toEqual([5000, 3000, 0, 4000, 4000, 4000])
  })

  it('begins in the month of the store: half past eleven at night of the last of March in UTC is April in Berlin', async () => {
    await sell()
    await db.$executeRaw`UPDATE subscription_movement SET at = timestamptz '2026-03-31 23:30Z' WHERE store_id = 1`
    const args = { from: '"2026-03-01"', to: '"2026-05-01"' }
    expect(await monthly('mrrMovements', 'new', args)).toEqual([3000, 0])
    expect(await monthly('mrrMovements', 'new', { ...args, zone: '"Europe/Berlin"' })).toEqual([0, 3000])
  })

  it('is what was known at an earlier time, where that is asked for', async () => {
    const { id } = await sell()
    await moveTo('2026-04-20')
    await write('updateSubscription', { id, autorenew: false }, 'subscription { id }')
    await moveTo('2026-06-01')
    expect(await monthly('mrr', 'mrr')).toEqual([3000, 0, 0, 0, 0, 0])
    expect(await monthly('mrr', 'mrr', { asOf: '"2026-04-25T00:00:00Z"' })).toEqual(six(3000))
    expect(await monthly('mrr', 'committed', { asOf: '"2026-04-10T00:00:00Z"' })).toEqual(six(3000))
    expect(await monthly('mrr', 'committed')).toEqual(six(0))
  })

  it('begins with what was there, and each group with its share; movements lead to the end to the unit, in every month and group', async () => {
    for (const [price, cycles] of [
      [1000, 3],
      [1000, 7],
      [3331, 3],
      [777, 11],
    ] as const)
      await sell({ price, cycles })
    const { id } = await sell({ price: 2000, cycles: 3 })
    await moveTo('2026-06-10')
    await write('changeSubscription', { id, quantity: 2, when: 'now' }, 'subscription { id }')
    await moveTo('2026-10-01')
    const kinds = 'new reactivation expansion contraction churn paused resumed giftEnded moved other'
    for (const by of ['product', 'length', 'country']) {
      const { rows, groups } = await ask('mrrMovements', `startMrr ${kinds} endMrr`, { by })
      const number = (row: Row, name: string) => Number(row[name])
      for (const row of [...rows, ...groups])
        expect(number(row, 'startMrr') + kinds.split(' ').reduce((sum, name) => sum + number(row, name), 0)).toBe(
          number(row, 'endMrr'),
        )
      for (const row of rows) {
        const own = groups.filter(({ start }) => start === row.start)
        for (const name of ['startMrr', 'endMrr'])
          expect(own.reduce((sum, group) => sum + number(group, name), 0)).toBe(number(row, name))
      }
    }
  })

  it('moves between the groups of reasons and of coupons what gets one, and loses it there', async () => {
    const { id } = await sell({ price: 3000 })
    await sell({ price: 1000 })
    const later = await coupon('LATER', 50, { forever: true, numRenewals: 0 })
    await write('addSubscriptionCoupon', { subscriptionId: id, couponId: later.id }, 'subscriptionCoupon { id }')
    await moveTo('2026-05-10')
    await write('cancelSubscription', { id, cancelReason: 2 }, 'subscription { id }')
    await moveTo('2026-07-01')
    const of = async (by: string) => {
      const { groups } = await ask('mrrMovements', 'startMrr moved contraction churn endMrr', { by, to: '"2026-07-01"' })
      return groups.map(({ start, key, ...row }) =>
        `${start} ${key} ${Object.values(row).join(' ')}`.replace(/-01T00:00:00Z/, ''),
      )
    }
    expect(await of('reason')).toEqual([
      ...['2026-04 2 0 0 0 0 0', '2026-04 null 0 0 0 0 4000'],
      ...['2026-05 2 0 1500 0 0 1500', '2026-05 null 4000 -1500 -1500 0 1000'],
      ...['2026-06 2 1500 0 0 -1500 0', '2026-06 null 1000 0 0 0 1000'],
    ])
    expect(await of('coupon')).toEqual([
      ...[`2026-04 ${later.id} 0 0 0 0 0`, '2026-04 null 0 0 0 0 4000'],
      ...[`2026-05 ${later.id} 0 3000 -1500 0 1500`, '2026-05 null 4000 -3000 0 0 1000'],
      ...[`2026-06 ${later.id} 1500 0 0 -1500 0`, '2026-06 null 1000 0 0 0 1000'],
    ])
  })

  it('moves between groups what changes its product, which is nothing for all together', async () => {
    const { id } = await sell({ price: 3000 })
    const other = await sell({ price: 4500 })
    await moveTo('2026-05-10')
    await write(
      'changeSubscription',
      { id, productInstanceId: other.product.instanceId, termId: other.product.terms[0]?.id, when: 'now' },
      'subscription { id }',
    )
    await moveTo('2026-10-01')
    expect(await monthly('mrrMovements', 'expansion')).toEqual([0, 1500, 0, 0, 0, 0])
    const { groups } = await ask('mrrMovements', 'moved expansion endMrr', { by: 'product' })
    const may = groups.filter(({ start }) => start === '2026-05-01T00:00:00Z')
    expect(may.map(({ moved, expansion, endMrr }) => [moved, expansion, endMrr])).toEqual([
      [-3000, 0, 0],
      [3000, 1500, 9000],
    ])
  })
})

describe('Churn', () => {
  /** A hundred customers at the start of May, thirty new in May, sixteen lost of whom four are new. */
  async function population() {
    const at = (day: string) => new Date(`${day}T09:00:00Z`)
    const ids = await db.$queryRaw<{ id: bigint; customer: bigint; product: bigint; term: bigint; instance: bigint }[]>`
      SELECT id, customer_id AS customer, product_id AS product, term_id AS term, product_instance_id AS instance FROM subscription WHERE store_id = 1 LIMIT 1`
    const [one] = ids
    const row = (kind: 'new' | 'churn', day: string, since: string) => ({
      ...{
        storeId: 1n,
        at: at(day),
        knownAt: at(day),
        kind,
        isFirst: true,
        isGift: false,
        since: at(since),
        firstPaidAt: at(since),
      },
      ...{ subscriptionId: one?.id ?? 0n, customerId: one?.customer ?? 0n, productId: one?.product ?? 0n },
      ...{ toInstanceId: one?.instance ?? 0n, toTermId: one?.term ?? 0n, toCountry: 'US', toAutorenew: true },
      ...(kind === 'new' ? { fromCounted: false, toCounted: true } : { fromCounted: true, toCounted: false }),
      ...(kind === 'new' ? { countedBefore: 0, countedAfter: 1 } : { countedBefore: 1, countedAfter: 0 }),
      ...{ toStatus: 'active' as const, fromPrice: 0n, toPrice: 0n, fromMonths: 1, toMonths: 1, fromWeeks: 0, toWeeks: 0 },
      ...{ pausedBefore: 0, pausedAfter: 0, payingBefore: 0, payingAfter: 0 },
    })
    const times = (count: number, make: () => ReturnType<typeof row>) => Array.from({ length: count }, make)
    await db.subscriptionMovement.createMany({
      data: [
        ...times(100, () => row('new', '2026-04-10', '2026-04-10')),
        ...times(30, () => row('new', '2026-05-02', '2026-05-02')),
        ...times(12, () => row('churn', '2026-05-20', '2026-04-10')),
        ...times(4, () => row('churn', '2026-05-21', '2026-05-02')),
      ],
    })
  }

  it('is lost ÷ (at start + gained), or of those at start alone, or day by day', async () => {
    await sell()
    await db.$executeRaw`DELETE FROM subscription_movement WHERE store_id = 1`
    await population()
    const { rows } = await ask('churn', 'atStart gained lost rate')
    expect(rows[1]).toMatchObject({ atStart: 100, gained: 30, lost: 16, rate: 0.123077 })
    expect((await ask('churn', 'rate', { options: '{ churn: start_only }' })).rows[1]).toMatchObject({ rate: 0.12 })
    // 12/130 on the 20th and 4/118 on the 21st.
    expect((await ask('churn', 'rate', { options: '{ churn: daily }' })).rows[1]).toMatchObject({ rate: 0.126206 })
  })

  it('leaves pauses out, unless they are to be churn', async () => {
    const { id } = await sell()
    await moveTo('2026-05-10')
    await write('pauseSubscription', { id, pausedUntil: '2026-07-10T00:00:00Z' }, 'subscription { id }')
    await moveTo('2026-10-01')
    expect(await monthly('churn', 'lost')).toEqual(six(0))
    expect(await monthly('mrrMovements', 'paused')).toEqual([0, -3000, 0, 0, 0, 0])
    expect(await monthly('mrrMovements', 'resumed')).toEqual([0, 0, 0, 3000, 0, 0])
    const churning = { options: '{ pauses: churn }' }
    expect(await monthly('churn', 'lost', churning)).toEqual([0, 1, 0, 0, 0, 0])
    expect(await monthly('mrrMovements', 'churn', churning)).toEqual([0, -3000, 0, 0, 0, 0])
    expect(await monthly('mrrMovements', 'reactivation', churning)).toEqual([0, 0, 0, 3000, 0, 0])
    const ignoring = { options: '{ pauses: ignore }' }
    expect(await monthly('mrr', 'mrr', ignoring)).toEqual(six(3000))
    expect(await monthly('churn', 'lost', ignoring)).toEqual(six(0))
  })
})

describe('Subscribers, retention and survival', () => {
  it('are counted at the end of each month, with what they are worth', async () => {
    const one = await sell({ price: 3000 })
    await sell({ price: 5000 })
    await write('cancelSubscription', { id: one.id }, 'subscription { id }')
    await moveTo('2026-10-01')
    const { rows } = await ask('subscribers', 'customers paying active cancelled pastDue paused average lifetimeValue')
    expect(rows[0]).toMatchObject({
      customers: 2,
      paying: 2,
      active: 1,
      cancelled: 1,
      pastDue: 0,
      paused: 0,
      average: 4000,
      lifetimeValue: null,
    })
    // 5000 ÷ (1 of 2).
    expect(rows[1]).toMatchObject({ customers: 1, paying: 1, active: 1, cancelled: 0, average: 5000, lifetimeValue: 10_000 })
    expect((await ask('retention', 'grossRate netRate cohortSize cohortActive cohortRate')).rows[0]).toMatchObject({
      ...{ grossRate: null, cohortSize: 2, cohortActive: 1, cohortRate: 0.5 },
    })
    expect((await ask('retention', 'grossRate netRate quickRatio')).rows[1]).toMatchObject({
      grossRate: 0.625,
      netRate: 0.625,
      quickRatio: 0,
    })
    const { rows: boxes } = await ask('survival', 'box cohort paid atRisk rate isFinal', { to: '"2026-05-01"' })
    expect(boxes.slice(0, 2)).toEqual([
      { start: '2026-04-01T00:00:00Z', key: null, box: 1, cohort: 2, paid: 2, atRisk: 2, rate: 1, isFinal: 1 },
      { start: '2026-04-01T00:00:00Z', key: null, box: 2, cohort: 2, paid: 1, atRisk: 2, rate: 0.5, isFinal: 1 },
    ])
  })
})

describe('Figures', () => {
  it('are on REST what they are in GraphQL, each by a path of its own', async () => {
    await sell()
    await moveTo('2026-06-15')
    const path = '/v1/figures/mrr_movements/?from=2026-04-01&to=2026-07-01&bucket=month&zone=UTC&by=product'
    const { status, body } = await store.rest(path)
    expect(status).toBe(200)
    const { rows, groups } = await ask('mrrMovements', 'startMrr new endMrr', { to: '"2026-07-01"', by: 'product' })
    expect(body.rows.map((row: Row) => [row.start, row.start_mrr, row.new, row.end_mrr])).toEqual(
      rows.map((row) => [row.start, row.startMrr, row.new, row.endMrr]),
    )
    expect(body.groups).toHaveLength(groups.length)
    expect(body).toMatchObject({ currency: 'USD', zone: 'UTC', sql: null, definition: expect.stringContaining('movements') })
    const paused = await store.rest('/v1/figures/churn/?from=2026-04-01&to=2026-07-01&pauses=churn&churn=daily&explain=true')
    expect(paused.body.sql[0]).toContain('FROM subscription_movement')
  })

  it('say how they come about: a list of theirs has the same count', async () => {
    const { id } = await sell()
    const other = await sell({ price: 2000 })
    await db.paymentMethod.updateMany({ where: { id: other.customer.methodId ?? 0 }, data: { gatewayToken: 'tok_c1' } })
    await moveTo('2026-06-15')
    await write('cancelSubscription', { id }, 'subscription { id }')
    await moveTo('2026-08-01')
    const args = 'from: "2026-04-01", to: "2026-08-01", zone: "UTC", explain: true, bucket: year'
    const { data } = await store.graphql(
      `{ figures(${args}) { sales { list rows { orders } } renewals { list rows { due paid rate } } recovery { list rows { failed } } mrrMovements { list } products { list rows { lines pieces net } } } }`,
    )
    const { sales, renewals, recovery, mrrMovements, products } = data.figures
    const countOf = async (list: string) => (await store.rest(list)).body.count
    expect(await countOf(sales.list)).toBe(sales.rows[0].orders)
    expect(await countOf(renewals.list)).toBe(renewals.rows[0].due)
    expect(renewals.rows[0]).toEqual({ due: renewals.rows[0].paid, paid: renewals.rows[0].paid, rate: 1 })
    expect(await countOf(recovery.list)).toBe(recovery.rows[0].failed)
    expect(await countOf(mrrMovements.list)).toBe(3)
    expect(products).toMatchObject({ list: null, rows: [{ lines: sales.rows[0].orders, pieces: sales.rows[0].orders }] })
  })

  const refusals: [string, string][] = [
    ['mrr/?from=2026-07-01&to=2026-07-01', 'to must be after from; it is not part of the time.'],
    ['mrr/?from=2026-01-01&to=2026-07-01&zone=Berlin', 'zone must be an IANA time zone, such as Europe/Berlin, not Berlin.'],
    [
      'mrr/?from=2026-01-01&to=2029-07-01&bucket=day',
      'From from to to are more than 1000 times a day; ask for less time, or for a longer bucket.',
    ],
    ['mrr/?from=yesterday&to=2029-07-01', 'from must be a day, such as 2026-11-20, or'],
    ['sales/?from=0000-01-01&to=0001-01-01', 'from must be a day, such as 2026-11-20, or'],
    ['mrr/?from=0001-01-01&to=0002-01-01&zone=Asia/Tokyo', 'from must be a day, such as 2026-11-20, or'],
    ['sales/?from=2026-01-01&to=2026-07-01&by=product', 'by: sales cannot be grouped by product; it has no groups.'],
    ['recovery/?from=2026-01-01&to=2026-07-01&by=country', 'by: recovery cannot be grouped by country; it can be by reason.'],
    ['sales/?from=2026-01-01&to=2026-07-01&as_of=2026-06-01', 'as_of: sales is of what is there now; leave it out.'],
    ['mrr/?from=2026-01-01&to=2026-07-01&as_of=2001-06-01', 'as_of must not lie before'],
    ['mrr/?from=2026-01-01&to=2026-07-01&bucket=decade', 'Bad value for bucket'],
    ['mrr/?from=2026-01-01&to=2026-07-01&per=product', 'Unknown parameter: per'],
  ]
  it.each(refusals)('refuse /v1/figures/%s with what would be right', async (path, sentence) => {
    const { status, body } = await store.rest(`/v1/figures/${path}`)
    expect(status).toBe(400)
    expect(body.errors[0]).toContain(sentence)
  })

  it('are for merchants alone, each with the scopes of what it reads', async () => {
    const path = '/v1/figures/mrr/?from=2026-01-01&to=2026-07-01'
    expect((await store.rest(path, store.customer)).status).toBe(403)
    expect((await store.rest(path, undefined)).status).toBe(401)
  })

  it('of another store are its own', async () => {
    await sell()
    const { body } = await store.rest('/v1/figures/mrr/?from=2026-04-01&to=2026-05-01', store.otherMerchant)
    expect(body).toMatchObject({ currency: 'GBP', rows: [{ mrr: 0 }] })
  })

  it('wait until the movements of before are filled in', async () => {
    await db.store.updateMany({ where: { id: 1n }, data: { isFilledIn: false } })
    const { status, body } = await store.rest('/v1/figures/mrr/?from=2026-04-01&to=2026-05-01')
    await db.store.updateMany({ where: { id: 1n }, data: { isFilledIn: true } })
    expect({ status, body }).toEqual({
      status: 400,
      body: { errors: ['The movements of before are still being filled in; mrr can be had in some minutes.'] },
    })
  })
})
