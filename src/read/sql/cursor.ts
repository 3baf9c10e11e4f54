/** Writes the cursors of rows in SQL; `filter/order.ts` parses them. */
import type { Model } from '../../schema/model.ts'
import { untilTerm } from '../filter/changes.ts'
import { type OrderTerm, signature } from '../filter/order.ts'
import { literal } from './json.ts'
import { sourceSql } from './tables.ts'

/**
 * The SQL of a row's cursor: base64url of a JSON list with the order's signature and the row's values.
 *
 * @param until the SQL of the mark that a list of changes ends below.
 */
export function cursorSql(terms: readonly OrderTerm[], model: Model, alias: string, until?: string): string {
  const values = terms.map((term) => valueSql(term, sourceSql(model, alias, term)))
  if (until !== undefined) values.push(valueSql(untilTerm, until))
  const named = until === undefined ? terms : [...terms, untilTerm]
  const list = `concat(${[literal(`[${JSON.stringify(signature(named))},`), values.join(`, ',', `), "']'"].join(', ')})`
  return base64urlSql(list)
}

/** A text in base64url, which has no padding and, unlike PostgreSQL's base64, is one line. */
export const base64urlSql = (text: string): string => `translate(encode(convert_to(${text}, 'UTF8'), 'base64'), E'+/=\\n', '-_')`

function valueSql({ kind, required }: Pick<OrderTerm, 'kind' | 'required'>, column: string): string {
  const value = presentSql(kind, column)
  return required ? value : `coalesce(${value}, 'null')`
}

function presentSql(kind: OrderTerm['kind'], column: string): string {
  if (kind === 'text') return `to_json(${column})::text`
  // Milliseconds, since some years have no ISO form; infinity has no number of them.
  if (kind === 'time')
    return `CASE WHEN NOT isfinite(${column}) THEN '"infinity"' ELSE ((extract(epoch FROM ${column}) * 1000)::bigint)::text END`
  // JSON numbers are exact up to 53 bits only.
  if (kind === 'id' || kind === 'amount' || kind === 'sequence' || kind === 'mark' || kind === 'enum')
    return `'"' || ${column} || '"'`
  return `${column}::text`
}
