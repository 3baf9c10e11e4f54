/**
 * Instances whose own clocks are wrong, over one database: what they must agree on is decided by the database's clock, so
 * that nobody orders twice within a minute, and nothing is done twice under one Idempotency-Key.
 */
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { clockOf, databaseTime, followingClock } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { createApp } from '../../src/start/app.ts'
import { forgetOldKeys } from '../../src/writes/idempotency.ts'
import { TestGateway } from '../payments/gateway.ts'
import { openStore, type Store } from '../support/store.ts'
import { today } from '../support/template.ts'
import { ask, type Surface, surfaces } from '../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, pastDue } from '../writes/rows.ts'

const isEmbedded = 'dataDir' in inject('template')
const gateway = new TestGateway()

/** Seconds since `today`, by the clock of the database. */
let passed = 0
const time = (ahead = 0) => new Date(today.getTime() + (passed + ahead) * 1_000)

const clock = clockOf(time)
const right = await openStore({ now: time, gateway: () => gateway })
const { db } = right

/** Another instance over the same database, whose own clock says something else; for `ask`. */
function another(seconds: number): Store {
  const wrong = { ...clock, now: () => time(seconds) }
  const app = createApp({
    db,
    clock: wrong,
    gateways: gatewaysOf(gateway),
    log: { info() {}, warn() {}, error() {} },
    pageBase: 0,
    isEmbedded: true,
  })
  return { ...right, app, fetch: (path, init) => app.fetch(new Request(`http://127.0.0.1${path}`, init)) }
}

const ahead = another(130)
const behind = another(-130)
const product = await addProduct(db, { price: 500 })

const instances = { right, ahead, behind }
const pairs = Object.entries(instances).flatMap(([one, first]) =>
  Object.entries(instances).flatMap(([other, second]) =>
    surfaces.map((surface) => ({ one, other, surface, first, second })).filter(() => one !== other),
  ),
)

const guard = expect.stringMatching(/^The customer already has an order from the past minute; the next may be placed at /)
const order = (store: Store, surface: Surface, customer: { id: number }) =>
  ask(store, surface, 'createOrder', {
    customer: { id: customer.id },
    products: [{ product_instance: { id: product.instanceId } }],
  })

beforeEach(() => {
  gateway.reset()
  passed = 0
})

