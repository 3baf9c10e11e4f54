/** Runs an operation of a validated document; both surfaces execute through it. */

import type { Readable } from 'node:stream'
import { type ExecutionArgs, type GraphQLError, type GraphQLSchema, getOperationAST, type OperationDefinitionNode } from 'graphql'
import type { Account } from '../budget/account.ts'
import type { Context } from '../context.ts'
import { measured, whileAwaited } from '../db/cancel.ts'
import { type Meter, millisecondsOf, newMeter } from '../db/meter.ts'
import { isTimedOut } from '../db/outage.ts'
import type { Effects } from '../http/exchange.ts'
import { observe } from '../observe/observe.ts'
import { addOperation } from '../observe/request-facts.ts'
import { noCost } from '../read/cost/cost.ts'
import type { DearestList } from '../read/cost/points.ts'
import { reportOf } from '../read/plan/document-fault.ts'
import { type OperationPlan, planOf } from '../read/plan/plan.ts'
import { type GivenArguments, newReading, type Reading, type Values } from '../read/request.ts'
import type { FieldAnswer } from '../read/result.ts'
import { runRoots } from '../read/run/operation.ts'
import { ShapedRequest } from '../read/run/prepared.ts'
import { AnswerTooLong } from '../read/sql/answer-limit.ts'
import { type Container, jsonDocument } from '../read/sql/container.ts'
import { type Dialect, graphqlDialect } from '../read/sql/dialect.ts'
import type { FirstOutcome } from '../schema/outcome.ts'
import { Refusal } from '../values/errors.ts'
import { cutText } from '../values/text.ts'
import { clientError } from './client-error.ts'
import { fixedPoints, priceOf } from './price.ts'
import { readVariables } from './variables.ts'

/** A valid document, the name of the operation to run, its variables, and the dialect and container of the answer. */
export type Operation = Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'> & {
  dialect?: Dialect
  container?: Container
  /** The path of names to the field whose records are returned beside the data. */
  answerAt?: readonly string[]
  /** For a live operation: the sequence number to resume after; it overrides the one in the document. */
  from?: number | undefined
  /** Whether errors may suggest names of the schema; true unless false is given. */
  showsSchema?: boolean
}

/** The result of an operation. */
export type OperationResult = {
  /** The JSON of the data, in pieces; undefined where nothing was executed. */
  data?: readonly string[] | undefined
  /** Masked: each is safe to show to clients. */
  errors?: readonly GraphQLError[]
  extensions?: { cost: object }
  /** The Content-Type of the document of rows at `answerAt`. */
  mediaType?: string | undefined
  /** The answer of the field at `answerAt`. */
  answer?: FieldAnswer | undefined
  /** The open SSE stream of a live operation, sent instead of data. */
  stream?: Readable | undefined
  /** The effects of its writes on the answer to the request; undefined for a read. */
  effects?: Effects | undefined
}

/**
 * Runs an operation and charges the caller for it.
 *
 * @param maxCost the limit of requested points; our own operations have no limit, but are charged as well.
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
  addOperation(context.facts, document, definition)
  try {
    const step = { requestId: context.requestId, operation: definition.name?.value }
    const { plan, coerced, made, shaped, errors, requested, fixed } = observe({ kind: 'plan', ...step }, () =>
      ready(schema, operation, definition, context, maxCost),
    )
    await account.begin(Math.max(requested, Math.ceil(fixed)))
    const isRead = definition.operation === 'query'
    const reading = newReading(
      isRead ? readingReplicas(context) : context,
      variableValues ?? {},
      coerced ?? {},
      isRead,
      made,
      shaped,
    )
    const { data, charged } = plan
      ? await observe({ kind: 'run', ...step }, () => executed(plan, isRead, reading, fixed))
      : { data: undefined, charged: fixed }
    if (!plan) await settled(account, fixed)
    context.facts.cost = (context.facts.cost ?? 0) + charged
    const extensions = { cost: { requested, charged, ...account.standing() } }
    const effects = isRead ? undefined : effectsOf(reading.outcomes)
    const failures = errors ?? reading.errors
    const mediaType = plan?.container.mediaType
    if (failures.length === 0) return { data, mediaType, extensions, answer: reading.answer, effects }
    return { ...publicErrors(failures, data, isRead, reading, reportOf(document, context)), extensions, effects }
  } catch (error) {
    return { errors: [clientError(error, reportOf(document, context))] }
  }
}

/** The context of a read, whose rows come from a replica where there are any. */
function readingReplicas(context: Context): Context {
  const { db, rows, viewer } = context
  return db.replicas && !rows && 'storeId' in viewer ? { ...context, rows: db.replicas.readerOf(viewer.storeId) } : context
}

/** An operation that is ready to run: its plan (undefined if its variables have errors), the coerced variables, and its cost in points. */
type Ready = {
  plan: OperationPlan | undefined
  coerced: Values | undefined
  /** The arguments that its cost was computed from; a write may change its arguments, and has none of them. */
  made: GivenArguments
  /** The request by its shape, for a query whose plan was run before. */
  shaped: ShapedRequest | undefined
  errors: readonly GraphQLError[] | undefined
  requested: number
  fixed: number
}

