/** All rows of both stores in memory, and whose each of them is: by its columns alone, whatever the server says. */

import { getDatamodel } from '../../../prisma/generated/pothos.ts'
import type { Db } from '../../../src/db/connect.ts'
import { permissions } from '../../../src/resources/store/rules.ts'
import type { ValueSource } from '../../../src/schema/model.ts'
import { snakeCase } from '../../../src/values/text.ts'
import { relationOf } from '../../support/described.ts'
import type { Principal } from './principals.ts'

export type Row = Record<string, unknown> & { id: bigint; storeId: bigint }
type Field = { name: string; type: string; kind: string; relationFromFields?: readonly string[] }

const { models } = (getDatamodel() as unknown as { datamodel: { models: Record<string, { fields: Field[] }> } }).datamodel

/** The models whose rows belong to a store. */
export const storeModels = Object.keys(models).filter((model) => models[model]?.fields.some(({ name }) => name === 'storeId'))

type Delegate = { findMany(args?: object): Promise<Row[]> }

/** The model's property on a Prisma client. */
export const delegate = (db: Db, model: string): Delegate =>
  db[`${model.charAt(0).toLowerCase()}${model.slice(1)}` as 'order'] as unknown as Delegate

export type Everything = Awaited<ReturnType<typeof readEverything>>

/** Reads all there is. */
export async function readEverything(db: Db) {
  const rows = new Map<string, Row[]>()
  for (const model of storeModels) rows.set(model, await delegate(db, model).findMany())
  const byId = new Map([...rows].map(([model, each]) => [model, new Map(each.map((row) => [String(row.id), row]))]))
  const find = (model: string, id: unknown) => byId.get(model)?.get(String(id))

  /** The records of a model that a row leads to by its columns, itself included. */
  function reached(model: string, row: Row, wanted: string, without: readonly string[]): bigint[] {
    if (model === wanted) return [row.id]
    const found = (models[model]?.fields ?? []).flatMap(({ type, relationFromFields }) => {
      const column = relationFromFields?.find((name) => name !== 'storeId')
      // A row of the same model, such as the first refund of an act, has the same owner.
      const isOther = type !== model && !without.includes(type)
      const next = column && isOther ? find(type, row[column]) : undefined
      return next ? reached(type, next, wanted, without) : []
    })
    return [...new Set(found)]
  }

  /** The value of a field of a row. */
  function valueIn(model: string, row: Row, { source, through }: ValueSource): unknown {
    if (through === undefined) return row[source]
    const { model: target, from } = relationOf(model, through)
    return find(target, row[from])?.[source]
  }

  return {
    valueIn,
    rows: (model: string): Row[] => rows.get(model) ?? [],
    find,
    /** The customers a row is kept on; none for what is in the catalogue. */
    customersOf: (model: string, row: Row): bigint[] => reached(model, row, 'Customer', []),
    /** The carts of visitors a row is kept on. */
    visitorsCartsOf: (model: string, row: Row): bigint[] =>
      reached(model, row, 'Cart', []).filter((id) => find('Cart', id)?.customerId === null),
    /** The products a row of the catalogue is part of. */
    productsOf: (model: string, row: Row): bigint[] => reached(model, row, 'Product', ['Customer']),
  }
}

/** Whether a row is somebody else's: of another store, or for customers and visitors of another customer. */
export function isForeign(all: Everything, model: string, row: Row, { role, storeId, customerId, cartId }: Principal): boolean {
  if (row.storeId !== storeId) return true
  if (role !== 'merchant' && all.visitorsCartsOf(model, row).some((each) => each !== cartId)) return true
  return role !== 'merchant' && all.customersOf(model, row).some((each) => each !== customerId)
}

/** All texts in a value, those inside free-form JSON included. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (value === null || typeof value !== 'object' || value instanceof Date) return []
  return Object.values(value).flatMap(textsIn)
}

/** The texts that only rows of others have: none of them may ever be in an answer. */
export function foreignTexts(all: Everything, principal: Principal): Set<string> {
  const foreign = new Set<string>()
  // Every record is shown with its kind, and refusals name permissions.
  const own = new Set([...storeModels.map(snakeCase), ...permissions])
  for (const model of storeModels) {
    for (const row of all.rows(model)) {
      for (const text of textsIn(row)) (isForeign(all, model, row, principal) ? foreign : own).add(text)
    }
  }
  return foreign.difference(own)
}
