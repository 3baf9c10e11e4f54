/**
 * What time it is. Several instances must agree on whether a minute has passed, a key has expired or a lease has ended, and the
 * clock of one of them may be wrong: such things are decided in SQL, by the database's clock.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'

export type Clock = {
  /** The time as this instance sees it: what records show as the time they were made. */
  now(): Date
  /** The time as SQL, of type `timestamptz`: what instances must agree on, read when the statement runs. */
  inSql(): Prisma.Sql
}

/** The clock of a server: the database's where instances must agree. */
export const databaseClock: Clock = { now: () => new Date(), inSql: () => Prisma.sql`clock_timestamp()` }

/** A clock that says what it is told to, in SQL too. */
export const clockOf = (now: () => Date): Clock => ({ now, inSql: () => Prisma.sql`${now()}::timestamptz` })
