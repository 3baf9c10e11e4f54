/** Writes over REST: a request chooses its row by its body, becomes variables with what was sent back of the record, and is run. */
import { GraphQLBoolean } from 'graphql'
import type { Context } from '../context.ts'
import type { OperationResult } from '../graphql/run.ts'
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts'
import type { Parameter } from '../http/search.ts'
import { observe } from '../observe/observe.ts'
import type { SentBack } from '../schema/sent-back.ts'
import { badInput } from '../values/errors.ts'
import { each } from '../values/faults.ts'
import { shown } from '../values/text.ts'
import { type Body, readBody } from './body.ts'
import { coerceValue } from './coerce.ts'
import { columnAdvice } from './column-advice.ts'
import type { Compiled } from './compile.ts'
import { dryRunHeader, readDryRun } from './dry-run.ts'
import type { FoundRows } from './match.ts'
import { runRow } from './plan.ts'
import { isNoise } from './query.ts'
import { firstPage, parsing } from './read.ts'
import { readBodyVariables } from './read-body.ts'
import { readRecords } from './records-body.ts'
import { replyTo, resultsReply } from './reply.ts'
import { collectedBack, collecting } from './sent-back.ts'
import type { Table } from './table.ts'
import { embeddedCheck, listedCheck } from './unchanged.ts'

/** The operation that a request runs, as soon as it is known. */
export type Ran = { operation: string | undefined }

/** A request, and the rows of its path that it may run. */
export type RowRequest = {
  request: HttpRequest
  context: Context
  place: FoundRows<Compiled>
  rows: Compiled[]
  ran: Ran
}

/** Answers a request to write: one record, or those that a body lists. */
export async function answerWrite(table: Table, asked: RowRequest, parameters: Parameter[]): Promise<HttpAnswer> {
  const { schema, readOnly } = table
  const { request, context, place, rows, ran } = asked
  const [only] = rows
  if (only?.list !== undefined) return writeList(table, asked, { row: only, list: only.list, parameters })
  const unknown = parameters.filter((parameter) => !isNoise(parameter))
  each(unknown, ({ name }) => {
    throw badInput(`Unknown parameter: ${shown(name)}; a write takes its values in the body.`)
  })
  const given = await observe(parsing(context), () => readBody(request, context.limits.bodyBytes, context.account))
  const { row, body } = chooseRow(rows, given ?? {})
  ran.operation = row.name
  if (!given && row.variables.has('body')) throw badInput('The body must be a JSON object.')
  const [own] = place.rows.get('GET') ?? []
  const known = own && readOnly.of(own)
  const taken = row.takesShown ? (row.takes ?? row.record) : undefined
  const collected = collectedBack()
  const { variables, sentBack } = readBodyVariables(
    row,
    place.ids,
    body,
    taken === undefined ? known : readOnly.shownOf(taken),
    (field) => readOnly.within(row.record, field),
    taken === undefined ? undefined : collecting(readOnly, taken, collected),
  )
  const sent = new Map([[0, { body, others: sentBack.others }]])
  const checkEmbedded =
    taken === undefined
      ? own && known && embeddedCheck(table, { row: own, ids: place.ids }, sent, { row }, context)
      : listedCheck(table, taken, sent, { row }, context)
  // Writes that find or make their record compare by its place.
  const isPlaced = row.mayCreate || row.takes !== undefined
  const back: SentBack = {
    columns: isPlaced ? {} : sentBack.columns,
    ...(isPlaced && { records: [sentBack.columns] }),
    parts: [collected.parts],
    advise: adviceOf(table, row),
    ...(checkEmbedded && { checkEmbedded }),
  }
  return tried(
    request,
    (dry_run) => runRow(schema, row, { ...variables, dry_run }, { ...context, sentBack: back }),
    (outcome) => replyTo(row, outcome, firstPage, 0, []),
  )
}

/** How a column may be changed: by other rows of the write's record, or of that which a body sends back. */
const adviceOf =
  ({ rows, readOnly }: Table, row: Compiled): SentBack['advise'] =>
  (type, column, value) => {
    const place = row.takesShown ? readOnly.readerOf(type) : row
    return place && columnAdvice(rows, place, column, value)
  }

/** Writes the records that a body lists. */
async function writeList(
  table: Table,
  { request, context, ran }: RowRequest,
  { row, list, parameters }: { row: Compiled; list: string; parameters: Parameter[] },
): Promise<HttpAnswer> {
  const { schema, readOnly } = table
  ran.operation = row.name
  const { records, back, places, refused, onError } = await observe(parsing(context), () =>
    readRecords(row, list, parameters, request, context, readOnly),
  )
  const sent = new Map(back.map((each, place) => [places[place] ?? place, each]))
  const checkEmbedded = row.takesShown && listedCheck(table, row.record, sent, { row, list }, context)
  const sentBack: SentBack = {
    columns: {},
    records: back.map(({ columns }) => columns),
    parts: back.map(({ parts }) => parts),
    advise: adviceOf(table, row),
    ...(checkEmbedded && { checkEmbedded }),
  }
  const run = (dry_run: boolean) =>
    runRow(schema, row, { [list]: records, on_error: onError, dry_run }, { ...context, places, sentBack })
  return tried(
    request,
    async (isDryRun) => (records.length > 0 ? run(isDryRun) : {}),
    (outcome) => resultsReply(outcome, refused),
  )
}

/** Runs a write, or only tries it, and answers which of the two. */
async function tried(
  request: HttpRequest,
  run: (isDryRun: boolean) => Promise<OperationResult>,
  replyOf: (outcome: OperationResult) => HttpAnswer,
): Promise<HttpAnswer> {
  const isDryRun = readDryRun(request)
  const outcome = await run(isDryRun)
  const reply = replyOf(outcome)
  if (isDryRun) reply.headers[dryRunHeader] = 'true'
  return { ...reply, effects: outcome.effects }
}

/** The row of a path and method: the only one, or the one whose flag the body sets; flags are no fields of the write. */
function chooseRow(rows: Compiled[], given: Body): { row: Compiled; body: Body } {
  const [first] = rows
  if (first && !first.flag) return { row: first, body: given }
  const flags = new Set(rows.map(({ flag }) => flag ?? ''))
  const body = Object.fromEntries(Object.entries(given).filter(([name]) => !flags.has(name)))
  const [row, ...others] = rows.filter(({ flag = '' }) => coerceValue(flag, given[flag] ?? false, GraphQLBoolean) === true)
  if (row && others.length === 0) return { row, body }
  throw badInput(`Send exactly one of ${[...flags].map((flag) => `${flag}=true`).join(' and ')}.`)
}
