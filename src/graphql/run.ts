/** Runs an operation: the one way in for both surfaces, once a document is valid. */
import type { Readable } from 'node:stream'
import { type ExecutionArgs, type GraphQLError, type GraphQLSchema, getOperationAST, type OperationDefinitionNode } from 'graphql'
import type { Role } from '../auth/viewer.ts'
import type { Account } from '../budget/account.ts'
import type { Context } from '../context.ts'
import { measured, whileAwaited } from '../db/cancel.ts'
import { type Meter, millisecondsOf, newMeter } from '../db/meter.ts'
import { isTimedOut } from '../db/outage.ts'
import type { Effects } from '../http/exchange.ts'
import { type Dialect, graphqlDialect } from '../read/dialect.ts'
import { reportOf } from '../read/document-fault.ts'
import { runRoots } from '../read/operation.ts'
import { type OperationPlan, planOf } from '../read/plan.ts'
import { type FieldAnswer, type GivenArguments, newReading, type Reading, type Values } from '../read/reading.ts'
import { AnswerTooLong } from '../read/too-long.ts'
import { Refusal } from '../values/errors.ts'
import { clientError } from './client-error.ts'
import { effectsOf } from './effects.ts'
import { priceOf } from './price.ts'
import { readVariables } from './variables.ts'

/** A valid document, which of its operations is meant, what fills its variables in, and how its answer is written. */
export type Operation = Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'> & {
  dialect?: Dialect
  /** Where the field lies whose records are handed out beside the data: the names on the way to it. */
  answerAt?: readonly string[]
  /** Of a live one: the number behind which it goes on, whatever its document says. */
  from?: number | undefined
  /** Whether errors may suggest names of the schema; they may unless this is false. */
  showsSchema?: boolean
}

/** What came of an operation. */
export type OperationResult = {
  /** The JSON of its data, in pieces; none where nothing was executed. */
  data?: readonly string[] | undefined
  /** Each fit for clients. */
  errors?: readonly GraphQLError[]
  extensions?: { cost: object }
  /** What the field at `answerAt` answered. */
  answer?: FieldAnswer | undefined
  /** What is sent in the place of its data as long as it is open, where it is live. */
  stream?: Readable | undefined
  /** What its writes mean for the answer to the request, where it wrote. */
  effects?: Effects | undefined
}

/**
 * Runs an operation of a schema that is paid for.
 *
 * @param maxCost points it may ask for at most; our own operations have no such limit, but are paid for all the same.
 */
export async function run(
  schema: GraphQLSchema,
  operation: Operation,
  context: Context,
  maxCost = Number.POSITIVE_INFINITY,
): Promise<OperationResult> {
  const { document, operationName, variableValues } = operation
  const { account } = context
  const definition = getOperationAST(document, operationName)
  if (!definition) throw new Error('Which operation is meant is looked at before it is run.')
  try {
    const { plan, coerced, made, errors, requested, fixed } = ready(schema, operation, definition, context.viewer.role, maxCost)
    await account.begin(Math.max(requested, Math.ceil(fixed)))
    const isRead = definition.operation === 'query'
    const reading = newReading(context, variableValues ?? {}, coerced ?? {}, isRead, made)
    const { data, charged } = plan ? await executed(plan, isRead, reading, fixed) : { data: undefined, charged: fixed }
    if (!plan) await settled(account, fixed)
    const extensions = { cost: { requested, charged, ...account.standing() } }
    const effects = isRead ? undefined : effectsOf(reading.outcomes)
    const failures = errors ?? reading.errors
    if (failures.length === 0) return { data, extensions, answer: reading.answer, effects }
    return { ...told(failures, data, isRead, reading, reportOf(document, context)), extensions, effects }
  } catch (error) {
    return { errors: [clientError(error, reportOf(document, context))] }
  }
}

/** An operation that may run: its plan, unless its variables have errors, their values, and the points it asks for. */
type Ready = {
  plan: OperationPlan | undefined
  coerced: Values | undefined
  /** The arguments that its cost was reckoned from. */
  made: GivenArguments
  errors: readonly GraphQLError[] | undefined
  requested: number
  fixed: number
}

const nothingToPlan = () => ({ requested: 1, fixed: 1, made: new Map() })

