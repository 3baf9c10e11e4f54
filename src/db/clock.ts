/**
 * The current time. Several instances must agree on whether a minute has passed, a key has expired or a lease has ended, and the clock of
 * one of them may be wrong: these conditions are evaluated in SQL, by the database's clock.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Db } from './connect.ts'

export type Clock = {
  /** The time as this instance sees it: records show it as the time they were created, unless their store has a test clock. */
  now(): Date
  /** The time as SQL, of type `timestamptz`: for conditions that instances must agree on, evaluated when the statement runs. */
  inSql(): Prisma.Sql
}

/** The machine's own clock, and the database's where instances must agree: for programs without clients. */
export const databaseClock: Clock = { now: () => new Date(), inSql: () => Prisma.sql`clock_timestamp()` }

/** A clock that is set by hand, in SQL too. */
export const clockOf = (now: () => Date): Clock => ({ now, inSql: () => Prisma.sql`${now()}::timestamptz` })

/**
 * The time so long ago, as SQL. Read once for the whole statement, so that an index can be asked for what is older; a row that is
 * waited for must be compared with `inSql` itself.
 */
export const timeAgo = (clock: Clock, { days = 0, hours = 0 }: { days?: number; hours?: number }): Prisma.Sql =>
  Prisma.sql`(SELECT ${clock.inSql()} - make_interval(days => ${days}, hours => ${hours}))`

/** Queries the database for its time. */
export async function databaseTime(db: Pick<Db, '$queryRaw'>): Promise<Date> {
  const [{ now }] = await db.$queryRaw<[{ now: Date }]>`SELECT clock_timestamp()::timestamptz(3) AS now`
  return now
}

/** A clock that follows the database's. */
type FollowingClock = Clock & {
  /** Synchronizes the clock; concurrent calls share one synchronization. */
  compare(): Promise<void>
}

/** The process's own clocks, in milliseconds. */
type OwnClock = {
  /** The system clock, which may be set. */
  wall(): number
  /** Time since the process began: monotonic, and it goes on while the process is stopped. */
  elapsed(): number
}

const own: OwnClock = { wall: () => Date.now(), elapsed: () => performance.now() }

const questions = 3
// Round trips up to this are good enough: half of one is the largest error.
const quickMilliseconds = 20
// A longer round trip is less exact than an earlier synchronization.
const slowMilliseconds = 500
const reportedMilliseconds = 1_000

/**
 * Makes the clock of a server. It says in JavaScript too what the database's clock says, however wrong the machine's own is:
 * it adds the time since the last comparison, so that no request has to ask.
 *
 * @param ask what asks the database; see `databaseTime`.
 * @param report hears by how many milliseconds the machine's clock is ahead, when that is more than a second or no longer is.
 */
export async function followingClock(
  ask: () => Promise<Date>,
  report: (ahead: number) => void = () => {},
  { wall, elapsed }: OwnClock = own,
): Promise<FollowingClock> {
  let offset: number | undefined
  let reported = 0
  let comparing: Promise<void> | undefined

  const compareNow = async () => {
    let best = { took: Number.POSITIVE_INFINITY, offset: 0 }
    for (let question = 1; question <= questions && best.took > quickMilliseconds; question += 1) {
      const from = elapsed()
      const time = (await ask()).getTime()
      const took = elapsed() - from
      if (took < best.took) best = { took, offset: time - (from + took / 2) }
    }
    if (offset === undefined || best.took <= slowMilliseconds) offset = best.offset
    const ahead = Math.round(wall() - (elapsed() + offset))
    const isWrong = Math.abs(ahead) > reportedMilliseconds
    if (isWrong ? Math.abs(ahead - reported) <= reportedMilliseconds : reported === 0) return
    reported = isWrong ? ahead : 0
    report(ahead)
  }
  const compare = () => {
    comparing ??= compareNow().finally(() => {
      comparing = undefined
    })
    return comparing
  }
  await compare()
  return {
    ...databaseClock,
    now: () => new Date(elapsed() + (offset ?? 0)),
    compare,
  }
}
