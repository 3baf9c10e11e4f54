/** From a request's credential, or the lack of one, to its viewer. */
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/connect.ts'
import { unauthenticated } from '../errors.ts'
import { customerTokens } from './customer-token.ts'
import { type KeyPair, merchantKeys } from './merchant-key.ts'
import type { Stranger, Viewer, Visitor } from './viewer.ts'

const cachedHosts = 1_000
const cachedMilliseconds = 60_000

/**
 * Makes the function that says who sent a request.
 *
 * @param isEmbedded whether an address that is no store's shows the first store, as the demo does.
 * @returns a function that throws Refusal UNAUTHENTICATED for a credential that is malformed or not valid.
 */
export function authenticator(db: Db, isEmbedded: boolean): Authenticator {
  const merchantOf = merchantKeys(db)
  const customerOf = customerTokens(db)
  const shopAt = shopWindow(db, isEmbedded)
  const check = async (request: Request, now: Date): Promise<Viewer> => {
    const authorization = request.headers.get('authorization')
    if (authorization === null) return shopAt(new URL(request.url).hostname)
    const [scheme, value, ...rest] = authorization.trim().split(/ +/)
    if (!value || rest.length > 0) throw unauthenticated(howTo)
    if (scheme?.toLowerCase() === 'basic') return merchantOf(readBasic(value), now)
    if (scheme?.toLowerCase() !== 'bearer') throw unauthenticated(howTo)
    return value.split('.').length === 3 ? customerOf(value, now) : merchantOf(readBearer(value), now)
  }
  return { known: () => undefined, check }
}

export type Authenticator = {
  known(request: Request): Viewer | undefined
  check(request: Request, now: Date): Promise<Viewer>
}

export const hasCredential = ({ headers }: Request): boolean => headers.has('authorization')

const howTo =
  'Authorization takes Basic with client id and secret, or Bearer with <client_id>.<client_secret> or a customer token.'

function readBasic(value: string): KeyPair {
  return readPair(Buffer.from(value, 'base64').toString('utf8'), ':')
}

function readBearer(value: string): KeyPair {
  return readPair(value, '.')
}

function readPair(text: string, separator: string): KeyPair {
  const cut = text.indexOf(separator)
  if (cut < 1 || text.includes('\u0000')) throw unauthenticated(howTo)
  return { clientId: text.slice(0, cut), secret: text.slice(cut + 1) }
}

/** Without a credential, the address that was asked decides whose shop window is seen. */
function shopWindow(db: Db, isEmbedded: boolean): (host: string) => Promise<Visitor | Stranger> {
  const stores = new LRUCache<string, { viewer: Visitor | Stranger }>({
    max: cachedHosts,
    ttl: cachedMilliseconds,
    fetchMethod: async (host) => {
      const store =
        (await db.store.findUnique({ where: { host }, select: { id: true } })) ??
        (isEmbedded ? await db.store.findFirst({ orderBy: { id: 'asc' }, select: { id: true } }) : null)
      return { viewer: store ? { role: 'visitor', storeId: store.id } : { role: 'stranger' } }
    },
  })
  return async (host) => (await stores.fetch(host))?.viewer ?? { role: 'stranger' }
}
