/**
 * Fills in the movements of customers from before they were recorded, a few customers at a time, so that no write waits for long. A store whose
 * customers all have theirs says from when on its figures are exact. Customers with a record that the database refuses are left out until it is
 * mended; `tandem doctor` names the record.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { refusalOfCheck } from '../db/checks.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { wholeSecond } from '../values/time.ts'
import { fillIn, noteFilled } from './history.ts'

const customersAtOnce = 20
// So that one round of maintenance ends; what is left is for the next one.
const mostBatches = 1_000

/** A store with customers to fill in, at a time of its own. */
type Filling = { db: Db; storeId: bigint; knownAt: Date; report: (error: unknown) => void }

/**
 * Fills in what is missing in all stores.
 *
 * @param report takes what left a customer out, until its store is filled in but for those.
 * @returns the number of customers that were filled in.
 */
export async function fillInMovements(db: Db, clock: Clock, report: (error: unknown) => void = () => {}): Promise<number> {
  let filled = 0
  const stores = await db.store.findMany({
    where: { OR: [{ isFilledIn: false }, { customers: { some: { hasMovements: false } } }] },
    select: { id: true, clockNow: true, isFilledIn: true },
  })
  for (const { id: storeId, clockNow, isFilledIn } of stores) {
    const knownAt = clockNow ?? wholeSecond(clock.now())
    const { count, isOver } = await fillStore({ db, storeId, knownAt, report: isFilledIn ? () => {} : report })
    if (isOver && !isFilledIn) await db.$executeRaw(noteFilled(inSql(storeId, knownAt)))
    filled += count
  }
  return filled
}

/** Fills in a store's customers in the order of their ids. @returns their number, and whether none is left but those that are refused. */
async function fillStore(filling: Filling): Promise<{ count: number; isOver: boolean }> {
  let [count, after, isBusy] = [0, 0n, false]
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const ids = await unfilledOf(filling, after)
    const last = ids.at(-1)
    if (last === undefined) return { count, isOver: !isBusy }
    const tried = await fillCustomers(filling, ids)
    count += tried.filled
    isBusy ||= tried.isBusy
    after = last
  }
  return { count, isOver: false }
}

async function unfilledOf({ db, storeId }: Filling, after: bigint): Promise<bigint[]> {
  const where = { storeId, hasMovements: false, id: { gt: after } }
  const rows = await db.customer.findMany({ where, orderBy: { id: 'asc' }, take: customersAtOnce, select: { id: true } })
  return rows.map(({ id }) => id)
}

/** Fills in customers together; where a record of one is refused, each by itself. @returns whether one is left for the next round. */
async function fillCustomers(filling: Filling, ids: readonly bigint[]): Promise<{ filled: number; isBusy: boolean }> {
  const { db, storeId, knownAt, report } = filling
  try {
    const isDone = await inTransaction(db, async (tx) => {
      if (!(await lockThem(tx, storeId, ids))) return false
      const customers = Prisma.sql`id = ANY(${[...ids]}::bigint[])`
      await tx.$executeRaw(fillIn({ ...inSql(storeId, knownAt), customers }))
      return true
    })
    return { filled: isDone ? ids.length : 0, isBusy: !isDone }
  } catch (error) {
    if (!refusalOfCheck(error)) throw error
    if (ids.length === 1) {
      report(error)
      return { filled: 0, isBusy: false }
    }
  }
  let [filled, isBusy] = [0, false]
  for (const id of ids) {
    const tried = await fillCustomers(filling, [id])
    filled += tried.filled
    isBusy ||= tried.isBusy
  }
  return { filled, isBusy }
}

/**
 * Locks the subscriptions of customers, and then the customers, as writes do.
 *
 * @returns whether these are all: one that began meanwhile is locked by the next try.
 */
async function lockThem(tx: Tx, storeId: bigint, customerIds: readonly bigint[]): Promise<boolean> {
  const ofThem = Prisma.sql`store_id = ${storeId}::bigint AND customer_id = ANY(${[...customerIds]}::bigint[])`
  const locked = await tx.$queryRaw<object[]>`SELECT id FROM subscription WHERE ${ofThem} ORDER BY id FOR NO KEY UPDATE`
  await tx.$queryRaw`SELECT id FROM customer WHERE store_id = ${storeId}::bigint AND id = ANY(${[...customerIds]}::bigint[])
    ORDER BY id FOR NO KEY UPDATE`
  const [now] = await tx.$queryRaw<[{ count: number }]>`SELECT count(*)::int AS count FROM subscription WHERE ${ofThem}`
  return now.count === locked.length
}

const inSql = (storeId: bigint, knownAt: Date) => ({
  storeId: Prisma.sql`${storeId}::bigint`,
  knownAt: Prisma.sql`${knownAt}::timestamptz`,
})
