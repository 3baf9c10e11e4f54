/**
 * Takes notices of gateways: each is stored once by its id, and has its payment or refund looked at by the next round, which reads the object
 * from the gateway. So the order of notices, doubles and delays do not matter.
 */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import { inBatches } from '../../db/batch-delete.ts'
import { type Clock, timeAgo } from '../../db/clock.ts'
import type { Db } from '../../db/connect.ts'
import { disputeNoted } from '../../payments/disputes.ts'
import type { GatewayNotice } from '../../payments/gateways.ts'

type StoreNotice = GatewayNotice & { storeId: bigint; gateway: string }

/** How long notices are kept: gateways repeat one for days. */
const keptDays = 30

/** The reference of the return of a payment, which is that of the payment with a prefix and a number. */
const ofReturn = /^refund_([\da-f-]{36})(?:_\d+)?$/

/** Stores a notice, and has its subject looked at. @returns whether it is new. */
export async function takeNotice(db: Db, clock: Clock, notice: StoreNotice): Promise<boolean> {
  const { storeId, gateway, id, type, subject, reference } = notice
  const now = clock.inSql()
  const [, returned] = ofReturn.exec(reference) ?? []
  const payment = subject === 'refund' ? (returned ?? null) : reference
  // A charge is looked at after its end only where it may have been made all the same.
  const states =
    type === 'payment_intent.succeeded' || type === 'checkout.session.completed'
      ? Prisma.sql`('asked', 'waiting', 'given_up', 'withdrawn', 'failed', 'declined')`
      : subject !== 'refund'
        ? Prisma.sql`('asked', 'waiting', 'given_up', 'withdrawn')`
        : Prisma.sql`('refunding', 'refunded')`
  const ofStore = Prisma.sql`store_id = ${storeId}::bigint AND gateway = ${gateway} AND EXISTS (SELECT FROM received)`
  const [row] = await db.$queryRaw<{ isNew: boolean }[]>`
    WITH received AS (
      INSERT INTO gateway_notice (store_id, gateway, id, type, reference, received_at)
      VALUES (${storeId}::bigint, ${gateway}, ${id}, ${type}, ${reference}, ${now}) ON CONFLICT DO NOTHING RETURNING id
    ), payments AS (
      UPDATE payment SET due_at = LEAST(due_at, ${now}) WHERE ${ofStore} AND reference = ${payment}::text AND state IN ${states}
    ), refunds AS (
      UPDATE refund SET due_at = LEAST(due_at, ${now})
      WHERE ${ofStore} AND reference = ${subject === 'refund' ? reference : null}::text AND status IN ('pending', 'unknown', 'done')
    ), setups AS (
      UPDATE gateway_setup SET due_at = LEAST(due_at, ${now}) WHERE ${ofStore} AND reference = ${subject === 'page' ? reference : null}::text AND state = 'open'
    ), disputes AS (
      ${disputeNoted(clock, notice, Prisma.sql`FROM received WHERE ${subject === 'dispute'}::boolean`)}
    )
    SELECT EXISTS (SELECT FROM received) AS "isNew"`
  return row?.isNew ?? false
}

/** Deletes pages for cards that are over. */
export const forgetOldSetups = (db: Db, clock: Clock): Promise<number> =>
  inBatches(
    db,
    (size) => Prisma.sql`
    DELETE FROM gateway_setup WHERE (store_id, reference) IN (
      SELECT store_id, reference FROM gateway_setup WHERE created_at < ${timeAgo(clock, { days: keptDays })} ORDER BY created_at LIMIT ${size})`,
  )

/** Deletes notices that are older than a gateway's repeats. */
export const forgetOldNotices = (db: Db, clock: Clock): Promise<number> =>
  inBatches(
    db,
    (size) => Prisma.sql`
    DELETE FROM gateway_notice WHERE (store_id, gateway, id) IN (
      SELECT store_id, gateway, id FROM gateway_notice WHERE received_at < ${timeAgo(clock, { days: keptDays })} ORDER BY received_at LIMIT ${size})`,
  )
