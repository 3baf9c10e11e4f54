/** All rows of a database in memory, read table by table; every column as its text, so that nothing is rounded on the way. */
import { getDatamodel } from '../../../prisma/generated/pothos.ts'
import type { Db } from '../../../src/db/connect.ts'
import type { StoredColumn, ValueSource } from '../../../src/schema/model.ts'
import { snakeCase } from '../../../src/values/text.ts'
import { columnNames, columnOf, relationOf } from '../../support/described.ts'
import { type Exact, readExact } from './exact-json.ts'

/** A row by the names of the data model: identifiers and amounts are bigint, times Dates, JSON exact. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: bigint; readonly storeId: bigint }

export type Rows = Awaited<ReturnType<typeof readRows>>

const { datamodel } = getDatamodel() as unknown as { datamodel: { models: Record<string, unknown> } }
const models = Object.keys(datamodel.models) as string[]

function textOf({ name, kind, list }: StoredColumn): string {
  const column = `"${snakeCase(name)}"`
  if (list) return `to_json(${column})::text`
  return kind === 'time' ? `(extract(epoch FROM ${column}) * 1000)::bigint::text` : `${column}::text`
}

function readValue({ kind, list }: StoredColumn, text: string | null): unknown {
  if (text === null) return null
  if (list) return JSON.parse(text)
  if (kind === 'id' || kind === 'mark' || kind === 'amount' || kind === 'sequence') return BigInt(text)
  if (kind === 'integer' || kind === 'number') return Number(text)
  if (kind === 'boolean') return text === 'true'
  if (kind === 'time') return new Date(Number(text))
  return kind === 'json' ? (readExact(text) as Exact) : text
}

async function readTable(db: Db, model: string): Promise<Row[]> {
  const columns = columnNames(model).map((name) => columnOf(model, name))
  const selected = columns.map((column, index) => `${textOf(column)} AS "c${index}"`)
  const found = await db.$queryRawUnsafe<Record<string, string | null>[]>(
    `SELECT ${selected.join(', ')} FROM "${snakeCase(model)}"`,
  )
  const rows = found.map((cells) =>
    Object.fromEntries(columns.map((column, index) => [column.name, readValue(column, cells[`c${index}`] ?? null)])),
  ) as Row[]
  return 'id' in (rows[0] ?? {}) ? rows.sort((one, other) => (one.id < other.id ? -1 : 1)) : rows
}

/** Reads all there is. */
export async function readRows(db: Db) {
  const tables = new Map<string, Row[]>()
  for (const model of models) tables.set(model, await readTable(db, model))
  const of = (model: string): Row[] => tables.get(model) ?? []

  const indexes = new Map<string, Map<unknown, Row[]>>()
  function index(model: string, column: string): Map<unknown, Row[]> {
    const key = `${model}.${column}`
    const known = indexes.get(key) ?? Map.groupBy(of(model), (row) => row[column])
    indexes.set(key, known)
    return known
  }
  /** The rows of the same store that a relation leads to, in the order of their ids. */
  function related(model: string, row: Row, name: string): Row[] {
    const { model: target, from, to } = relationOf(model, name)
    if (row[from] === null) return []
    const found = index(target, to).get(row[from]) ?? []
    return target === 'Store' ? found : found.filter(({ storeId }) => storeId === row.storeId)
  }
  /** The value of a field of a row. */
  function valueIn(model: string, row: Row, { source, through, isSet }: ValueSource): unknown {
    const value = through === undefined ? row[source] : related(model, row, through)[0]?.[source]
    return isSet ? value !== null : value
  }
  return {
    of,
    valueIn,
    ofStore: (model: string, storeId: bigint): Row[] => index(model, 'storeId').get(storeId) ?? [],
    find: (model: string, id: bigint): Row | undefined => index(model, 'id').get(id)?.[0],
    related,
  }
}
