/** Runs an operation: the one way in for both surfaces, once a document is valid. */
import {
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql'
import type { Account } from '../budget/account.ts'
import type { Context } from '../context.ts'
import { measured, whileAwaited } from '../db/cancel.ts'
import { millisecondsOf, newMeter } from '../db/meter.ts'
import { badInput, Refusal } from '../errors.ts'
import { textFault } from '../values/text.ts'
import { type AnswerSize, noAnswer, sizeOf } from './answer-size.ts'
import { clientError } from './client-error.ts'
import { costOf } from './cost.ts'
import { filterFault } from './filter-size.ts'
import { priceOf } from './price.ts'
import { schema } from './schema.ts'

/** A valid document, which of its operations is meant, and what fills its variables in. */
export type Operation = Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'>

/**
 * Executes an operation that is paid for; every error that comes back is fit for clients.
 *
 * @param maxCost points it may ask for at most; our own operations have no such limit, but are paid for all the same.
 */
export async function run(
  { document, operationName, variableValues }: Operation,
  context: Context,
  maxCost = Number.POSITIVE_INFINITY,
): Promise<ExecutionResult> {
  const { account, report } = context
  const operation = getOperationAST(document, operationName)
  const fault = variablesFault(variableValues)
  if (fault) return { errors: [badInput(fault)] }
  const args = { schema, document, operationName, variableValues, contextValue: context, options: { maxCoercionErrors } }
  // What is wrong with the choice of an operation graphql-js says itself.
  if (!operation) return execute(args)
  const filter = filterFault(operation, variableValues)
  if (filter) return { errors: [badInput(filter)] }
  const { coerced, errors } = coercedVariables(operation, variableValues)
  const { requested, fixed } = coerced ? costOf(schema, document, operation, coerced) : { requested: 1, fixed: 1 }
  try {
    if (requested > maxCost)
      throw new Refusal('TOO_COMPLEX', `The operation costs ${requested} points; at most ${maxCost} are run.`)
    await account.begin(Math.max(requested, fixed))
    const { result, charged } = errors
      ? { result: { errors }, charged: await settled(account, fixed) }
      : await executed(operation, args, fixed)
    const extensions = { cost: { requested, charged, ...account.standing() } }
    return { ...told(result, operation.operation === 'query', report), extensions }
  } catch (error) {
    return { errors: [clientError(error, report)] }
  }
}

/** A result as clients hear it. An outage is the answer to the whole request, unless a write was done that must be heard of. */
function told(result: ExecutionResult, isRead: boolean, report: Context['report']): ExecutionResult {
  if (!result.errors) return result
  const errors = result.errors.map((error) => clientError(error, report))
  const isOutage = errors.some(({ extensions }) => extensions.code === 'UNAVAILABLE')
  const isDone = !isRead && Object.values(result.data ?? {}).some((payload) => payload !== null)
  return isOutage && !isDone ? { errors } : { ...result, errors }
}

function coercedVariables({ variableDefinitions = [] }: OperationDefinitionNode, given: Operation['variableValues']) {
  return getVariableValues(schema, variableDefinitions, given ?? {}, { maxErrors: maxCoercionErrors })
}

/** Executes an operation and settles what it came to, also when it failed. */
async function executed(
  { operation }: OperationDefinitionNode,
  args: ExecutionArgs,
  fixed: number,
): Promise<{ result: ExecutionResult; charged: number }> {
  const context = args.contextValue as Context
  const { account, limits } = context
  const meter = account.stopwatch && newMeter(account.stopwatch)
  // A write is not cut off half-way: it has limits of its own, and a client that comes back finds it done.
  const isRead = operation === 'query'
  const work = async () => (isRead ? inTime(args, context) : execute(args))
  const settle = (size: AnswerSize) => settled(account, priceOf(fixed, size, meter ? millisecondsOf(meter) : 0))
  const result = await (meter ? measured(meter, work) : work()).catch(async (error: unknown) => {
    await settle(noAnswer)
    throw error
  })
  const size = sizeOf(result.data, limits.answer)
  const charged = await settle(size)
  // What a write did is done, and is told however long it is.
  if (isRead && size.characters > limits.answer) throw tooLong(limits.answer)
  return { result, charged }
}

async function settled(account: Account, points: number): Promise<number> {
  account.charge(points)
  await account.settle()
  return points
}

const tooLong = (limit: number) =>
  new Refusal('TOO_COMPLEX', `The answer would have more than ${limit} characters; ask for less at a time.`)

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
