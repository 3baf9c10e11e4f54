/**
 * What is kept of a document that is refused: what its sender is told, and nothing that leads to the rest. That is a megabyte or more
 * for each, which the collector would move about for as long as it is kept, while all others wait.
 */
import { type DocumentNode, GraphQLError, Kind } from 'graphql'
import { placesOf } from './client-error.ts'

/** A document, if it is one, of operations without their selections, and its errors without their nodes. */
export const refusedDocument = (document: DocumentNode | undefined, errors: readonly GraphQLError[]) => ({
  document: document && operationsOf(document),
  errors: errors.map(withoutNodes),
})

/** Which of them is meant is asked before the errors are told. */
const operationsOf = ({ kind, definitions }: DocumentNode): DocumentNode => ({
  kind,
  definitions: definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map(({ kind, operation, name }) => ({
      kind,
      operation,
      name: name && { kind: name.kind, value: name.value },
      selectionSet: { kind: Kind.SELECTION_SET, selections: [] },
    })),
})

function withoutNodes(error: GraphQLError): GraphQLError {
  const { message, nodes, extensions } = error
  const told = nodes ? new GraphQLError(message, { ...placesOf(error), extensions }) : error
  // Yoga notes with each what its own HTTP layer would answer.
  delete told.extensions.http
  // Until V8 has written it a stack leads to the functions it names, and by them to all that validation has noted.
  told.stack = told.message
  return told
}
