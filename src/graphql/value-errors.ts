/** Names the argument or the variable whose literal value is wrong; graphql-js names the expected type alone. */
import { type ASTNode, type ASTVisitor, GraphQLError, Kind, type ValidationRule, ValuesOfCorrectTypeRule } from 'graphql'

/** A node, or a list of nodes. */
type NodeOrList = ASTNode | readonly ASTNode[]

/** A visitor's function; `ancestors` are the enclosing parts up to `parent`, without it. */
type Enter = (node: ASTNode, key: unknown, parent: NodeOrList, path: unknown, ancestors: readonly NodeOrList[]) => unknown

/** The rule of graphql-js about literal values; its messages begin with the position: `Argument "filter.total.gt" got an invalid value; …`. */
export const valuesOfCorrectType: ValidationRule = (context) => {
  let enclosing: () => readonly NodeOrList[] = () => []
  const reportError = ({ message, nodes }: GraphQLError) => {
    context.reportError(new GraphQLError(`${positionOf(enclosing())}${message}`, { nodes: nodes ?? null }))
  }
  const rule = ValuesOfCorrectTypeRule(Object.create(context, { reportError: { value: reportError } }))
  const visitors = Object.entries(rule).map(([kind, enter]): [string, Enter] => [
    kind,
    (node, key, parent, path, ancestors) => {
      enclosing = () => [...ancestors, parent, node]
      return (enter as Enter)(node, key, parent, path, ancestors)
    },
  ])
  return Object.fromEntries(visitors) as ASTVisitor
}

function positionOf(parts: readonly NodeOrList[]): string {
  const names: string[] = []
  for (const node of parts) {
    if (!('kind' in node)) continue
    if (node.kind === Kind.VARIABLE_DEFINITION) return `Variable "$${node.variable.name.value}" has an invalid default value; `
    if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) names.push(node.name.value)
  }
  return `Argument "${names.join('.')}" got an invalid value; `
}
