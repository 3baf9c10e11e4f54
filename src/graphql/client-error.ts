/** What a client may see of an error: refusals as they are, and of everything else nothing about its inside. */
import { GraphQLError, type GraphQLErrorOptions } from 'graphql'
import type { Context } from '../context.ts'
import { databaseSilent, outageOf } from '../db/outage.ts'
import { errorCodes, Refusal, unavailable } from '../values/errors.ts'

type Report = Context['report']

/**
 * The error as a client may see it: refusals as they are, complaints about the request as bad input, everything else
 * without a word about its inside.
 */
export function clientError(error: unknown, report: Report): GraphQLError {
  if (!(error instanceof GraphQLError)) return inside(error, report)
  if (isCoded(error)) return error
  // Complaints of graphql-js about the document or its variables stand at no field; those at a field come from inside.
  if (error.path || !isComplaint(error)) return located(error, inside(error.originalError ?? error, report))
  return new GraphQLError(shortened(error.message), { ...placesOf(error), extensions: { code: 'BAD_INPUT' } })
}

/** Places in the document that one error names; a name given hundreds of times would be told with all of them. */
const maxPlaces = 5

/** Where in a text an error lies. Its nodes lie there too, and lead to the whole document. */
export const placesOf = ({ source, positions }: GraphQLError): GraphQLErrorOptions => ({
  source: source ?? null,
  positions: positions?.slice(0, maxPlaces) ?? null,
})

/** Characters of a message that are kept of its beginning, and of its end; graphql-js writes whole variables into some. */
const charactersOfEnd = 1_000

const shortened = (message: string): string =>
  message.length > 2 * charactersOfEnd ? `${message.slice(0, charactersOfEnd)} … ${message.slice(-charactersOfEnd)}` : message

const isCoded = (error: GraphQLError): boolean => String(error.extensions.code) in errorCodes

/** Whether an error is graphql-js's own all the way down; of a bad variable it wraps one complaint in another. */
const isComplaint = ({ originalError }: GraphQLError): boolean =>
  !originalError || (originalError instanceof GraphQLError && isComplaint(originalError))

const located = ({ nodes, path }: GraphQLError, { message, extensions }: GraphQLError) =>
  new GraphQLError(message, { nodes: nodes ?? null, path: path ?? null, extensions })

function inside(error: unknown, report: Report): GraphQLError {
  if (error instanceof Refusal) return error
  report(error)
  const outage = outageOf(error)
  if (!outage) return new Refusal('INTERNAL', 'Internal error')
  return outage === 'silent' ? unavailable(databaseSilent) : unavailable()
}
