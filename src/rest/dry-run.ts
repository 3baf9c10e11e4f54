/** Dry runs: a header on REST, a variable of every mutation of ours. */
import { type DocumentNode, Kind, OperationTypeNode, visit } from 'graphql'
import type { HttpRequest } from '../http/exchange.ts'
import { badInput } from '../values/errors.ts'
import { shown } from '../values/text.ts'

export const dryRunHeader = 'X-Dry-Run'

const name = 'dry_run'

/**
 * Whether a write is only to be tried. Accepted: `X-Dry-Run: true`, or no such header.
 *
 * @throws Refusal BAD_INPUT for any other value: a client that sends one expects an effect.
 */
export function readDryRun(request: HttpRequest): boolean {
  const value = request.header('x-dry-run')
  if (value !== undefined && value !== 'true') throw badInput(`X-Dry-Run must be true, or left out, not ${shown(value)}.`)
  return value === 'true'
}

const variable = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } as const
const argumentName = { kind: Kind.NAME, value: 'dryRun' } as const

/** Gives the mutation of a document, if it is one, the variable that says whether it is only tried. */
export const withDryRun = (document: DocumentNode): DocumentNode =>
  visit(document, {
    OperationDefinition(operation) {
      if (operation.operation !== OperationTypeNode.MUTATION) return false
      const [field] = operation.selectionSet.selections
      if (field?.kind !== Kind.FIELD) return false
      const argument = { kind: Kind.ARGUMENT, name: argumentName, value: variable } as const
      const type = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'Boolean' } } as const
      const defaultValue = { kind: Kind.BOOLEAN, value: false } as const
      return {
        ...operation,
        variableDefinitions: [
          ...(operation.variableDefinitions ?? []),
          { kind: Kind.VARIABLE_DEFINITION, variable, type, defaultValue } as const,
        ],
        selectionSet: {
          ...operation.selectionSet,
          selections: [{ ...field, arguments: [...(field.arguments ?? []), argument] }],
        },
      }
    },
  })
