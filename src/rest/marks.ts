/** The marks of records: reads show them where they are asked for by `with=changed_in`, and the contract's records stay as they are. */
import {
  type DirectiveNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
} from 'graphql'
import { markField } from '../schema/condition.ts'
import { resourceOf } from '../schema/registry.ts'
import { storePrefix } from './route.ts'
import { fieldType } from './selection.ts'

const name = (value: string) => ({ kind: Kind.NAME, value }) as const

const byName: DirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: name('with'),
  arguments: [{ kind: Kind.ARGUMENT, name: name('byName'), value: { kind: Kind.BOOLEAN, value: true } }],
}

const mark: FieldNode = { kind: Kind.FIELD, name: name(markField), directives: [byName] }

/** Adds the mark to the record, or to those of the list, that a row of the Merchant API reads, where these have one. */
export function withMark(schema: GraphQLSchema, path: string, operation: OperationDefinitionNode): OperationDefinitionNode {
  const query = schema.getQueryType()
  if (operation.operation !== OperationTypeNode.QUERY || path.startsWith(storePrefix) || !query) return operation
  return {
    ...operation,
    selectionSet: { ...operation.selectionSet, selections: marked(query, operation.selectionSet.selections) },
  }
}

/** The selections with the mark in that of the answer, which is reached through fields that stand alone, and the rows of a list. */
function marked(parent: GraphQLCompositeType, selections: readonly SelectionNode[]): readonly SelectionNode[] {
  const way = wayThrough(selections)
  const type = way && getNamedType(fieldType(parent, way))
  const { selectionSet } = way ?? {}
  if (!selectionSet || !isObjectType(type)) return selections
  const inside = selectionSet.selections
  const shown = resourceOf(type)?.markedBy && !wayThrough(inside) ? [...inside, mark] : marked(type, inside)
  return selections.map((each) => (each === way ? { ...way, selectionSet: { ...selectionSet, selections: shown } } : each))
}

function wayThrough(selections: readonly SelectionNode[]): FieldNode | undefined {
  const rows = selections.find((each) => each.kind === Kind.FIELD && each.name.value === 'nodes')
  const [way] = rows ? [rows] : selections.length === 1 ? selections : []
  return way?.kind === Kind.FIELD && way.selectionSet ? way : undefined
}
