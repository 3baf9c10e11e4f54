/** Who is asking: decided once per request from its credential, obeyed by every read and write. */
import type { SignedToken, TokenSubject } from './customer-token.ts'

/** The secrets of a key, as hashes; the one before works until its time is over. */
export type KeySecrets = { secretHash: string; previousSecretHash: string | null; previousWorksUntil: Date | null }

/** Number of the first page of a list on REST. */
export type PageBase = 0 | 1

/**
 * What the store has chosen for itself; the page base is null where it goes by the server's setting. Whether its clock is one for
 * tests was chosen for good: only then its time may be another than real time.
 */
export type StoreChoices = { pageBase: PageBase | null; currency: string; hasTestClock: boolean }

/** An integration or dashboard, holding a key of one store. */
export type Merchant = StoreChoices & {
  role: 'merchant'
  storeId: bigint
  clientId: string
  scopes: readonly string[]
  /**
   * Whether the secret it came with is one of these. A function, because whoever logs or compares a viewer sees its values:
   * the secret's hash is none of them.
   */
  stillOpens: (secrets: KeySecrets, now: Date) => boolean
}

/** Somebody who buys in a store, holding a token for it, as a bearer or in the session cookie. */
export type CustomerViewer = TokenSubject & StoreChoices & { role: 'customer'; signed: SignedToken; by: 'bearer' | 'cookie' }

/** Somebody without a credential, looking at one store's storefront. */
export type Visitor = StoreChoices & { role: 'visitor'; storeId: bigint }

/** Somebody without a credential at an address that is no store's. */
export type Stranger = { role: 'stranger' }

/** Whoever runs the server, at its commands, and what works by itself; neither has a credential. */
export type Operator = StoreChoices & { role: 'operator' | 'worker'; storeId: bigint }

export type Viewer = Merchant | CustomerViewer | Visitor | Stranger | Operator

/** Somebody who may write. */
export type Writer = Merchant | CustomerViewer | Operator

export type Role = Viewer['role']

/** Who asks, as the log and the idempotency keys of a store name them. */
export function actorOf(viewer: Viewer): string {
  if (viewer.role === 'merchant') return `key ${viewer.clientId}`
  return viewer.role === 'customer' ? `customer ${viewer.customerId}` : viewer.role
}

/** Who asks, among all stores, as budgets and the server's own log name them: each store may have a customer 1. */
export function callerOf(viewer: Viewer): string {
  return viewer.role === 'customer' ? `${actorOf(viewer)} of store ${viewer.storeId}` : actorOf(viewer)
}

/** Whose share of the database's connections a request takes from. */
export function holderOf(viewer: Viewer, address: string): string {
  // All keys of a store together: with two of them a store could take what others need.
  if (viewer.role === 'merchant') return `store ${viewer.storeId}`
  return viewer.role === 'customer' ? callerOf(viewer) : `visitors from ${address}`
}
