/** Reads the request of a row that writes several records: its list, and what is done about a record that is refused. */
import { getNullableType, isListType } from 'graphql'
import type { Context } from '../context.ts'
import { readBytes } from '../http/body.ts'
import type { HttpRequest } from '../http/exchange.ts'
import { decodeBody } from '../http/json-body.ts'
import type { Parameter } from '../http/search.ts'
import { badInput, Refusal } from '../values/errors.ts'
import { each, Faults, faultsOf } from '../values/faults.ts'
import { shown } from '../values/text.ts'
import type { Body } from './body.ts'
import { coerceText, coerceValue } from './coerce.ts'
import type { Compiled } from './compile.ts'
import { isNoise } from './query.ts'
import type { ReadOnlyOfTable } from './read-only-fields.ts'
import { readRecordList } from './record-list.ts'
import { type CollectedBack, collectedBack, collecting } from './sent-back.ts'

/** The records of a body that can be read, their places, and the faults of the others. */
type ReadRecords = {
  records: unknown[]
  back: CollectedBack[]
  places: number[]
  refused: Map<number, string[]>
  onError: unknown
}

/**
 * Reads the records of a row that writes several.
 *
 * @param list the variable that takes them.
 * @throws Refusal BAD_INPUT with the faults of all records, unless `on_error=keep_going` is given.
 */
export async function readRecords(
  row: Compiled,
  list: string,
  parameters: Parameter[],
  request: HttpRequest,
  { limits, account }: Context,
  readOnly: ReadOnlyOfTable,
): Promise<ReadRecords> {
  const policy = row.variables.get('on_error')
  const type = row.variables.get(list)
  const listed = type && getNullableType(type)
  if (!policy || !isListType(listed)) throw new Error(`${row.name} lists no records`)
  let onError: unknown = 'reject_all'
  each(parameters, (parameter) => {
    if (parameter.name === 'on_error') onError = coerceText('on_error', parameter.value, policy)
    else if (!isNoise(parameter)) throw badInput(`Unknown parameter: ${shown(parameter.name)}; a list of records takes on_error.`)
  })
  const text = decodeBody(await readBytes(request, limits.bodyBytes, account))
  const refused = new Map<number, Refusal>()
  const places: number[] = []
  const records: unknown[] = []
  const back: CollectedBack[] = []
  const count = await readRecordList(text, row.most ?? 1, (body, index) => {
    try {
      const collected = collectedBack(body as Body)
      const shown = row.takesShown && collecting(readOnly, row.record, collected)
      records.push(coerceValue(`${list}[${index}]`, body, listed.ofType, shown))
      back.push(collected)
      places.push(index)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.set(index, error)
    }
  })
  if (count === 0) throw badInput('The body must list records: a JSON array, or one JSON object a line.')
  const faults = [...refused.values()].flatMap(faultsOf)
  if (faults.length > 0 && onError === 'reject_all') throw new Faults(faults)
  const messages = [...refused].map(([index, refusal]) => [index, faultsOf(refusal).map(({ message }) => message)] as const)
  return { records, back, places, refused: new Map(messages), onError }
}
