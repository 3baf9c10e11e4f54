/** How values are written on REST: under the contract's names, identifiers as numbers, some times as HTTP dates. */
import { type Dialect, graphqlDialect, quoted } from '../read/sql/dialect.ts'
import { madeBy } from '../read/sql/json.ts'
import { contractName, directive } from './names.ts'

/** The form that `parseHttpDate` reads: `Fri, 20 Nov 2026 13:45:00 GMT`. */
const httpDateSql = (sql: string) => `to_char(${sql} AT TIME ZONE 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"')`

export const restDialect: Dialect = {
  nameOf: contractName,
  id: madeBy,
  computedId: (id) => id,
  time: (sql, node) => (directive(node, 'httpDate') ? quoted(httpDateSql(sql)) : graphqlDialect.time(sql, node)),
  dotted: (sql) => sql,
  noId: null,
  isListed: (node) => directive(node, 'list') !== undefined,
  hasPlainLists: true,
  // A text in every row of the contract.
  hasEveryPath: true,
}
