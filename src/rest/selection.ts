/** The selections of the table's operations: their fields, and the types of those. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
  type SelectionNode,
} from 'graphql'
import { fragmentsOf } from '../read/cost/collect.ts'
import type { ComputedRows } from '../schema/computed-rows.ts'
import type { RootRead } from '../schema/reads.ts'
import { graphqlName } from './names.ts'

/** The fragments of the table, by name. */
export type Fragments = Map<string, FragmentDefinitionNode>

/** The type of a field of an object. */
export const fieldType = (parent: GraphQLCompositeType, field: FieldNode): GraphQLOutputType => {
  const definition = isObjectType(parent) ? parent.getFields()[field.name.value] : undefined
  if (!definition) throw new Error(`${parent.name} has no field ${field.name.value}`)
  return definition.type
}

/** The fields of a selection, those of its fragments included. */
export function fieldsOf(selections: readonly SelectionNode[], fragments: Fragments): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection]
    const part = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection
    return part ? fieldsOf(part.selectionSet.selections, fragments) : []
  })
}

/** The selection at the answer of an operation, with the fragments that it uses: of a list that of the connection, of a write that of the payload. */
export function answerSelection({ source, at, name }: { source: DocumentNode; at: readonly string[]; name: string }) {
  const [operation] = source.definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`${name} is no operation`)
  const fragments = fragmentsOf(source)
  let { selections } = operation.selectionSet
  for (const step of at) {
    selections = fieldsOf(selections, fragments).find((field) => graphqlName(field) === step)?.selectionSet?.selections ?? []
  }
  return { selections, fragments }
}

const rootRead = (schema: GraphQLSchema, operation: OperationTypeNode, node: SelectionNode | undefined) =>
  schema.getRootType(operation)?.getFields()[node?.kind === Kind.FIELD ? node.name.value : '']?.extensions.read as
    | RootRead
    | undefined

/** Whether an operation lists all records of a resource that have marks of their changes, under no condition of its own. */
export function listsMarked(schema: GraphQLSchema, { operation, selectionSet }: OperationDefinitionNode): boolean {
  const [node] = selectionSet.selections
  const read = rootRead(schema, operation, node)
  const filter = node?.kind === Kind.FIELD ? node.arguments?.find(({ name }) => name.value === 'filter') : undefined
  return read !== undefined && 'list' in read && read.list.markedBy !== undefined && filter?.value.kind === Kind.VARIABLE
}

/** The computation of the rows of a list at the root, or of its aggregate, if they are computed. */
export function computedRows(
  schema: GraphQLSchema,
  { operation, selectionSet }: OperationDefinitionNode,
): ComputedRows | undefined {
  const read = rootRead(schema, operation, selectionSet.selections[0])
  if (!read) return undefined
  return 'list' in read ? read.list.computed : 'aggregate' in read ? read.aggregate.computed : undefined
}
