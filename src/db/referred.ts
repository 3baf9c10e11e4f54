/** The table that keeps a row from being deleted, since a foreign key of it refers to the row. */
import { toldBy } from './outage.ts'
import { withoutPart } from './part-names.ts'

const foreignKeyViolated = ['P2003', '23503', '23001']

/**
 * The name of the table whose rows refer to a row that was to be deleted, such as `order_product`; undefined for any other error. It is
 * `record` where PostgreSQL's message, which has quotation marks of its language, does not name the table.
 */
export function referringTable(error: unknown): string | undefined {
  const { codes, messages } = toldBy(error)
  if (!codes.some((code) => foreignKeyViolated.includes(code))) return undefined
  // The last of the names that PostgreSQL quotes: of the table, the constraint, and the table that refers.
  const names = messages.map((message) => /"\w+"[^"]*"\w+"[^"]*"(\w+)"[^"]*$/.exec(message)?.[1])
  return withoutPart(names.find((name) => name !== undefined) ?? 'record')
}
