/** Finds people who are not signed in yet, as the viewers that their writes are made by. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { hashToken, type SessionRow, staffViewer } from '../auth/staff-sessions.ts'
import type { StaffMember } from '../auth/viewer.ts'
import type { Db } from '../db/connect.ts'
import { caseKey } from '../values/case-key.ts'
import { normalized } from '../values/text-form.ts'

/** A person without a session, and the hash of the password, if there is one. */
export type FoundPerson = { viewer: StaffMember; passwordHash: string | null }

type FoundRow = Omit<SessionRow, 'sessionId' | 'expiresAt'> & { passwordHash: string | null }

async function find(db: Db, storeId: bigint, which: Prisma.Sql): Promise<FoundPerson | undefined> {
  const [row] = await db.$queryRaw<FoundRow[]>`
    SELECT staff.store_id AS "storeId", staff.id AS "staffId", staff.name, staff.email, staff.role::text AS role,
      staff.password_hash AS "passwordHash", store.page_base AS "pageBase", store.currency, store.time_zone AS "timeZone",
      store.has_test_clock AS "hasTestClock"
    FROM staff JOIN store ON store.id = staff.store_id WHERE staff.store_id = ${storeId} AND ${which}`
  if (!row) return undefined
  const { passwordHash, ...found } = row
  return { viewer: staffViewer({ ...found, sessionId: 0n, expiresAt: new Date(0) }), passwordHash }
}

/** The key that an e-mail address is found by. */
export const emailKey = (email: string): string => caseKey(normalized(email.trim()))

/** The active person with an e-mail address, by its key. */
export const personWith = (db: Db, storeId: bigint, key: string): Promise<FoundPerson | undefined> =>
  find(db, storeId, Prisma.sql`lower(staff.email COLLATE "C") = ${key} AND staff.status = 'active'`)

/** An active person. */
export const personOf = (db: Db, storeId: bigint, id: bigint): Promise<FoundPerson | undefined> =>
  find(db, storeId, Prisma.sql`staff.id = ${id} AND staff.status = 'active'`)

/** The person whom an invitation with a token is for. */
export const personInvited = (db: Db, storeId: bigint, token: string): Promise<FoundPerson | undefined> =>
  find(db, storeId, Prisma.sql`staff.invitation_hash = ${hashToken(token)} AND staff.status = 'invited'`)
