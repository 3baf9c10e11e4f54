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
