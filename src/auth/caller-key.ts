/**
 * Checks the caller's key again inside a write: a revoked key and a replaced secret are still admitted for a few seconds, and must not be
 * used then to create keys or secrets that would outlast them.
 */
import { type MerchantKey, Prisma, type StaffRole } from '../../prisma/generated/client/client.ts'
import { lockRows, type Tx } from '../db/transaction.ts'
import { forbidden, unauthenticated } from '../values/errors.ts'
import { wrongPair } from './merchant-key.ts'
import { scopesOfRole } from './roles.ts'
import { heldScopes } from './scopes.ts'
import { sessionOver } from './staff-sessions.ts'
import type { KeyHolder, Merchant, Operator, StaffMember, Viewer } from './viewer.ts'

/** The store and the scopes of a caller: the most it may grant or revoke. */
type Granter = Pick<Merchant, 'storeId' | 'scopes' | 'person'>

/**
 * Locks the caller's key, so that it is neither revoked nor given another secret before the transaction ends. The lock is shared.
 *
 * @throws Refusal UNAUTHENTICATED for a key revoked, or a secret ended, meanwhile; FORBIDDEN for a caller without a key.
 */
export async function lockCallerKey(tx: Tx, viewer: Viewer, now: Date): Promise<Granter> {
  if (viewer.role === 'operator') return ofOperator(viewer)
  const merchant = merchantOf(viewer)
  if (merchant.person) return lockPerson(tx, merchant, now)
  const { storeId, clientId } = merchant
  const keys = await lockKeys(tx, Prisma.sql`"store_id" = ${storeId} AND "client_id" = ${clientId} FOR SHARE`)
  return stillOpening(keys, merchant, now)
}

/**
 * Locks the caller's key and the key of its store that is to be changed, which may be the same; the latter is undefined when the store has
 * no such key.
 *
 * @throws Refusal as `lockCallerKey` does.
 */
export async function lockCallerKeyAnd(
  tx: Tx,
  viewer: Viewer,
  id: bigint,
  now: Date,
): Promise<{ own: Granter; other: MerchantKey | undefined }> {
  const merchant = viewer.role === 'operator' ? undefined : merchantOf(viewer)
  if (viewer.role === 'operator' || merchant?.person) {
    const own = await lockCallerKey(tx, viewer, now)
    const [other] = await lockKeys(tx, Prisma.sql`"store_id" = ${own.storeId} AND "id" = ${id} FOR UPDATE`)
    return { own, other }
  }
  const { storeId, clientId } = merchant as KeyHolder
  // Always in one order: two keys that change each other would otherwise deadlock.
  const either = Prisma.sql`"store_id" = ${storeId} AND ("id" = ${id} OR "client_id" = ${clientId}) ORDER BY "id" FOR UPDATE`
  const keys = await lockKeys(tx, either)
  return { own: stillOpening(keys, merchant as KeyHolder, now), other: keys.find((key) => key.id === id) }
}

/** Operators have no key, and may do all that one can. */
const ofOperator = ({ storeId }: Operator): Granter => ({ storeId, scopes: ['*'] })

const lockKeys = (tx: Tx, which: Prisma.Sql) => lockRows(tx, 'MerchantKey', which)

function merchantOf(viewer: Viewer): Merchant {
  if (viewer.role !== 'merchant') throw forbidden('This is for merchants, with a key.')
  return viewer
}

/** Locks the store, as all writes of its staff and keys do, so that its staff stay as they are. */
async function lockPerson(tx: Tx, { storeId, person }: StaffMember, now: Date): Promise<Granter> {
  await lockRows(tx, 'Store', Prisma.sql`"id" = ${storeId} FOR NO KEY UPDATE`)
  const [found] = await tx.$queryRaw<{ role: StaffRole }[]>`
    SELECT staff.role::text AS role FROM staff_session AS session
    JOIN staff ON staff.store_id = session.store_id AND staff.id = session.staff_id
    WHERE session.store_id = ${storeId} AND session.id = ${person.sessionId} AND session.ended_at IS NULL
      AND session.expires_at > ${now}::timestamptz AND staff.status = 'active'`
  if (!found) throw sessionOver()
  return { storeId, scopes: scopesOfRole[found.role], person: { ...person, role: found.role } }
}

function stillOpening(keys: readonly MerchantKey[], { clientId, stillOpens }: KeyHolder, now: Date): Granter {
  const own = keys.find((key) => key.clientId === clientId)
  if (!own || own.revokedAt) throw unauthenticated('The key has been revoked.')
  if (!stillOpens(own, now)) throw unauthenticated(wrongPair)
  return { storeId: own.storeId, scopes: heldScopes(own.scopes) }
}
