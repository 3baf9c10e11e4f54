/** The ids that a record is linked to by rows of their own, such as those of a coupon's products: read, compared and stored with it. */

import type { ModelName } from '../db/shape.ts'
import type { Field, WritableTable } from '../values/writable.ts'
import { inOrder } from '../values/written-values.ts'
import type { Write } from '../writes/write.ts'

/** The fields of a table whose values are linked by rows of their own, such as the products of a coupon. */
type Links = readonly [name: string, field: Field][]

type LinkedIds = Readonly<Record<string, readonly bigint[]>>

/** The fields of a table that are linked. */
export const linksOf = (fields: WritableTable): Links => Object.entries(fields).filter(([, { through }]) => through !== undefined)

/** The values of a row that are columns. */
export const without = (links: Links, row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !links.some(([link]) => link === name)))

const idColumn = (model: string): string => `${model.charAt(0).toLowerCase()}${model.slice(1)}Id`

/** The ids that a locked record is linked to, by the name of the field. */
export async function linkedIds(write: Write, model: string, links: Links, id: bigint): Promise<LinkedIds> {
  const found = links.map(async ([name, { through, refersTo }]) => {
    const rows = await write.linksOf(through as ModelName, { [idColumn(model)]: id })
    return [name, inOrder(rows.map((row) => row[idColumn(refersTo as string)] as bigint))]
  })
  return Object.fromEntries(await Promise.all(found))
}

/** The same of several records, by their ids. */
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

/** Stores the links of several records, where they differ from those before. */
export async function relinkAll(
  write: Write,
  model: string,
  links: Links,
  records: readonly { id: bigint; before: LinkedIds; after: object }[],
): Promise<void> {
  for (const [name, { through, refersTo }] of links) {
    const [own, other] = [idColumn(model), idColumn(refersTo as string)]
    const pairs = records.map(({ id, before, after }) => {
      const [was, is] = [before[name] ?? [], (after as LinkedIds)[name] ?? before[name] ?? []]
      return { id, gone: was.filter((each) => !is.includes(each)), added: is.filter((each) => !was.includes(each)) }
    })
    for (const { id, gone } of pairs)
      if (gone.length > 0) await write.deleteAll(through as ModelName, { [own]: id, [other]: { in: gone } } as object)
    const rows = pairs.flatMap(({ id, added }) => added.map((each) => ({ [own]: id, [other]: each })))
    await write.insertLinks(through as ModelName, rows)
  }
}

/** Stores the links of a record that was made or is locked, where they differ from those before. */
export async function writeLinks(
  write: Write,
  model: string,
  links: Links,
  id: bigint,
  { before = {}, after }: { before?: LinkedIds; after: object },
): Promise<void> {
  const given = after as LinkedIds
  for (const [name, { through, refersTo }] of links) {
    const ids = given[name]
    if (!ids) continue
    const change = { name, before: before[name] ?? [], after: ids }
    await write.relink(through as ModelName, { [idColumn(model)]: id }, idColumn(refersTo as string), change)
  }
}
