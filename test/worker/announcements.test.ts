/** Notices before money moves: a renewal that is near, and a payment method that runs out, are each told of once. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { addDays } from '../../src/values/calendar.ts'
import { announceDue } from '../../src/worker/announce.ts'
import { workRound } from '../../src/worker/round.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { today } from '../support/template.ts'
import { ask } from '../writes/ask.ts'
import { addCustomer, addMethod, addMonthly, addProduct, addSubscription } from '../writes/rows.ts'
import { openClockStore } from './clock-store.ts'

const { store, db, faults, moveTo, work, worker, time } = await openClockStore()

const at = (text: string) => new Date(text)
const minute = (time: Date) => time.toISOString().slice(0, 16)

const eventsOf = (subscriptionId: number, type?: string) =>
  db.event.findMany({ where: { subscriptionId: BigInt(subscriptionId), ...(type && { type }) }, orderBy: { id: 'asc' } })

/** The notices of a subscription: when each was given, and for which date. */
const noticesOf = async (id: number) =>
  (await eventsOf(id, 'subscription.renewal_upcoming')).map(({ createdAt, changes }) => [
    minute(createdAt),
    (changes as { date: { to: string } }).date.to.slice(0, 16),
  ])

const setNotice = (renewalNoticeDays: number | null) =>
  db.store.update({ where: { id: 1n }, data: { renewalNoticeDays, expiriesLookedAt: null } })

beforeEach(async () => {
  await db.subscription.updateMany({ data: { pausedAt: null, pausedUntil: null } })
  await setNotice(3)
})

