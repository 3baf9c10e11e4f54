/** Plans the count of a list of records with marks, which is kept as long as no mark says that it may have changed. */
import type { GraphQLSchema } from 'graphql'
import { type Resource, resourceOf } from '../../schema/registry.ts'
import type { ListRead } from '../filter/list-arguments.ts'
import type { StatementInput } from '../request.ts'
import { keptCountSql, type MarkedTable } from '../sql/kept-count.ts'
import type { Found } from '../sql/page-statement.ts'
import { NotingStatement, type Statement } from '../sql/statement.ts'
import { tableName } from '../sql/tables.ts'

/** The tables with marks of each schema, by the names of their models. */
const markedOf = new WeakMap<GraphQLSchema, ReadonlyMap<string, MarkedTable>>()

function markedTables(schema: GraphQLSchema): ReadonlyMap<string, MarkedTable> {
  const known = markedOf.get(schema)
  if (known) return known
  const tables = new Map<string, MarkedTable>()
  for (const type of Object.values(schema.getTypeMap())) {
    const { model, markedBy } = resourceOf(type) ?? {}
    if (model && markedBy) tables.set(model.name, { model, markedBy })
  }
  markedOf.set(schema, tables)
  return tables
}

/**
 * The tables that a count reads.
 *
 * @returns undefined where one has no marks, or none for a column that is read, and for SQL that reads more than tables by their columns.
 */
function tablesOf(text: string, { columns }: NotingStatement, schema: GraphQLSchema): MarkedTable[] | undefined {
  const marked = markedTables(schema)
  const tables = [...columns].flatMap(([{ name }, read]) => {
    const table = marked.get(name)
    return table && ![...read].some((column) => table.markedBy.unmarked.has(column)) ? [table] : []
  })
  const names = new Set(tables.map(({ model }) => tableName(model)))
  const isWhole =
    tables.length === columns.size && [...text.matchAll(/\b(?:FROM|JOIN) (\S+)/g)].every(([, name = '']) => names.has(name))
  return isWhole && !ofTime.test(text) ? tables : undefined
}

/** Functions whose value changes though no row does. */
const ofTime = /\b(?:now|random|\w+_timestamp|current_\w+|localtime\w*)\b/i

type Counted = {
  schema: GraphQLSchema
  resource: Pick<Resource, 'model'>
  list: ListRead
  /** Writes the rows of the list, without a place. */
  found: (statement: Statement) => Found
  /** The index of its cell; undefined where it is a part of a text. */
  cell: number | undefined
}

const countSql = ({ from, where }: Found): string => `(SELECT count(*) FROM ${from} WHERE ${where})`

/** The SQL of the count of a list. Computed rows and lists of changes are counted anew each time. */
export function countOfList(
  { schema, resource, list, found, cell }: Counted,
  statement: Statement,
  { viewer }: StatementInput,
): string {
  const count = countSql(found(statement))
  if (cell === undefined) return count
  // A cell is a text in every page of a statement.
  const anew = `${count}::text`
  if (list.computing || list.changes) return anew
  const alone = new NotingStatement(viewer.storeId)
  alone.reads(resource.model, 'id')
  const text = countSql(found(alone))
  const tables = tablesOf(text, alone, schema)
  return tables ? keptCountSql(count, tables, { text, values: alone.values, cell }, statement) : anew
}
