/** Authenticates a request: from its credential, or the lack of one, to its viewer. */
import { LRUCache } from 'lru-cache'
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Db } from '../db/connect.ts'
import type { HttpRequest } from '../http/exchange.ts'
import { decodeBase64Text } from '../values/base64.ts'
import { howToAuthenticate, type Refusal, unauthenticated } from '../values/errors.ts'
import { notOurToken, tokens } from './customer-token.ts'
import { type KeyPair, merchantKeys } from './merchant-key.ts'
import { checkSameOrigin, endedSessionCookie, sessionTokens } from './session-cookie.ts'
import { longestTokenSeconds } from './signing-keys.ts'
import type { CustomerViewer, StoreChoices, Stranger, Viewer, Visitor } from './viewer.ts'

const cachedStores = 1_000
// A change of a store's settings takes effect within a minute, the time of the look-up included.
const cachedMilliseconds = 55_000

/** The time and the hook of one authentication. */
export type CredentialCheck = {
  now: Date
  /** Called before anything that the client chose is looked up in the database; may throw. */
  beforeLooking: () => Promise<void>
}

/** Authenticates a request. */
export type Authenticator = (request: HttpRequest, asking: CredentialCheck) => Viewer | Promise<Viewer>

/**
 * Creates the function that authenticates requests.
 *
 * @param isEmbedded whether an address that is no store's shows the first store, as the demo does.
 * @returns a function that throws Refusal UNAUTHENTICATED for a credential that is malformed or not valid, a WrongGuess for one that may
 *   have been guessed, FORBIDDEN for the session cookie sent by a page of another origin.
 */
export function authenticator(db: Db, isEmbedded: boolean): Authenticator {
  const merchantOf = merchantKeys(db)
  const tokenOf = tokens(db)
  const { storeAt, choicesOf } = stores(db, isEmbedded)

  const bearerOf = async (
    token: string,
    by: CustomerViewer['by'],
    host: string,
    { now, beforeLooking }: CredentialCheck,
  ): Promise<CustomerViewer | Visitor> => {
    const { storeId } = await storeAt(host, beforeLooking)
    const { token: _, expiresAt, ...subject } = await tokenOf(token, now, beforeLooking)
    if (storeId !== undefined && storeId !== subject.storeId) throw notOurToken()
    const { archived, customersMay, visitorsMay, ...choices } = await choicesOf(subject.storeId)
    if ('cartId' in subject) {
      // Only a customer's token is ever put into a cookie.
      if (by === 'cookie') throw notOurToken()
      return { role: 'visitor', ...subject, ...choices, visitorsMay }
    }
    if (archived.has(subject.customerId)) throw unauthenticated(ofArchived)
    return { role: 'customer', ...subject, ...choices, customersMay, signed: { token, expiresAt }, by }
  }

  const byHeader = (authorization: string, host: string, asking: CredentialCheck): Viewer | Promise<Viewer> => {
    const { now, beforeLooking } = asking
    const [scheme, value, ...rest] = authorization.trim().split(/ +/)
    if (!value || rest.length > 0) throw unauthenticated(howToAuthenticate)
    if (scheme?.toLowerCase() === 'basic') return merchantOf(readBasic(value), now, beforeLooking)
    if (scheme?.toLowerCase() !== 'bearer') throw unauthenticated(howToAuthenticate)
    const isToken = value.split('.').length === 3
    return isToken ? bearerOf(value, 'bearer', host, asking) : merchantOf(readBearer(value), now, beforeLooking)
  }

  const byCookie = async (
    request: HttpRequest,
    [token = '', ...others]: string[],
    asking: CredentialCheck,
  ): Promise<CustomerViewer | Visitor> => {
    if (others.length > 0) throw unauthenticated(sendOne)
    const customer = await bearerOf(token, 'cookie', request.hostname, asking)
    checkSameOrigin(request)
    return customer
  }

  return (request, asking) => {
    const { hostname } = request
    const authorization = request.header('authorization')
    const tokens = sessionTokens(request.header('cookie'))
    // Repeated headers arrive joined by commas, which no credential contains.
    if (authorization !== undefined && (tokens.length > 0 || authorization.includes(','))) throw unauthenticated(sendOne)
    if (authorization !== undefined) return byHeader(authorization, hostname, asking)
    if (tokens.length > 0) return byCookie(request, tokens, asking)
    return storeAt(hostname, asking.beforeLooking).then(({ viewer }) => viewer)
  }
}

/** Whether a request carries a credential of any kind, right or wrong. */
export const carriesCredential = (request: HttpRequest): boolean =>
  request.header('authorization') !== undefined || sessionTokens(request.header('cookie')).length > 0

