/**
 * Decides which origins may read which answers in a browser (CORS): each store allows origins for its own answers only.
 *
 * No answer allows credentials or a wildcard origin: a script that may read sends its Authorization itself.
 */
import type { Pay } from '../budget/sending.ts'
import { cutText } from '../values/text.ts'
import { type HttpAnswer, type HttpRequest, vary } from './exchange.ts'

/** Origins that one store may allow; all of every store are held in memory. */
export const maxOrigins = 100

/** Time that another process's change may stay unseen. */
const heldMilliseconds = 2_000
// Limits how often an outage is retried and reported, so that not every request does so.
const failedMilliseconds = 1_000

const ownHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'Last-Event-ID',
  'X-Dry-Run',
  'X-Request-Id',
]

/** A header name, as far as one is granted: a token (RFC 9110, 5.6.2) that is no wildcard. */
const headerName = /^(?!\*$)[\w!#$%&'*+.^`|~-]{1,100}$/

/** Header names granted to one preflight beside our own. */
const maxGranted = 50

/**
 * The headers that a preflight is granted: those that are read here and those that it asks for, such as a tracer's. The store trusts an
 * allowed origin, and a header that is not read does nothing.
 *
 * @param requested the value of Access-Control-Request-Headers; what is no header name in it is left out.
 */
function grantedHeaders(requested = ''): string {
  const own = new Set(ownHeaders.map((name) => name.toLowerCase()))
  const names = requested.split(',').map((name) => name.trim().toLowerCase())
  const others = new Set(names.filter((name) => headerName.test(name) && !own.has(name)))
  return [...ownHeaders, ...[...others].slice(0, maxGranted)].join(', ')
}

const preflightHeaders = (request: HttpRequest, origin: string) => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': grantedHeaders(request.header('access-control-request-headers')),
  'Access-Control-Max-Age': '600',
})

const exposedHeaders = [
  'ETag',
  'Link',
  'X-Dry-Run',
  'X-Operation',
  'X-Request-Id',
  'Idempotent-Replayed',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Cost',
  'Retry-After',
].join(', ')

/** How a request is answered: as it asks, or here, where no credential is asked for and the address pays. */
type Answers<V> = {
  answer: (request: HttpRequest, visit: V) => Promise<HttpAnswer>
  answerPublicly: (request: HttpRequest, visit: V, answerPaid: (pay: Pay) => Promise<HttpAnswer>) => Promise<HttpAnswer>
}

const preflightPoints = 1

/** Pages of a developer's own machine, on any port. */
const ownMachine = ['http://localhost', 'http://127.0.0.1', 'http://[::1]']

/** Origins that stand for every port of theirs; no other wildcard is taken. */
export const anyPort: readonly string[] = ownMachine.map((origin) => `${origin}:*`)

/** The entry that stands for an origin's every port, where one may. */
const withAnyPort = (origin: string): string => origin.replace(/(?::\d{1,5})?$/, ':*')

/** A preflight that was refused; what the client wrote is cut. */
type RefusedPreflight = { origin: string; method: string; path: string; store: string }

/** The origins that a store allows, and its own address. */
export type StoreOrigins = { id: bigint; host: string; origins: string[] }

type CrossOriginOptions = {
  /** Reads the lists of all stores, each of at most `maxOrigins`. */
  readStores: () => Promise<StoreOrigins[]>
  now: () => Date
  /**
   * Whether pages of this machine are let in where this machine is asked by its own name, as while a storefront is made. They
   * gain no credential by that: a page has to bring its own. Another name may be another site's page, led here by its own DNS.
   */
  isEmbedded: boolean
  /** Whether scripts of other sites may ask at a path. */
  takesPreflights: (path: string) => boolean
  /** Called when the lists cannot be read; until they can, no origin is allowed. */
  report: (error: unknown) => void
  /** Called for each refused preflight: the browser shows its user almost no reason. */
  logRefusal: (refused: RefusedPreflight) => void
}

type CrossOrigin = {
  /** Wraps the handler of a request: answers preflights itself, and names the allowed origin on all other answers. */
  around<V>(request: HttpRequest, visit: V, answers: Answers<V>): Promise<HttpAnswer>
  /** Drops the cached lists after one of them has changed. */
  forget(): void
  /** Whether a host is a store's own. */
  isStoreHost(hostname: string): Promise<boolean>
}

