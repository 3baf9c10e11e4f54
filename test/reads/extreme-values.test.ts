/**
 * All values that columns take can be read: each column of a store is filled with the first and the last of its values, and every
 * record, list, order, page and path is requested. No answer is an internal error.
 */
import { type GraphQLObjectType, getNamedType, isLeafType, isNonNullType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../src/config/limits.ts'
import { table } from '../../src/resources/routes.ts'
import { schema } from '../../src/resources/schema.ts'
import { snakeCase } from '../../src/values/text.ts'
import { modelOfParameter } from '../support/path-parameters.ts'
import { openStore } from '../support/store.ts'
import { rootLists, rootRecords } from './schema-lists.ts'

const boundless = { ...defaultLimits, cost: Number.POSITIVE_INFINITY, fields: 100_000, aliases: 10_000, depth: 100 }
const failures: unknown[] = []
const log = { info: () => {}, warn: () => {}, error: (fields: object) => void failures.push(fields) }
const store = await openStore({ isApart: true, hasOddData: true, limits: boundless, log })
const { db } = store

/** The extremes of a type of column, in turn. */
const extremes: Record<string, readonly string[]> = {
  int8: ['9223372036854775807', '-9223372036854775808', '0', '9007199254740993'],
  int4: ['2147483647', '-2147483648', '0', '1'],
  float8: ['1.7976931348623157e308', '-1.7976931348623157e308', 'NaN', 'Infinity'],
  text: ['', '\u{10ffff}', ' ', 'x'.repeat(5_000)],
  timestamptz: ['infinity', '-infinity', '294276-12-31T23:59:59Z', '4713-01-01T00:00:00Z BC'],
}

type Column = { table: string; column: string; type: string }

/** Columns that name rows, or that the server itself goes by. */
const isKept = ({ table, column }: Column) =>
  /(^|_)(id|key)$/.test(column) || ['merchant_key', 'signing_key', 'store', 'event_counter', '_migration'].includes(table)

const columns = (
  await db.$queryRaw<Column[]>`
    SELECT table_name AS table, column_name AS column, udt_name AS type FROM information_schema.columns
    JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
      AND EXISTS (SELECT FROM information_schema.columns c WHERE c.table_schema = columns.table_schema
        AND c.table_name = columns.table_name AND c.column_name = 'store_id')`
).filter((column) => extremes[column.type] && !isKept(column))

/** Fills columns of a table in the first store, all of them at once or as many as the database takes, and answers the others. */
async function fillTogether(table: string, some: readonly Column[], round: number): Promise<Column[]> {
  const set = some.map(({ column, type }, index) => `"${column}" = $${index + 1}::text::${type}`)
  const sql = `UPDATE "${table}" SET ${set.join(', ')} WHERE store_id = 1`
  const values = some.map(({ type }) => extremes[type]?.[round] ?? '')
  const isTaken = await db.$executeRawUnsafe(sql, ...values).then(
    () => true,
    () => false,
  )
  if (isTaken) return []
  if (some.length === 1) return [...some]
  const half = some.length >> 1
  return [...(await fillTogether(table, some.slice(0, half), round)), ...(await fillTogether(table, some.slice(half), round))]
}

/** Fills all columns of the first store with their extremes, as far as the database takes them. */
async function fill(round: number): Promise<number> {
  let filled = 0
  let left = columns
  for (let isNew = true; isNew && left.length > 0; ) {
    const refused: Column[] = []
    for (const [table, some] of Map.groupBy(left, (each) => each.table)) refused.push(...(await fillTogether(table, some, round)))
    // A column that refuses its value for the sake of another may take it once the other is filled.
    isNew = refused.length < left.length
    filled += left.length - refused.length
    left = refused
  }
  return filled
}

/** All fields of a type, and of what it leads to. */
function selectionOf(type: GraphQLObjectType, depth: number): string {
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type)
    if (field.args.some((argument) => isNonNullType(argument.type))) return []
    if (isLeafType(inner)) return [field.name]
    if (!isObjectType(inner) || depth === 0) return []
    const isList = inner.name.endsWith('Connection')
    return [`${field.name}${isList ? '(first: 2)' : ''} { ${selectionOf(inner, isList ? depth : depth - 1)} }`]
  })
  return ['__typename', ...new Set(fields)].join(' ')
}

