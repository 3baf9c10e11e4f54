/** How values are written on REST: under the contract's names, identifiers as numbers, some times as HTTP dates. */
import type { Dialect } from '../graphql/read/dialect.ts'
import { formatHttpDate } from '../values/time.ts'
import { contractName, directive } from './names.ts'

export const restDialect: Dialect = {
  nameOf: contractName,
  id: (cell) => cell,
  time: (node) => (directive(node, 'httpDate') ? (cell) => `"${formatHttpDate(new Date(cell))}"` : (cell) => `"${cell}"`),
  hasPlainLists: true,
}
