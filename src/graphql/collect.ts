/** What an operation asks of a record, once fragments are spread and conditions are decided: its fields, by their names in the answer. */
import {
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

type Values = { [name: string]: unknown }

/** Whether a fragment on a type is for records of another. */
export function applies(schema: GraphQLSchema, condition: string | undefined, parent: GraphQLNamedType | undefined): boolean {
  if (condition === undefined || condition === parent?.name) return true
  const type = schema.getType(condition)
  return isAbstractType(type) && isObjectType(parent) && schema.isSubType(type, parent)
}

/** The fields of a selection by the name they will have in the answer, as execution gathers them. */
export function fieldsUnder(
  selections: readonly SelectionNode[],
  isFor: (condition: string | undefined) => boolean,
  fragments: Map<string, FragmentDefinitionNode>,
  variables: Values,
  found = new Map<string, FieldNode[]>(),
): Map<string, FieldNode[]> {
  for (const node of selections) {
    if (isLeftOut(node, variables)) continue
    if (node.kind === Kind.FIELD) {
      const key = node.alias?.value ?? node.name.value
      const same = found.get(key)
      if (same) same.push(node)
      else found.set(key, [node])
    } else {
      const spread = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value)
      if (spread && isFor(spread.typeCondition?.name.value))
        fieldsUnder(spread.selectionSet.selections, isFor, fragments, variables, found)
    }
  }
  return found
}

/** Whether `@include` or `@skip` leaves a selection out; where one is refused nothing runs either. */
function isLeftOut(node: SelectionNode, variables: Values): boolean {
  if (!node.directives?.length) return false
  try {
    const conditionOf = (directive: GraphQLDirective) => getDirectiveValues(directive, node, variables)?.if
    return conditionOf(GraphQLSkipDirective) === true || conditionOf(GraphQLIncludeDirective) === false
  } catch {
    return true
  }
}
