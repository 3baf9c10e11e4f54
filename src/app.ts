/** The composition root: one fetch handler out of a database, a clock and a log. */
import { randomUUID } from 'node:crypto'
import { print } from 'graphql'
import { doorkeeper, visitorAccount } from './auth/admission.ts'
import { authenticator } from './auth/credential.ts'
import { callerOf, type PageBase, type Viewer } from './auth/viewer.ts'
import type { Budget } from './budget/account.ts'
import type { Pay } from './budget/sending.ts'
import type { Context, Surface } from './context.ts'
import { onBehalfOf } from './db/cancel.ts'
import type { Clock } from './db/clock.ts'
import type { Db } from './db/connect.ts'
import { databaseHealth } from './db/health.ts'
import { outageOf } from './db/outage.ts'
import type { ErrorCode } from './errors.ts'
import { failureLog, type Log } from './failures.ts'
import { createGraphiql, type Prefilled } from './graphiql/page.ts'
import { clientError } from './graphql/client-error.ts'
import { graphqlOverHttp } from './graphql/http.ts'
import { automaticDocuments, registeredDocuments } from './graphql/persisted.ts'
import { refused } from './graphql/reply.ts'
import { guarded } from './http/browser-headers.ts'
import { crossOrigin } from './http/cross-origin.ts'
import { mayBeProvoked } from './http/encoding.ts'
import { represented } from './http/representation.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { isRestRoot, openPlaces } from './open-places.ts'
import type { Gateway } from './payments/gateway.ts'
import { sandboxGateway } from './payments/sandbox.ts'
import { storePrefix } from './rest/directory.ts'
import { answerRest, table } from './rest/handler.ts'
import { refusalReply } from './rest/reply.ts'
import { cutText } from './values/text.ts'
import { answerOnce, readIdempotencyKey } from './writes/replay.ts'

export type AppOptions = {
  db: Db
  /** The clock; every request reads its `now` once. */
  clock: Clock
  log: Log
  /** A fault of the database that is known without asking it; see `databaseHealth`. */
  databaseFault?: () => string | undefined
  /** Takes payments; the sandbox unless given. */
  gateway?: Gateway
  /** Number of the first page on REST, for stores that have not chosen their own. */
  pageBase: PageBase
  /** Whether an address that is no store's shows the first store. */
  isEmbedded: boolean
  /** How much one request may ask for. */
  limits?: Limits
  /** What everybody may ask for in all; nothing where budgets are off. */
  budget?: Budget | undefined
  /** The documents that alone run over GraphQL, by what they are registered by, beside our own; any, unless given. */
  registered?: ReadonlyMap<string, string>
  /** Whether clients may ask for the schema. */
  showsSchema?: boolean
  /** How long a wrong credential has to wait for its refusal. */
  refusalMilliseconds?: number
  /** What GraphiQL starts with, such as the demo store's credential. */
  prefilled?: Prefilled
}

export type App = {
  /** Answers a request; `address` is the network address it came from, where there is one. */
  fetch(request: Request, address?: string): Promise<Response>
}

/** What is known of a request, and what its answer has to carry whatever it says. */
type Visit = Pick<Context, 'requestId' | 'now' | 'cookies' | 'holds' | 'forgetOrigins' | 'report' | 'hasFailed'> & {
  address: string
  /** Who sent it, once that is known. */
  viewer?: Viewer
}

/** What is known of a request that was let in. */
type Known = Omit<Context, 'db' | 'clock' | 'gateway' | 'limits' | 'signal' | 'idempotency'> & { address: string }