/**
 * Coerces the variables of an operation, plans it and computes its cost.
 *
 * @throws Refusal BAD_INPUT for invalid variables or filters, TOO_COMPLEX for a cost above the limit.
 */
export function ready(
  schema: GraphQLSchema,
  { document, variableValues, dialect = graphqlDialect, container = jsonDocument, answerAt, showsSchema }: Operation,
  definition: OperationDefinitionNode,
  context: Context,
  maxCost: number,
): Ready {
  const { coerced, errors } = readVariables(schema, definition, variableValues ?? {}, showsSchema)
  const plan = coerced && planOf({ schema, document, definition, dialect, container, answerAt }, context.viewer.role, coerced)
  const isQuery = definition.operation === 'query'
  const shaped = plan && isQuery ? ShapedRequest.of(plan, coerced, context) : undefined
  const made: GivenArguments = new Map()
  const cost = plan ? (shaped?.part('cost', preparedCost(plan)) ?? plan.costOf(coerced, made)) : noCost
  const { requested, dearest } = cost
  if (requested > maxCost) throw new Refusal('TOO_COMPLEX', tooExpensive(requested, maxCost, dearest))
  const fixed = shaped ? fixedPoints(cost, (at) => shaped.textAt(at)) : cost.fixed
  return { plan, coerced, made: isQuery ? made : new Map(), shaped, errors, requested, fixed }
}

const preparedCost =
  ({ costOf }: OperationPlan) =>
  ({ variables, made }: Pick<Reading, 'variables' | 'made'>) => {
    const cost = costOf(variables, made)
    if (cost.isRefused) throw new Error('Arguments that are refused are not prepared.')
    return cost
  }

function tooExpensive(requested: number, maxCost: number, { path, rows }: DearestList): string {
  const sentence = `The operation costs ${requested} points; at most ${maxCost} are run: ask for fewer rows or records at once.`
  return path === '' ? sentence : `${sentence} Its most expensive list is ${cutText(path, maxPath)}, of up to ${rows} rows.`
}

const maxPath = 300

/** Masks the errors. An outage replaces the whole answer, unless a write has committed, which the answer must report. */
function publicErrors(
  failures: readonly GraphQLError[],
  data: OperationResult['data'],
  isRead: boolean,
  { isDone, answer }: Reading,
  report: Context['report'],
): OperationResult {
  const errors = failures.map((error) => clientError(error, report))
  const outages = errors.filter(({ extensions: { code } }) => code === 'UNAVAILABLE' || code === 'TIMEOUT')
  if (outages.length === 0 || (!isRead && isDone)) return { data, errors, answer }
  // Fields read by one statement fail together.
  return { errors: isRead ? errors.filter((error) => error === outages[0] || !outages.includes(error)) : errors }
}

/** An executing operation, with the inputs of its price, which is charged also when it fails. */
type Execution = { plan: OperationPlan; isRead: boolean; reading: Reading; fixed: number; meter: Meter | undefined }

/** Executes an operation and settles its price, also when it fails. */
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
  // The database has a timer of its own, which fires after ours.
  if (isRead && reading.errors.some(isTimedOut)) throw tooSlow(limits.seconds)
  return { data, charged }
}

function dataOf({ plan, isRead, reading, meter }: Execution): Promise<string[]> {
  const { signal: client, limits } = reading.context
  const work = () => runRoots(plan.roots(), !isRead, reading)
  // A write is not aborted half-way: it has limits of its own, and a client that retries finds it done.
  return isRead ? whileAwaited({ client, milliseconds: limits.seconds * 1_000, meter }, work) : measured(meter, work)
}

async function settleFailed(execution: Execution, error: unknown): Promise<never> {
  const { account, limits } = execution.reading.context
  await settled(account, priceSoFar(execution, error instanceof AnswerTooLong ? limits.answer : 0))
  throw execution.isRead ? refusedIfLate(error, limits.seconds) : error
}

/** Characters charged for one error: its message, location and path. */
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

/** Maps the timeout of a read to the refusal TIMEOUT; any other error is returned unchanged. */
export const refusedIfLate = (error: unknown, seconds: number): unknown =>
  error instanceof DOMException && error.name === 'TimeoutError' ? tooSlow(seconds) : error

const tooSlow = (seconds: number) =>
  new Refusal('TIMEOUT', `The request took longer than ${seconds} seconds and was stopped; ask for less at a time.`)

const effectsOf = (outcomes: readonly FirstOutcome[]): Effects => ({
  cookies: outcomes.flatMap(({ cookie }) => cookie ?? []),
  hasSecret: outcomes.some(({ shownOnce }) => shownOnce !== undefined),
  key: outcomes.find(({ key }) => key)?.key,
  isRefused: outcomes.some(({ userErrors }) => userErrors.length > 0),
})
