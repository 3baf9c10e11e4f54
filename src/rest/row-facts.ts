/** The facts of a row that its documents state: what it does, what it takes and who may ask for it. */
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isObjectType,
  Kind,
} from 'graphql'
import { scopeOf } from '../auth/scopes.ts'
import { resourceOf } from '../schema/registry.ts'
import type { Compiled } from './compile.ts'
import { pathParameters } from './match.ts'

type RowFacts = {
  description: string
  /** The scopes that a merchant key needs, where the row alone decides them. */
  scopes: readonly string[] | undefined
  /** Whether the row may charge a payment method. */
  charges: boolean
}

/** The facts of a row. */
export function rowFacts(schema: GraphQLSchema, row: Compiled): RowFacts {
  const fields = fieldsOnTheWay(schema, row)
  const isWrite = row.method !== 'GET'
  const { scopes, meaning, charges = false } = fields[0]?.extensions ?? {}
  return {
    description: isWrite ? String(meaning) : (row.answer === 'groups' ? fields[0] : recordType(fields.at(-1)))?.description || '',
    scopes: Array.isArray(scopes) ? scopes.map((each) => scopeOf(isWrite ? 'write' : 'read', each)) : undefined,
    charges: charges === true,
  }
}

/** Whether a row shows records that visitors see. */
export const isPublic = (schema: GraphQLSchema, { method, record }: Compiled): boolean => {
  const { visitor } = resourceOf(schema.getType(record))?.access ?? {}
  return method === 'GET' && visitor !== undefined && !visitor.isOwn
}

/** The fields that the body of a row may have, by their names in the contract; `body` alone where it is an object of any keys. */
export function bodyFields({ method, path, list, variables }: Compiled): Map<string, GraphQLInputType> {
  const inPath = pathParameters(path)
  const isInBody = (name: string) => (list === undefined ? !inPath.includes(name) : name === list)
  return new Map(method === 'GET' ? [] : [...variables].filter(([name]) => isInBody(name)))
}

/** The type of the records that a field answers, one or a list of them. */
function recordType(field: GraphQLField<unknown, unknown> | undefined): GraphQLNamedType | undefined {
  const type = field && getNamedType(field.type)
  const nodes = isObjectType(type) ? type.getFields().nodes : undefined
  return nodes ? getNamedType(nodes.type) : type
}

/** The fields from the root down to the answer of a row. */
function fieldsOnTheWay(schema: GraphQLSchema, { document, at }: Compiled): GraphQLField<unknown, unknown>[] {
  const operation = getOperationAST(document)
  let type: unknown = operation && schema.getRootType(operation.operation)
  let selection = operation?.selectionSet
  return at.flatMap(() => {
    const [node] = selection?.selections ?? []
    const field = node?.kind === Kind.FIELD && isObjectType(type) && type.getFields()[node.name.value]
    if (!field || node?.kind !== Kind.FIELD) return []
    type = getNamedType(field.type)
    selection = node.selectionSet
    return [field]
  })
}
