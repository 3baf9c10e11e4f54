/**
 * The count of a list that is kept between requests, and the SQL that decides whether it still holds, in the list's own statement.
 *
 * A count is kept with the mark of the oldest transaction that was open when it was made, if no row or tombstone of a table that its condition
 * reads had that mark or a later one. It holds in any snapshot in which all of that is so as well: both snapshots then see the same
 * transactions below the mark, and none of those from the mark on has changed a table that counts. So transactions that commit late, are
 * rolled back or write in savepoints need no care, and neither does a replica that is behind.
 *
 * A server that takes the place of another may lack its last transactions, and give their numbers to others: a count holds at its server alone.
 */
import type { Model } from '../../schema/model.ts'
import type { MarkedBy } from '../../schema/registry.ts'
import { snakeCase } from '../../values/text.ts'
import { literal } from './json.ts'
import type { CountToKeep, Statement } from './statement.ts'
import { columnSql, ofStore, tableName } from './tables.ts'

/** A table that a count reads, with its marks. */
export type MarkedTable = { model: Model; markedBy: MarkedBy }

/** The mark of the oldest transaction that is open: all that has a lower one is committed. The migrations make the function. */
export const openSql = '"oldest_open_transaction"()'

/** The server and when it began, in microseconds. */
const serverSql = '(extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint'

/** The last mark of the rows and tombstones of a table; null where it has none. An index has the marks of a store in order. */
function lastMarks({ model, markedBy: { column, deletions } }: MarkedTable): string[] {
  const ofRecords = `${columnSql('gone', 'recordType')} = ${literal(snakeCase(model.name))}`
  return [
    `(SELECT max(${columnSql('kept', column)}) FROM ${tableName(model)} kept WHERE ${ofStore(model, 'kept')})`,
    `(SELECT max(${columnSql('gone', 'changedIn')}) FROM ${tableName(deletions)} gone WHERE ${ofStore(deletions, 'gone')} AND ${ofRecords})`,
  ]
}

/**
 * The count, as text: the kept one where it holds. One that is made anew and may be kept is followed by its mark and its server, with commas.
 *
 * @param count the SQL that makes it anew.
 */
export function keptCountSql(
  count: string,
  tables: readonly MarkedTable[],
  toKeep: Omit<CountToKeep, 'at'>,
  statement: Statement,
): string {
  const at = statement.values.length
  const [mark, server, kept] = [statement.bind(null), statement.bind(null), statement.bind(null)]
  statement.counts.push({ ...toKeep, at })
  const marks = `SELECT greatest(0, ${tables.flatMap(lastMarks).join(', ')}) AS last, ${openSql} AS open, ${serverSql} AS server OFFSET 0`
  const holds = `${mark}::bigint > last AND ${mark}::bigint <= open AND ${server}::bigint = server`
  const made = `concat(${count}, CASE WHEN last < open THEN concat(',', open, ',', server) END)`
  return `(SELECT CASE WHEN ${holds} THEN ${kept}::text ELSE ${made} END FROM (${marks}) marks)`
}
