/** Which row changes a column that the write of its record does not take. */
import { snakeCase } from '../values/text.ts'
import type { Compiled } from './compile.ts'
import { withSlash } from './match.ts'

/**
 * How a column may be changed to a value, as the end of a sentence: `PUT /v1/books/{book_id}/lend/ changes it`.
 *
 * A row of the record does that takes a field of its name, or whose verb the column or the status is named after: `lend/` changes `lent_at`
 * and the status `lent`, DELETE and `restore/` change `deleted`.
 *
 * @param write the row that the body was sent to.
 * @returns undefined where no row does.
 */
export function columnAdvice(rows: readonly Compiled[], write: Compiled, column: string, value: unknown): string | undefined {
  const name = snakeCase(column)
  const acts = actsOn(rows, write)
  const isOff = value === null || value === false
  const word = name === 'status' ? String(value) : name === 'enabled' && isOff ? 'disabled' : name
  const found =
    name === 'deleted' || name === 'archived_at'
      ? acts.find(({ row, verb }) => (isOff ? verb === 'restore' : verb === '' && row.method === 'DELETE'))
      : (acts.find(({ row }) => row.variables.has(name)) ?? acts.find(({ verb }) => verb !== '' && word.startsWith(stemOf(verb))))
  if (found) return `${found.row.method} ${found.row.path} changes it`
  const verbs = [...new Set(acts.flatMap(({ row, verb }) => (row.record === write.record && verb ? [`${verb}/`] : [])))]
  return name === 'status' && verbs.length > 0 ? `${verbs.join(', ')} below ${withSlash(write.path)} change it` : undefined
}

/** The other rows that write the record of a row, each with the verb that its path ends with; none for DELETE of the record. */
function actsOn(rows: readonly Compiled[], write: Compiled): { row: Compiled; verb: string }[] {
  const path = shapeOf(write)
  return rows.flatMap((row) => {
    const [before, verb = ''] = [shapeOf(row).slice(0, path.length), shapeOf(row).slice(path.length).replace(/\/$/, '')]
    const isOfRecord = before === path && !verb.includes('/') && (row.record === write.record || row.method === 'DELETE')
    return isOfRecord && row !== write && row.method !== 'GET' && row.method !== 'POST' ? [{ row, verb }] : []
  })
}

/** The path of a row without the names of its parameters, which differ between the rows of a record. */
const shapeOf = ({ path }: Compiled): string => withSlash(path.replace(/\{\w+\}/g, '{}'))

/** The beginning that a verb shares with its participle: `paus` of `pause`. */
const stemOf = (verb: string): string => verb.replace(/e$/, '')
