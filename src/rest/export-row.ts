/** The operation that exports a list: that of its row, walked by cursor instead of counted and paged by number. */
import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
} from 'graphql'
import type { Compiled } from './compile.ts'
import { graphqlName } from './names.ts'

const name = (value: string) => ({ kind: Kind.NAME, value }) as const
const after = { kind: Kind.VARIABLE, name: name('after') } as const
const afterArgument: ArgumentNode = { kind: Kind.ARGUMENT, name: name('after'), value: after }
const afterVariable: VariableDefinitionNode = {
  kind: Kind.VARIABLE_DEFINITION,
  variable: after,
  type: { kind: Kind.NAMED_TYPE, name: name('String') },
}
const place: FieldNode = {
  kind: Kind.FIELD,
  name: name('pageInfo'),
  selectionSet: {
    kind: Kind.SELECTION_SET,
    selections: ['endCursor', 'hasNextPage'].map((each) => ({ kind: Kind.FIELD, name: name(each) })),
  },
}

/** The arguments and variables of pages that have numbers. */
const ofPages = new Set(['orderBy', 'offset'])

const made = new WeakMap<Compiled, DocumentNode>()

/** The export of a list: each page says first where it ends, and then has its records. */
export function exportDocument(row: Compiled): DocumentNode {
  const known = made.get(row)
  if (known) return known
  const definitions = row.document.definitions.map((each) =>
    each.kind === Kind.OPERATION_DEFINITION ? exported(each, row.at) : each,
  )
  const document = { ...row.document, definitions }
  made.set(row, document)
  return document
}

const exported = (operation: OperationDefinitionNode, at: readonly string[]): OperationDefinitionNode => ({
  ...operation,
  variableDefinitions: [
    ...(operation.variableDefinitions ?? []).filter(({ variable }) => !ofPages.has(variable.name.value)),
    afterVariable,
  ],
  selectionSet: inside(operation.selectionSet, at),
})

/** A selection in which the list at the end of a path is walked. */
function inside({ selections }: SelectionSetNode, [step, ...others]: readonly string[]): SelectionSetNode {
  return {
    kind: Kind.SELECTION_SET,
    selections: selections.map((node) =>
      node.kind === Kind.FIELD && graphqlName(node) === step && node.selectionSet
        ? others.length > 0
          ? { ...node, selectionSet: inside(node.selectionSet, others) }
          : walked(node, node.selectionSet)
        : node,
    ),
  }
}

const walked = (list: FieldNode, { selections }: SelectionSetNode): FieldNode => ({
  ...list,
  arguments: [...(list.arguments ?? []).filter((each) => !ofPages.has(each.name.value)), afterArgument],
  selectionSet: {
    kind: Kind.SELECTION_SET,
    selections: [place, ...selections.filter((node) => node.kind === Kind.FIELD && node.name.value === 'nodes')],
  },
})
