/** Authenticates sessions of the staff: from the token of a cookie to a merchant viewer with the scopes of a role, and a person. */
import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Prisma, type StaffRole } from '../../prisma/generated/client/client.ts'
import { inBatches } from '../db/batch-delete.ts'
import { type Clock, timeAgo } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { type Refusal, unauthenticated, WrongGuess } from '../values/errors.ts'
import { hashOf } from '../values/hash.ts'
import { scopesOfRole } from './roles.ts'
import type { Person, StaffMember, StoreChoices } from './viewer.ts'

/** How long a session lasts, in hours. */
export const sessionHours = 12

const tokenBytes = 32
const keptSessions = 1_000
// A removed person is out within a second, the time of a look-up included.
const keptMilliseconds = 500
// Ended sessions are listed for so long.
const listedDays = 30

/** A token of 256 random bits: of a session, or of an invitation. */
export const newToken = (): string => randomBytes(tokenBytes).toString('base64url')

/** The hash that a token is stored as. A fast one is right: the token cannot be guessed. */
export const hashToken = (token: string): string => hashOf(token)

/** A session that is open, with its person and its store. */
export type SessionRow = Person & StoreChoices & { storeId: bigint }

/** The viewer that a person is. */
export function staffViewer({ staffId, sessionId, name, email, role, expiresAt, ...store }: SessionRow): StaffMember {
  const person = { staffId, sessionId, name, email, role, expiresAt }
  return { ...store, role: 'merchant', scopes: scopesOfRole[role], person }
}

/** The refusal of a session that is over, whatever ended it. */
export const sessionOver = () => unauthenticated('The session has ended; sign in again.')

/**
 * Creates the function that resolves the token of a session in a store. Right ones are kept for half a second, as the same object.
 *
 * @returns a function that throws WrongGuess for a token that there is not, that has ended, or whose person was removed.
 */
export function staffSessions(db: Db): (storeId: bigint, token: string, now: Date) => Promise<StaffMember> {
  const kept = new LRUCache<string, StaffMember>({ max: keptSessions, ttl: keptMilliseconds })
  return async (storeId, token, now) => {
    const tokenHash = hashToken(token)
    const name = `${storeId} ${tokenHash}`
    const found = kept.get(name) ?? (await findSession(db, storeId, tokenHash))
    if (!found || found.person.expiresAt <= now) throw new WrongGuess(sessionOver().message)
    if (!kept.has(name)) kept.set(name, found)
    return found
  }
}

async function findSession(db: Db, storeId: bigint, tokenHash: string): Promise<StaffMember | undefined> {
  const [row] = await db.$queryRaw<SessionRow[]>`
    SELECT session.store_id AS "storeId", staff.id AS "staffId", session.id AS "sessionId", staff.name, staff.email, staff.role::text AS role,
      session.expires_at AS "expiresAt", store.page_base AS "pageBase", store.currency, store.time_zone AS "timeZone",
      store.has_test_clock AS "hasTestClock"
    FROM staff_session AS session
    JOIN staff ON staff.store_id = session.store_id AND staff.id = session.staff_id
    JOIN store ON store.id = session.store_id
    WHERE session.store_id = ${storeId} AND session.token_hash = ${tokenHash} AND session.ended_at IS NULL AND staff.status = 'active'`
  return row && staffViewer(row)
}

type OpenSession = { storeId: bigint; id: bigint; role: StaffRole }

/** Of people who were admitted long ago those whose session is over, or whose role is another now, with the reason. */
export async function endedSessions(db: Db, people: readonly StaffMember[], now: Date): Promise<Map<StaffMember, Refusal>> {
  const storeIds = people.map(({ storeId }) => storeId)
  const ids = people.map(({ person }) => person.sessionId)
  const open = await db.$queryRaw<OpenSession[]>`
    SELECT session.store_id AS "storeId", session.id, staff.role::text AS role
    FROM unnest(${storeIds}::bigint[], ${ids}::bigint[]) AS asked (store_id, id)
    JOIN staff_session AS session ON session.store_id = asked.store_id AND session.id = asked.id
    JOIN staff ON staff.store_id = session.store_id AND staff.id = session.staff_id
    WHERE session.ended_at IS NULL AND staff.status = 'active'`
  const roles = new Map(open.map(({ storeId, id, role }) => [`${storeId} ${id}`, role]))
  const refusals = new Map<StaffMember, Refusal>()
  for (const member of people) {
    const { storeId, person } = member
    const role = roles.get(`${storeId} ${person.sessionId}`)
    if (!role || person.expiresAt <= now) refusals.set(member, sessionOver())
    else if (role !== person.role) refusals.set(member, unauthenticated('Your role is another now; ask again.'))
  }
  return refusals
}

/** Deletes sessions that were over long ago, a batch at a time; the server runs it once a minute. */
export function forgetOldSessions(db: Db, clock: Clock): Promise<number> {
  return inBatches(
    db,
    (rows) => Prisma.sql`
      DELETE FROM staff_session WHERE (store_id, id) IN (
        SELECT store_id, id FROM staff_session WHERE expires_at < ${timeAgo(clock, { days: listedDays })} ORDER BY expires_at LIMIT ${rows})`,
  )
}
