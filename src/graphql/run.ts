/** Runs an operation: the one way in for both surfaces, once a document is valid. */
import { type ExecutionArgs, type ExecutionResult, execute, getOperationAST } from 'graphql'
import type { Context } from '../context.ts'
import { whileAwaited } from '../db/cancel.ts'
import { badInput, Refusal } from '../errors.ts'
import { textFault } from '../values/text.ts'
import { charactersOf } from './answer-size.ts'
import { clientError } from './client-error.ts'
import { costOf } from './cost.ts'
import { schema } from './schema.ts'

/** A valid document, which of its operations is meant, and what fills its variables in. */
export type Operation = Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'>

/**
 * Pays for an operation and executes it; every error that comes back is fit for clients.
 *
 * @param maxCost points it may cost at most; REST's own operations have no such limit, but are paid for all the same.
 */
export async function run(
  { document, operationName, variableValues }: Operation,
  context: Context,
  maxCost = Number.POSITIVE_INFINITY,
): Promise<ExecutionResult> {
  const operation = getOperationAST(document, operationName)
  const fault = variablesFault(variableValues)
  if (fault) return { errors: [badInput(fault)] }
  const args = { schema, document, operationName, variableValues, contextValue: context, options: { maxCoercionErrors } }
  // What is wrong with the choice of an operation graphql-js says itself.
  if (!operation) return execute(args)
  const cost = costOf(schema, document, operation, variableValues ?? {})
  try {
    if (cost > maxCost) throw new Refusal('TOO_COMPLEX', `The operation costs ${cost} points; at most ${maxCost} are run.`)
    await context.account.pay(cost)
    // A write is not cut off half-way: it has limits of its own, and a client that comes back finds it done.
    const isRead = operation.operation === 'query'
    const result = await (isRead ? inTime(args, context) : execute(args))
    const more = await payForSize(result, cost, context).catch((error: unknown) => {
      // What a write did is done and paid for; it is told even to who cannot pay for the telling.
      if (isRead) throw error
      return 0
    })
    const extensions = { cost: { requested: cost + more, ...context.account.standing() } }
    return { ...told(result, isRead, context), extensions }
  } catch (error) {
    return { errors: [clientError(error, context.report)] }
  }
}

/** A result as clients hear it. An outage is the answer to the whole request, unless a write was done that must be heard of. */
function told(result: ExecutionResult, isRead: boolean, { report }: Context): ExecutionResult {
  if (!result.errors) return result
  const errors = result.errors.map((error) => clientError(error, report))
  const isOutage = errors.some(({ extensions }) => extensions.code === 'UNAVAILABLE')
  const isDone = !isRead && Object.values(result.data ?? {}).some((payload) => payload !== null)
  return isOutage && !isDone ? { errors } : { ...result, errors }
}

/** An answer costs a point for as many characters, where what it was made of costs less. */
const charactersOfPoint = 4_096

/** Pays for what an answer is longer than was to be expected; answers the points. */
async function payForSize({ data }: ExecutionResult, paid: number, { account, limits }: Context): Promise<number> {
  const characters = charactersOf(data, limits.answer)
  if (characters > limits.answer)
    throw new Refusal('TOO_COMPLEX', `The answer would have more than ${limits.answer} characters; ask for less at a time.`)
  const due = Math.ceil(characters / charactersOfPoint) - paid
  if (due <= 0) return 0
  await account.pay(due)
  return due
}

/** Executes a read as long as somebody waits for it; what it still does in the database is cancelled then. */
async function inTime(args: ExecutionArgs, { signal, limits }: Context): Promise<ExecutionResult> {
  try {
    return await whileAwaited(signal, limits.seconds * 1_000, async () => execute(args))
  } catch (error) {
    throw error instanceof DOMException && error.name === 'TimeoutError' ? tooSlow(limits.seconds) : error
  }
}

const tooSlow = (seconds: number) =>
  new Refusal('TIMEOUT', `The request took longer than ${seconds} seconds and was stopped; ask for less at a time.`)

/** Faults of the variables that are told; graphql-js writes the whole variable into each. */
const maxCoercionErrors = 3

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
