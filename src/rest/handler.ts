/** The REST surface: a request finds its row, becomes variables, runs the row's operation, and becomes an answer. */
import { GraphQLBoolean, type GraphQLSchema } from 'graphql'
import type { PageBase, Viewer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import { clientError } from '../graphql/client-error.ts'
import { type HttpAnswer, type HttpRequest, vary } from '../http/exchange.ts'
import { letKeep } from '../http/representation.ts'
import type { Parameter } from '../http/search.ts'
import { observe } from '../observe/observe.ts'
import type { SentBack } from '../schema/sent-back.ts'
import { badInput, forbidden, notFound, Refusal, unauthenticated } from '../values/errors.ts'
import { each } from '../values/faults.ts'
import { shown } from '../values/text.ts'
import { readAggregateVariables } from './aggregate.ts'
import { type Body, readBody } from './body.ts'
import { coerceValue } from './coerce.ts'
import { columnAdvice } from './column-advice.ts'
import type { Compiled } from './compile.ts'
import { storePrefix } from './directory.ts'
import { dryRunHeader, readDryRun } from './dry-run.ts'
import { exportReply } from './export.ts'
import { exportFormat, readExportVariables } from './export-request.ts'
import { readFeedVariables } from './feed.ts'
import type { FoundRows } from './match.ts'
import { planRows, runRow } from './plan.ts'
import { checkUnconditional } from './preconditions.ts'
import { isNoise, readQuery } from './query.ts'
import { readBodyVariables, readQueryVariables } from './read.ts'
import { readRecords } from './records-body.ts'
import { errorReply, operationHeader, refusalReply, replyTo, resultsReply } from './reply.ts'
import { isPublic } from './row-facts.ts'
import { collectedBack, collecting } from './sent-back.ts'
import type { Table } from './table.ts'
import { embeddedCheck, listedCheck } from './unchanged.ts'

// Longer ones are no filters but accidents; the sentence is better than what a proxy would say.
const maxSearchLength = 8_000

type RestOptions = {
  table: Table
  /** Number of the first page of a list, for stores that have not chosen their own. */
  pageBase: PageBase
}

/** Makes the function that answers a request under `/v1/`; all rows are planned now, so that no first request waits for it. */
export function createRest(options: RestOptions): (request: HttpRequest, context: Context) => Promise<HttpAnswer> {
  const { table } = options
  planRows(table.schema, table.rows)
  return async (request, context) => {
    const ran: Ran = { operation: undefined }
    const reply = await answer(options, request, context, ran).catch((error: unknown) =>
      errorReply(clientError(error, context.report)),
    )
    if (ran.operation !== undefined) reply.headers[operationHeader] = ran.operation
    return reply
  }
}

type FoundRoutes = FoundRows<Compiled>

async function answer(options: RestOptions, request: HttpRequest, context: Context, ran: Ran): Promise<HttpAnswer> {
  const { path } = request
  const place = options.table.find(path)
  if (!place) throw notFound(`Unknown path: ${shown(path)}; GET /v1/ lists those that there are.`)
  const methods = allowed([...place.rows.keys()])
  if (request.method === 'OPTIONS') return { status: 204, headers: { Allow: methods }, body: undefined }
  const rows = place.rows.get(methodOf(request))
  if (!rows) {
    const sentence = `${request.method} is not answered here; allowed are ${methods}.`
    return refusalReply('METHOD_NOT_ALLOWED', [sentence], { Allow: methods })
  }
  if (rows.length === 1) ran.operation = rows[0]?.name
  return answerRows(options, rows, place, request, context, ran)
}

/** The operation that a request runs, as soon as it is known. */
type Ran = { operation: string | undefined }

async function answerRows(
  { table, pageBase }: RestOptions,
  rows: Compiled[],
  place: FoundRoutes,
  request: HttpRequest,
  context: Context,
  ran: Ran,
): Promise<HttpAnswer> {
  const { schema } = table
  const { path, search } = request
  const viewer = viewerIn(schema, path, rows, context.viewer)
  if (search.length - 1 > maxSearchLength) {
    throw new Refusal('TOO_LARGE', `The query string has ${search.length - 1} characters; at most ${maxSearchLength} are read.`)
  }
  const parameters = readQuery(search)
  const isRead = rows[0]?.method === 'GET'
  if (isRead) {
    const seen = viewer === context.viewer ? context : { ...context, viewer }
    const row = rows[0] as Compiled
    const format = isPlain(request, parameters) ? undefined : exportFormat(row, request, parameters)
    if (format) {
      const asked = observe(parsing(context), () => readExportVariables(row, place.ids, parameters))
      const exported = await exportReply(schema, row, { ...asked, format }, seen)
      vary(exported.headers, 'Accept')
      return exported
    }
    const reply = await read(schema, row, place, parameters, seen, baseFor(viewer, pageBase))
    if (reply.status === 200) letKeep(reply.headers, context.viewer.role === 'visitor' && isPublic(schema, row))
    if (row.answer === 'list') vary(reply.headers, 'Accept')
    return reply
  }
  checkUnconditional(request)
  return write(table, rows, place, parameters, request, context, ran)
}

async function read(
  schema: GraphQLSchema,
  row: Compiled,
  { ids }: FoundRoutes,
  parameters: Parameter[],
  context: Context,
  pageBase: PageBase,
): Promise<HttpAnswer> {
  const { page, variables } = observe(parsing(context), () =>
    row.answer === 'feed'
      ? { page: firstPage, variables: readFeedVariables(row, parameters) }
      : row.answer === 'groups'
        ? readAggregateVariables(row, parameters, pageBase)
        : readQueryVariables(row, ids, parameters, pageBase),
  )
  return replyTo(row, await runRow(schema, row, variables, context), page, pageBase, parameters)
}

/** Whether a read asks for JSON, as nearly all do. */
function isPlain(request: HttpRequest, parameters: readonly Parameter[]): boolean {
  const accept = request.header('accept') ?? '*/*'
  return (accept === '*/*' || accept === 'application/json') && parameters.every(({ name }) => name !== 'format')
}

const parsing = ({ requestId, surface }: Context) => ({ kind: 'parse', requestId, surface }) as const

const firstPage = { number: 0, size: 1 }

async function write(
  table: Table,
  rows: Compiled[],
  place: FoundRoutes,
  parameters: Parameter[],
  request: HttpRequest,
  context: Context,
  ran: Ran,
): Promise<HttpAnswer> {
  const { schema, readOnly } = table
  const [only] = rows
  if (only?.list !== undefined) return writeList(table, only, only.list, parameters, request, context, ran)
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
  const isDryRun = readDryRun(request)
  const outcome = await runRow(
    schema,
    row,
    { ...variables, dry_run: isDryRun },
    {
      ...context,
      sentBack: {
        columns: isPlaced ? {} : sentBack.columns,
        ...(isPlaced && { records: [sentBack.columns] }),
        parts: [collected.parts],
        advise: adviceOf(table, row),
        ...(checkEmbedded && { checkEmbedded }),
      },
    },
  )
  const reply = replyTo(row, outcome, firstPage, 0, [])
  if (isDryRun) reply.headers[dryRunHeader] = 'true'
  return { ...reply, effects: outcome.effects }
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
  row: Compiled,
  list: string,
  parameters: Parameter[],
  request: HttpRequest,
  context: Context,
  ran: Ran,
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
  const isDryRun = readDryRun(request)
  const variables = { [list]: records, on_error: onError, dry_run: isDryRun }
  const outcome = records.length > 0 ? await runRow(schema, row, variables, { ...context, places, sentBack }) : {}
  const reply = resultsReply(outcome, refused)
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

/** The method of the rows that answer: HEAD is GET and PATCH is PUT. Clients that can only POST name another in a header. */
function methodOf(request: HttpRequest): string {
  const override = request.method === 'POST' ? request.header('x-http-method-override')?.toUpperCase() : undefined
  if (override !== undefined && !['POST', 'PUT', 'PATCH', 'DELETE'].includes(override))
    throw badInput(`X-HTTP-Method-Override takes PUT, PATCH or DELETE, not ${shown(override)}.`)
  const method = override ?? request.method
  return { HEAD: 'GET', PATCH: 'PUT' }[method] ?? method
}

const allowed = (methods: string[]): string =>
  [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), ...(methods.includes('PUT') ? ['PATCH'] : []), 'OPTIONS'].join(', ')

/**
 * As whom a request is answered. Keys open the Merchant API, customer tokens the Store API; the storefront needs neither,
 * and shows a key what it shows to all: the key's own store, with any scopes.
 *
 * @throws Refusal FORBIDDEN or UNAUTHENTICATED for a credential of the other area, or none where one is needed.
 */
function viewerIn(schema: GraphQLSchema, path: string, [row]: Compiled[], viewer: Viewer): Viewer {
  const { role } = viewer
  const isStoreArea = path.startsWith(storePrefix)
  if (isStoreArea && role === 'merchant') {
    if (!row || !isPublic(schema, row)) throw forbidden("The Store API takes a customer's token, not a merchant key.")
    const { storeId, pageBase, currency, timeZone, hasTestClock } = viewer
    return { role: 'visitor', storeId, pageBase, currency, timeZone, hasTestClock }
  }
  if (!isStoreArea && role === 'customer') throw forbidden("The Merchant API takes a merchant key, not a customer's token.")
  if (!isStoreArea && role !== 'merchant') throw unauthenticated()
  return viewer
}

/** The store's own choice, else the server's. */
const baseFor = (viewer: Viewer, base: PageBase): PageBase => ('pageBase' in viewer ? viewer.pageBase : null) ?? base