const rootType = (name: string) => getNamedType(schema.getQueryType()?.getFields()[name]?.type) as GraphQLObjectType

/** A refusal may say what cannot be added up; nothing may fail inside. */
const isOurs = ({ extensions: { code } }: { extensions: { code: string } }) =>
  ['INTERNAL', 'UNAVAILABLE', 'TIMEOUT'].includes(code)

async function ask(query: string, as?: string): Promise<Record<string, { pageInfo: { endCursor: string | null } }>> {
  const { status, data, errors } = await store.graphql(query, {}, as)
  expect([query.slice(0, 200), status < 500, errors.filter(isOurs)]).toEqual([query.slice(0, 200), true, []])
  return data
}

describe.each([0, 1, 2, 3])('Filled with extremes, round %i', (round) => {
  // Hundreds of statements, most of which the database refuses; a busy machine takes its time for them.
  it('most columns take theirs', { timeout: 240_000 }, async () => {
    expect(await fill(round)).toBeGreaterThan(columns.length / 2)
  })

  it.each(rootLists)('$name are listed, in every order, and paged', async ({ name, resource }) => {
    const type = rootType(name)
    await ask(`{ ${name}(first: 5) { ${selectionOf(type, 2)} } }`)
    const kinds = ['id', 'amount', 'integer', 'number', 'text', 'time']
    const orders = [...resource.columns.values()]
      .filter((column) => !column.list && kinds.includes(column.kind))
      .flatMap((column) => [`${column.name}_asc`, `${column.name}_desc`])
    // Many orders in one document: each by itself costs three times as much.
    const pages = (some: readonly { order: string; after?: string }[]) => {
      const lists = some.map(({ order, after }) => {
        const by = order.replace(/_(\w+)$/, ': $1')
        return `${order}: ${name}(first: 2, orderBy: [{ ${by} }]${after ? `, after: "${after}"` : ''}) { pageInfo { endCursor } }`
      })
      return ask(`{ ${lists.join(' ')} }`)
    }
    const first = await pages(orders.map((order) => ({ order })))
    const next = orders.flatMap((order) => first?.[order]?.pageInfo.endCursor ?? [])
    expect(next.length === 0 || next.length === orders.length).toBe(true)
    if (next.length > 0) await pages(orders.map((order, place) => ({ order, after: next[place] ?? '' })))
  })

  it.each(rootRecords)('$name is read by its id', async ({ name, resource }) => {
    const rows = await db.$queryRawUnsafe<{ id: bigint }[]>(
      `SELECT id FROM "${snakeCase(resource.model.name)}" WHERE store_id = 1 ORDER BY id LIMIT 2`,
    )
    for (const { id } of rows) await ask(`{ ${name}(id: ${id}) { ${selectionOf(rootType(name), 2)} } }`)
  })

  it('so are the others', async () => {
    await ask('{ renewalForecast(from: "2026-03-16", to: "2026-12-31") { __typename } store { id name clock { now } } }')
    await ask(`{ me { ${selectionOf(rootType('me'), 2)} } }`, store.customer)
    await ask('{ events(first: 5) { __typename } }')
  })

  it('and every path of REST', async () => {
    for (const row of table.filter(({ method }) => method === 'GET')) {
      let path = row.path
      for (const [whole, name = ''] of row.path.matchAll(/\{(\w+)\}/g)) {
        const [found] = await db.$queryRawUnsafe<{ id: bigint }[]>(
          `SELECT id FROM "${snakeCase(modelOfParameter(name))}" WHERE store_id = 1 ORDER BY id LIMIT 1`,
        )
        path = path.replace(whole, String(found?.id ?? 1))
      }
      for (const as of [store.merchant, store.customer, ''])
        for (const query of path === row.path ? ['', '?page=1&limit=2', '?sort=-id'] : ['']) {
          const { status } = await store.fetch(`http://127.0.0.1${path}${query}`, { headers: as ? { Authorization: as } : {} })
          expect([path, query, status < 500]).toEqual([path, query, true])
        }
    }
    expect(failures).toEqual([])
  })
})
