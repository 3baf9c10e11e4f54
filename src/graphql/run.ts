/** Runs an operation: the one way in for both surfaces, once a document is valid. */
import {
  type ExecutionArgs,
  execute,
  type GraphQLError,
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
import { AnswerTooLong } from './answer-size.ts'
import { clientError } from './client-error.ts'
import { filterFault } from './filter-size.ts'
import { priceOf } from './price.ts'
import { type Dialect, graphqlDialect } from './read/dialect.ts'
import { runRoots } from './read/operation.ts'
import { type Plan, planOf } from './read/plan.ts'
import type { Answer, Reading } from './read/reading.ts'
import { schema } from './schema.ts'

/** A valid document, which of its operations is meant, what fills its variables in, and how its answer is written. */
export type Operation = Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'> & {
  dialect?: Dialect
  /** Where the field lies whose records are wanted one by one. */
  answerAt?: readonly string[]
}

/** What came of an operation. */
export type Outcome = {
  /** The JSON of its data; none where nothing was executed. */
  data?: string | undefined
  /** Each fit for clients. */
  errors?: readonly GraphQLError[]
  extensions?: { cost: object }
  /** What the field that was asked for answered. */
  answer?: Answer | undefined
}

/**
 * Runs an operation that is paid for.
 *
 * @param maxCost points it may ask for at most; our own operations have no such limit, but are paid for all the same.
 */
export async function run(operation: Operation, context: Context, maxCost = Number.POSITIVE_INFINITY): Promise<Outcome> {
  const { document, operationName, variableValues } = operation
  const { account, report } = context
  const definition = getOperationAST(document, operationName)
  const fault = variablesFault(variableValues)
  if (fault) return { errors: [badInput(fault)] }
  // What is wrong with the choice of an operation graphql-js says itself.
  if (!definition) return { errors: (await execute({ schema, document, operationName })).errors ?? [] }
  const filter = filterFault(definition, variableValues)
  if (filter) return { errors: [badInput(filter)] }
  const { coerced, errors } = coercedVariables(definition, variableValues)
  const { dialect = graphqlDialect, answerAt } = operation
  const plan = coerced && planOf({ schema, document, definition, dialect, answerAt }, context.viewer.role, coerced)
  const { requested, fixed } = plan ? plan.costOf(coerced) : { requested: 1, fixed: 1 }
  try {
    if (requested > maxCost)
      throw new Refusal('TOO_COMPLEX', `The operation costs ${requested} points; at most ${maxCost} are run.`)
    await account.begin(Math.max(requested, fixed))
    const { outcome, charged } = plan
      ? await executed(
          plan,
          definition.operation === 'query',
          { given: variableValues ?? {}, variables: coerced },
          context,
          fixed,
        )
      : { outcome: { errors }, charged: await settled(account, fixed) }
    const extensions = { cost: { requested, charged, ...account.standing() } }
    return { ...told(outcome, definition.operation === 'query', report), extensions }
  } catch (error) {
    return { errors: [clientError(error, report)] }
  }
}

/** An outcome as clients hear it. An outage is the answer to the whole request, unless a write was done that must be heard of. */
function told(outcome: Outcome & { isDone?: boolean }, isRead: boolean, report: Context['report']): Outcome {
  const { isDone = false, ...rest } = outcome
  if (!rest.errors?.length) return rest
  const errors = rest.errors.map((error) => clientError(error, report))
  const isOutage = errors.some(({ extensions }) => extensions.code === 'UNAVAILABLE')
  return isOutage && (isRead || !isDone) ? { errors } : { ...rest, errors }
}

function coercedVariables({ variableDefinitions = [] }: OperationDefinitionNode, given: Operation['variableValues']) {
  return getVariableValues(schema, variableDefinitions, given ?? {}, { maxErrors: maxCoercionErrors })
}

/** Executes an operation and settles what it came to, also when it failed. */
async function executed(
  plan: Plan,
  isRead: boolean,
  values: Pick<Reading, 'given' | 'variables'>,
  context: Context,
  fixed: number,
): Promise<{ outcome: Outcome & { isDone: boolean }; charged: number }> {
  const { account, limits, viewer } = context
  const meter = account.stopwatch && newMeter(account.stopwatch)
  const reading: Reading = {
    context,
    viewer: viewer as Reading['viewer'],
    ...values,
    errors: [],
    lists: [],
    limit: isRead ? limits.answer : Number.POSITIVE_INFINITY,
    length: 0,
    isDone: false,
  }
  const work = () => runRoots(plan.roots(), !isRead, reading)
  // A write is not cut off half-way: it has limits of its own, and a client that comes back finds it done.
  const awaited = () => (isRead ? inTime(work, context) : work())
  const settle = (characters: number) => settled(account, priceOf(fixed, characters, meter ? millisecondsOf(meter) : 0))
  const data = await (meter ? measured(meter, awaited) : awaited()).catch(async (error: unknown) => {
    await settle(error instanceof AnswerTooLong ? limits.answer : 0)
    throw error
  })
  const charged = await settle(data.length)
  const { errors, answer, isDone } = reading
  return { outcome: { data, isDone, ...(errors.length > 0 && { errors }), ...(answer && { answer }) }, charged }
}

async function settled(account: Account, points: number): Promise<number> {
  account.charge(points)
  await account.settle()
  return points
}

/** Executes a read as long as somebody waits for it; what it still does in the database is cancelled then. */
async function inTime(work: () => Promise<string>, { signal, limits }: Context): Promise<string> {
  try {
    return await whileAwaited(signal, limits.seconds * 1_000, work)
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
