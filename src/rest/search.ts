/** The parameter `q` of lists, which looks for a text: an argument of the list in GraphQL, which the operations of all such lists get here. */
import { type ArgumentNode, type FieldNode, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql'
import { storePrefix } from './route.ts'

/** The parameter, and the variable that it gives. */
export const searchParameter = 'q'
const argumentName = 'search'

/** The variable and the argument, which a walk of what changed leaves out. */
export const ofSearch = [searchParameter, argumentName]

const name = (value: string) => ({ kind: Kind.NAME, value }) as const
const variable = { kind: Kind.VARIABLE, name: name(searchParameter) } as const
const argument: ArgumentNode = { kind: Kind.ARGUMENT, name: name(argumentName), value: variable }

/** The operation of a whole list of merchants, with the argument where its records are searched. */
export function withSearch(schema: GraphQLSchema, path: string, operation: OperationDefinitionNode): OperationDefinitionNode {
  const [list, ...others] = operation.selectionSet.selections
  if (list?.kind !== Kind.FIELD || others.length > 0 || path.startsWith(storePrefix)) return operation
  if (!isSearched(schema, list)) return operation
  const type = { kind: Kind.NAMED_TYPE, name: name('String') } as const
  return {
    ...operation,
    variableDefinitions: [...(operation.variableDefinitions ?? []), { kind: Kind.VARIABLE_DEFINITION, variable, type }],
    selectionSet: {
      ...operation.selectionSet,
      selections: [{ ...list, arguments: [...(list.arguments ?? []), argument] }],
    },
  }
}

const isSearched = (schema: GraphQLSchema, { name: { value }, arguments: given = [] }: FieldNode): boolean =>
  schema
    .getQueryType()
    ?.getFields()
    [value]?.args.some((each) => each.name === argumentName) === true &&
  given.some((each) => each.name.value === 'filter') &&
  // The row of an aggregate is made of its list's, which has it.
  !given.some((each) => each.name.value === argumentName)