describe('A renewal that is near', () => {
  it('is announced three days before it, once, with what a mail needs, which is what is then charged', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 2400 }], shipping: 300 })
    const id = await addSubscription(db, { customer, product, quantity: 2, credit: 500n })
    await moveTo('2026-03-17T08:59:59Z')
    expect(await noticesOf(id)).toEqual([])
    await moveTo('2026-03-17T09:00:00Z')
    await work()
    await moveTo('2026-03-19')
    const [notice, ...others] = await eventsOf(id)
    expect(others).toEqual([])
    expect(notice).toMatchObject({
      ...{ type: 'subscription.renewal_upcoming', createdAt: at('2026-03-17T09:00:00Z'), actor: 'worker' },
      ...{ recordType: 'subscription', recordId: BigInt(id), customerId: BigInt(customer.id) },
      changes: {
        date: { from: null, to: '2026-03-20T09:00:00Z' },
        currency: { to: 'USD' },
        total: { to: 5400 },
        creditApplied: { to: 500 },
        charge: { to: 4900 },
        lines: {
          from: null,
          to: [
            {
              ...{ productId: product.id, productInstanceId: product.instanceId, name: product.name },
              ...{ price: 2400, quantity: 2, total: 4800 },
            },
          ],
        },
        discounts: { to: [] },
        totalShipping: { to: 600 },
        paymentMethod: { to: { id: customer.methodId, brand: 'visa', last4: '4242', expMonth: 1, expYear: 2032 } },
      },
    })
    await moveTo('2026-03-20T09:00:00Z')
    const paid = (await eventsOf(id)).find(({ type }) => type === 'payment.captured')
    expect(paid?.changes).toMatchObject({ total: { to: 4900 }, currency: { to: 'USD' } })
    const linesOf = (event: typeof paid) => (event?.changes as { lines?: unknown } | undefined)?.lines
    expect(linesOf(paid)).toEqual(linesOf(notice))
    const log = await db.logEntry.findMany({ where: { subscriptionId: id, operation: 'announceRenewals' } })
    expect(log).toMatchObject([{ changes: { date: { to: '2026-03-20T09:00:00Z' }, charge: { to: 4900 } } }])
    expect(Object.keys(log[0]?.changes ?? {})).not.toContain('lines')
  })

  it('is announced before it when the clock jumps over both, for each renewal', async () => {
    const { id } = await addMonthly(db)
    await moveTo('2026-06-01')
    const told = (await eventsOf(id))
      .filter(({ type }) => /renewal_upcoming|renewed/.test(type))
      .map(({ type, createdAt }) => [type.replace('subscription.', ''), minute(createdAt)])
    expect(told).toEqual([
      ['renewal_upcoming', '2026-03-17T09:00'],
      ['renewed', '2026-03-20T09:00'],
      ['renewal_upcoming', '2026-04-17T09:00'],
      ['renewed', '2026-04-20T09:00'],
      ['renewal_upcoming', '2026-05-17T09:00'],
      ['renewed', '2026-05-20T09:00'],
    ])
    expect(faults).toEqual([])
  })

  it('is announced again for another date: of a skip, of an end date that is given, of a pause; and not twice for one', async () => {
    const { id } = await addMonthly(db)
    await moveTo('2026-03-18')
    await ask(store, 'REST', 'skipSubscription', { id })
    await ask(store, 'REST', 'unskipSubscription', { id })
    await work()
    expect(await noticesOf(id)).toEqual([['2026-03-17T09:00', '2026-03-20T09:00']])
    await ask(store, 'REST', 'updateSubscription', { id, end_date: '2026-03-25T10:00:00Z' })
    await moveTo('2026-03-23')
    await ask(store, 'REST', 'pauseSubscription', { id, paused_until: '2026-03-26' })
    await moveTo('2026-03-27')
    expect(await noticesOf(id)).toEqual([
      ['2026-03-17T09:00', '2026-03-20T09:00'],
      ['2026-03-22T10:00', '2026-03-25T10:00'],
      ['2026-03-26T00:00', '2026-03-28T10:00'],
    ])
  })

  it('is not announced of a gift, of one that is not to renew, is paused or cancelled, nor once it is due', async () => {
    const made = [
      await addMonthly(db, { isGift: true }),
      await addMonthly(db, { autorenew: false }),
      await addMonthly(db, { status: 'suspended' }),
      await addMonthly(db, { status: 'cancelled' }),
      await addMonthly(db, { endDate: today }),
    ]
    await moveTo('2026-03-19')
    for (const { id } of made) expect((await noticesOf(id)).filter(([, date]) => date === '2026-03-20T09:00')).toEqual([])
  })

  it.each([
    ['no_payment_method', { token: null, paymentMethodId: null }],
    ['no_price', {}],
  ])('that cannot be charged says so: %s', async (reason, columns) => {
    const { id, product } = await addMonthly(db, columns)
    if (reason === 'no_price') await db.productTermPrice.deleteMany({ where: { productId: product.id } })
    await moveTo('2026-03-18')
    const [notice] = await eventsOf(id)
    expect(notice?.changes).toMatchObject({ date: { to: '2026-03-20T09:00:00Z' }, reason: { from: null, to: reason } })
    expect(Object.keys(notice?.changes ?? {})).not.toContain('charge')
  })

  it('is announced as early as the store has chosen, and not where it has chosen none', async () => {
    const week = await addMonthly(db)
    await setNotice(4)
    await moveTo('2026-03-17')
    expect(await noticesOf(week.id)).toEqual([['2026-03-16T09:00', '2026-03-20T09:00']])
    for (const none of [0, null]) {
      await setNotice(none)
      const { id } = await addMonthly(db, { endDate: at('2026-03-19T09:00:00Z') })
      await work()
      expect(await noticesOf(id)).toEqual([])
      await db.subscription.update({ where: ofStore(id), data: { status: 'expired', autorenew: false } })
    }
  })

  it('of a term of more than 180 days is announced 30 and 7 days before as well, each once, and none where the store has chosen none', async () => {
    const yearly = { cycles: 12, price: 20_000 }
    const [long, half, short] = [yearly, { cycles: 6, price: 9_000 }, { cycles: 5, price: 8_000 }]
    const made: number[] = []
    for (const term of [long, half, short]) {
      const customer = await addCustomer(db)
      const product = await addProduct(db, { terms: [term] })
      made.push(await addSubscription(db, { customer, product, endDate: at('2026-04-20T09:00:00Z') }))
    }
    const [a = 0, b = 0, c = 0] = made
    await moveTo('2026-03-21T08:59:59Z')
    expect(await noticesOf(a)).toEqual([])
    await moveTo('2026-04-19')
    const last = ['2026-04-17T09:00', '2026-04-20T09:00']
    const all = [['2026-03-21T09:00', '2026-04-20T09:00'], ['2026-04-13T09:00', '2026-04-20T09:00'], last]
    expect(await Promise.all([a, b, c].map(noticesOf))).toEqual([all, all, [last]])
    await setNotice(0)
    const quiet = await addSubscription(db, {
      ...{ customer: await addCustomer(db), product: await addProduct(db, { terms: [yearly] }) },
      endDate: at('2026-05-10T09:00:00Z'),
    })
    await moveTo('2026-05-09')
    expect(await noticesOf(quiet)).toEqual([])
    expect(faults).toEqual([])
  })

  it('of a long term has one notice for those that are late, and each once by several workers', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 12, price: 20_000 }] })
    const id = await addSubscription(db, { customer: await addCustomer(db), product, endDate: at('2026-03-20T09:00:00Z') })
    for (const [now, notices] of [
      ['2026-03-13T00:00:00Z', 1],
      ['2026-03-13T10:00:00Z', 2],
      ['2026-03-16T00:00:00Z', 2],
      ['2026-03-17T10:00:00Z', 3],
      ['2026-03-18T00:00:00Z', 3],
    ] as const) {
      time.real = at(now)
      const workers = [1, 2, 3].map(() => ({ ...worker, clock: clockOf(() => time.real) }))
      await inSight(() => Promise.all(workers.map(announceDue)))
      expect([now, (await noticesOf(id)).length]).toEqual([now, notices])
    }
  })

  it('of a long term is announced for a changed date, whatever was given for the old one, and by its new term', async () => {
    const terms = [
      { cycles: 12, price: 20_000 },
      { cycles: 1, price: 2_000 },
    ]
    const product = await addProduct(db, { terms })
    const end = { customer: await addCustomer(db), product, endDate: at('2026-04-10T09:00:00Z') }
    const [moved, shortened] = [await addSubscription(db, end), await addSubscription(db, end)]
    await moveTo('2026-03-16')
    await ask(store, 'REST', 'updateSubscription', { id: moved, end_date: '2026-05-10T09:00:00Z' })
    await db.subscription.update({ where: ofStore(shortened), data: { termId: BigInt(product.terms[1]?.id ?? 0) } })
    await moveTo('2026-05-09')
    const dated = (date: string, ...times: string[]) => times.map((each) => [each, date])
    expect(await noticesOf(moved)).toEqual([
      ['2026-03-15T12:00', '2026-04-10T09:00'],
      ...dated('2026-05-10T09:00', '2026-04-10T09:00', '2026-05-03T09:00', '2026-05-07T09:00'),
    ])
    expect((await noticesOf(shortened)).filter(([, date]) => date === '2026-04-10T09:00')).toEqual([
      ['2026-03-15T12:00', '2026-04-10T09:00'],
      ['2026-04-07T09:00', '2026-04-10T09:00'],
    ])
  })

  it('is announced once by several workers at once, in batches', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    const first = await addSubscription(db, { customer, product })
    await db.$executeRaw`
      INSERT INTO subscription SELECT (jsonb_populate_record(NULL::subscription, to_jsonb(model)
        || jsonb_build_object('id', nextval(pg_get_serial_sequence('subscription', 'id'))))).*
      FROM generate_series(1, 149) JOIN subscription AS model ON model.store_id = 1 AND model.id = ${first}`
    time.real = at('2026-03-18T00:00:00Z')
    const each = await inSight(() => Promise.all([announceDue(worker), announceDue(worker), announceDue(worker)]))
    await inSight(() => announceDue(worker))
    expect(each.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(150)
    const given = await db.event.groupBy({
      by: ['subscriptionId'],
      where: { type: 'subscription.renewal_upcoming', customerId: BigInt(customer.id) },
      _count: true,
    })
    expect(given.length).toBe(150)
    expect(given.every(({ _count }) => _count === 1)).toBe(true)
  })

  it('that is skipped or paused at the same moment is announced for the date it has then, or for the old one before', async () => {
    const ids: number[] = []
    for (let count = 0; count < 10; count += 1) ids.push((await addMonthly(db)).id)
    time.real = at('2026-03-18T00:00:00Z')
    await inSight(() =>
      Promise.all([
        announceDue(worker),
        ...ids.map((id) => ask(store, 'GraphQL', 'pauseSubscription', { id })),
        announceDue(worker),
      ]),
    )
    for (const id of ids) {
      const types = (await eventsOf(id)).map(({ type }) => type)
      expect([['subscription.paused'], ['subscription.renewal_upcoming', 'subscription.paused']]).toContainEqual(types)
    }
  })

  it('costs a statement of each kind where nothing is to be announced', async () => {
    await work()
    const statements = await store.statements(() => inSight(() => announceDue(worker)))
    expect(statements.length, statements.join('\n')).toBe(3)
  })

  it('that fails to be announced is left out, and keeps no other from it', async () => {
    const [bad, good] = [await addMonthly(db), await addMonthly(db)]
    await db.$executeRawUnsafe(`
      CREATE FUNCTION refuse_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.subscription_id = ${bad.id} THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END $$`)
    await db.$executeRawUnsafe('CREATE TRIGGER refuse_event BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION refuse_event()')
    time.real = at('2026-03-18T00:00:00Z')
    await inSight(() => announceDue(worker))
    await db.$executeRawUnsafe('DROP FUNCTION refuse_event() CASCADE')
    expect(await noticesOf(good.id)).toHaveLength(1)
    expect(await noticesOf(bad.id)).toEqual([])
    expect(String(faults.at(-1))).toContain(`The renewal of subscription ${bad.id} of store 1 is not announced.`)
    expect(await inSight(() => announceDue(worker))).toBe(0)
  })
})