/**
 * Cookies set by the answer to a refused request: scripts cannot delete a bad session, and without these the browser would be refused until
 * it expires.
 */
export const cookiesOfRefusal = (request: HttpRequest, { code }: Refusal): string[] =>
  code === 'UNAUTHENTICATED' &&
  request.header('authorization') === undefined &&
  sessionTokens(request.header('cookie')).length > 0
    ? [endedSessionCookie]
    : []

const ofArchived = 'The customer of the token is archived.'

const sendOne = 'The request carries several credentials; send one.'

function readBasic(value: string): KeyPair {
  return readPair(decodeBase64Text(value, 'base64') ?? '', ':')
}

function readBearer(value: string): KeyPair {
  return readPair(value, '.')
}

function readPair(text: string, separator: string): KeyPair {
  const cut = text.indexOf(separator)
  if (cut < 1 || text.includes('\u0000')) throw unauthenticated(howToAuthenticate)
  return { clientId: text.slice(0, cut), secret: text.slice(cut + 1) }
}

/** The store of an address, if it is a store's own, and the viewer of a request there without a credential. */
type HostStore = { storeId: bigint | undefined; viewer: Visitor | Stranger }

const noStore: HostStore = { storeId: undefined, viewer: { role: 'stranger' } }

/** Creates the lookups of stores: by address, and of each store's settings. */
function stores(db: Db, isEmbedded: boolean) {
  const kept = { max: cachedStores, ttl: cachedMilliseconds }
  const found = async (which: Prisma.Sql): Promise<StoredStore | undefined> => {
    // Archiving a customer changes the row, in real time; who was archived longer ago than a token lives has none.
    const rows = await db.$queryRaw<StoredStore[]>`
      SELECT id, page_base AS "pageBase", currency, time_zone AS "timeZone", has_test_clock AS "hasTestClock", customers_may AS "customersMay",
        CASE WHEN visitor_checkout THEN ARRAY['checkout'] ELSE '{}' END AS "visitorsMay",
        ARRAY(SELECT customer.id FROM customer WHERE customer.store_id = store.id AND customer.archived_at IS NOT NULL
          AND customer.updated_at > now() - make_interval(secs => ${longestTokenSeconds + 3_600})) AS "archived"
      FROM store ${which} LIMIT 1`
    return rows[0]
  }
  const choices = new LRUCache<bigint, CustomerChoices>({
    ...kept,
    fetchMethod: async (id) => choicesIn(await found(Prisma.sql`WHERE id = ${id}`)),
  })
  const byHost = new LRUCache<string, HostStore>({
    ...kept,
    fetchMethod: async (host) => {
      const own = await found(Prisma.sql`WHERE host = ${host}`)
      const shown = own ?? (isEmbedded ? await found(Prisma.sql`ORDER BY id`) : undefined)
      if (!shown) return noStore
      // Most customers of a store come to its own address: its settings are loaded with that.
      choices.set(shown.id, choicesIn(shown))
      const { customersMay: _open, archived: _archived, ...shownChoices } = choicesIn(shown)
      return { storeId: own?.id, viewer: { role: 'visitor', storeId: shown.id, cartId: 0n, ...shownChoices } }
    },
  })
  return {
    async storeAt(host: string, beforeLooking: () => Promise<void>): Promise<HostStore> {
      if (!byHost.has(host)) await beforeLooking()
      return (await byHost.fetch(host)) ?? noStore
    },
    choicesOf: async (id: bigint): Promise<CustomerChoices> => (await choices.fetch(id)) ?? choicesIn(undefined),
  }
}

/** The settings of a store that its customers' requests depend on, and the customers who were archived while they may have a token. */
type CustomerChoices = StoreChoices &
  Pick<CustomerViewer, 'customersMay'> &
  Pick<Visitor, 'visitorsMay'> & { archived: ReadonlySet<bigint> }

type StoredStore = Omit<CustomerChoices, 'pageBase' | 'archived'> & { id: bigint; pageBase: number | null; archived: bigint[] }

const choicesIn = (store: StoredStore | undefined): CustomerChoices => ({
  pageBase: (store?.pageBase ?? null) as StoreChoices['pageBase'],
  currency: store?.currency ?? '',
  timeZone: store?.timeZone ?? 'UTC',
  hasTestClock: store?.hasTestClock ?? false,
  customersMay: store?.customersMay ?? [],
  visitorsMay: store?.visitorsMay ?? [],
  archived: new Set(store?.archived),
})
