/**
 * Counts wrong tries to sign in. A try is counted before the password is looked at, by one statement, so that a burst of concurrent tries is
 * limited too, and given back when the password is right. Accounts that there are not are counted as others are.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { inBatches } from '../db/batch-delete.ts'
import { type Clock, timeAgo } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { Refusal } from '../values/errors.ts'
import { hashOf } from '../values/hash.ts'

/** An account, there or not, and the network address that asks. */
type SignInTry = { storeId: bigint; email: string; address: string }

/** How many wrong tries there may be in how many minutes: of an account from one address, and from all. */
const triesOfAddress = { most: 5, minutes: 15 }
const triesOfAccount = { most: 50, minutes: 60 }

// Stands for all addresses; no client has it.
const anywhere = ''

const accountOf = ({ email }: SignInTry): string => hashOf(email)

/**
 * Counts a try.
 *
 * @throws Refusal RATE_LIMITED when there were too many.
 */
export async function countTry(db: Db, clock: Clock, tried: SignInTry): Promise<void> {
  // Tries that are refused from one address must not use up the tries of the account.
  await count(db, clock, tried, tried.address, triesOfAddress)
  await count(db, clock, tried, anywhere, triesOfAccount)
}

async function count(db: Db, clock: Clock, tried: SignInTry, address: string, limit: typeof triesOfAddress): Promise<void> {
  const isOver = Prisma.sql`staff_try.since <= EXCLUDED.since - ${`${limit.minutes} minutes`}::interval`
  const counted = await db.$executeRaw`
    INSERT INTO staff_try (store_id, account, address, since, tries)
    VALUES (${tried.storeId}, ${accountOf(tried)}, ${address}, ${clock.inSql()}, 1)
    ON CONFLICT (store_id, account, address) DO UPDATE SET
      tries = CASE WHEN ${isOver} THEN 1 ELSE staff_try.tries + 1 END,
      since = CASE WHEN ${isOver} THEN EXCLUDED.since ELSE staff_try.since END
    WHERE ${isOver} OR staff_try.tries < ${limit.most}`
  if (counted === 0)
    throw new Refusal('RATE_LIMITED', `There were too many wrong tries to sign in; try again in ${limit.minutes} minutes.`)
}

/** Gives a try back whose password was right; those before it from the same address count no more. */
export async function forgiveTry(db: Db, tried: SignInTry): Promise<void> {
  await db.$executeRaw`
    UPDATE staff_try SET tries = CASE WHEN address = ${anywhere} THEN greatest(tries - 1, 0) ELSE 0 END
    WHERE store_id = ${tried.storeId} AND account = ${accountOf(tried)} AND address IN (${anywhere}, ${tried.address})`
}

/** Deletes counts that are over, a batch at a time; the server runs it once a minute. */
export function forgetOldTries(db: Db, clock: Clock): Promise<number> {
  const hours = triesOfAccount.minutes / 60
  return inBatches(
    db,
    (rows) => Prisma.sql`
      DELETE FROM staff_try WHERE (store_id, account, address) IN (
        SELECT store_id, account, address FROM staff_try WHERE since < ${timeAgo(clock, { hours })} ORDER BY since LIMIT ${rows})`,
  )
}
