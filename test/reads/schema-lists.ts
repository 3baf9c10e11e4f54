/** The lists and records of the schema, found by introspection, so that no test forgets a new one. */
import { type GraphQLObjectType, getNamedType, isLeafType, isNonNullType } from 'graphql'
import { schema } from '../../src/resources/schema.ts'
import type { Resource } from '../../src/schema/registry.ts'
import { resourceOf } from '../support/described.ts'
import type { Store } from '../support/store.ts'

/** A root field, and the resource it shows. */
export type RootField = { name: string; resource: Resource }

const rootFields = Object.values(schema.getQueryType()?.getFields() ?? {})
const typeOf = (field: (typeof rootFields)[number]) => getNamedType(field.type) as GraphQLObjectType

const everyList: RootField[] = rootFields
  .filter((field) => typeOf(field).name.endsWith('Connection'))
  .map((field) => ({ name: field.name, resource: resourceOf(getNamedType(typeOf(field).getFields().nodes?.type)?.name ?? '') }))

/** The root fields that list a resource. */
export const rootLists: RootField[] = everyList.filter(({ resource }) => !resource.computed)

/** The root fields that list computed rows, which no table has; a test of each tells of the walls between stores. */
export const computedLists: RootField[] = everyList.filter(({ resource }) => resource.computed)

/** The root fields that answer one record by its id. */
export const rootRecords: RootField[] = rootFields
  .filter(({ args }) => args.some(({ name, type }) => name === 'id' && isNonNullType(type)))
  .map((field) => ({ name: field.name, resource: resourceOf(typeOf(field).name) }))

/** The root fields that aggregate a list. */
const aggregates = everyList.map(({ name }) => `${name}Aggregate`)

/** Whether a type is part of an aggregate: values of rows, or of a group of them. */
export const isOfAggregate = (name: string): boolean =>
  /(Aggregate|Values|Groups?|Sum|Average|Extreme)$/.test(name) || name === 'GroupKey'

/** The other root fields. */
export const otherFields: string[] = rootFields
  .map(({ name }) => name)
  .filter((name) => ![...everyList, ...rootRecords].some((each) => each.name === name) && !aggregates.includes(name))

/** The fields of a resource's type that are values, as a selection. */
export const scalarsOf = ({ typeName }: Resource): string =>
  Object.values((schema.getType(typeName) as GraphQLObjectType).getFields())
    .filter((field) => isLeafType(getNamedType(field.type)))
    .map((field) => field.name)
    .join(' ')

/** The statements of a piece of work; a look at a key whose five seconds in memory were over is not part of it. */
export async function readStatements(store: Store, work: () => Promise<unknown>): Promise<string[]> {
  return (await store.statements(work)).filter((sql) => !/"secret_hash"|FROM "public"\."(signing_key|store)"/.test(sql))
}
