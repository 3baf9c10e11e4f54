/** The viewer: the caller, determined once per request from its credential; every read and write obeys it. */
import type { StaffRole } from '../../prisma/generated/client/client.ts'
import type { SignedToken, TokenSubject } from './customer-token.ts'

/** The secrets of a key, as hashes; the previous one works until its time is over. */
export type KeySecrets = { secretHash: string; previousSecretHash: string | null; previousWorksUntil: Date | null }

/** Number of the first page of a REST list. */
export type PageBase = 0 | 1

/**
 * Settings of the store; the page base is null where the server's setting applies. A store's test clock was chosen when it was created, for
 * good: only with one may its time differ from real time.
 */
export type StoreChoices = { pageBase: PageBase | null; currency: string; timeZone: string; hasTestClock: boolean }

type OfStore = StoreChoices & { role: 'merchant'; storeId: bigint; scopes: readonly string[] }

/** An integration or dashboard, holding a key of one store. */
export type KeyHolder = OfStore & {
  clientId: string
  person?: undefined
  /**
   * Whether the secret of the request is one of these. A function, so that the secret's hash is not among the values that logging or
   * comparing a viewer shows.
   */
  stillOpens: (secrets: KeySecrets, now: Date) => boolean
}

/** A person of the staff, and the session that the person signed in to. */
export type Person = { staffId: bigint; sessionId: bigint; name: string; email: string; role: StaffRole; expiresAt: Date }

/** A person of the staff of one store, with the scopes of a role. */
export type StaffMember = OfStore & { person: Person }

/** A holder of scopes: a key, or a person of the staff. */
export type Merchant = KeyHolder | StaffMember

/** A customer of a store, holding a token for it, as a bearer or in the session cookie. */
export type CustomerViewer = TokenSubject &
  StoreChoices & {
    /** The names of the writes that the store opens to its customers. */ customersMay: readonly string[]
    role: 'customer'
    signed: SignedToken
    by: 'bearer' | 'cookie'
  }

/** A caller without an account, viewing one store's storefront; one with the token of a cart sees that cart too. */
export type Visitor = StoreChoices & {
  role: 'visitor'
  storeId: bigint
  /** The cart of the token; 0, which no cart has, without one. */
  cartId: bigint
  /** The names of the writes that the store opens to its visitors. */
  visitorsMay: readonly string[]
}

/** A caller without a credential at an address that is no store's. */
export type Stranger = { role: 'stranger' }

/** The operator at the command line, and the background worker; neither has a credential. */
export type Operator = StoreChoices & { role: 'operator' | 'worker'; storeId: bigint }

export type Viewer = Merchant | CustomerViewer | Visitor | Stranger | Operator

/** A viewer who may write. */
export type Writer = Merchant | CustomerViewer | Visitor | Operator

export type Role = Viewer['role']

/** Names the caller within its store, for the log and idempotency keys. */
export function actorOf(viewer: Viewer): string {
  if (viewer.role === 'merchant') return viewer.person ? `staff ${viewer.person.staffId}` : `key ${viewer.clientId}`
  if (viewer.role === 'visitor' && viewer.cartId !== 0n) return `cart ${viewer.cartId}`
  return viewer.role === 'customer' ? `customer ${viewer.customerId}` : viewer.role
}

/** Names the caller among all stores, for budgets and the server's own log: each store may have a customer 1, and a person 1. */
export function callerOf(viewer: Viewer): string {
  const isOfStore = viewer.role === 'customer' || (viewer.role === 'merchant' && viewer.person !== undefined)
  return isOfStore ? `${actorOf(viewer)} of store ${viewer.storeId}` : actorOf(viewer)
}

/** Names the share of the database's connections that a request takes from. */
export function holderOf(viewer: Viewer, address: string): string {
  // One share for all keys of a store, and one for all its customers: with several of them a store could take the shares of others.
  if (viewer.role === 'merchant') return `store ${viewer.storeId}`
  return viewer.role === 'customer' ? `customers of store ${viewer.storeId}` : `visitors from ${address}`
}
