/** Transactions: all or nothing, tried again when the database asks for it, with rows held by locks. */
import { setTimeout } from 'node:timers/promises'
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Db } from './connect.ts'
import type { ReadRows } from './connection.ts'
import { columnsToNames, namesToColumns, quoted } from './names.ts'
import type { ModelName, Shape } from './shape.ts'
import { onConnection } from './transaction-connection.ts'

/** A client inside a transaction. */
export type Tx = Parameters<Parameters<Db['$transaction']>[0]>[0]

const attempts = 4
const firstPauseMilliseconds = 15

/**
 * Runs work in a transaction; a deadlock or serialization failure is tried again, at most three times, a little later each
 * time. Work must have no effects outside the transaction.
 *
 * @param work is given, beside the client, a reader over the same connection, which sees what the transaction has done so far.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx, rows: ReadRows) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await onConnection((rows) => db.$transaction((tx) => work(tx, rows)))
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error
      await setTimeout(firstPauseMilliseconds * 2 ** attempt * (0.5 + Math.random()))
    }
  }
}

const conflicts: ReadonlySet<unknown> = new Set(['P2034', '40001', '40P01'])

/** Conflicts come with a code of Prisma or of PostgreSQL, and from COMMIT with a message alone. */
function isRetryable(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  return conflicts.has(code) || /TransactionWriteConflict|40001|40P01|deadlock detected/.test(message)
}

/** Thrown to roll back a transaction that has served its purpose. */
class Undone extends Error {}

/** Runs work in a transaction that is undone at its end. */
export async function undone<T>(db: Db, work: (tx: Tx, rows: ReadRows) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  await inTransaction(db, async (tx, rows) => {
    result = { value: await work(tx, rows) }
    throw new Undone()
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  // Set wherever `Undone` was thrown.
  return (result as { value: T }).value
}

/**
 * Locks the row of a model with these values until the transaction ends; undefined when there is none. Other transactions wait for
 * the lock.
 */
export async function lockRow<M extends ModelName>(tx: Tx, model: M, values: Partial<Shape<M>>): Promise<Shape<M> | undefined> {
  const conditions = Object.entries(values).map(
    ([name, value]) => Prisma.sql`${Prisma.raw(quoted(name))} = ${value as bigint | string}`,
  )
  const [row] = await lockRows(tx, model, Prisma.sql`${Prisma.join(conditions, ' AND ')} FOR UPDATE`)
  return row
}

/**
 * Locks rows of a model.
 *
 * @param which the rows, in which order, and how they are locked: what follows `WHERE`.
 */
export async function lockRows<M extends ModelName>(tx: Tx, model: M, which: Prisma.Sql): Promise<Shape<M>[]> {
  const rows = await tx.$queryRaw<object[]>(Prisma.sql`SELECT * FROM ${Prisma.raw(quoted(model))} WHERE ${which}`)
  return rows.map((row) => columnsToNames(row) as Shape<M>)
}

/**
 * Changes rows of a model by one statement for any number of them.
 *
 * @param rows each with its id and the columns to write, the same in all of them.
 */
export async function updateRows(tx: Tx, model: ModelName, storeId: bigint, rows: readonly { id: bigint }[]): Promise<void> {
  const table = Prisma.raw(quoted(model))
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'id')
  const set = Prisma.raw(columns.map((name) => `${quoted(name)} = "new".${quoted(name)}`).join(', '))
  await tx.$executeRaw`UPDATE ${table} AS "old" SET ${set} FROM json_populate_recordset(NULL::${table}, ${jsonOf(rows)}::json) AS "new"
    WHERE "old"."store_id" = ${storeId} AND "old"."id" = "new"."id"`
}

/** Takes ids for new rows of a model, in order. */
export async function nextIds(tx: Tx, model: ModelName, count: number): Promise<bigint[]> {
  if (count === 0) return []
  const table = quoted(model)
  const rows = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT nextval(pg_get_serial_sequence(${table}, 'id')::regclass) AS id FROM generate_series(1, ${count}::int)`
  return rows.map(({ id }) => id)
}

/** Rows as one JSON parameter, by the names of their columns. */
const jsonOf = (rows: readonly object[]): string =>
  JSON.stringify(rows.map(namesToColumns), (_name, value) => (typeof value === 'bigint' ? String(value) : value))

/**
 * Inserts rows of a model by one statement with one value for any number of them: five hundred of six columns held the thread for a
 * sixth of a second while Prisma wrote a statement of them.
 *
 * @param rows properties that one lacks and another has are null in it.
 */
export async function insertRows(tx: Tx, model: ModelName, rows: readonly object[]): Promise<void> {
  const table = Prisma.raw(quoted(model))
  const columns = Prisma.raw([...new Set(rows.flatMap(Object.keys))].map(quoted).join(', '))
  await tx.$executeRaw(
    Prisma.sql`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, ${jsonOf(rows)}::json)`,
  )
}

/** Deletes rows of a model by one statement for any number of them. @param rows each with the columns that find it, the same in all of them. */
export async function deleteRows(tx: Tx, model: ModelName, storeId: bigint, rows: readonly object[]): Promise<void> {
  const table = Prisma.raw(quoted(model))
  const columns = Prisma.raw(
    Object.keys(rows[0] ?? {})
      .map(quoted)
      .join(', '),
  )
  await tx.$executeRaw`DELETE FROM ${table} WHERE "store_id" = ${storeId}
    AND (${columns}) IN (SELECT ${columns} FROM json_populate_recordset(NULL::${table}, ${jsonOf(rows)}::json))`
}

/** Takes ids for rows that are to be inserted, by one statement. @param counts how many, by model. */
export async function reserveIds(tx: Tx, counts: ReadonlyMap<ModelName, number>): Promise<Map<ModelName, bigint[]>> {
  if (counts.size === 0) return new Map()
  const each = [...counts].map(
    ([model, count]) =>
      Prisma.sql`SELECT ${model}::text AS model, nextval(pg_get_serial_sequence(${quoted(model)}, 'id')) AS id FROM generate_series(1, ${count}::int)`,
  )
  const found = await tx.$queryRaw<{ model: ModelName; id: bigint }[]>(Prisma.join(each, ' UNION ALL '))
  return new Map([...Map.groupBy(found, ({ model }) => model)].map(([model, rows]) => [model, rows.map(({ id }) => id)]))
}
