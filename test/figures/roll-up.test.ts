/** Movements that are added up by month: figures are the same with and without, whatever is written meanwhile. */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { Prisma } from '../../prisma/generated/client/client.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { catalogue } from '../../src/resources/figures/catalogue.ts'
import { keptMonthsReader } from '../../src/resources/figures/kept-months.ts'
import { linesOf } from '../../src/resources/figures/movement-lines.ts'
import { rollUpMovements } from '../../src/resources/figures/roll-up.ts'
import { wrongMonths } from '../../src/resources/figures/wrong-months.ts'
import { inSight, statementsOf } from '../support/every-statement.ts'
import { openShop } from './shop.ts'

const { store, db, write, sell, moveTo } = await openShop()

const isShared = !('dataDir' in inject('template'))

const rollUp = (atOnce = 3) => inSight(() => rollUpMovements(db, { atLeast: 1, atOnce }))
const forget = () => db.movementRollUp.deleteMany()
const waiting = async () => {
  const [{ count }] = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM subscription_movement LEFT JOIN movement_roll_up AS kept ON kept.store_id = 1
    WHERE subscription_movement.store_id = 1 AND (changed_in, id) >= (coalesce(mark, 0), coalesce(movement_id, 0))`
  return count
}

/** Adds all up, as soon as no transaction of another test is open that began before. */
async function addAll(atOnce?: number): Promise<number> {
  let added = 0
  const addMore = async () => {
    added += await rollUp(atOnce)
    return waiting()
  }
  await expect.poll(addMore, { timeout: 30_000 }).toBe(0)
  return added
}

const recount = () =>
  wrongMonths({ exec: async () => {}, query: async (text, values = []) => ({ rows: await db.$queryRawUnsafe(text, ...values) }) })

const withHistory = Object.entries(catalogue).filter(([, { hasHistory }]) => hasHistory)

type Way = { bucket: string; by?: string; pauses: string; asOf?: string }

/** Ways to ask for figures. */
const waysOf = (times: readonly string[]): Way[] =>
  ['day', 'week', 'month', 'quarter'].flatMap((bucket) =>
    ['separate', 'churn', 'ignore'].flatMap((pauses) => [
      ...[{}, { by: 'product' }].flatMap((by) =>
        [undefined, ...times].map((asOf) => ({ bucket, pauses, ...by, ...(asOf && { asOf }) })),
      ),
      ...['length', 'country', 'reason'].map((by) => ({ bucket, pauses, by })),
    ]),
  )

const fewWays: readonly Way[] = [
  { bucket: 'month', pauses: 'separate' },
  { bucket: 'week', pauses: 'ignore', by: 'product' },
]

/** All figures of movements. */
async function figuresOf({ bucket, by, pauses, asOf }: Way): Promise<unknown> {
  const names = withHistory.filter(([, figure]) => !by || figure.by.includes(by as 'product'))
  const parts = names.map(([name, { columns }]) => {
    const row = `{ start key ${Object.keys(columns).join(' ')} }`
    return `${name} { rows ${row} groups ${row} }`
  })
  const churn = bucket === 'quarter' ? 'start_only' : bucket === 'week' ? 'daily' : 'of_all'
  const zone = bucket === 'quarter' ? 'Asia/Tokyo' : 'Europe/Berlin'
  // Of more than 140 parts cohorts are refused.
  const from = bucket === 'day' ? '2026-05-10' : '2026-03-10'
  const args = `from: "${from}", to: "2026-09-20", zone: "${zone}", bucket: ${bucket}, options: { pauses: ${pauses}, churn: ${churn} }
    ${by ? `by: ${by}` : ''} ${asOf ? `asOf: "${asOf}"` : ''}`
  const { data, errors } = await store.graphql(`{ figures(${args}) { ${parts.join(' ')} } }`)
  expect(errors).toEqual([])
  return data.figures
}

async function allOf(ways: readonly Way[]): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const way of ways) answers.push(await figuresOf(way))
  return answers
}

/** Holds figures of months that are added up to those of movements alone. */
async function expectSame(ways: readonly Way[] = fewWays): Promise<void> {
  const added = await allOf(ways)
  const kept = await db.movementRollUp.findMany()
  await forget()
  expect(added).toEqual(await allOf(ways))
  await db.movementRollUp.createMany({ data: kept })
}

/** Lives of subscriptions of all kinds, from April to September. */
async function live(): Promise<void> {
  await moveTo('2026-04-01T09:00:00Z')
  const first = await sell({ price: 18_000, cycles: 6 })
  const second = await sell({ price: 2000, customer: first.customer })
  const paused = await sell({ price: 2500 })
  await sell({ isGift: true, cycles: 3, price: 7500 })
  const declined = await sell({ rhythm: { weeks: 1 }, price: 700 })
  await moveTo('2026-04-20T22:30:00Z')
  await write('pauseSubscription', { id: paused.id, pausedUntil: '2026-06-20T00:00:00Z' }, 'subscription { id }')
  await write('cancelSubscription', { id: second.id, cancelReason: 4 }, 'subscription { id }')
  await db.paymentMethod.updateMany({ where: { customerId: declined.customer.id }, data: { gatewayToken: 'tok_never' } })
  await moveTo('2026-05-31T22:30:00Z')
  await sell({ price: 4000, customer: first.customer })
  await moveTo('2026-07-01T00:30:00Z')
  await write('reactivateSubscription', { id: second.id }, 'subscription { id }')
  await moveTo('2026-09-03T12:00:00Z')
}

beforeAll(live, 60_000)

const times = ['2026-06-15T00:00:00Z', '2026-09-01T00:00:00Z']

describe('Movements that are added up by month', () => {
  it('are a few at a time, each once, and all of them', async () => {
    const before = await waiting()
    expect(before).toBeGreaterThan(12)
    expect(await addAll()).toBe(await db.subscriptionMovement.count())
    expect(await rollUp()).toBe(0)
    expect(await recount()).toEqual([])
  })

  it('make no difference to any figure, in any zone, by any group and way to count, and as of any time', async () => {
    await addAll()
    expect(await db.movementMonth.count()).toBeGreaterThan(0)
    await expectSame(waysOf(times))
  })

  it('make none where some are added and others wait', async () => {
    await addAll()
    await sell({ price: 1234 })
    await moveTo('2026-09-05T12:00:00Z')
    expect(await waiting()).toBeGreaterThan(0)
    await expectSame([...fewWays, { bucket: 'month', pauses: 'separate', asOf: '2026-09-04T00:00:00Z' }])
  })

  it('are read as they are where they move on between two statements of a figure', async () => {
    await addAll()
    await sell({ price: 777 })
    const buckets = [{ start: new Date('2026-04-01T00:00:00Z'), end: new Date('2026-10-01T00:00:00Z') }]
    const raw = async (text: string) => {
      const rows = await db.$queryRawUnsafe<object[]>(text, 1n)
      return rows.map((row) => Object.values(row).map((cell) => (cell === null ? null : String(cell))))
    }
    const sold = async (reads: (text: string) => Promise<void>) => {
      const query = async (text: string) => {
        await reads(text)
        return raw(text)
      }
      const asked = {
        ...{ buckets, zone: 'UTC', by: undefined, asOf: undefined, statements: [], query, keptMonths: keptMonthsReader(query) },
        ...{
          options: { churn: 'of_all', pauses: 'separate' } as const,
          each: async <T>(items: readonly T[], work: (item: T) => void) => items.forEach(work),
        },
      }
      const lines = await linesOf(asked)
      return lines.map((line) => `${line.kind} ${line.value.numerator}/${line.value.denominator}`).sort()
    }
    const expected = await sold(async () => {})
    let rounds = 0
    // Each time a statement is about to look, the months have just moved on, or begin anew.
    const moving = await sold(async (text) => {
      if (!text.includes('movement_month')) return
      rounds += 1
      if (rounds === 2) await forget()
      await sell({ price: 0 })
      await addAll()
    })
    expect(rounds).toBe(3)
    expect(moving).toEqual(expected)
  })

  it.skipIf(!isShared)('leave out what is not committed, and have it once it is; what is rolled back never', async () => {
    await addAll()
    const [movement] = await db.subscriptionMovement.findMany({ orderBy: { id: 'desc' }, take: 1 })
    const { id: _, changedIn: __, updatedAt: ___, ...copy } = movement as Prisma.SubscriptionMovementGetPayload<object>
    const count = await db.subscriptionMovement.count()
    for (const isKept of [true, false]) {
      const [open, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const writing = inTransaction(db, async (tx) => {
        await tx.subscriptionMovement.create({
          data: { ...copy, fromPrice: 0n, toPrice: 9999n, toCounted: true, isFirst: false, kind: 'expansion' },
        })
        open.resolve()
        await go.promise
        if (!isKept) throw new Error('Rolled back.')
      }).catch(() => {})
      await open.promise
      // Committed behind the one that is open.
      await sell({ price: 55 })
      await rollUp()
      expect(await waiting()).toBeGreaterThan(0)
      await expectSame()
      go.resolve()
      await writing
      await expectSame()
      await addAll()
      await expectSame()
      expect(await recount()).toEqual([])
    }
    expect(await db.subscriptionMovement.count()).toBeGreaterThan(count)
  })

  it.skipIf(!isShared)('are each once where several servers add them up beside writers', async () => {
    const servers = Array.from({ length: 3 }, async () => {
      for (let round = 0; round < 6; round += 1) await rollUp(2)
    })
    for (let each = 0; each < 8; each += 1) await sell({ price: 100 + each })
    await Promise.all(servers)
    await addAll()
    expect(await recount()).toEqual([])
  })

  it('are read once for all figures of a request that need them', async () => {
    await addAll()
    const parts =
      'mrr { rows { mrr } } mrrMovements { rows { endMrr } } churn { rows { rate netRate } } subscribers { rows { paying } }'
    const read = await statementsOf(() => store.graphql(`{ figures { ${parts} } }`))
    // Recurring amounts, customers and statuses; before them the place up to which months are.
    expect(read.filter((sql) => sql.includes('movement_month'))).toHaveLength(3)
    expect(read.filter((sql) => sql.startsWith('SELECT zone'))).toHaveLength(1)
  })

  it('begin anew in another time zone of the store', async () => {
    await addAll()
    const { timeZone } = await db.store.findUniqueOrThrow({ where: { id: 1n } })
    await db.store.update({ where: { id: 1n }, data: { timeZone: 'Pacific/Auckland' } })
    await expectSame()
    expect(await addAll()).toBe(await db.subscriptionMovement.count({ where: { storeId: 1n } }))
    expect(await db.movementRollUp.findUnique({ where: { storeId: 1n } })).toMatchObject({ zone: 'Pacific/Auckland' })
    await expectSame()
    expect(await recount()).toEqual([])
    await db.store.update({ where: { id: 1n }, data: { timeZone } })
  })

  it('are found by doctor where they are wrong, and made again', async () => {
    await addAll()
    await db.movementMonth.updateMany({ where: { name: 'statuses', kind: 'active' }, data: { amount: { increment: 1 } } })
    const [wrong] = await recount()
    expect(wrong).toMatchObject({ storeId: 1n, names: ['statuses'] })
    await forget()
    await addAll()
    expect(await recount()).toEqual([])
  })
})
