/**
 * The composition root: one function that answers requests, out of a database, a clock and a log.
 *
 * A request passes `begin` → hosts and origins → `admit` → its surface (parse, plan, run: `graphql/http.ts`, `rest/handler.ts`,
 * `graphql/run.ts`) → `represented` → log. Each step runs through `observe`.
 */
import { accountPages } from '../account/handler.ts'
import { admission, visitorAccount } from '../auth/admission.ts'
import { authenticator, cookiesOfRefusal } from '../auth/credential.ts'
import { callerOf, holderOf, type PageBase, type Viewer } from '../auth/viewer.ts'
import type { Account, Budget } from '../budget/account.ts'
import type { Pay } from '../budget/sending.ts'
import { defaultLimits, defaultSlowMilliseconds, type Limits } from '../config/limits.ts'
import type { Context } from '../context.ts'
import { runAs, runFor } from '../db/cancel.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { databaseHealth } from '../db/health.ts'
import { outageOf } from '../db/outage.ts'
import { createDesk } from '../desk/desk.ts'
import { createDocs } from '../docs/page.ts'
import { createGraphiql } from '../graphiql/page.ts'
import { clientError } from '../graphql/client-error.ts'
import { graphqlOverHttp } from '../graphql/http.ts'
import { automaticDocuments, registeredDocuments } from '../graphql/persisted.ts'
import { refused } from '../graphql/reply.ts'
import { foreignHost, isAllowedHost } from '../http/allowed-hosts.ts'
import { crossOrigin } from '../http/cross-origin.ts'
import type { HttpAnswer, HttpRequest, SentAnswer } from '../http/exchange.ts'
import { requestOf, responseOf } from '../http/fetch.ts'
import { represented } from '../http/representation.ts'
import { type LiveStreams, liveStreams } from '../live/streams.ts'
import { emit, observe } from '../observe/observe.ts'
import { loggedFacts, loggedStatements } from '../observe/request-facts.ts'
import type { Prefilled } from '../pages/prefilled.ts'
import type { Gateways } from '../payments/gateways.ts'
import { openGateways } from '../payments/open.ts'
import { restTable } from '../resources/routes.ts'
import { schema } from '../resources/schema.ts'
import { operationText } from '../rest/compile.ts'
import { createRest } from '../rest/handler.ts'
import { refusalReply } from '../rest/reply.ts'
import type { ErrorCode } from '../values/errors.ts'
import { wholeSecond } from '../values/time.ts'
import { answerOnce, readIdempotencyKey } from '../writes/replay.ts'
import type { ServerEnd } from './drain.ts'
import { failureLog, type Log } from './failures.ts'
import { gatewayWebhooks } from './gateway-webhooks.ts'
import { mailbox } from './mailbox.ts'
import type { ShowMetrics } from './metrics-page.ts'
import { publicRoutes } from './public-routes.ts'
import { accessLogFields, addHeaders, isGraphql, isProbe, placeOf, statusOf, surfaceAt, wantsPage } from './requests.ts'
import { readStoreOrigins } from './store-origins.ts'
import { type Visit, visits } from './visit.ts'

export type AppOptions = Partial<Pick<Context, 'eventsWritten' | 'allowsPrivateWebhooks'>> & {
  db: Db
  /** The clock; every request reads its `now` once. */
  clock: Clock
  log: Log
  /** The message about a copy, as long as the database is one. */
  copy?: () => string | undefined
  /** How far the server is from its end; one that does not end unless given. */
  ending?: ServerEnd
  /** A fault of the database that is known without asking it; see `databaseHealth`. */
  databaseFault?: () => string | undefined
  /** Take payments; the sandbox unless given. */
  gateways?: Gateways
  /** Called when a gateway has told of a payment, a refund or a page. */
  gatewayTold?: () => void
  /** Number of the first page on REST, for stores that have not chosen their own. */
  pageBase: PageBase
  /** Whether an address that is no store's shows the first store. */
  isEmbedded: boolean
  /** The hosts that are served beside the machine's own and those of stores; every host, unless given. */
  allowedHosts?: readonly string[]
  /** The host that the Desk is served at, and where links to it lead. */
  desk?: { host: string | undefined; origin: string | undefined }
  /** How much one request may ask for. */
  limits?: Limits
  /** The budgets of callers; undefined where they are off. */
  budget?: Budget | undefined
  /** The only documents that run over GraphQL, by their registered names and hashes; any document unless given. */
  registered?: ReadonlyMap<string, string>
  /** Whether clients may ask for the schema. */
  showsSchema?: boolean
  /** Looks after the streams of subscriptions. */
  streams?: LiveStreams
  /** How long a wrong credential has to wait for its refusal. */
  refusalMilliseconds?: number
  /** A request that takes longer has a line of its own in the log; 0: none has. */
  slowMilliseconds?: number
  /** Answers the metrics to requests with the token. */
  showMetrics?: ShowMetrics | undefined
  /** Initial values of GraphiQL, such as the demo store's credential. */
  prefilled?: Prefilled
}

