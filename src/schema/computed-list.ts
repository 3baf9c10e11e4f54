/** Describes a list whose rows a subquery computes; no table has these rows. */
import type { AnyModel } from './columns.ts'
import type { ComputedRows } from './computed-rows.ts'
import { type ColumnKind, type Model, type Models, modelOf } from './model.ts'
import type { Resource } from './registry.ts'
import { describeResource, type Makers, type ResourceOptions } from './resource.ts'

/** The model of computed rows, none of whose columns is null. */
type ComputedModel = {
  description: string
  /** Its columns, beside `id` and `storeId`; the id is unique in a store. */
  columns: Readonly<Record<string, { kind: Exclude<ColumnKind, 'enum' | 'code'>; description: string }>>
  /** Its relations to one record each, with the column that refers to it. */
  relations?: Readonly<Record<string, { model: string; from: string; description: string }>>
}

export type ComputedList = ComputedModel &
  ComputedRows &
  Required<Pick<ResourceOptions<AnyModel>, 'scope' | 'access' | 'list'>> &
  Pick<ResourceOptions<AnyModel>, 'url'>

const keys = {
  id: { kind: 'id', description: 'Identifier of the row.' },
  storeId: { kind: 'id', description: 'The store that it is of.' },
} as const

/** Describes a computed list; its columns are read by merchants, but for the id and that of the store, which nobody reads. */
export function describeComputed(makers: Makers, models: Models, name: string, described: ComputedList): Resource {
  const { description, columns, relations = {}, argument, sql, orderBy, points, ...options } = described
  const read = Object.fromEntries(Object.keys(columns).map((column) => [column, 'merchant' as const]))
  return describeResource(makers, computedModel(models, name, { description, columns, relations }), {
    ...options,
    columns: { id: 'nobody', storeId: 'nobody', ...read },
    relations: Object.keys(relations),
    computed: { sql, points, ...(argument && { argument }), ...(orderBy && { orderBy }) },
  })
}

function computedModel(models: Models, name: string, { description, columns, relations }: Required<ComputedModel>): Model {
  const every = { enumName: undefined, values: [], list: false, required: true }
  return {
    name,
    description,
    columns: new Map(
      Object.entries({ ...keys, ...columns }).map(([column, own]) => [column, { name: column, ...every, ...own }]),
    ),
    relations: new Map(
      Object.entries(relations).map(([relation, { model, from, description: meaning }]) => {
        const to = { model: modelOf(models, model), from, to: 'id' }
        return [relation, { name: relation, description: meaning, list: false, required: true, ...to }]
      }),
    ),
    storeColumn: 'storeId',
  }
}
