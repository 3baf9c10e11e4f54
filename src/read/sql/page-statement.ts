/** The part of a statement that reads the rows of a page, with its order and limits. */

import { relationOf } from '../../schema/model.ts'
import type { ListRead } from '../filter/list-arguments.ts'
import { type OrderTerm, reversed } from '../filter/order.ts'
import { all } from './condition.ts'
import type { Scope } from './scope.ts'
import { SharedJoins } from './shared-joins.ts'
import type { Statement } from './statement.ts'
import { columnSql, neededColumn, ofStore, sourceSql, tableName } from './tables.ts'

/**
 * The rows of a list: the FROM clause, and the condition with its cursors. `isWhole` where there is no other condition, nor a join with
 * one: an index then has the rows in the order of their ids.
 */
export type Found = { from: string; where: string; isWhole?: boolean }

/** The offset from which on a page costs more to find than to read. */
const deepOffset = 1_000

// Computed rows are computed once for a page.
const isDeep = ({ page, computing }: ListRead): boolean => page.offset >= deepOffset && !computing

const isById = ({ terms }: ListRead): boolean => terms.length === 1 && terms[0]?.name === 'id'

/** The joins that a page's condition and its selection share, if one statement can hold both. */
export const sharedJoins = (scope: Scope, list: ListRead, statement: Statement): SharedJoins | undefined =>
  scope.joins === '' || isDeep(list) ? undefined : new SharedJoins(scope, statement)

/** The order in which a page's rows are read: reversed, for the last ones. */
const inOrder = ({ page, terms }: ListRead): OrderTerm[] => (page.backward ? reversed(terms) : terms)

const orderSql = (terms: readonly OrderTerm[], sqlOf: (term: OrderTerm) => string): string =>
  terms.map((term) => `${sqlOf(term)} ${term.direction === 'asc' ? 'ASC' : 'DESC'}`).join(', ')

/** The order of all rows that a list has, and the joins that it takes: a subquery for each row takes five times as long. */
function orderOfAll(terms: readonly OrderTerm[], { alias, model }: Scope): { order: string; joins: string } {
  const relations = new Set(terms.flatMap(({ through }) => through ?? []))
  const aliasOf = (relation: string) => `${alias}_${[...relations].indexOf(relation)}`
  const joins = [...relations].map((name) => {
    const { model: target, from, to } = relationOf(model, name)
    const on = `${ofStore(target, aliasOf(name))} AND ${columnSql(aliasOf(name), to)} = ${columnSql(alias, from)}`
    return ` JOIN ${tableName(target)} ${aliasOf(name)} ON ${on}`
  })
  const sqlOf = ({ through, ...term }: OrderTerm) =>
    through === undefined ? sourceSql(model, alias, term) : sourceSql(relationOf(model, through).model, aliasOf(through), term)
  return { order: orderSql(terms, sqlOf), joins: joins.join('') }
}

/** The number of a row, in reading order. */
export const numberSql = ({ alias, model }: Scope, list: ListRead): string =>
  `row_number() OVER (ORDER BY ${orderSql(inOrder(list), (term) => sourceSql(model, alias, term))})`

/**
 * The rows of a page, in the order they are shown in.
 *
 * @param columns selected of each row.
 *
 * @param numbered whether one row more than the page size is read, and each has its number `n` in reading order.
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
  const { order, joins: ofOrder } = orderOfAll(inOrder(list), scope)
  const sqlOf = (term: OrderTerm) => sourceSql(model, alias, term)
  // A literal: for a limit that is a parameter the planner assumes a tenth of the table.
  const bounds = `LIMIT ${numbered ? size + 1 : size}${offset > 0 ? ` OFFSET ${statement.bind(offset)}` : ''}`
  const page = `FROM ${from}${shared?.inside ?? ''}${ofOrder} WHERE ${where} ORDER BY ${order} ${bounds}`
  const selected = columns.length > 0 ? columns.join(', ') : '1'
  // PostgreSQL evaluates the texts of skipped rows too, unless a subquery limits the rows first.
  const isAsItComes = !backward && !numbered && offset === 0
  // A subquery sorts the rows with their texts, which an index avoids.
  if (isAsItComes && (joins === '' || (isWhole && isById(list))))
    return `SELECT ${selected} FROM ${from}${joins}${ofOrder} WHERE ${where} ORDER BY ${order} ${bounds}`
  const own = scope.columnsWith(['id', ...list.terms.map((term) => neededColumn(model, term))])
  const needed = [...own, ...(shared?.columns ?? [])].join(', ')
  // An index has the ids of the skipped rows: none of those rows is fetched.
  const condition = all([ofStore(model, alias), `${columnSql(alias, 'id')} = passed."id"`])
  const passed = `(SELECT ${columnSql(alias, 'id')} ${page}) passed JOIN ${tableName(model)} ${alias} ON ${condition}`
  // Limited first: the joins apply to the rows of the page alone.
  const bounded = `(SELECT ${needed} ${isDeep(list) ? `FROM ${passed}` : page}) ${alias}`
  const number = numbered ? `, ${numberSql(scope, list)} AS n` : ''
  return `SELECT ${selected}${number} FROM ${bounded}${shared?.outside ?? joins} ORDER BY ${orderSql(list.terms, sqlOf)}`
}