/** Puts the two surfaces and the few other addresses together. */
export function createApp({
  db,
  clock,
  log,
  databaseFault,
  gateway = sandboxGateway(db, clock),
  pageBase,
  isEmbedded,
  limits = defaultLimits,
  budget,
  registered,
  showsSchema = true,
  refusalMilliseconds = 0,
  prefilled,
}: AppOptions): App {
  const admit = doorkeeper(authenticator(db, isEmbedded), budget, refusalMilliseconds)
  const graphiql = createGraphiql(prefilled)

  const documents = registered ? registeredDocuments(registered, ownTexts) : automaticDocuments(ownTexts)
  const graphql = graphqlOverHttp({ limits, documents, own: ownDocuments, showsSchema })

  const health = databaseHealth(db, databaseFault)
  const answerOpen = openPlaces({ health, graphiql, showsSchema })
  const tellFailures = failureLog(log)
  const origins = crossOrigin({
    db,
    now: clock.now,
    isEmbedded,
    report: (error) => tellFailures([error], 'allowed origins could not be read'),
    tell: (refused) => log.info(refused, 'preflight refused: the store does not allow this origin'),
  })

  /** Whether an error only says what the log has been told once for all requests. */
  const isKnown = (error: unknown) => outageOf(error) === 'read-only' && databaseFault?.() !== undefined

  /** Says why a request is not answered, in the shape of its surface. */
  const refuser = (request: Request, surface: Surface | undefined, visit: Visit) => (error: unknown) => {
    const { message, extensions } = clientError(error, visit.report)
    const code = extensions.code as ErrorCode
    return surface === 'graphql' ? refused(request, code, message) : refusalReply(code, [message])
  }

  /** Answers what asks for no credential, as far as the address can pay for it. */
  async function openly(request: Request, visit: Visit, answerPaid: (pay: Pay) => Promise<Response>): Promise<Response> {
    const account = visitorAccount(budget, visit.address)
    const surface = surfaceAt(new URL(request.url).pathname)
    const response = await answerPaid((points) => account.pay(points)).catch(refuser(request, surface, visit))
    return withHeaders(response, account.headers())
  }

  async function answer(request: Request, visit: Visit): Promise<Response> {
    const { pathname } = new URL(request.url)
    const surface = surfaceAt(pathname)
    const refuse = refuser(request, surface, visit)
    try {
      const isOpen = !surface || (surface === 'graphql' && showsSchema && wantsPage(request))
      if (isOpen) return await openly(request, visit, (pay) => answerOpen(request, pay))
      const { account, ...admitted } = await admit(request, visit)
      const response =
        'refusal' in admitted
          ? refuse(admitted.refusal)
          : await serve(request, { ...visit, ...admitted, account, surface }).catch(refuse)
      if ('viewer' in admitted) visit.viewer = admitted.viewer
      await account.settle()
      return withHeaders(response, account.headers())
    } catch (error) {
      return refuse(error)
    }
  }

  /** Answers a request that was let in, over the surface it came to. */
  async function serve(request: Request, known: Known) {
    const { signal } = request
    const context: Context = { ...known, db, clock, gateway, limits, signal, idempotency: readIdempotencyKey(request) }
    const answer = (each: Request) =>
      context.surface === 'graphql' ? graphql(each, context) : answerRest(each, context, pageBase, showsSchema)
    return onBehalfOf(holderOf(known), () => answerOnce(request, context, answer))
  }

  return {
    async fetch(request, address = 'unknown') {
      const started = performance.now()
      const requestId = readRequestId(request) ?? randomUUID()
      const failures: unknown[] = []
      const report = (error: unknown) => {
        health.note(error)
        // That a client has hung up is no failure of ours.
        if (!request.signal.aborted || error !== request.signal.reason) failures.push(error)
      }
      const hasFailed = () => failures.length > 0
      const visit: Visit = {
        requestId,
        address,
        now: clock.now(),
        cookies: [],
        holds: { secret: false },
        forgetOrigins: origins.forget,
        report,
        hasFailed,
      }
      const answered = guarded(
        await origins.around(request, visit, {
          answer: () => answer(request, visit),
          openly: (answerPaid) => openly(request, visit, answerPaid),
        }),
      )
      for (const cookie of visit.cookies) answered.headers.append('Set-Cookie', cookie)
      if (answered.status === 401 && (isScript(request) || takesTokensAlone(request)))
        answered.headers.set('WWW-Authenticate', 'Bearer realm="Tandem"')
      answered.headers.set('X-Request-Id', requestId)
      const hasSecret = visit.holds.secret || visit.cookies.length > 0
      const response = await represented(request, answered, !hasSecret && !mayBeProvoked(request))
      const news = failures.filter((error) => !isKnown(error))
      if (news.length > 0) tellFailures(news, 'request failed', { requestId })
      log.info({ ...told(request, response, visit), milliseconds: Math.round(performance.now() - started) }, 'request')
      return response
    },
  }
}

// What REST runs can be asked for over GraphQL by name.
const ownTexts = new Map(table.map(({ name, graphql }) => [name, print(graphql)]))
const ownDocuments = new Map(table.map(({ graphql }) => [print(graphql), graphql]))

/** Whose share of the database's connections a request takes from. */
function holderOf({ viewer, address }: Known): string {
  // All keys of a store together: with two of them a store could take what others need.
  if (viewer.role === 'merchant') return `store ${viewer.storeId}`
  return viewer.role === 'customer' ? callerOf(viewer) : `visitors from ${address}`
}

const maxPath = 2_000

/** What is told of a request: no query string, body or header, where secrets may be. */
function told(request: Request, response: Response, { requestId, address, viewer }: Visit) {
  return {
    requestId,
    address,
    ...(viewer && { actor: callerOf(viewer) }),
    method: request.method,
    path: cutText(new URL(request.url).pathname, maxPath),
    // A client that has hung up heard nothing; servers have come to write 499 for it.
    status: request.signal.aborted ? 499 : response.status,
  }
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

const surfaceAt = (path: string): Surface | undefined =>
  path === '/graphql' ? 'graphql' : path.startsWith('/v1/') && !isRestRoot(path) ? 'rest' : undefined

const wantsPage = (request: Request): boolean =>
  request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html')

/** Whether a page's script asks: told of Basic, the browser would ask its user for a password and keep the script waiting. */
const isScript = (request: Request): boolean => !['navigate', null].includes(request.headers.get('sec-fetch-mode'))

/** Whether what was asked for takes a customer's token and no key, so that a password is of no use. */
const takesTokensAlone = ({ url }: Request): boolean => new URL(url).pathname.startsWith(storePrefix)

/** The client's own request id, if it is a plain one. */
function readRequestId(request: Request): string | undefined {
  const given = request.headers.get('x-request-id')
  return given && /^[\w.:-]{1,100}$/.test(given) ? given : undefined
}
