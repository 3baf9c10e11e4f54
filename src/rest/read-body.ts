/** Reads a write's request, its path and its body, into the variables of its row's operation. */
import { type GraphQLInputType, getNamedType, isInputObjectType, isListType, isNonNullType } from 'graphql'
import { badInput } from '../values/errors.ts'
import { each, together } from '../values/faults.ts'
import { shown, snakeCase } from '../values/text.ts'
import type { Body } from './body.ts'
import { coerceValue, type TakenRecord } from './coerce.ts'
import type { Compiled } from './compile.ts'
import { readIds, type Variables } from './read.ts'
import { type ReadOnlyFields, readSentBack, type SentBackFields } from './read-only-fields.ts'

/**
 * The variables of a write, joined by name from path and body, and what the body has beside them.
 *
 * @param readOnly the fields of the record that the body may have beside those of the write, so that a client can read, change and
 *   write back; of its parts, those that `shown` takes.
 * @param within the names of what a field has inside where it is read, so that a list of pairs may come back as it is shown.
 * @throws Refusal BAD_INPUT naming each field that is unknown or missing, or whose value is not allowed.
 */
export function readBodyVariables(
  row: Compiled,
  ids: Record<string, string>,
  body: Body,
  readOnly: ReadOnlyFields | undefined,
  within: (field: string) => readonly string[],
  shown?: TakenRecord,
): { variables: Variables; sentBack: SentBackFields } {
  const path = readIds(row, ids)
  if (row.variables.has('body')) return { variables: { ...path, body }, sentBack: { columns: {}, others: [] } }
  const fields = [...row.variables].filter(([name]) => !(name in ids))
  const names = new Set(fields.map(([name]) => name))
  const others = Object.keys(body).filter((key) => !names.has(key))
  const [values, sentBack] = together(
    () =>
      each(
        fields,
        ([name, type]) => [name, readField(name, body[name], type, row, { within, shown: shown?.inside(name) })] as const,
      ),
    () => readSentBack(others, body, readOnly, names),
  )
  return { variables: { ...path, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) }, sentBack }
}

function readField(
  name: string,
  given: unknown,
  type: GraphQLInputType,
  { entries }: Compiled,
  { within, shown }: { within: (field: string) => readonly string[]; shown: TakenRecord | undefined },
): unknown {
  const pair = entries.get(name)
  if (given !== undefined)
    return pair ? coerceEntries(name, given, pair, type, within(name)) : coerceValue(name, given, type, shown)
  if (isNonNullType(type)) throw badInput(`${name} is required.`)
  return undefined
}

/**
 * An object's keys and values as a list of pairs; a key is named as the client wrote it. A list of objects that have the two
 * is taken too, since that is how pairs are shown.
 *
 * @param repeated what else such an object may have, with any value.
 */
function coerceEntries(
  name: string,
  value: unknown,
  pair: readonly [string, string],
  type: GraphQLInputType,
  repeated: readonly string[],
): unknown {
  if (value === null) return coerceValue(name, value, type)
  if (typeof value !== 'object') throw badInput(`${name} must be an object.`)
  const list = isNonNullType(type) ? type.ofType : type
  const [keyName, valueName] = pair.map(snakeCase) as [string, string]
  const pairType = isListType(list) ? list.ofType : list
  if (Array.isArray(value) && value.some((item) => typeof item === 'object')) {
    const isRepeated = (key: string) => key !== keyName && key !== valueName && repeated.includes(key)
    const pairs = value.map((item) =>
      typeof item === 'object' && item !== null
        ? Object.fromEntries(Object.entries(item).filter(([key]) => !isRepeated(key)))
        : item,
    )
    return coerceValue(name, pairs, type)
  }
  const types = getNamedType(pairType)
  const [keyField, valueField] = isInputObjectType(types) ? [types.getFields()[pair[0]], types.getFields()[pair[1]]] : []
  if (!keyField || !valueField) throw new Error(`${name} is no list of ${pair.join(' and ')}`)
  // A form whose keys are small numbers arrives as a list with gaps, whose entries are the same.
  return each(Object.entries(value), ([key, item]) => {
    const named = `${name}.${shown(key)}`
    return {
      [keyField.name]: coerceValue(named, key, keyField.type),
      [valueField.name]: coerceValue(named, item, valueField.type),
    }
  })
}