describe('A payment method that runs out', () => {
  const expiringOf = async (id: number | null) =>
    (
      await db.event.findMany({ where: { type: 'payment_method.expiring', recordId: BigInt(id ?? 0) }, orderBy: { id: 'asc' } })
    ).map(({ createdAt, changes }) => [minute(createdAt), changes] as const)
  const runsOut = (id: number | null, expMonth: number, expYear = 2026) =>
    db.paymentMethod.update({ where: ofStore(id ?? 0), data: { expMonth, expYear } })

  it('is announced once, 30 days before the end of its month', async () => {
    const { customer } = await addMonthly(db, { endDate: at('2026-12-20T09:00:00Z') })
    await runsOut(customer.methodId, 5)
    await moveTo('2026-05-01T23:59:59Z')
    expect(await expiringOf(customer.methodId)).toEqual([])
    await moveTo('2026-07-01')
    expect(await expiringOf(customer.methodId)).toEqual([
      [
        '2026-05-02T00:00',
        {
          expiresAt: { from: null, to: '2026-06-01T00:00:00Z' },
          ...{ brand: { from: null, to: 'visa' }, last4: { from: null, to: '4242' } },
          ...{ expMonth: { from: null, to: 5 }, expYear: { from: null, to: 2026 }, isDefault: { from: null, to: true } },
        },
      ],
    ])
    expect(faults).toEqual([])
  })

  it('is announced where a subscription is renewed with it alone: its own, or the default where it has none that is live', async () => {
    const own = await addMonthly(db, { endDate: at('2026-12-20T09:00:00Z') })
    const [unused, archived] = [await addMethod(db, own.customer, 'tok_succeed', false), own.customer.methodId ?? 0]
    const fallsBack = await addMonthly(db, { endDate: at('2026-12-20T09:00:00Z'), paymentMethodId: null })
    const ended = await addMonthly(db, { status: 'cancelled', autorenew: false, endDate: at('2026-12-20T09:00:00Z') })
    for (const id of [unused, archived, fallsBack.customer.methodId, ended.customer.methodId]) await runsOut(id, 4)
    await moveTo('2026-04-15')
    expect(await expiringOf(unused)).toEqual([])
    expect(await expiringOf(ended.customer.methodId)).toEqual([])
    expect((await expiringOf(archived)).map(([when]) => when)).toEqual(['2026-04-01T00:00'])
    expect((await expiringOf(fallsBack.customer.methodId)).map(([when]) => when)).toEqual(['2026-04-01T00:00'])
    await db.paymentMethod.update({ where: ofStore(archived), data: { archivedAt: today, isDefault: false } })
    await moveTo('2026-04-20')
    expect((await expiringOf(unused)).map(([when]) => when)).toEqual(['2026-04-16T00:00'])
  })

  it('announces a card again after its expiry date changed', async () => {
    const { customer } = await addMonthly(db, { endDate: at('2026-12-20T09:00:00Z') })
    await runsOut(customer.methodId, 4)
    await moveTo('2026-04-10')
    await runsOut(customer.methodId, 6)
    await moveTo('2026-06-10')
    expect((await expiringOf(customer.methodId)).map(([when]) => when)).toEqual(['2026-04-01T00:00', '2026-06-01T00:00'])
  })

  it('is announced once by several workers at once', async () => {
    const { customer } = await addMonthly(db, { endDate: at('2026-12-20T09:00:00Z') })
    await runsOut(customer.methodId, 4)
    const late = { ...worker, clock: clockOf(() => at('2026-04-05T12:00:00Z')) }
    await inSight(() => Promise.all([workRound(late), workRound(late), announceDue(late)]))
    expect(await expiringOf(customer.methodId)).toHaveLength(1)
  })

  it('does not announce a card that has expired', async () => {
    const { customer } = await addMonthly(db, { endDate: addDays(today, 300) })
    await runsOut(customer.methodId, 2)
    await moveTo('2026-03-20')
    expect(await expiringOf(customer.methodId)).toEqual([])
  })
})
