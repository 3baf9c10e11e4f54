/**
 * Enums whose values have dots, such as `order.created`. GraphQL allows no dots in names, so its values have `_` instead:
 * `order_created`. The database, REST and JSON spell them with dots.
 */
import type { GraphQLEnumType } from 'graphql'
import type { Enum } from './model.ts'

/** The name of a value in GraphQL: `order.created` → `order_created`. */
export const nameOfDotted = (value: string): string => value.replaceAll('.', '_')

/** The SQL of `nameOfDotted`; it takes the JSON of a list too, since nothing else in it has dots. */
export const nameOfDottedSql = (sql: string): string => `replace(${sql}, '.', '_')`

/** Refuses an enum two of whose values would have the same name. */
export function checkDotted({ name, values }: Pick<Enum, 'name' | 'values'>): void {
  const [twice] = [...Map.groupBy(values, nameOfDotted)].find(([, alike]) => alike.length > 1) ?? []
  if (twice !== undefined) throw new Error(`${name} has two values that GraphQL names ${twice}`)
}

/** Whether an enum's values have dots. Such an enum has no integer codes, since its values are listed by subject. */
export const isDotted = (type: GraphQLEnumType): boolean => type.extensions.isDotted === true

/** The values of an enum as REST spells them, each with its name in GraphQL. */
export const spelledValues = (type: GraphQLEnumType): { spelled: string; name: string }[] =>
  type.getValues().map(({ name, value }) => ({ spelled: isDotted(type) ? value : name, name }))
