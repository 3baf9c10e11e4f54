/**
 * Writes conditions on the rows of a model in SQL.
 *
 * `{ genre: 'prose', price: { gt: 5n } }` → `t0."genre" = $2 AND t0."price" > $3`. A relation takes conditions on its rows: `{ shelf: {
 * room: 'A' } }`, `{ pages: { some: { number: 5n } } }`. Each table is restricted to the statement's store.
 */
import { columnOf, type Model } from '../../schema/model.ts'
import { operators } from '../../schema/operators.ts'
import type { Condition, Exists } from '../filter/comparison.ts'
import { BoundParameter, Placeholder } from '../filter/placeholder.ts'
import type { Search } from '../filter/search.ts'
import { searchSql } from './search.ts'
import { joinedRelations, type SharedJoins } from './shared-joins.ts'
import type { Statement } from './statement.ts'
import { columnSql, ofStore, tableName } from './tables.ts'

/** The condition that every row satisfies. */
export const always = 'TRUE'
const never = 'FALSE'

/**
 * Writes a condition on the rows of an aliased table.
 *
 * @param shared the joins of the page that the condition may use; without them each relation is a subquery.
 */
export function conditionSql(
  condition: Condition,
  model: Model,
  alias: string,
  statement: Statement,
  shared?: SharedJoins,
): string {
  return all(Object.entries(condition).map(([name, value]) => partSql(name, value, model, alias, statement, shared)))
}

function partSql(
  name: string,
  value: unknown,
  model: Model,
  alias: string,
  statement: Statement,
  shared: SharedJoins | undefined,
): string {
  const each = (conditions: unknown, beside?: SharedJoins) =>
    [conditions].flat().map((condition) => conditionSql(condition as Condition, model, alias, statement, beside))
  if (value === undefined) return always
  if (name === 'AND') return all(each(value, shared))
  if (name === 'OR') return any(each(value))
  if (name === 'NOT') return not(all(each(value)))
  if (name === 'EXISTS') return existsSql(value as Exists, model, alias, statement)
  if (name === 'SEARCH') return searchSql(value as Search, alias, statement)
  // Every table is restricted to the store already.
  if (name === 'storeId' && value === statement.storeId) return always
  const relation = model.relations.get(name)
  const joined = relation && !relation.list && shared?.nameOf(name)
  if (joined) return conditionSql(value as Condition, relation.model, joined, statement)
  if (relation) {
    const where = (relation.list ? (value as Condition).some : value) as Condition
    return existsSql({ relation, where }, model, alias, statement)
  }
  return columnCondition(name, value, model, alias, statement)
}

/** Joins conditions with AND. None is omitted, even next to one that is false: a bound value without a reference has no type. */
export function all(parts: string[]): string {
  const rest = parts.filter((part) => part !== always)
  return rest.length === 0 ? always : rest.join(' AND ')
}

function any(parts: string[]): string {
  if (parts.length === 0) return never
  return parts.length === 1 ? (parts[0] as string) : `(${parts.map((part) => `(${part})`).join(' OR ')})`
}

const not = (part: string): string => `NOT (${part})`

function existsSql({ relation: { model, from, to }, where }: Exists, outer: Model, alias: string, statement: Statement): string {
  statement.reads(outer, from)
  statement.reads(model, to)
  const inner = statement.alias()
  // The planner takes seconds for the order of a hundred joins, and minutes for more. OFFSET 0 keeps a subquery from being flattened.
  const fence = statement.relations > joinedRelations ? ' OFFSET 0' : ''
  const conditions = all([
    ofStore(model, inner),
    `${columnSql(inner, to)} = ${columnSql(alias, from)}`,
    conditionSql(where, model, inner, statement),
  ])
  return `EXISTS (SELECT FROM ${tableName(model)} ${inner} WHERE ${conditions}${fence})`
}

/** The SQL of operators by their names in conditions. */
const sqlOf = new Map(
  Object.values(operators).flatMap((operator) => [
    ...('condition' in operator ? [[operator.condition as string, operator.sql] as const] : []),
    ...('ofSet' in operator ? [[operator.ofSet.condition as string, operator.ofSet.sql] as const] : []),
  ]),
)

function operatorSql(name: string, column: string, bound: string): string {
  const sql = sqlOf.get(name)
  if (!sql) throw new Error(`${column} has no operator ${name}`)
  return sql(column, bound)
}

function columnCondition(name: string, value: unknown, model: Model, alias: string, statement: Statement): string {
  const column = columnSql(alias, name)
  statement.reads(model, name)
  const { kind, required } = columnOf(model, name)
  // JSON's null counts as missing too.
  const missing = kind === 'json' ? `(${column} IS NULL OR ${column} = 'null')` : `${column} IS NULL`
  const bind = (operand: unknown) =>
    kind === 'json' ? `${statement.bind(JSON.stringify(operand))}::jsonb` : statement.bind(operand, kind)
  const equals = (operand: unknown): string => {
    if (operand === null) return missing
    // Written as a literal, since a partial index may cover one of the two.
    return kind === 'boolean' ? (operand ? column : `NOT ${column}`) : operatorSql('equals', column, bind(operand))
  }
  if (!isOperators(value)) return equals(value)
  const { mode, ...operators } = value
  return all(
    Object.entries(operators).map(([operator, operand]) => {
      if (operand === undefined) return always
      if (operator === 'equals') return mode ? like(column, operand, mode, statement) : equals(operand)
      if (operator === 'not' && operand === null) return `NOT ${missing}`
      if (Array.isArray(operand) && kind !== 'json') {
        // Without values nothing is bound, and `notIn` still requires that there is a value.
        if (operand.length === 0) return operator === 'in' ? never : required ? always : `NOT ${missing}`
        return operatorSql(operator, column, statement.bind(operand))
      }
      const pattern = patternOf(operator, operand)
      if (pattern !== undefined) return like(column, pattern, mode, statement)
      return operatorSql(operator, column, bind(operand))
    }),
  )
}

const isOperators = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof Date || value instanceof Placeholder || value instanceof BoundParameter)

function patternOf(operator: string, text: unknown): string | undefined {
  if (operator === 'contains') return `%${text}%`
  if (operator === 'startsWith') return `${text}%`
  return operator === 'endsWith' ? `%${text}` : undefined
}

const like = (column: string, pattern: unknown, mode: unknown, statement: Statement): string =>
  `${column} ${mode === 'insensitive' ? 'ILIKE' : 'LIKE'} ${statement.bind(pattern)}`
