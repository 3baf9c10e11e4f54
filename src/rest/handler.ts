/** The REST surface: a request finds its row, becomes variables, runs the row's operation, and becomes an answer. */

import type { GraphQLSchema } from 'graphql'
import type { PageBase, Viewer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import { clientError } from '../graphql/client-error.ts'
import { type HttpAnswer, type HttpRequest, vary } from '../http/exchange.ts'
import { letKeep } from '../http/representation.ts'
import type { Parameter } from '../http/search.ts'
import { observe } from '../observe/observe.ts'
import { badInput, forbidden, notFound, Refusal, unauthenticated } from '../values/errors.ts'
import { shown } from '../values/text.ts'
import { readAggregateVariables } from './aggregate.ts'
import { changedSince, changesReply, readChangesVariables } from './changes.ts'
import type { Compiled } from './compile.ts'
import { exportReply } from './export.ts'
import { exportFormat, readExportVariables } from './export-request.ts'
import { readFeedVariables } from './feed.ts'
import { asksForPage, pageReply } from './page.ts'
import { planRows, runRow } from './plan.ts'
import { checkUnconditional } from './preconditions.ts'
import { readQuery } from './query.ts'
import { firstPage, parsing, readQueryVariables } from './read.ts'
import { errorReply, operationHeader, refusalReply, replyTo } from './reply.ts'
import { storePrefix } from './route.ts'
import { isPublic } from './row-facts.ts'
import type { Table } from './table.ts'
import { changesDocument } from './walk-row.ts'
import { answerWrite, type Ran, type RowRequest } from './write.ts'

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
  return answerRows(options, { request, context, place, rows, ran })
}

async function answerRows({ table, pageBase }: RestOptions, asked: RowRequest): Promise<HttpAnswer> {
  const { schema } = table
  const { request, context, place, rows } = asked
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
    if (row.page && asksForPage(request, parameters)) {
      const others = parameters.filter(({ name }) => name !== 'format')
      const { variables } = observe(parsing(context), () => readQueryVariables(row, place.ids, others, pageBase))
      const shown = await pageReply(schema, row, variables, seen)
      vary(shown.headers, 'Accept')
      return shown
    }
    const format = isPlain(request, parameters) ? undefined : exportFormat(row, request, parameters)
    if (format) {
      const asked = observe(parsing(context), () => readExportVariables(row, place.ids, parameters))
      const exported = await exportReply(schema, row, { ...asked, format }, seen)
      vary(exported.headers, 'Accept')
      return exported
    }
    const reply = await read(schema, row, place, parameters, seen, baseFor(viewer, pageBase))
    if (reply.status === 200) letKeep(reply.headers, context.viewer.role === 'visitor' && isPublic(schema, row))
    if (row.answer === 'list' || row.page) vary(reply.headers, 'Accept')
    return reply
  }
  checkUnconditional(request)
  return answerWrite(table, asked, parameters)
}

async function read(
  schema: GraphQLSchema,
  row: Compiled,
  { ids }: RowRequest['place'],
  parameters: Parameter[],
  context: Context,
  pageBase: PageBase,
): Promise<HttpAnswer> {
  if (row.takesChanges && parameters.some(({ name }) => name === changedSince)) {
    const asked = observe(parsing(context), () => readChangesVariables(row, parameters))
    return changesReply(await runRow(schema, { ...row, document: changesDocument(row) }, asked, context), parameters)
  }
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
    return { role: 'visitor', storeId, cartId: 0n, visitorsMay: [], pageBase, currency, timeZone, hasTestClock }
  }
  if (!isStoreArea && role === 'customer') throw forbidden("The Merchant API takes a merchant key, not a customer's token.")
  if (!isStoreArea && role !== 'merchant') throw unauthenticated()
  return viewer
}

/** The store's own choice, else the server's. */
const baseFor = (viewer: Viewer, base: PageBase): PageBase => ('pageBase' in viewer ? viewer.pageBase : null) ?? base
