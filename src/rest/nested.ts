/** Nests the conditions of a query string by the relations that lead to them, as GraphQL writes them. */

/** A condition, and the relations that lead to what it is on. */
export type ConditionAt = { relations: readonly string[]; condition: object }

/**
 * Joins conditions into a filter that they all must hold in. Those behind the same relation stand in one object, so that of a
 * to-many relation they mean one row.
 *
 * `shelves.room = A` and `shelves.books.price > 5` → `{ shelves: { AND: [{ room: … }, { books: { price: … } }] } }`
 */
export function nested(conditions: readonly ConditionAt[], depth = 0): object {
  const byRelation = Map.groupBy(conditions, ({ relations }) => relations[depth])
  const parts = [...byRelation].flatMap(([relation, alike]) =>
    relation === undefined ? alike.map(({ condition }) => condition) : [{ [relation]: nested(alike, depth + 1) }],
  )
  const [only] = parts
  return only && parts.length === 1 ? only : { AND: parts }
}
