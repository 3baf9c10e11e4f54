/** What the schema says of itself: its lists and records, found by introspection, so that no test forgets a new one. */
import { type GraphQLObjectType, getNamedType, isLeafType, isNonNullType, isObjectType } from 'graphql'
import { schema } from '../../src/graphql/schema.ts'
import type { Store } from '../store.ts'

export type RootList = { name: string; type: string; filterType: string; scalars: string; columns: string[] }
export type RootRecord = { name: string; type: string }

const rootFields = Object.values(schema.getQueryType()?.getFields() ?? {})
const typeOf = (field: (typeof rootFields)[number]) => getNamedType(field.type) as GraphQLObjectType

/** The fields of a type that are values. */
function scalarsOf(type: GraphQLObjectType): string[] {
  return Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)))
    .map(({ name }) => name)
}

/** The root fields that list a resource. */
export const rootLists: RootList[] = rootFields
  .filter((field) => typeOf(field).name.endsWith('Connection'))
  .map((field) => {
    const node = getNamedType(typeOf(field).getFields().nodes?.type) as GraphQLObjectType
    const scalars = scalarsOf(node)
    return { name: field.name, type: node.name, filterType: `${node.name}Filter`, scalars: scalars.join(' '), columns: scalars }
  })

/** The root fields that answer one record by its id. */
export const rootRecords: RootRecord[] = rootFields
  .filter(({ args }) => args.some(({ name, type }) => name === 'id' && isNonNullType(type)))
  .map((field) => ({ name: field.name, type: typeOf(field).name }))

/** The other root fields. */
export const otherFields: string[] = rootFields
  .map(({ name }) => name)
  .filter((name) => ![...rootLists, ...rootRecords].some((each) => each.name === name))

/** Connections of a record: name and node type. */
export function connectionsOf(typeName: string): { name: string; type: string }[] {
  const type = schema.getType(typeName)
  if (!isObjectType(type)) return []
  return Object.values(type.getFields()).flatMap((field) => {
    const connection = getNamedType(field.type)
    if (!isObjectType(connection) || !connection.name.endsWith('Connection')) return []
    return [{ name: field.name, type: getNamedType(connection.getFields().nodes?.type)?.name ?? '' }]
  })
}

/** The statements of a piece of work; a look at a key whose five seconds in memory were over is not part of it. */
export async function readStatements(store: Store, work: () => Promise<unknown>): Promise<string[]> {
  return (await store.statements(work)).filter((sql) => !/"secret_hash"|FROM "public"\."(signing_key|store)"/.test(sql))
}

/** Whether a statement counts rows, or reads them. */
export const isCount = (sql: string): boolean => /^SELECT COUNT\(/i.test(sql)
