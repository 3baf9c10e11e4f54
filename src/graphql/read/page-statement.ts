/** The statements that read a page of a list and count the list, and the order and bounds of pages wherever they lie. */
import type { ListRead } from '../list-arguments.ts'
import type { ModelName } from '../model.ts'
import { type OrderTerm, reversed } from '../order.ts'
import { all, conditionSql } from './condition.ts'
import { orderCells } from './page.ts'
import type { Reading } from './reading.ts'
import type { Scope } from './scope.ts'
import { Statement } from './statement.ts'
import { columnSql, ofStore, tableName } from './tables.ts'

/** Where pages begin that cost more to find than to read. */
const deepOffset = 1_000

/** The order in which a page's rows are read: from the end, for its last ones. */
export const inOrder = ({ page, terms }: ListRead): OrderTerm[] => (page.backward ? reversed(terms) : terms)

export const orderSql = (terms: OrderTerm[], alias: string): string =>
  terms.map(({ name, direction }) => `${columnSql(alias, name)} ${direction === 'asc' ? 'ASC' : 'DESC'}`).join(', ')

/** The order and bounds of a page; one row more than asked tells whether more follow. */
export function pageSql(list: ListRead, alias: string, statement: Statement): string {
  const { size, offset } = list.page
  // Written out: for a bound that it does not know the planner takes a tenth of the table.
  const bounds = ` LIMIT ${size + 1}${offset > 0 ? ` OFFSET ${statement.bind(offset)}` : ''}`
  return ` ORDER BY ${orderSql(inOrder(list), alias)}${bounds}`
}

/** The conditions of a list's rows, those of cursors apart. */
const rowsOf = ({ where }: ListRead, model: ModelName, alias: string, statement: Statement): string =>
  all([ofStore(model, alias), conditionSql(where, model, alias, statement)])

/** The statement that reads a page of a list that begins at a root field; the cells of cursors come behind the scope's own. */
export function pageStatement(scope: Scope, list: ListRead, wantsCursors: boolean, reading: Reading): Statement {
  const { alias, model } = scope
  const statement = new Statement(reading.viewer.storeId)
  const columns = scope.columns(statement, reading, wantsCursors ? orderCells(list.terms, model, alias) : [])
  const table = `${tableName(model)} ${alias}`
  const where = all([rowsOf(list, model, alias, statement), conditionSql(list.place, model, alias, statement)])
  const page = `FROM ${table} WHERE ${where}${pageSql(list, alias, statement)}`
  const order = `ORDER BY ${orderSql(inOrder(list), alias)}`
  if (list.page.offset >= deepOffset) {
    // An index has the ids of what is passed over: of none of those a row is looked at.
    const condition = all([ofStore(model, alias), `${columnSql(alias, 'id')} = passed."id"`])
    const found = `(SELECT ${columnSql(alias, 'id')} ${page}) passed JOIN ${table} ON ${condition}`
    return statement.is(`SELECT ${columns} FROM ${found}${scope.from} ${order}`)
  }
  if (!scope.isJoined) return statement.is(`SELECT ${columns} ${page}`)
  // Bounded first: what belongs to a row is joined to those of the page alone.
  return statement.is(`SELECT ${columns} FROM (SELECT ${alias}.* ${page}) ${alias}${scope.from} ${order}`)
}

/** The statement that counts a list that begins at a root field. */
export function countStatement({ model, alias }: Scope, list: ListRead, storeId: bigint): Statement {
  const statement = new Statement(storeId)
  return statement.is(`SELECT count(*) FROM ${tableName(model)} ${alias} WHERE ${rowsOf(list, model, alias, statement)}`)
}
