/** Describes a filter of a list: its name, as REST spells it, and the same condition as the list's `filter` argument takes it. */

import { beginOf, isDay, words } from '../format.ts'

/** A condition of a `filter` argument. */
// biome-ignore lint/suspicious/noExplicitAny: each list has a filter of its own, which the schema checks.
type Where = Record<string, any>

export type FilterSpec = {
  /** Its name in the address, as REST spells the same filter. A part is typed without its pattern. */
  name: string
  label: string
  /** The condition of a value, as `restValue` spells it. */
  where: (value: string) => Where
  /** The value as records have it, such as a country in capitals. */
  spelled?: (value: string) => string
  /** Whether a text can be read, where not every text can. */
  fits?: (value: string) => boolean
} & ({ kind: 'choice'; options: readonly { value: string; label: string }[] } | { kind: 'day' | 'text' | 'part' })

/** The options of a filter that is so or not. */
export const yesOrNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** The option of a filter that is only set where it is so. */
export const yes = [{ value: 'true', label: 'Yes' }]

/** Options of a fixed list, by their words. */
export const choices = (...values: string[]) => values.map((value) => ({ value, label: words(value) }))

/** A pattern of the texts that have a part: `an` → `%an%`. */
const having = (part: string): string => `%${part}%`

/** The filter of some records by their numbers, which have commas between them: tasks of Today lead to theirs. */
export const idFilter: FilterSpec = {
  name: 'id__in',
  label: 'Numbers',
  kind: 'text',
  where: (ids) => ({ id: { in: ids.split(',').map((id) => id.trim()) } }),
  fits: (ids) => /^ *[1-9]\d{0,14}( *, *[1-9]\d{0,14}){0,99} *$/.test(ids),
}

/** The begin of a day in the shop's zone; a time, as figures have them, stays as it is. */
export const timeOf = (text: string): string => (isDay(text) ? beginOf(text) : text)

/** A filter's value as both surfaces take it: a pattern, a time, the spelling of records. */
export const restValue = ({ kind, spelled }: FilterSpec, value: string): string =>
  kind === 'part' ? having(value) : kind === 'day' ? timeOf(value) : (spelled?.(value) ?? value)

/** A country as records have it: `de` → `DE`. */
export const inCapitals = (text: string): string => text.trim().toUpperCase()

/** Whether a text is a time, as figures have it. */
export const isTime = (text: string): boolean => text.includes('T') && !Number.isNaN(Date.parse(text))

/** Whether a value of the address is one of the filter. */
export function isReadable(spec: FilterSpec, value: string): boolean {
  if (spec.kind === 'choice') return spec.options.some((option) => option.value === value)
  if (spec.kind === 'day') return isDay(value) || isTime(value)
  return spec.fits?.(value) ?? true
}

type AddressValues = { get: (name: string) => string }

/** The filters that are set, each with its value. One that cannot be read is left out, which its chip says. */
export const filtersSet = (specs: readonly FilterSpec[], { get }: AddressValues): (readonly [FilterSpec, string])[] =>
  specs.map((spec) => [spec, get(spec.name)] as const).filter(([spec, value]) => value !== '' && isReadable(spec, value))

/** The filter of all that are set. */
export function whereOf(specs: readonly FilterSpec[], values: AddressValues): Where {
  const set = filtersSet(specs, values).map(([spec, value]) => spec.where(restValue(spec, value)))
  return set.length === 0 ? {} : { AND: set }
}
