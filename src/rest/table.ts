/** The REST table as it is served: its rows, compiled against a schema, and all that is known of them before a request comes. */
import type { GraphQLSchema } from 'graphql'
import { aggregateRoutes } from './aggregate-row.ts'
import { type Compiled, compileRoutes } from './compile.ts'
import { type Directory, describeTable } from './directory.ts'
import { type FoundRows, matcher } from './match.ts'
import { compileReadOnly, type ReadOnlyOfTable } from './read-only-fields.ts'
import type { Contract } from './route.ts'

export type Table = {
  schema: GraphQLSchema
  rows: readonly Compiled[]
  /** Finds the rows of a path. */
  find(path: string): FoundRows<Compiled> | undefined
  /** Whether a path takes a body that lists records, which may be larger than others. */
  takesList(path: string): boolean
  readOnly: ReadOnlyOfTable
  /** The directory of its paths. */
  directory: Directory
}

/** Compiles a table. @throws Error naming the row that does not fit the schema. */
export function createTable(schema: GraphQLSchema, contract: Contract): Table {
  const own = compileRoutes(schema, contract)
  const rows = [...own, ...compileRoutes(schema, { ...contract, routes: aggregateRoutes(schema, own) })]
  const { find } = matcher(rows)
  const lists = new Set(rows.flatMap(({ path, list }) => (list === undefined ? [] : [path])))
  return {
    schema,
    rows,
    find,
    takesList: (path) => lists.has(path.endsWith('/') ? path : `${path}/`),
    readOnly: compileReadOnly(schema, rows),
    directory: describeTable(schema, rows, contract.credentials),
  }
}
