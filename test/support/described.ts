/** The resources of the product, by name, for tests that walk through all of them. */
import '../../src/resources/schema.ts'
import { enums, models } from '../../src/resources/data-model.ts'
import { registry } from '../../src/resources/describe.ts'
import {
  type Column,
  columnOf as columnIn,
  modelOf,
  relationOf as relationIn,
  type StoredColumn,
} from '../../src/schema/model.ts'
import type { Resource } from '../../src/schema/registry.ts'

export const hasResource = (name: string): boolean => registry.has(name)

/** The resource of that name, or whose type has it. */
export const resourceOf = (name: string): Resource => registry.of(name)

/** Whether a field is a column of its row, under the column's name. */
export const isStored = ({ name, source, through, isSet }: Column): boolean => name === source && through === undefined && !isSet

export const columnNames = (model: string): string[] => [...modelOf(models, model).columns.keys()]

export const columnOf = (model: string, name: string): StoredColumn => columnIn(modelOf(models, model), name)

export const isRelation = (model: string, name: string): boolean => modelOf(models, model).relations.has(name)

/** The relation of that name, with the name of the model that it leads to. */
export function relationOf(model: string, name: string) {
  const relation = relationIn(modelOf(models, model), name)
  return { ...relation, model: relation.model.name as string }
}

/** The names of an enum's values, in their order. */
export const enumValues = (name: string): string[] => enums.find((each) => each.name === name)?.values ?? []