describe.each(pairs)('An instance whose clock is $one, then one whose clock is $other, over $surface', (pair) => {
  const { first, second, surface } = pair

  it('take no second order within the minute, and take one after it', async () => {
    const customer = await addCustomer(db)
    for (let round = 0; round < 3; round += 1) {
      expect(await order(first, surface, customer)).toMatchObject({ status: 201 })
      passed += 59
      expect(await order(second, surface, customer)).toMatchObject({ status: 400, message: guard })
      passed += 1
      expect(await order(second, surface, customer)).toMatchObject({ status: 201 })
      passed += 60
    }
  })

  it('take no order within the minute after a renewal', async () => {
    const { id, customer } = await addMonthly(db, pastDue(3))
    expect(await ask(first, surface, 'renewSubscription', { id })).toMatchObject({ status: 200 })
    passed += 59
    expect(await order(second, surface, customer)).toMatchObject({ status: 400, message: guard })
    passed += 1
    expect(await order(second, surface, customer)).toMatchObject({ status: 201 })
  })

  it('know a key of each other for 24 hours, and no longer', async () => {
    const { id } = await addMonthly(db)
    const key = `day-${pair.one}-${pair.other}-${surface}`
    const update = (store: Store, note: string) => ask(store, surface, 'updateSubscription', { id, note }, { key })
    const done = await update(first, 'one')
    passed += 86_400
    await forgetOldKeys(db, clock)
    expect(await update(second, 'one')).toEqual({ ...done, replayed: true })
    expect(await update(second, 'two')).toMatchObject({ status: 422 })
    passed += 1
    expect(await update(second, 'two')).toMatchObject({ status: 200, replayed: false })
  })

  it('do not take a write that is still running for one that was given up', async () => {
    const customer = await addCustomer(db)
    const input = { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }] }
    const key = `running-${pair.one}-${pair.other}-${surface}`
    const create = (store: Store) => ask(store, surface, 'createOrder', input, { key })
    let meanwhile: unknown
    gateway.meanwhile = async () => {
      meanwhile = await create(second)
    }
    const done = await create(first)
    expect([done, meanwhile]).toMatchObject([{ status: 201 }, { status: 409 }])
    expect(await create(second)).toEqual({ ...done, replayed: true })
    expect(gateway.asked).toHaveLength(1)
  })

  it.skipIf(isEmbedded)('do not do a write under one key again while the first waits for a row', async () => {
    const { id } = await addMonthly(db)
    const key = `waiting-${pair.one}-${pair.other}-${surface}`
    const cancel = (store: Store) => ask(store, surface, 'cancelSubscription', { id }, { key })
    let waiting: Promise<unknown> = Promise.resolve()
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM subscription WHERE id = ${id} FOR UPDATE`
      waiting = cancel(first)
      await waitForLock()
      expect(await cancel(second)).toMatchObject({ status: 409 })
    })
    const done = await waiting
    expect(done).toMatchObject({ status: 200, replayed: false })
    expect(await cancel(second)).toEqual({ ...(done as object), replayed: true })
  })
})

describe('Orders at once over instances whose clocks are 260 seconds apart', () => {
  it('are one in each of 20 rounds', async () => {
    for (let round = 0; round < 20; round += 1) {
      const customer = await addCustomer(db)
      const stores = [behind, ahead, right, behind, ahead, right]
      const answers = await Promise.all(stores.map((store, at) => order(store, surfaces[at % 2] ?? 'REST', customer)))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      // Either the first one's payment is not settled yet, or its order is there.
      expect(answers.filter(({ message }) => message?.startsWith('The customer already has an order '))).toHaveLength(5)
    }
  })
})

describe.each(surfaces)('A process that was stopped for a minute while it waited for the gateway, over %s', (surface) => {
  it('places the order, and marks the minute, when it goes on', async () => {
    const customer = await addCustomer(db)
    gateway.meanwhile = async () => {
      passed += 65
    }
    const { record } = await order(right, surface, customer)
    expect(record.placed_at).toBe('2026-03-15T12:01:05Z')
    gateway.reset()
    passed += 59
    expect(await order(right, surface, customer)).toMatchObject({ status: 400, message: guard })
    passed += 1
    expect(await order(right, surface, customer)).toMatchObject({ status: 201 })
  })
})

describe.each(surfaces)('A process that was stopped for a minute after it had read its clock, over %s', (surface) => {
  it('marks the minute when it orders, not when it was asked', async () => {
    const customer = await addCustomer(db)
    const stopped = another(-65)
    passed += 65
    expect((await order(stopped, surface, customer)).status).toBe(201)
    passed += 5
    expect(await order(right, surface, customer)).toMatchObject({ status: 400, message: guard })
    passed += 55
    expect(await order(right, surface, customer)).toMatchObject({ status: 201 })
  })
})

describe('The clock of a server', () => {
  /** A machine whose clock is so many milliseconds ahead of the database's, which answers after so many. */
  const machine = { ahead: 0, back: 1, at: 0, told: [] as number[] }
  const ask = async () => {
    machine.at += 1
    const time = new Date(1_000_000 + machine.at)
    machine.at += machine.back
    return time
  }
  const follow = () =>
    followingClock(ask, (ahead) => machine.told.push(ahead), {
      wall: () => 1_000_000 + machine.at + machine.ahead,
      elapsed: () => machine.at,
    })
  const isAt = (clock: { now(): Date }) => clock.now().getTime() - 1_000_000 - machine.at

  beforeEach(() => Object.assign(machine, { ahead: 0, back: 1, at: 0, told: [] }))

  it.each([130_000, -130_000])("is the database's, and says once that the machine's is %i ms ahead", async (ahead) => {
    machine.ahead = ahead
    const clock = await follow()
    for (let minute = 0; minute < 3; minute += 1) {
      expect(isAt(clock)).toBe(0)
      machine.at += 60_000
      await clock.compare()
    }
    expect(machine.told).toEqual([ahead])
  })

  it('says nothing of a second, and says so when the machine is set wrong and right again while it runs', async () => {
    machine.ahead = 1_000
    const clock = await follow()
    expect(machine.told).toEqual([])
    for (const ahead of [5_000, 5_500, 90_000, 0, 0]) {
      machine.ahead = ahead
      await clock.compare()
      expect(isAt(clock)).toBe(0)
    }
    expect(machine.told).toEqual([5_000, 90_000, 0])
  })

  it('takes no time from an answer that was long in coming, unless it has no other', async () => {
    machine.back = 60_000
    const clock = await follow()
    expect(isAt(clock)).toBe(-30_000)
    machine.back = 1
    await clock.compare()
    expect(isAt(clock)).toBe(0)
    machine.back = 60_000
    await clock.compare()
    expect(isAt(clock)).toBe(0)
  })

  it('goes on when the database does not answer, and asks once for all that compare at once', async () => {
    let asked = 0
    let isAway = false
    const clock = await followingClock(
      async () => {
        asked += 1
        if (isAway) throw new Error('away')
        return ask()
      },
      () => {},
      { wall: () => 0, elapsed: () => machine.at },
    )
    asked = 0
    await Promise.all([clock.compare(), clock.compare(), clock.compare()])
    expect(asked).toBe(1)
    isAway = true
    await expect(clock.compare()).rejects.toThrow('away')
    expect(isAt(clock)).toBe(0)
  })

  it.each([130_000, -130_000])("follows the database's own, whatever the machine's says", async (wrong) => {
    const told: number[] = []
    const wall = () => Date.now() + wrong
    const clock = await followingClock(
      () => databaseTime(db),
      (ahead) => told.push(ahead),
      { wall, elapsed: () => performance.now() },
    )
    expect(told.map((ahead) => Math.round(ahead / 60_000))).toEqual([Math.round(wrong / 60_000)])
    const [{ seconds }] = await db.$queryRaw<[{ seconds: number }]>`
      SELECT extract(epoch FROM ${clock.inSql()} - ${clock.now()}::timestamptz)::float8 AS seconds`
    expect(Math.abs(seconds)).toBeLessThan(60)
  })
})

describe('A token', () => {
  it('is good on an instance whose clock is a moment behind that of the one that signed it', async () => {
    passed = 2
    const query = 'mutation { createCustomerToken(input: { customerId: 1 }) { token } }'
    const { data } = await right.graphql(query)
    const asked = { headers: { Authorization: `Bearer ${data.createCustomerToken.token}` } }
    const { status } = await another(-2).fetch('/v1/store/api/shipments/', asked)
    expect(status).toBe(200)
  })
})

/** Resolves when a statement of the database waits for a row. */
async function waitForLock(): Promise<void> {
  for (;;) {
    const waiting = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    if (waiting.length > 0) return
    await new Promise((tick) => setTimeout(tick, 5))
  }
}
