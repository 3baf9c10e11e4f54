/** Maps an error to its public form: refusals pass unchanged, internal errors are masked. */
import { GraphQLError, type GraphQLErrorOptions } from 'graphql'
import type { Context } from '../context.ts'
import { isTimedOut, outageOf, outageSentences } from '../db/outage.ts'
import { errorCodes, Refusal, unavailable } from '../values/errors.ts'

type Report = Context['report']

/**
 * Returns the error that a client may see: a refusal unchanged, a graphql-js error about the request as BAD_INPUT, any other error masked.
 */
export function clientError(error: unknown, report: Report): GraphQLError {
  if (!(error instanceof GraphQLError)) return inside(error, report)
  if (isCoded(error)) return error
  // graphql-js reports faults of the document or its variables without a path; errors with a path are internal.
  if (error.path || !isComplaint(error)) return located(error, inside(error.originalError ?? error, report))
  return new GraphQLError(shortened(error.message), { ...placesOf(error), extensions: { code: 'BAD_INPUT' } })
}

/** Maximum locations in one error; a name that occurs hundreds of times would list them all. */
const maxPlaces = 5

/** The locations of an error in the text. The nodes are dropped, since they reference the whole document. */
export const placesOf = ({ source, positions }: GraphQLError): GraphQLErrorOptions => ({
  source: source ?? null,
  positions: positions?.slice(0, maxPlaces) ?? null,
})

/** Characters kept of the beginning and of the end of a message; graphql-js writes whole variables into some. */
const charactersOfEnd = 1_000

const shortened = (message: string): string =>
  message.length > 2 * charactersOfEnd ? `${message.slice(0, charactersOfEnd)} … ${message.slice(-charactersOfEnd)}` : message

const isCoded = (error: GraphQLError): boolean => String(error.extensions.code) in errorCodes

/** Whether graphql-js raised an error and all errors it wraps; for an invalid variable it wraps one error in another. */
const isComplaint = ({ originalError }: GraphQLError): boolean =>
  !originalError || (originalError instanceof GraphQLError && isComplaint(originalError))

const located = ({ nodes, path }: GraphQLError, { message, extensions }: GraphQLError) =>
  new GraphQLError(message, { nodes: nodes ?? null, path: path ?? null, extensions })

function inside(error: unknown, report: Report): GraphQLError {
  if (error instanceof Refusal) return error
  report(error)
  const outage = outageOf(error)
  if (!outage) return new Refusal('INTERNAL', 'Internal error')
  return isTimedOut(error) ? new Refusal('TIMEOUT', stopped) : unavailable(outageSentences[outage])
}

/** The sentence of a statement that the database stopped at its time limit; a second try would be stopped like the first. */
const stopped = 'A statement took longer than the database lets one take, and was stopped; ask for less at a time.'
