/** Reads which form of a list is asked for, and what of it: by `format=` or by Accept. */

import type { HttpRequest } from '../http/exchange.ts'
import { preferences } from '../http/preference.ts'
import type { Parameter } from '../http/search.ts'
import { badInput, Refusal } from '../values/errors.ts'
import { each } from '../values/faults.ts'
import { shown } from '../values/text.ts'
import type { Compiled } from './compile.ts'
import { type ExportFormat, exportFormats } from './export.ts'
import { readQueryVariables, whole } from './read.ts'
import { storePrefix } from './route.ts'

const formatOfType = new Map<string, ExportFormat>([
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
  ['application/jsonl', 'ndjson'],
  ['text/csv', 'csv'],
])

/** The types of the one form that every row answers. */
const isOfEvery = (type: string): boolean => ['application/json', 'application/*', '*/*', 'text/html'].includes(type)

/**
 * The format of an export that a read asks for; undefined for the usual answer.
 *
 * @throws Refusal BAD_INPUT for a format that is none, NOT_ACCEPTABLE where Accept names an export alone and the row is no list.
 */
export function exportFormat(
  row: Compiled,
  request: Pick<HttpRequest, 'header'>,
  parameters: readonly Parameter[],
): ExportFormat | undefined {
  const given = parameters.findLast(({ name }) => name === 'format')?.value.toLowerCase()
  if (given && given !== 'json') {
    const format = exportFormats.find((each) => each === given)
    if (format && row.answer === 'list') return format
    if (format) throw badInput(`Lists alone have a format: ${row.path} answers json.`)
    throw badInput(`format must be json${row.page ? ' or html' : `, ${exportFormats.join(' or ')}`}, not ${shown(given)}.`)
  }
  if (given === 'json') return undefined
  const types = [...preferences(request.header('accept'))]
    .filter(([, weight]) => weight > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([type]) => type)
  const first = types.find((type) => isOfEvery(type) || formatOfType.has(type))
  const format = first === undefined ? undefined : formatOfType.get(first)
  if (format === undefined || row.answer === 'list') return format
  if (types.some(isOfEvery)) return undefined
  throw new Refusal('NOT_ACCEPTABLE', `Lists alone are answered as ${first}; here it is application/json.`)
}

/** The most rows that a client may name; without a limit an export has all. */
const mostRows = 1_000_000_000

/**
 * The variables of an export, and the most rows.
 *
 * @throws Refusal BAD_INPUT for a page or an order, which exports do not take, and for an invalid filter of the list.
 */
export function readExportVariables(
  row: Compiled,
  ids: Record<string, string>,
  parameters: readonly Parameter[],
): { variables: Record<string, unknown>; most: number } {
  each(parameters, ({ name }) => {
    if (name === 'page') throw badInput('page is not for exports, which are whole; limit is the number of rows.')
    if (name === 'changed_since') throw badInput('changed_since is not for exports, which are in the order of their ids.')
    if (name === 'sort') throw badInput('sort is not for exports, which are in the order of their ids.')
  })
  const limit = parameters.findLast(({ name, value }) => name === 'limit' && value !== '')?.value
  const most = limit === undefined ? mostRows : whole('limit', limit, 1, mostRows)
  const others = parameters.filter(({ name }) => name !== 'limit' && name !== 'format')
  const { first: _first, offset: _offset, orderBy: _order, ...variables } = readQueryVariables(row, ids, others, 0).variables
  return { variables, most }
}

/** The lists of a store that are exported together: each is had by its path alone, and shows what merchants see. */
export const exportedLists = (rows: readonly Compiled[]): Compiled[] =>
  rows.filter(({ answer, path }) => answer === 'list' && !path.includes('{') && !path.startsWith(storePrefix))