/**
 * Makes an operation ready to run.
 *
 * @throws Refusal BAD_INPUT for variables or filters that cannot be, TOO_COMPLEX for what asks for more points than it may.
 */
export function ready(
  schema: GraphQLSchema,
  { document, variableValues, dialect = graphqlDialect, answerAt, showsSchema }: Operation,
  definition: OperationDefinitionNode,
  role: Role,
  maxCost: number,
): Ready {
  const { coerced, errors, isKept } = readVariables(schema, definition, variableValues ?? {}, showsSchema)
  const plan = coerced && planOf({ schema, document, definition, dialect, answerAt }, role, coerced)
  const { requested, fixed, made } = plan ? plan.costOf(coerced, isKept) : nothingToPlan()
  if (requested > maxCost)
    throw new Refusal(
      'TOO_COMPLEX',
      `The operation costs ${requested} points; at most ${maxCost} are run: ask for fewer rows or records at once.`,
    )
  return { plan, coerced, made, errors, requested, fixed }
}

/** What failed, as clients hear it. An outage is the answer to the whole request, unless a write was done that must be heard of. */
function told(
  failures: readonly GraphQLError[],
  data: OperationResult['data'],
  isRead: boolean,
  { isDone, answer }: Reading,
  report: Context['report'],
): OperationResult {
  const errors = failures.map((error) => clientError(error, report))
  const outages = errors.filter(({ extensions }) => extensions.code === 'UNAVAILABLE')
  if (outages.length === 0 || (!isRead && isDone)) return { data, errors, answer }
  // Fields that were read together fail together.
  return { errors: isRead ? errors.filter((error) => error === outages[0] || !outages.includes(error)) : errors }
}

/** An operation that is executed, and what is paid for it whatever comes of it. */
type Execution = { plan: OperationPlan; isRead: boolean; reading: Reading; fixed: number; meter: Meter | undefined }

/** Executes an operation and settles what it came to, also when it failed. */
async function executed(
  plan: OperationPlan,
  isRead: boolean,
  reading: Reading,
  fixed: number,
): Promise<{ data: string[]; charged: number }> {
  const { account, limits } = reading.context
  const execution: Execution = { plan, isRead, reading, fixed, meter: account.stopwatch && newMeter(account.stopwatch) }
  let data: string[]
  try {
    data = await dataOf(execution)
  } catch (error) {
    return settleFailed(execution, error)
  }
  const charged = priceSoFar(execution, lengthOf(data))
  await settled(account, charged)
  // The database has a timer of its own, behind ours.
  if (isRead && reading.errors.some(isTimedOut)) throw tooSlow(limits.seconds)
  return { data, charged }
}

function dataOf({ plan, isRead, reading, meter }: Execution): Promise<string[]> {
  const { signal: client, limits } = reading.context
  const work = () => runRoots(plan.roots(), !isRead, reading)
  // A write is not cut off half-way: it has limits of its own, and a client that comes back finds it done.
  return isRead ? whileAwaited({ client, milliseconds: limits.seconds * 1_000, meter }, work) : measured(meter, work)
}

async function settleFailed(execution: Execution, error: unknown): Promise<never> {
  const { account, limits } = execution.reading.context
  await settled(account, priceSoFar(execution, error instanceof AnswerTooLong ? limits.answer : 0))
  throw execution.isRead ? refusedIfLate(error, limits.seconds) : error
}

/** What an error is told in: a sentence, its place and its path. */
const charactersOfError = 400

const priceSoFar = ({ fixed, reading, meter }: Execution, characters: number): number => {
  const { computed, errors } = reading
  return priceOf(fixed + computed, characters + charactersOfError * errors.length, meter ? millisecondsOf(meter) : 0)
}

const lengthOf = (pieces: readonly string[]): number => pieces.reduce((sum, { length }) => sum + length, 0)

function settled(account: Account, points: number): Promise<void> | undefined {
  account.charge(points)
  return account.settle()
}

/** What went wrong with a read, as clients hear it: that its time was up. */
export const refusedIfLate = (error: unknown, seconds: number): unknown =>
  error instanceof DOMException && error.name === 'TimeoutError' ? tooSlow(seconds) : error

const tooSlow = (seconds: number) =>
  new Refusal('TIMEOUT', `The request took longer than ${seconds} seconds and was stopped; ask for less at a time.`)
