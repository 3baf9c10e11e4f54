/** Writers: made once for each row, they turn a record of a result into the contract's JSON values. */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { formatHttpDate } from '../values/time.ts'
import { contractName, directive, resultName } from './names.ts'

export type Writer = (value: unknown) => unknown

/** The fragments of the table, by name. */
export type Fragments = Map<string, FragmentDefinitionNode>

/** The type of a field of an object. */
export const fieldType = (parent: GraphQLCompositeType, field: FieldNode): GraphQLOutputType => {
  const definition = isObjectType(parent) ? parent.getFields()[field.name.value] : undefined
  if (!definition) throw new Error(`${parent.name} has no field ${field.name.value}`)
  return definition.type
}

/** The writer of an object: each field under its contract name, with its value in the contract's form. */
export function objectWriter(type: GraphQLObjectType, selectionSet: SelectionSetNode, fragments: Fragments): Writer {
  const fields = fieldsOf(selectionSet.selections, fragments).map((field) => ({
    from: resultName(field),
    to: contractName(field),
    write: fieldWriter(type, field, fragments),
  }))
  return (value) => {
    const source = value as Record<string, unknown>
    const target: Record<string, unknown> = {}
    for (const { from, to, write } of fields) {
      const item = source[from]
      // A relation that was not asked for by `with=` is absent.
      if (item !== undefined) target[to] = item === null ? null : write(item)
    }
    return target
  }
}

/** The fields of a selection, those of its fragments included. */
export function fieldsOf(selections: readonly SelectionNode[], fragments: Fragments): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection]
    const part = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection
    return part ? fieldsOf(part.selectionSet.selections, fragments) : []
  })
}

/** The writer of one field: a list, an object or a plain value. */
export function fieldWriter(parent: GraphQLObjectType, field: FieldNode, fragments: Fragments): Writer {
  const type = fieldType(parent, field)
  const named = getNamedType(type)
  const one =
    field.selectionSet && isCompositeType(named)
      ? compositeWriter(named, field.selectionSet, fragments)
      : leafWriter(named.name, field)
  const nullable = isNonNullType(type) ? type.ofType : type
  return isListType(nullable) ? (value) => (value as unknown[]).map((item) => (item === null ? null : one(item))) : one
}

function compositeWriter(type: GraphQLCompositeType, selectionSet: SelectionSetNode, fragments: Fragments): Writer {
  const write = objectWriter(type as GraphQLObjectType, selectionSet, fragments)
  // Inside a record a connection is the array of its rows.
  return type.name.endsWith('Connection') ? (value) => (write(value) as { nodes: unknown[] }).nodes : write
}

/** Leaves a value as it is. */
export const unchanged: Writer = (value) => value

function leafWriter(typeName: string, field: FieldNode): Writer {
  if (typeName === 'ID') return Number
  if (directive(field, 'httpDate')) return (value) => formatHttpDate(new Date(value as string))
  return unchanged
}
