/**
 * Detects copies of a database. A database records where it last ran; if it is opened elsewhere, it is a copy or was moved, and
 * does nothing by itself until `tandem adopt` (src/writes/epoch.ts).
 *
 * A copy in the same place is not detected: a snapshot that was set back, or a physical backup of a PostgreSQL server, which
 * keeps the server's system identifier.
 */
import { statSync } from 'node:fs'
import type { Db } from './connect.ts'
import { codesOf } from './outage.ts'
import type { Session } from './session.ts'

/** Where a database is. A part that is null is unknown, and equals any value. */
export type DatabasePlace =
  | { kind: 'postgres'; system: string | null; oid: string; name: string }
  | { kind: 'embedded'; inode: string; born: string | null }

/** The message about a copy, for operators. */
export const copySentence =
  'This database is a copy, or was moved: it last ran elsewhere. Renewals, webhooks, the reconciliation of payments, the numbering of ' +
  'events and test clocks are off. If this is the one to go on with, end the other and run: npm run tandem -- adopt'

// Error codes of a function that the role may not call, or that the server does not have.
const withheld = ['42501', '42883', '0A000']

/** Reads the place of a database on a PostgreSQL server: the server's system identifier, and the database's oid and name. */
export async function placeOnServer({ query }: Pick<Session, 'query'>): Promise<DatabasePlace> {
  const [found] = (await query('SELECT oid::text, datname AS name FROM pg_database WHERE datname = current_database()')).rows
  const asked = query('SELECT system_identifier::text AS system FROM pg_control_system()').catch((error: unknown) => {
    if (!codesOf(error).some((code) => withheld.includes(code))) throw error
    return { rows: [{ system: null }] }
  })
  const [{ system } = { system: null }] = (await asked).rows
  return { kind: 'postgres', system: system as string | null, oid: found?.oid as string, name: found?.name as string }
}

/**
 * Reads the place of an embedded database: the inode and birth time of its directory. A copy has others, and a directory that is
 * moved within its file system keeps them. The device number is left out because it may change at a reboot. Without a birth
 * time Node answers 0 or the time of the last change.
 */
export function placeOfDirectory(directory: string): DatabasePlace {
  const { ino, birthtimeNs, ctimeNs } = statSync(directory, { bigint: true })
  const isKept = birthtimeNs > 0n && birthtimeNs !== ctimeNs
  return { kind: 'embedded', inode: String(ino), born: isKept ? String(birthtimeNs) : null }
}

/** Whether two places are the same, judged by the parts that are known of both. */
export function isSamePlace(one: DatabasePlace, other: DatabasePlace): boolean {
  const others: Record<string, string | null> = other
  return Object.entries<string | null>(one).every(([name, value]) => {
    const same = others[name]
    return value === null || same === null || value === same
  })
}

/**
 * Begins another epoch where a database was copied, so that marks of changes, which count the transactions of the original's server, are
 * not taken for those of this one; ids go on.
 */
export const beginEpochOfMarks = ({ query }: Pick<Session, 'query'>) => query('UPDATE installation SET epoch = epoch + 1')

/**
 * Checks at the opening of a database whether it is a copy. A database without a recorded place records this one.
 *
 * @param session a session of a migrated database.
 * @returns whether it is a copy.
 */
export async function arrive({ query }: Pick<Session, 'query'>, place: DatabasePlace): Promise<boolean> {
  const { rows } = await query('SELECT place FROM installation')
  const recorded = rows[0]?.place as DatabasePlace | null
  if (recorded) return !isSamePlace(recorded, place)
  await query('UPDATE installation SET place = $1 WHERE place IS NULL', [JSON.stringify(place)])
  return false
}

/** Whether a database that was opened as a copy has not been adopted since. */
export async function isCopyStill(db: Pick<Db, '$queryRaw'>, place: DatabasePlace): Promise<boolean> {
  const [row] = await db.$queryRaw<{ place: DatabasePlace | null }[]>`SELECT place FROM installation`
  return !(row?.place && isSamePlace(row.place, place))
}
