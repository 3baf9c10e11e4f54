/**
 * Fills an empty database with thousands of subscriptions over up to two hundred stores, for measuring.
 *
 * PostgreSQL makes the rows itself, set by set, from the number of each subscription: nothing passes through Node, and the
 * same day gives the same rows. Indexes and foreign keys are taken off first and made again at the end. All of it is one
 * transaction, so a seed that is stopped half-way leaves the database as it was, indexes included.
 */
import {
  countSubscribers,
  fillCustomers,
  hasStores,
  holdDeliveries,
  holdStores,
  moveSequences,
  NotEmpty,
  noteFilledStore,
} from './database.ts'
import type { Progress } from './progress.ts'
import { batchStatements, batchTables } from './scale/batch.ts'
import { catalogueStatements, usualStores } from './scale/catalogue.ts'
import { constraintsAndIndexes } from './scale/indexes.ts'
import type { Statements } from './scale/statement.ts'

const subscriptionsABatch = 10_000
const customersAtOnce = 1_000

/** How many thousand subscriptions, over how many stores: 1 to 200, 20 unless given. */
export type Scale = { thousands: number; stores?: number }

/** Statements that must not wait for a lock on the way, and count months in UTC wherever the server stands. */
const settings = [`SET LOCAL TIME ZONE 'UTC'`, `SET LOCAL maintenance_work_mem = '256MB'`, `SET LOCAL work_mem = '64MB'`]

/**
 * Writes `thousands` times a thousand subscriptions and all that hangs on them; the caller holds the transaction.
 *
 * @returns how many rows were written.
 * @throws NotEmpty when there is a store already.
 */
export async function seedScale(
  database: Statements,
  { thousands, stores = usualStores }: Scale,
  now: Date,
  progress: Progress,
): Promise<number> {
  for (const setting of settings) await database.run(setting)
  await database.run(holdStores)
  if ((await database.rows(hasStores))[0]?.found) throw new NotEmpty()

  const today = now.toISOString().slice(0, 10)
  const { remove, restore } = await constraintsAndIndexes(database)
  for (const statement of remove) await database.run(statement)

  let written = 0
  for (const statement of catalogueStatements(today, stores)) written += await database.run(statement)
  for (const statement of batchTables) await database.run(statement)
  const total = thousands * 1000
  for (let first = 1; first <= total; first += subscriptionsABatch) {
    const last = Math.min(first + subscriptionsABatch - 1, total)
    written += await writeBatch(database, first, last, today, stores)
    progress.step('Subscriptions', last, total, written)
  }

  // The statistics come first: without them the planner checks foreign keys row by row.
  await database.run('ANALYZE')
  for (const [index, statement] of restore.entries()) {
    await database.run(statement)
    progress.step('Indexes and foreign keys', index + 1, restore.length)
  }
  await fillMovements(database, stores, now, progress)
  await database.run(countSubscribers)
  await database.run(holdDeliveries)
  await database.run(moveSequences)
  return written
}

/** Makes the movements, of so many customers at a time that what a statement joins fits into memory. */
async function fillMovements(database: Statements, stores: number, now: Date, progress: Progress): Promise<void> {
  const [{ last } = { last: 0 }] = (await database.rows('SELECT coalesce(max(id), 0)::int AS last FROM customer')) as {
    last: number
  }[]
  for (let store = 1; store <= stores; store += 1) {
    for (let first = 1; first <= last; first += customersAtOnce * stores) {
      const those = `id BETWEEN ${first} AND ${first + customersAtOnce * stores - 1}`
      await database.run(fillCustomers(store, now, those))
      progress.step(
        'Movements',
        Math.min((store - 1) * last + first + customersAtOnce * stores - 1, last * stores),
        last * stores,
      )
    }
    await database.run(noteFilledStore(store, now))
  }
}

async function writeBatch(database: Statements, first: number, last: number, today: string, stores: number): Promise<number> {
  let written = 0
  for (const { sql, scratch } of batchStatements(first, last, today, stores)) {
    const rows = await database.run(sql)
    if (!scratch) written += rows
  }
  return written
}
