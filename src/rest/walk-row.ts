/** The operations that walk a list by cursor, made of its row's: one exports all of it, one has what changed. */
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
import { ofSearch } from './search.ts'

/** How a walk differs from the pages of its row. */
type Walk = {
  /** The arguments and variables that it does not have. */
  without: readonly string[]
  /** The variables that it adds, all of them texts. */
  takes: readonly string[]
  /** The fields of the connection that it selects first, and those that it keeps of the row's own selection. */
  says: readonly FieldNode[]
  keeps: readonly string[]
  made: WeakMap<Compiled, DocumentNode>
}

const name = (value: string) => ({ kind: Kind.NAME, value }) as const
const variable = (value: string) => ({ kind: Kind.VARIABLE, name: name(value) }) as const
const argument = (of: string): ArgumentNode => ({ kind: Kind.ARGUMENT, name: name(of), value: variable(of) })
const textVariable = (of: string): VariableDefinitionNode => ({
  kind: Kind.VARIABLE_DEFINITION,
  variable: variable(of),
  type: { kind: Kind.NAMED_TYPE, name: name('String') },
})
const object = (of: string, fields: readonly string[]): FieldNode => ({
  kind: Kind.FIELD,
  name: name(of),
  selectionSet: { kind: Kind.SELECTION_SET, selections: fields.map((each) => ({ kind: Kind.FIELD, name: name(each) })) },
})

const place = object('pageInfo', ['endCursor', 'hasNextPage'])
const ofPages = ['orderBy', 'offset']

const exports: Walk = { without: ofPages, takes: ['after'], says: [place], keeps: ['nodes'], made: new WeakMap() }
const changes: Walk = {
  without: [...ofPages, ...ofSearch, 'filter', 'archived'],
  takes: ['after', 'changedSince'],
  says: [place, object('changes', ['nextMark', 'deleted', 'delayedSince'])],
  keeps: ['nodes', 'totalCount'],
  made: new WeakMap(),
}

/** The export of a list. */
export const exportDocument = (row: Compiled): DocumentNode => walkOf(row, exports)

/** The changes of a list. */
export const changesDocument = (row: Compiled): DocumentNode => walkOf(row, changes)

function walkOf(row: Compiled, walk: Walk): DocumentNode {
  const known = walk.made.get(row)
  if (known) return known
  const definitions = row.document.definitions.map((each) =>
    each.kind === Kind.OPERATION_DEFINITION ? operationOf(each, row.at, walk) : each,
  )
  const document = { ...row.document, definitions }
  walk.made.set(row, document)
  return document
}

const operationOf = (operation: OperationDefinitionNode, at: readonly string[], walk: Walk): OperationDefinitionNode => ({
  ...operation,
  variableDefinitions: [
    ...(operation.variableDefinitions ?? []).filter((each) => !walk.without.includes(each.variable.name.value)),
    ...walk.takes.map(textVariable),
  ],
  selectionSet: inside(operation.selectionSet, at, walk),
})

/** A selection in which the list at the end of a path is walked. */
function inside({ selections }: SelectionSetNode, [step, ...others]: readonly string[], walk: Walk): SelectionSetNode {
  return {
    kind: Kind.SELECTION_SET,
    selections: selections.map((node) =>
      node.kind === Kind.FIELD && graphqlName(node) === step && node.selectionSet
        ? others.length > 0
          ? { ...node, selectionSet: inside(node.selectionSet, others, walk) }
          : walked(node, node.selectionSet, walk)
        : node,
    ),
  }
}

const walked = (list: FieldNode, { selections }: SelectionSetNode, { without, takes, says, keeps }: Walk): FieldNode => ({
  ...list,
  arguments: [...(list.arguments ?? []).filter((each) => !without.includes(each.name.value)), ...takes.map(argument)],
  selectionSet: {
    kind: Kind.SELECTION_SET,
    selections: [...says, ...selections.filter((node) => node.kind === Kind.FIELD && keeps.includes(node.name.value))],
  },
})
