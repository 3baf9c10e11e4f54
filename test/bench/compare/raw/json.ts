/** Writes SQL that makes JSON text: by `concat`, which of all ways took PostgreSQL the least time. */

/** A part of a JSON text: what never changes, or an SQL expression. */
type Part = { text: string } | { sql: string }

/** An SQL expression of JSON text. */
export type Json = readonly Part[]

const constant = (text: string): Part => ({ text })
const computed = (sql: string): Part => ({ sql })

/** A number, or JSON text that is never null. */
export const value = (sql: string): Json => [computed(sql)]

export const flag = (sql: string): Json => [computed(`(${sql})::text`)]

/** A number or JSON text that may be null. */
export const valueOrNull = (sql: string): Json => [computed(`coalesce((${sql})::text, 'null')`)]

/** A number or an enum's value as a string: nothing in it needs escaping. */
export const plain = (sql: string): Json => [constant('"'), computed(sql), constant('"')]

/** Any text. */
export const text = (sql: string): Json => [computed(`to_json(${sql})`)]

export const textOrNull = (sql: string): Json => [computed(`coalesce(to_json(${sql})::text, 'null')`)]

const moment = (sql: string) => `replace((${sql} at time zone 'UTC')::text, ' ', 'T')`

export const time = (sql: string): Json => [constant('"'), computed(moment(sql)), constant('Z"')]

export const timeOrNull = (sql: string): Json => [computed(`coalesce('"' || ${moment(sql)} || 'Z"', 'null')`)]

/** The constant parts of every answer. */
export const fixed = (json: string): Json => [constant(json)]

/** An object of fields. */
export function object(fields: Record<string, Json>): Json {
  const entries = Object.entries(fields)
  return [...entries.flatMap(([key, json], index) => [constant(`${index === 0 ? '{' : ','}"${key}":`), ...json]), constant('}')]
}

/** A list of what a query answers in its column `json`, in the order of its rows. */
export const list = (query: string): Json => [
  constant('['),
  computed(`(SELECT string_agg(json, ',') FROM (${query}) listed)`),
  constant(']'),
]

/** PostgreSQL takes no more arguments. */
const mostArguments = 100

/** The SQL expression. */
export function sql(json: Json): string {
  const merged: Part[] = []
  for (const part of json) {
    const last = merged.at(-1)
    if (last && 'text' in last && 'text' in part) merged[merged.length - 1] = constant(last.text + part.text)
    else merged.push(part)
  }
  const expressions = merged.map((part) => ('sql' in part ? part.sql : `'${part.text.replaceAll("'", "''")}'`))
  const calls: string[] = []
  for (let at = 0; at < expressions.length; at += mostArguments)
    calls.push(`concat(${expressions.slice(at, at + mostArguments).join(', ')})`)
  return calls.length === 1 ? (calls[0] as string) : `concat(${calls.join(', ')})`
}