/** Creates the CORS policy. */
export function crossOrigin({
  readStores,
  now,
  isEmbedded,
  takesPreflights,
  report,
  logRefusal,
}: CrossOriginOptions): CrossOrigin {
  const { lists, forget } = heldLists(readStores, now, report)

  async function around<V>(request: HttpRequest, visit: V, answers: Answers<V>): Promise<HttpAnswer> {
    const origin = request.header('origin')
    const { host } = request
    // A proxy may have taken off the encryption, so the scheme says nothing.
    const isOwn = origin === undefined || origin === `https://${host}` || origin === `http://${host}`
    const answer = isOwn ? await answers.answer(request, visit) : await aroundOther(request, origin, visit, answers)
    // Set without an Origin too: those are the answers that caches keep.
    vary(answer.headers, 'Origin')
    return answer
  }

  /** Answers a page of another site. */
  async function aroundOther<V>(
    request: HttpRequest,
    origin: string,
    visit: V,
    { answer, answerPublicly }: Answers<V>,
  ): Promise<HttpAnswer> {
    const { hostname } = request
    const isOwnMachine = isEmbedded && [origin, `http://${hostname}`].every((each) => anyPort.includes(withAnyPort(each)))
    const mayRead = async (storeId: bigint | undefined) => {
      if (isOwnMachine) return true
      const known = await lists().catch(() => undefined)
      return known?.allows(origin, storeId ?? known.storeAt(hostname)) ?? false
    }
    if (isPreflight(request, takesPreflights)) {
      const answered = await answerPreflight(request, origin, visit, { answer, answerPublicly }, await mayRead(undefined))
      vary(answered.headers, 'Access-Control-Request-Method, Access-Control-Request-Headers')
      return answered
    }
    const answered = await answer(request, visit)
    // Pages are for people; what they carry is no other site's to read.
    const isPage = answered.headers['Content-Type']?.startsWith('text/html')
    if (!isPage && (await mayRead(answered.by?.storeId))) {
      answered.headers['Access-Control-Allow-Origin'] = origin
      answered.headers['Access-Control-Expose-Headers'] = exposedHeaders
    }
    return answered
  }

  async function answerPreflight<V>(
    request: HttpRequest,
    origin: string,
    visit: V,
    { answer, answerPublicly }: Answers<V>,
    isAllowed: boolean,
  ): Promise<HttpAnswer> {
    if (!isAllowed) {
      logRefusal(await refusedPreflight(request, origin))
      return answer(request, visit)
    }
    const headers = preflightHeaders(request, origin)
    return answerPublicly(request, visit, (pay) => pay(preflightPoints).then(() => ({ status: 204, headers, body: undefined })))
  }

  async function refusedPreflight(request: HttpRequest, origin: string): Promise<RefusedPreflight> {
    const { hostname, path } = request
    const storeId = await lists().then(
      (known) => known.storeAt(hostname),
      () => undefined,
    )
    return {
      origin: cutText(origin, 300),
      method: cutText(request.header('access-control-request-method') ?? '', 20),
      path: cutText(path, 300),
      store: storeId === undefined ? 'any' : String(storeId),
    }
  }

  return { around, forget, isStoreHost: async (hostname) => (await lists()).storeAt(hostname) !== undefined }
}

const isPreflight = (request: HttpRequest, takesPreflights: (path: string) => boolean): boolean =>
  request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined && takesPreflights(request.path)

type OriginLists = {
  /** The store whose own address that is. */
  storeAt(hostname: string): bigint | undefined
  /** Whether a store, or without one any store, allows an origin. */
  allows(origin: string, storeId: bigint | undefined): boolean
}

/**
 * Every store's list, read in one statement at most every other second: strangers choose origins and hosts freely, and could
 * make one statement of each. Only operators make stores, so what is held has a bound that no client can move.
 */
function heldLists(
  readStores: () => Promise<StoreOrigins[]>,
  now: () => Date,
  report: (error: unknown) => void,
): { lists: () => Promise<OriginLists>; forget: () => void } {
  let held: { since: number; until: number; lists: Promise<OriginLists> } | undefined
  const lists = () => {
    const time = now().getTime()
    // A clock that was set back does not make it last.
    if (held && held.since <= time && time < held.until) return held.lists
    const reading = { since: time, until: time + heldMilliseconds, lists: readStores().then(listsOf) }
    held = reading
    reading.lists.catch((error) => {
      reading.until = time + failedMilliseconds
      report(error)
    })
    return reading.lists
  }
  return {
    lists,
    forget() {
      held = undefined
    },
  }
}

function listsOf(stores: readonly StoreOrigins[]): OriginLists {
  const hosts = new Map(stores.map(({ id, host }) => [host, id]))
  const ofStore = new Map(stores.map(({ id, origins }) => [id, new Set(origins)]))
  const ofAny = new Set(stores.flatMap(({ origins }) => origins))
  return {
    storeAt: (hostname) => hosts.get(hostname),
    allows: (origin, storeId) => {
      const list = storeId === undefined ? ofAny : ofStore.get(storeId)
      return list !== undefined && !origin.endsWith('*') && (list.has(origin) || list.has(withAnyPort(origin)))
    },
  }
}
