/** Reads what a feed is asked for: behind which number, how many, and which of its records, by the other variables of its operation. */
import { type GraphQLInputType, getNullableType, isListType } from 'graphql'
import type { Parameter } from '../http/search.ts'
import { maxFeedSize } from '../read/plan/feed.ts'
import { badInput } from '../values/errors.ts'
import { each, together } from '../values/faults.ts'
import { isNumeral } from '../values/number.ts'
import { shown } from '../values/text.ts'
import { coerceText } from './coerce.ts'
import type { Compiled } from './compile.ts'
import { unknownName } from './faults.ts'
import { isNoise, unbracketed } from './query.ts'
import { readEmbedded, whole } from './read.ts'

/** The parameters that are called otherwise than the variables they fill in. */
const limit = 'limit'
const ofEvery = { after: 'after', [limit]: 'first' }

/**
 * The variables of a feed: `after=17&limit=20&type__in=a,b`.
 *
 * Accepted: `type=a`, `type=a&type=b`, `type__in=a,b`, and any of these repeated or beside each other, which are one list.
 *
 * @throws Refusal BAD_INPUT naming each parameter that is unknown or whose value is not allowed.
 */
export function readFeedVariables(row: Compiled, parameters: readonly Parameter[]): Record<string, unknown> {
  const lists = new Map([...row.variables].flatMap(([name, type]) => (isListType(getNullableType(type)) ? [[name, type]] : [])))
  const known = [...Object.keys(ofEvery), 'with', ...[...lists.keys()].flatMap((name) => [name, `${name}__in`])]
  const named = parameters.filter((each) => !isNoise(each)).map(unbracketed)
  // An empty value has no effect, but its name must be known.
  const given = (name: string) => named.filter((each) => each.name === name && each.value !== '').map(({ value }) => value)
  const [, values, chosen, embedded] = together(
    () =>
      each(named, ({ name }) => {
        if (!known.includes(name)) throw unknownName('parameter', name, known)
      }),
    () =>
      each(Object.entries(ofEvery), ([name, variable]) => {
        const value = given(name).at(-1)
        if (value === undefined) return [variable, undefined]
        return [variable, name === limit ? whole(limit, value, 1, maxFeedSize) : placeIn(name, value)]
      }),
    () => each(lists, ([name, type]) => [name, chosenOf(name, type, given)]),
    () => readEmbedded(row, named),
  )
  return { ...embedded, ...Object.fromEntries([...values, ...chosen].filter(([, value]) => value !== undefined)) }
}

function chosenOf(name: string, type: GraphQLInputType, given: (name: string) => string[]): unknown {
  const wanted = getNullableType(type)
  if (!isListType(wanted)) return undefined
  const inLists = each(given(`${name}__in`), (list) => coerceText(`${name}__in`, list, type) as unknown[]).flat(1)
  const values = [...each(given(name), (value) => coerceText(name, value, wanted.ofType)), ...inLists]
  return values.length > 0 ? values : undefined
}

/** A place in the feed. That a number is none, the operation says in its own words. */
function placeIn(name: string, text: string): number {
  if (isNumeral(text) && Number.isSafeInteger(Number(text))) return Number(text)
  throw badInput(`${name} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, not ${shown(text)}.`)
}
