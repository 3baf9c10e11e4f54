/**
 * Tells a database from a copy of it. Each keeps where it last ran; one that finds itself elsewhere is a copy, or was moved, and does
 * nothing by itself until `tandem adopt` says that it is the one to go on with (src/writes/epoch.ts).
 *
 * A copy that runs in the very place of its original cannot be told from it: a snapshot that was put back, or a physical backup of a
 * PostgreSQL server, which has the identifier of the server it was taken of.
 */
import { statSync } from 'node:fs'
import type { Db } from './connect.ts'
import { codesOf } from './outage.ts'
import type { Session } from './session.ts'

/** Where a database is; null stands for what could not be found out, and is compared with nothing. */
export type DatabasePlace =
  | { kind: 'postgres'; system: string | null; oid: string; name: string }
  | { kind: 'embedded'; inode: string; born: string | null }

/** Says that a database is a copy, and how that is mended. */
export const copySentence =
  'This database is a copy, or was moved: it last ran elsewhere. Renewals, webhooks, the reconciliation of payments, the numbering of ' +
  'events and test clocks are off. If this is the one to go on with, end the other and run: npm run tandem -- adopt'

// Functions that a server does not let everybody call, or does not have.
const withheld = ['42501', '42883', '0A000']

/** The place of a database on a PostgreSQL server: the identifier that the server was made with, and the database's number and name. */
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
 * The place of an embedded database: the inode of its directory and when that was made, which no copy has and a directory that is
 * moved keeps. The number of its device may change when the machine starts anew. A file system that keeps no time of birth has 0
 * there, or, as the system then says, the time of the last change.
 */
export function placeOfDirectory(directory: string): DatabasePlace {
  const { ino, birthtimeNs, ctimeNs } = statSync(directory, { bigint: true })
  const isKept = birthtimeNs > 0n && birthtimeNs !== ctimeNs
  return { kind: 'embedded', inode: String(ino), born: isKept ? String(birthtimeNs) : null }
}

/** Whether two are one place, as far as both are known. */
export function isSamePlace(one: DatabasePlace, other: DatabasePlace): boolean {
  const others: Record<string, string | null> = other
  return Object.entries<string | null>(one).every(([name, value]) => {
    const same = others[name]
    return value === null || same === null || value === same
  })
}

/**
 * Finds out whether a database is a copy when it is opened; one that never ran records where it is.
 *
 * @param session of a database that is up to date.
 */
export async function arrive({ query }: Pick<Session, 'query'>, place: DatabasePlace): Promise<boolean> {
  const { rows } = await query('SELECT place FROM installation')
  const recorded = rows[0]?.place as DatabasePlace | null
  if (recorded) return !isSamePlace(recorded, place)
  await query('UPDATE installation SET place = $1 WHERE place IS NULL', [JSON.stringify(place)])
  return false
}

/** Whether a database that was opened as a copy is one still. */
export async function isCopyStill(db: Pick<Db, '$queryRaw'>, place: DatabasePlace): Promise<boolean> {
  const [row] = await db.$queryRaw<{ place: DatabasePlace | null }[]>`SELECT place FROM installation`
  return !(row?.place && isSamePlace(row.place, place))
}
