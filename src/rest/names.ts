/** The names of a field of a row's operation: in the contract, as answers have it, and in GraphQL. */
import { type DirectiveNode, type FieldNode, Kind } from 'graphql'
import { snakeCase } from '../values/text.ts'

/** A directive of this engine on a field, if it has it. */
export const directive = (field: FieldNode, name: string): DirectiveNode | undefined =>
  field.directives?.find((each) => each.name.value === name)

/** The name a field has in the contract: as its directive or alias says, else its own in the contract's spelling. */
export function contractName(field: FieldNode): string {
  const given = directive(field, 'name')?.arguments?.[0]?.value
  if (given?.kind === Kind.STRING) return given.value
  return field.alias?.value ?? snakeCase(field.name.value)
}

/** The name a field has in GraphQL's own answer. */
export const graphqlName = ({ alias, name }: FieldNode): string => (alias ?? name).value
