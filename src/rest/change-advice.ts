/** Which row or mutation changes a value that a body cannot write where it stands. */

import { type GraphQLSchema, getNamedType, isInputObjectType, isObjectType } from 'graphql'
import { snakeCase } from '../values/text.ts'
import type { Compiled } from './compile.ts'
import type { Place } from './embedded.ts'
import { storePrefix } from './route.ts'

/**
 * How a value may be changed, as the end of a sentence: `PUT /v1/books/{book_id}/ changes it`.
 *
 * @param write the row that the body was sent to.
 * @returns nothing where no write changes the value.
 */
export function changeAdvice(
  schema: GraphQLSchema,
  rows: readonly Compiled[],
  write: Compiled,
  { path, record, name }: Place,
): string | undefined {
  const [relation = ''] = path.split(/[.[]/)
  const isRelation = !record || name === 'id'
  if (isRelation && write.variables.has(`${relation}_id`)) return `send ${relation}_id`
  const isOpen = (row: Compiled) =>
    row.method !== 'GET' && row.path.startsWith(storePrefix) === write.path.startsWith(storePrefix)
  const isOwn = (row: Compiled) =>
    row.method === 'PUT' && row.record === record?.name && row.variables.has(name) && !row.path.includes(`{${name}}`)
  const below = `${write.path.replace(/\/$/, '')}/${relation}/`
  const isBelow = (row: Compiled) => row.path.startsWith(below) && (isRelation || row.variables.has('body'))
  const open = rows.filter(isOpen)
  const row = open.find(isOwn) ?? open.find((row) => row.method === 'PUT' && isBelow(row)) ?? open.find(isBelow)
  if (row) return `${row.method} ${row.path} changes it`
  const mutation = record && name !== 'id' && mutationOf(schema, record.name, name)
  return mutation ? `the mutation ${mutation} changes it` : undefined
}

/** The mutation that shows records of a type and takes a value of that name. */
function mutationOf(schema: GraphQLSchema, type: string, name: string): string | undefined {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
  return mutations.find(({ type: payload, args }) => {
    const shows = getNamedType(payload)
    const input = getNamedType(args.find((arg) => arg.name === 'input')?.type)
    return (
      isObjectType(shows) &&
      isInputObjectType(input) &&
      Object.values(shows.getFields()).some((field) => getNamedType(field.type).name === type) &&
      Object.keys(input.getFields()).some((field) => snakeCase(field) === name)
    )
  })?.name
}