export type App = {
  /** Answers a request. */
  handle(request: HttpRequest): Promise<SentAnswer>
  /** The same in the web's words; `address` is the network address it came from, where there is one. */
  fetch(request: Request, address?: string): Promise<Response>
  /** The most bytes of a body at a path. */
  bodyBytesAt(path: string): number
}

/** Puts the two surfaces and the few other addresses together. */
export function createApp({
  db,
  clock,
  log,
  copy = () => undefined,
  ending,
  databaseFault,
  gateways = openGateways(db, clock),
  pageBase,
  isEmbedded,
  allowedHosts,
  desk,
  limits = defaultLimits,
  budget,
  registered,
  showsSchema = true,
  refusalMilliseconds = 0,
  slowMilliseconds = defaultSlowMilliseconds,
  showMetrics,
  prefilled,
  eventsWritten = () => {},
  gatewayTold = () => {},
  allowsPrivateWebhooks = false,
  streams: given,
}: AppOptions): App {
  const admit = admission(authenticator(db, isEmbedded), budget, refusalMilliseconds)
  const graphiql = createGraphiql((name) => operationText(restTable.rows, name), prefilled)
  const docs = createDocs(showsSchema, restTable.directory, prefilled)
  const logFailures = failureLog(log)
  const documents = registered ? registeredDocuments(registered) : automaticDocuments()
  const streams = given ?? liveStreams({ db, clock, report: (error) => logFailures([error], 'a stream failed') })
  const graphql = graphqlOverHttp({ schema, limits, documents, showsSchema, streams })
  const rest = createRest({ table: restTable, pageBase })
  const bulkLimits = { ...limits, bodyBytes: limits.bulkBytes }
  const limitsAt = (path: string) => (restTable.takesList(path) ? bulkLimits : limits)
  const bodyBytesAt = (path: string) => limitsAt(path).bodyBytes
  const health = databaseHealth(db, databaseFault)
  const answerPublic = publicRoutes({
    health,
    copy,
    ending,
    graphiql,
    docs,
    directory: restTable.directory,
    showsSchema,
    showMetrics,
  })
  const origins = crossOrigin({
    readStores: () => readStoreOrigins(db),
    now: clock.now,
    isEmbedded,
    takesPreflights: (path) => isGraphql(path) || path.startsWith('/v1/'),
    report: (error) => logFailures([error], 'allowed origins could not be read'),
    logRefusal: (refused) => log.info(refused, 'preflight refused: the store does not allow this origin'),
  })
  const begin = visits({ now: clock.now, note: health.note, forgetOrigins: origins.forget })
  /** Whether the database's known fault already explains an error; it is then not logged per request. */
  const isKnown = (error: unknown) => outageOf(error) === 'read-only' && databaseFault?.() !== undefined
  /** Refuses a request, in the shape of its surface. */
  function refuse(request: HttpRequest, visit: Visit, error: unknown): HttpAnswer {
    const { message, extensions } = clientError(error, visit.report)
    const code = extensions.code as ErrorCode
    return surfaceAt(request.path) === 'graphql' ? refused(request, code, message) : refusalReply(code, [message])
  }
  /** Answers the addresses that need no credential, within the budget of the client's address. */
  async function answerPublicly(
    request: HttpRequest,
    visit: Visit,
    answerPaid: (pay: Pay) => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    const account = visitorAccount(budget, visit.address)
    const answered = await answerPaid((points) => account.pay(points)).catch((error) => refuse(request, visit, error))
    Object.assign(answered.headers, account.headers())
    return answered
  }

  async function answer(request: HttpRequest, visit: Visit): Promise<HttpAnswer> {
    const [surface, place] = [surfaceAt(request.path), placeOf(request)]
    try {
      if (place === 'account') return await answerAccount(request, visit)
      if (place === 'gateway') return await answerGateway(request, visit.address)
      if (place === 'mailbox') return await answerMails(request, visit)
      const isPublic = !surface || (surface === 'graphql' && showsSchema && wantsPage(request))
      if (isPublic) return await answerPublicly(request, visit, (pay) => answerPublic(request, pay))
      const admitted = await observe({ kind: 'admit', requestId: visit.requestId }, () => admit(request, visit))
      const { account } = admitted
      const answered =
        'refusal' in admitted
          ? { ...refuse(request, visit, admitted.refusal), cookies: cookiesOfRefusal(request, admitted.refusal) }
          : await serve(request, visit, surface, admitted.viewer, account)
      await account.settle()
      Object.assign(answered.headers, account.headers())
      return answered
    } catch (error) {
      return refuse(request, visit, error)
    }
  }

  /** Answers a request that was let in, over the surface it came to. */
  async function serve(request: HttpRequest, visit: Visit, surface: 'graphql' | 'rest', viewer: Viewer, account: Account) {
    const { address, requestId, facts, now, forgetOrigins, report, hasFailed } = visit
    let answered: HttpAnswer
    try {
      // Plain values: V8 keeps the layout of an object with a getter of its own, and with it all of the request, for a long time.
      const context: Context = {
        db,
        clock,
        gateways,
        limits: limitsAt(request.path),
        surface,
        viewer,
        account,
        idempotency: readIdempotencyKey(request),
        requestId,
        facts,
        now: wholeSecond(now),
        eventsWritten,
        allowsPrivateWebhooks,
        deskOrigin: desk?.origin,
        forgetOrigins,
        report,
        hasFailed,
        signal: request.signal,
      }
      answered = await runAs(holderOf(viewer, address), () => answerOnce(request, context, answerOver[surface]))
    } catch (error) {
      answered = refuse(request, visit, error)
    }
    answered.by = { actor: callerOf(viewer), storeId: 'storeId' in viewer ? viewer.storeId : undefined }
    return answered
  }

  const answerAccount = accountPages({ db, clock, gateways, budget, limits, isEmbedded, eventsWritten, refusalMilliseconds })
  const answerMails = mailbox({ db, admit, refuse, answerPublicly })
  const answerGateway = gatewayWebhooks({ db, clock, gateways, budget, gatewayTold })
  const answerOver = { graphql, rest }
  const answers = { answer, answerPublicly }
  const answerDesk = createDesk<Visit>({
    ...{ db, clock, gateways, budget, eventsWritten, isEmbedded, deskHost: desk?.host, isStoreHost: origins.isStoreHost, refuse },
    prefilled,
    serve,
  })

  /** Answers a request at the Desk; or for the machine's own host, that of a store, or one of the allowed others: any unless given. */
  async function answerAt(allowed: readonly string[] | undefined, request: HttpRequest, visit: Visit): Promise<HttpAnswer> {
    if (placeOf(request) === 'desk') return answerDesk(request, visit)
    const { hostname } = request
    try {
      if (allowed && !isAllowedHost(hostname, allowed) && !(await origins.isStoreHost(hostname))) throw foreignHost(hostname)
    } catch (error) {
      return refuse(request, visit, error)
    }
    return origins.around(request, visit, answers)
  }

  function handle(request: HttpRequest): Promise<SentAnswer> {
    const visit = begin(request)
    const { requestId, facts } = visit
    const { method, path } = request
    const traceparent = request.header('traceparent')
    const work = async () => {
      const started = performance.now()
      const answered = await answerAt(allowedHosts, request, visit)
      const mayCompress = addHeaders(request, requestId, answered)
      const sent = await observe({ kind: 'reply', requestId }, () => represented(request, answered, mayCompress))
      facts.status = statusOf(request, sent)
      facts.milliseconds = performance.now() - started
      emit({ kind: 'answered', facts })
      logRequest(request, visit, answered)
      return sent
    }
    return observe({ kind: 'request', requestId, method, path, traceparent, facts }, () => runFor(facts, work))
  }

  /** Logs a request and its failures; a slow one has a second line, with its slowest statements. */
  function logRequest(request: HttpRequest, visit: Visit, answered: HttpAnswer): void {
    const { requestId, facts } = visit
    const news = visit.failures.filter((error) => !isKnown(error))
    if (news.length > 0) logFailures(news, 'request failed', { requestId })
    const logged = loggedFacts(facts)
    const level = isProbe(request.path) && facts.status < 400 ? 'debug' : 'info'
    log[level]?.({ ...accessLogFields(request, visit, answered), ...logged }, 'request')
    if (slowMilliseconds > 0 && facts.milliseconds >= slowMilliseconds)
      log.warn({ requestId, ...logged, slowest: loggedStatements(facts) }, 'slow request')
  }

  return {
    handle,
    fetch: async (request, address = 'unknown') => responseOf(await handle(requestOf(request, address, bodyBytesAt))),
    bodyBytesAt,
  }
}
