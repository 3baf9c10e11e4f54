/** The tables of a database of ours, as they are copied into another: all but the history of migrations, which that one has of its own. */
import type { Session } from '../db/session.ts'

/** A table; its columns in their order, and those of them that are written: all that are not made of others. */
export type CopiedTable = { name: string; columns: string[]; written: string[] }

/** The number of a table's rows, and a sum over the texts of all of them. */
export type TableSum = { rows: number; sum: string }

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A table by its quoted name. */
export const nameOf = (table: Pick<CopiedTable, 'name'>): string => quoted(table.name)

export async function readTables({ query }: Session): Promise<CopiedTable[]> {
  const { rows } = await query(
    `SELECT c.relname AS name, json_agg(a.attname ORDER BY a.attnum) AS columns,
       json_agg(a.attname ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS written
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND c.relname <> '_prisma_migrations'
     GROUP BY c.relname ORDER BY c.relname`,
  )
  return rows as CopiedTable[]
}

/** A row of a table as a text, in the form of its type. */
const rowText = ({ columns }: CopiedTable): string => `ROW(${columns.map(quoted).join(', ')})::text`

export async function sumOf({ query }: Session, table: CopiedTable): Promise<TableSum> {
  const { rows } = await query(
    `SELECT count(*)::int AS rows, coalesce(sum(hashtextextended(${rowText(table)}, 0)), 0)::text AS sum FROM ${nameOf(table)}`,
  )
  return rows[0] as TableSum
}

const cursor = 'moved_rows'

/** The rows of a table, in a transaction, in batches of the given size. */
export async function* rowsOf(session: Session, table: CopiedTable, most: number): AsyncGenerator<string[]> {
  await session.exec(`DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${rowText(table)} AS text FROM ${nameOf(table)}`)
  for (;;) {
    const { rows } = await session.query(`FETCH ${most} FROM ${cursor}`)
    if (rows.length === 0) break
    yield rows.map(({ text }) => text as string)
  }
  await session.exec(`CLOSE ${cursor}`)
}

export async function insertRows({ query }: Session, table: CopiedTable, rows: readonly string[]): Promise<void> {
  const columns = table.written.map(quoted)
  await query(
    `INSERT INTO ${nameOf(table)} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT ${columns.map((column) => `given.${column}`).join(', ')} FROM unnest($1::${nameOf(table)}[]) AS given`,
    [rows],
  )
}
