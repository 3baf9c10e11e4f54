/** Runs an operation in process: the one way in for both surfaces, once a document is valid. */
import { type DocumentNode, type ExecutionResult, execute, GraphQLError } from 'graphql'
import type { Context } from '../context.ts'
import { badInput, type ErrorCode, errorCodes, Refusal, unavailable } from '../errors.ts'
import { textFault } from '../values/text.ts'
import { schema } from './schema.ts'

/** Executes a valid document; every error that comes back is fit for clients. */
export async function run(
  document: DocumentNode,
  variableValues: Record<string, unknown>,
  context: Context,
): Promise<ExecutionResult> {
  const fault = variablesFault(variableValues)
  if (fault) return { errors: [badInput(fault)] }
  const result = await execute({ schema, document, variableValues, contextValue: context })
  return result.errors ? { ...result, errors: result.errors.map((error) => clientError(error, context.report)) } : result
}

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
  const http = error.extensions.http as { status?: number } | undefined
  const code: ErrorCode = http?.status === 413 ? 'TOO_LARGE' : 'BAD_INPUT'
  return new GraphQLError(error.message, { nodes: error.nodes ?? null, extensions: { code, ...(http && { http }) } })
}

const isCoded = (error: GraphQLError): boolean => String(error.extensions.code) in errorCodes

/** Whether an error is graphql-js's own all the way down; of a bad variable it wraps one complaint in another. */
const isComplaint = ({ originalError }: GraphQLError): boolean =>
  !originalError || (originalError instanceof GraphQLError && isComplaint(originalError))

const located = ({ nodes, path }: GraphQLError, { message, extensions }: GraphQLError) =>
  new GraphQLError(message, { nodes: nodes ?? null, path: path ?? null, extensions })

function inside(error: unknown, report: Report): GraphQLError {
  if (error instanceof Refusal) return error
  report(error)
  return isOutage(error) ? unavailable() : new Refusal('INTERNAL', 'Internal error')
}

// What Prisma and its drivers say when the database is away, restarting, out of connections or too slow.
const outageCodes = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
  'ECONNREFUSED',
  'ECONNRESET',
  '57014',
])
const outageMessage =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Can't reach database|the database system is|ECONNREFUSED|canceling statement due to|\b57P0[1-5]\b/i

function isOutage(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return (code !== undefined && outageCodes.has(code)) || outageMessage.test(message ?? '')
}

export const maxVariableDepth = 64

/** Says what is wrong with the variables; walks without recursion, since clients choose the depth. */
export function variablesFault(variables: unknown): string | undefined {
  const waiting: [value: unknown, depth: number][] = [[variables, 0]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, depth] = next
    if (depth > maxVariableDepth) return `Variables may nest at most ${maxVariableDepth} deep.`
    if (typeof value === 'string') {
      const fault = textFault(value)
      if (fault) return `A value is not allowed: ${fault}.`
    } else if (value !== null && typeof value === 'object') {
      for (const [key, child] of Object.entries(value)) waiting.push([key, depth], [child, depth + 1])
    }
  }
  return undefined
}
