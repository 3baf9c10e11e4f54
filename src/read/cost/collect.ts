/** Collects the fields of a selection by response name, with fragments and conditions applied. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLDirective,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionNode,
} from 'graphql'
import type { Values } from '../request.ts'

/** The fragments of a document, by name. */
export const fragmentsOf = ({ definitions }: DocumentNode): Map<string, FragmentDefinitionNode> =>
  new Map(
    definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  )

/** Whether a fragment's type condition applies to a parent type. */
export function applies(schema: GraphQLSchema, condition: string | undefined, parent: GraphQLNamedType | undefined): boolean {
  if (condition === undefined || condition === parent?.name) return true
  const type = schema.getType(condition)
  return isAbstractType(type) && isObjectType(parent) && schema.isSubType(type, parent)
}

/**
 * The fields of a selection by response name, collected as GraphQL defines it.
 *
 * @param conditions the values of the variables in `@include` and `@skip`.
 */
export function fieldsUnder(
  selections: readonly SelectionNode[],
  isFor: (condition: string | undefined) => boolean,
  fragments: Map<string, FragmentDefinitionNode>,
  conditions: Values,
  found = new Map<string, FieldNode[]>(),
): Map<string, FieldNode[]> {
  for (const node of selections) {
    if (isLeftOut(node, conditions)) continue
    if (node.kind === Kind.FIELD) {
      const key = node.alias?.value ?? node.name.value
      const same = found.get(key)
      if (same) same.push(node)
      else found.set(key, [node])
    } else {
      const spread = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value)
      if (spread && isFor(spread.typeCondition?.name.value))
        fieldsUnder(spread.selectionSet.selections, isFor, fragments, conditions, found)
    }
  }
  return found
}

/** Whether `@include` or `@skip` omits a selection; an invalid condition has been refused already. */
function isLeftOut(node: SelectionNode, conditions: Values): boolean {
  if (!node.directives?.length) return false
  try {
    const conditionOf = (directive: GraphQLDirective) => getDirectiveValues(directive, node, conditions)?.if
    return conditionOf(GraphQLSkipDirective) === true || conditionOf(GraphQLIncludeDirective) === false
  } catch {
    return true
  }
}
