/** The ids that a record is linked to by rows of their own, such as those of a coupon's products: read, compared and stored with it. */

import type { ModelName } from '../db/shape.ts'
import type { Field, WritableTable } from '../values/writable.ts'
import { inOrder } from '../values/written-values.ts'
import { sameValue } from '../writes/changes.ts'
import type { Write } from '../writes/write.ts'

/** The fields of a table whose values are linked by rows of their own, such as the products of a coupon. */
export type Links = readonly [name: string, field: Field][]

type LinkedIds = Readonly<Record<string, readonly bigint[]>>

/** The fields whose links differ, each with the ids before and after. */
type LinkChanges = Readonly<Record<string, { from: readonly bigint[]; to: readonly bigint[] }>>

/** The fields of a table that are linked. */
export const linksOf = (fields: WritableTable): Links => Object.entries(fields).filter(([, { through }]) => through !== undefined)

/** The values of a row that are columns. */
export const without = (links: Links, row: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !links.some(([link]) => link === name)))

const idColumn = (model: string): string => `${model.charAt(0).toLowerCase()}${model.slice(1)}Id`

/** The ids that locked records are linked to, by the id of the record and the name of the field. */
export async function linkedIdsOf(
  write: Write,
  model: string,
  links: Links,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, LinkedIds>> {
  const found = new Map<bigint, Record<string, readonly bigint[]>>(ids.map((id) => [id, {}]))
  if (ids.length === 0) return found
  for (const [name, { through, refersTo }] of links) {
    const rows = await write.linksOf(through as ModelName, { [idColumn(model)]: { in: [...ids] } })
    const byOwner = Map.groupBy(rows, (row) => row[idColumn(model)] as bigint)
    for (const [id, all] of found)
      all[name] = inOrder((byOwner.get(id) ?? []).map((row) => row[idColumn(refersTo as string)] as bigint))
  }
  return found
}

/** Stores the links of records that were made or are locked, where they differ from those before. @returns what changed of each. */
export async function relink(
  write: Write,
  model: string,
  links: Links,
  records: readonly { id: bigint; before?: LinkedIds | undefined; after: object }[],
): Promise<ReadonlyMap<bigint, LinkChanges>> {
  const changes = new Map(records.map(({ id, before = {}, after }) => [id, linkChanges(links, before, after)]))
  for (const [name, { through, refersTo }] of links) {
    const rowsOf = (side: 'from' | 'to', other: 'from' | 'to') =>
      [...changes].flatMap(([id, { [name]: change }]) =>
        (change?.[side] ?? [])
          .filter((each) => !change?.[other].includes(each))
          .map((each) => ({ [idColumn(model)]: id, [idColumn(refersTo as string)]: each })),
      )
    await write.deleteLinks(through as ModelName, rowsOf('from', 'to'))
    await write.insertLinks(through as ModelName, rowsOf('to', 'from'))
  }
  return changes
}

const linkChanges = (links: Links, before: LinkedIds, after: object): LinkChanges =>
  Object.fromEntries(
    links.flatMap(([name]) => {
      const [from = [], to = from] = [before[name], (after as LinkedIds)[name]]
      return sameValue(from, to) ? [] : [[name, { from, to }]]
    }),
  )
