/** The records of disputes that are to be read from their gateways: a notice, or a list of the gateway, makes one, which is read until it is over. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { inBatches } from '../db/batch-delete.ts'
import { type Clock, timeAgo } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import type { Tx } from '../db/transaction.ts'

/** The first and the longest pause between two reads of a dispute, which double, and the pause between two lists of an account. */
const firstSeconds = 60
const longestSeconds = 3_600
const listSeconds = 3_600
/** The time before the last list from which disputes are listed again: a list that failed is made up for. */
const overlapSeconds = 2 * 86_400
const atOnce = 8
/** How long a dispute is read whose charge is not known, and one that is over is remembered. */
const keptDays = 30

type DisputeAtGateway = { storeId: bigint; gateway: string; reference: string }

/** A dispute that is to be read, with the version of its record: a notice and every later read make another. */
export type DueDispute = DisputeAtGateway & { version: string; hasTestClock: boolean; isOld: boolean }

/** The statement, or a part of one, that has a dispute read as soon as possible. @param from the rows of the statement for each of which it is. */
export function disputeNoted(clock: Clock, { storeId, gateway, reference }: DisputeAtGateway, from = Prisma.empty): Prisma.Sql {
  const now = clock.inSql()
  return Prisma.sql`
    INSERT INTO gateway_dispute (store_id, gateway, reference, created_at, due_at)
    SELECT ${storeId}::bigint, ${gateway}::text, ${reference}::text, ${now}, ${now} ${from}
    ON CONFLICT (store_id, gateway, reference) DO UPDATE SET due_at = LEAST(gateway_dispute.due_at, excluded.due_at), looks = 0`
}

/** Has a dispute read as soon as possible. */
export async function noteDispute(db: Db | Tx, clock: Clock, dispute: DisputeAtGateway): Promise<void> {
  await db.$executeRaw(disputeNoted(clock, dispute))
}

/** Takes the longest-due disputes for this process alone: their next read is scheduled before the first is read. */
export function takeDueDisputes(db: Db, clock: Clock): Promise<DueDispute[]> {
  const now = clock.inSql()
  return db.$queryRaw<DueDispute[]>`
    UPDATE gateway_dispute SET looks = looks + 1,
      due_at = ${now} + LEAST(${firstSeconds}::float8 * power(2, LEAST(looks, 10)), ${longestSeconds}::float8) * interval '1 second'
    WHERE (store_id, gateway, reference) IN (SELECT store_id, gateway, reference FROM gateway_dispute WHERE due_at <= ${now}
      ORDER BY due_at LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)
    RETURNING store_id AS "storeId", gateway, reference, xmin::text AS version, created_at < ${timeAgo(clock, { days: keptDays })} AS "isOld",
      (SELECT has_test_clock FROM store WHERE store.id = gateway_dispute.store_id) AS "hasTestClock"`
}

const ofVersion = ({ storeId, gateway, reference, version }: DueDispute) => Prisma.sql`
  store_id = ${storeId}::bigint AND gateway = ${gateway} AND reference = ${reference} AND xmin::text = ${version}`

/**
 * Locks the record of a dispute for what was read of it.
 *
 * @returns false where it has been noted or taken again meanwhile: it is read again, and what was read may be old.
 */
export async function lockRead(tx: Tx, dispute: DueDispute): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`SELECT 1 AS one FROM gateway_dispute WHERE ${ofVersion(dispute)} FOR UPDATE`
  return rows.length > 0
}

/** Has a dispute not read any more, unless it has been noted meanwhile, or is later. */
export async function endReading(tx: Tx | Db, dispute: DueDispute): Promise<void> {
  await tx.$executeRaw`UPDATE gateway_dispute SET due_at = NULL WHERE ${ofVersion(dispute)}`
}

/** An account whose disputes are to be listed. */
type ListedAccount = Omit<DisputeAtGateway, 'reference'> & { since: Date }

/** Takes the accounts whose disputes are to be listed, for this process alone. */
export function takeListed(db: Db, clock: Clock): Promise<ListedAccount[]> {
  const now = clock.inSql()
  const second = Prisma.sql`interval '1 second'`
  return db.$queryRaw<ListedAccount[]>`
    UPDATE gateway_account AS account SET disputes_listed_at = ${now}
    FROM (SELECT store_id, gateway, coalesce(disputes_listed_at, ${now}) AS listed_at FROM gateway_account
      WHERE disputes_listed_at IS NULL OR disputes_listed_at < ${now} - ${listSeconds}::int * ${second}
      ORDER BY disputes_listed_at NULLS FIRST LIMIT ${atOnce} FOR UPDATE SKIP LOCKED) AS due
    WHERE account.store_id = due.store_id AND account.gateway = due.gateway
    RETURNING account.store_id AS "storeId", account.gateway, due.listed_at - ${overlapSeconds}::int * ${second} AS since`
}

/** Deletes the records of disputes that are over. */
export const forgetOldDisputes = (db: Db, clock: Clock): Promise<number> =>
  inBatches(
    db,
    (size) => Prisma.sql`
    DELETE FROM gateway_dispute WHERE (store_id, gateway, reference) IN (
      SELECT store_id, gateway, reference FROM gateway_dispute WHERE created_at < ${timeAgo(clock, { days: keptDays })} AND due_at IS NULL ORDER BY created_at LIMIT ${size})`,
  )
