/** Describes a filter of a list: its name, as REST spells it, and the same condition as the list's `filter` argument takes it. */

/** A condition of a `filter` argument. */
// biome-ignore lint/suspicious/noExplicitAny: each list has a filter of its own, which the schema checks.
type Where = Record<string, any>

export type FilterSpec = {
  /** Its name in the address, as REST spells the same filter. A part is typed without its pattern. */
  name: string
  label: string
  where: (value: string) => Where
} & ({ kind: 'choice'; options: readonly { value: string; label: string }[] } | { kind: 'day' | 'text' | 'part' })

/** A pattern of the texts that have a part: `an` → `%an%`. */
export const having = (part: string): string => `%${part}%`

/** A filter's value as REST takes it. */
export const restValue = ({ kind }: FilterSpec, value: string): string => (kind === 'part' ? having(value) : value)

/** The filter of all that are set. */
export function whereOf(specs: readonly FilterSpec[], { get }: { get: (name: string) => string }): Where {
  const set = specs.filter(({ name }) => get(name) !== '').map(({ name, where }) => where(get(name)))
  return set.length === 0 ? {} : { AND: set }
}
