/** The links of records that are written by declaration: to what they refer to, to what they belong to, and from what refers to them. */

import { referringTable } from '../db/referred.ts'
import type { ModelName, Shape } from '../db/shape.ts'
import { takenIndex } from '../db/unique.ts'
import { inWords, withArticle } from '../schema/wording.ts'
import { badInput, notFound, Refusal } from '../values/errors.ts'
import { field, say } from '../values/sentence.ts'
import { snakeCase } from '../values/text.ts'
import type { WritableTable } from '../values/writable.ts'
import type { Write } from '../writes/write.ts'

/** The record that those of a model belong to: the column that names it, and its model. */
const parents = new Map<ModelName, { column: string; model: ModelName }>()

/** Declares what the records of a model belong to. @param column a fixed field that refers to it. */
export function declareParent(model: ModelName, column: string, fields: WritableTable): void {
  const { refersTo, isFixed } = fields[column] ?? {}
  if (!refersTo || !isFixed) throw new Error(`${model}.${column} must be a fixed reference to what it belongs to`)
  parents.set(model, { column, model: refersTo as ModelName })
}

/**
 * Locks the record at the top of those that a row belongs to; the row itself is only kept from being deleted.
 *
 * @returns the ids from the record at the top down to that of the row.
 *
 * @throws Refusal NOT_FOUND for a row that the writer does not see.
 */
export async function holdParents<M extends ModelName>(write: Write, model: M, values: Partial<Shape<M>>): Promise<bigint[]> {
  const parent = parents.get(model)
  if (!parent) return [((await write.lock(model, values)) as { id: bigint }).id]
  const row = (await write.find(model, values, 'KEY SHARE')) as Record<string, bigint> | undefined
  if (!row) throw notFound()
  return [...(await holdParents(write, parent.model, { id: row[parent.column] } as object)), row.id as bigint]
}

/** The refusal of a reference to a record that the writer does not see. @param name of the field that refers to it. */
export const noSuch = (model: string, id: bigint, name: string): Refusal =>
  new Refusal('NOT_FOUND', say`There is no ${inWords(model)} ${String(id)}: ${field(name)} must name one.`)

/**
 * Keeps the records that a row is to refer to from being deleted meanwhile.
 *
 * @param parent the field of the record that the row belongs to, which is locked for the write.
 *
 * @throws Refusal NOT_FOUND naming the field of one that the writer does not see.
 */
export async function lockReferences(write: Write, fields: WritableTable, row: object, parent?: string): Promise<void> {
  for (const [name, given] of Object.entries(row)) {
    const model = fields[name]?.refersTo as ModelName | undefined
    if (!model || given == null) continue
    const isRoot = name === parent && !parents.has(model)
    const missing = await missingOf(write, model, given as bigint | bigint[], isRoot ? 'NO KEY UPDATE' : 'KEY SHARE')
    if (missing !== undefined) throw noSuch(model, missing, name)
    if (name === parent && !isRoot) await holdParents(write, model, { id: given } as object)
  }
}

/** The first of some ids that the writer sees no record of; the records are locked. */
async function missingOf(
  write: Write,
  model: ModelName,
  given: bigint | bigint[],
  lock: 'NO KEY UPDATE' | 'KEY SHARE',
): Promise<bigint | undefined> {
  if (!Array.isArray(given)) return (await write.find(model, { id: given } as object, lock)) ? undefined : given
  const found = await write.findAll(model, given)
  return given.find((id) => !found.has(id))
}

/** The refusal of a value that another record has already. */
export const taken = (model: string, name: string): Refusal =>
  badInput(say`${field(name)} is already the ${inWords(name)} of another ${inWords(model)}.`)

/** Refuses what another record has already, by the index that it breaks: `coupon_store_id_code_key`. */
export const refuseTaken =
  (model: string, fields: WritableTable) =>
  (error: unknown): never => {
    const columns = takenIndex(error)?.replace(`${snakeCase(model)}_store_id`, '')
    if (columns === undefined) throw error
    const [name, ...others] = Object.keys(fields).filter((each) => columns.includes(`_${snakeCase(each)}_`))
    if (name === undefined) throw error
    if (others.length === 0) throw taken(model, name)
    const [first, ...rest] = [name, ...others].map((each) => [field(each)])
    throw badInput([
      ...say`Another ${inWords(model)} has the same `,
      ...(first ?? []),
      ...rest.flatMap((each) => [' and ', ...each]),
      '.',
    ])
  }

/** Refuses to delete a record that another refers to, by the constraint that holds. */
export const refuseReferred =
  (model: string) =>
  (error: unknown): never => {
    const table = referringTable(error)
    if (table === undefined) throw error
    const by = withArticle(table.replaceAll('_', ' '))
    throw badInput(`The ${inWords(model)} cannot be deleted: ${by} refers to it.`)
  }
