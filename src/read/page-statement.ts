/** The statement's part that reads the rows of a page, and what orders and bounds them. */

import { all } from './condition.ts'
import type { ListRead } from './list-arguments.ts'
import { type OrderTerm, reversed } from './order.ts'
import type { Scope } from './scope.ts'
import { SharedJoins } from './shared-joins.ts'
import type { Statement } from './statement.ts'
import { columnSql, ofStore, tableName } from './tables.ts'

/**
 * Where the rows of a list are, and the condition that they are of it, and behind its cursors; and whether there is no other, in a join
 * neither: an index then has them one behind the other, in the order of their ids.
 */
export type Found = { from: string; where: string; isWhole?: boolean }

/** Where pages begin that cost more to find than to read. */
const deepOffset = 1_000

const isDeep = ({ page }: ListRead): boolean => page.offset >= deepOffset

const isById = ({ terms }: ListRead): boolean => terms.length === 1 && terms[0]?.name === 'id'

/** The joins that a page's condition and its rows have in common, if both can be asked at once. */
export const sharedJoins = (scope: Scope, list: ListRead, statement: Statement): SharedJoins | undefined =>
  scope.joins === '' || isDeep(list) ? undefined : new SharedJoins(scope, statement)

/** The order in which a page's rows are read: from the end, for its last ones. */
const inOrder = ({ page, terms }: ListRead): OrderTerm[] => (page.backward ? reversed(terms) : terms)

const orderSql = (terms: readonly OrderTerm[], alias: string): string =>
  terms.map(({ name, direction }) => `${columnSql(alias, name)} ${direction === 'asc' ? 'ASC' : 'DESC'}`).join(', ')

/**
 * The rows of a page, in the order they are shown in.
 *
 * @param columns what is selected of each.
 * @param numbered whether one more than asked is read, if there is one, and each has its number `n` in the order they are read in.
 */
export function pageSql(
  scope: Scope,
  columns: readonly string[],
  list: ListRead,
  { from, where, isWhole = false }: Found,
  numbered: boolean,
  statement: Statement,
  shared: SharedJoins | undefined,
): string {
  const { alias, model, joins } = scope
  const { size, offset, backward } = list.page
  const order = orderSql(inOrder(list), alias)
  // Written out: for a bound that it does not know the planner takes a tenth of the table.
  const bounds = `LIMIT ${numbered ? size + 1 : size}${offset > 0 ? ` OFFSET ${statement.bind(offset)}` : ''}`
  const page = `FROM ${from}${shared?.inside ?? ''} WHERE ${where} ORDER BY ${order} ${bounds}`
  const selected = columns.length > 0 ? columns.join(', ') : '1'
  // Of rows that are passed over PostgreSQL makes the texts too, unless they are bounded first.
  const isAsItComes = !backward && !numbered && offset === 0
  // To bound the rows first costs a sorting of their texts, which an index spares.
  if (isAsItComes && (joins === '' || (isWhole && isById(list))))
    return `SELECT ${selected} FROM ${from}${joins} WHERE ${where} ORDER BY ${order} ${bounds}`
  const own = scope.columnsWith(['id', ...list.terms.map(({ name }) => name)])
  const needed = [...own, ...(shared?.columns ?? [])].join(', ')
  // An index has the ids of what is passed over: of none of those a row is looked at.
  const condition = all([ofStore(model, alias), `${columnSql(alias, 'id')} = passed."id"`])
  const passed = `(SELECT ${columnSql(alias, 'id')} ${page}) passed JOIN ${tableName(model)} ${alias} ON ${condition}`
  // Bounded first: what belongs to a row is joined to those of the page alone.
  const bounded = `(SELECT ${needed} ${isDeep(list) ? `FROM ${passed}` : page}) ${alias}`
  const number = numbered ? `, row_number() OVER (ORDER BY ${order}) AS n` : ''
  return `SELECT ${selected}${number} FROM ${bounded}${shared?.outside ?? joins} ORDER BY ${orderSql(list.terms, alias)}`
}
