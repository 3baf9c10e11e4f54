/**
 * The kinds of refusal Tandem knows, each with its code.
 *
 * One list serves both surfaces: GraphQL shows the code in `extensions.code`, REST turns it into a status (`rest/reply.ts`).
 */
import { GraphQLError } from 'graphql'

/** Every code a client can meet, with the sentence that describes it in the schema. */
export const errorCodes = {
  BAD_INPUT: 'The request is malformed or a value in it is not allowed.',
  UNAUTHENTICATED: 'The request carries no credential, or one that is not valid.',
  FORBIDDEN: 'The credential is valid but does not open this.',
  NOT_FOUND: 'There is no such record for this credential.',
  METHOD_NOT_ALLOWED: 'The path exists but does not answer this method.',
  TOO_LARGE: 'The request is larger than is accepted.',
  UNAVAILABLE: 'The service cannot answer just now; try again shortly.',
  INTERNAL: 'Something failed on our side.',
} as const

export type ErrorCode = keyof typeof errorCodes

/** A refusal with a code; its message is one sentence for the client. */
export class Refusal extends GraphQLError {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message, { extensions: { code } })
    this.name = 'Refusal'
    this.code = code
  }
}

export const badInput = (message: string) => new Refusal('BAD_INPUT', message)

export const unauthenticated = (message = 'Authentication is required.') => new Refusal('UNAUTHENTICATED', message)

export const forbidden = (message: string) => new Refusal('FORBIDDEN', message)

/** The one answer for a record that is missing and for a record of another tenant. */
export const notFound = (message = 'Not found.') => new Refusal('NOT_FOUND', message)

export const unavailable = () => new Refusal('UNAVAILABLE', 'Internal error')
