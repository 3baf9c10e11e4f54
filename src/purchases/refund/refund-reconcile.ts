/**
 * Reconciles refunds: the gateway is asked about one without an answer and about one that it has not paid out, and again for one that it
 * does not know, by the same reference. One that is done is asked about after a day, two, four and so on, while it may still come back.
 */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Gateway } from '../../payments/gateway.ts'
import { wholeSecond } from '../../values/time.ts'
import { isBeingAsked, refuseKeyOf } from '../../writes/idempotency.ts'
import { answerOf, atOnce, inTurn, type Reconciling, whileAnswered, writeAsWorker } from '../payment/due-rows.ts'
import { reconcileEventTypes } from '../payment/purchase-events.ts'
import { gatewayRequest, type RefundToAsk } from './refund.ts'
import { reverseRefund } from './refund-settle.ts'
import { settleTurn } from './refund-turns.ts'
import { refundWritten } from './refund-written.ts'

/** The state that reconciliation has brought a refund to. */
export type RefundResult = 'refunded' | 'refund pending' | 'refund declined' | 'refund came back'

type DueRefund = RefundToAsk & { actId: bigint; isDone: boolean; hasTestClock: boolean }

const pauseSeconds = 60
const longestPauseSeconds = 3_600
const daySeconds = 86_400

/** Reconciles every refund that is due. */
export const reconcileRefunds = (books: Reconciling, moment: Date) =>
  inTurn(
    books,
    whileAnswered(() => takeDue(books, moment)),
    (row) => look(books, row),
  )

/** Takes the longest-due refunds for this process alone: their next check is scheduled before the first is processed. */
async function takeDue({ db, clock }: Reconciling, moment: Date): Promise<DueRefund[]> {
  const now = clock.inSql()
  const pause = Prisma.sql`LEAST(${pauseSeconds}::float8 * power(2, LEAST(looks, 20)), ${longestPauseSeconds}::float8)`
  const second = Prisma.sql`interval '1 second'`
  return db.$queryRaw<DueRefund[]>`
    UPDATE refund SET looks = looks + (status <> 'done')::int,
      due_at = ${now} + (CASE WHEN status = 'done' THEN ${longestPauseSeconds}::float8 ELSE ${pause} END) * ${second}
    WHERE (store_id, id) IN (SELECT store_id, id FROM refund WHERE due_at <= ${moment} AND NOT (act_id <> id AND ${isWaiting(Prisma.sql`other.id < refund.id`)})
      ORDER BY due_at, id LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)
    RETURNING store_id AS "storeId", id, act_id AS "actId", order_id AS "orderId", reference, gateway, charge, amount, card_amount AS "cardAmount", created_at AS "createdAt",
      status = 'done' AS "isDone", NOT ${isWaiting(Prisma.sql`other.id > refund.id`)} AS "isLast", (SELECT currency FROM store WHERE store.id = refund.store_id) AS currency,
      (SELECT has_test_clock FROM store WHERE store.id = refund.store_id) AS "hasTestClock"`
}

/** Whether another refund of the act has no answer yet. @param which a condition on it, as `other`. */
const isWaiting = (which: Prisma.Sql) => Prisma.sql`EXISTS (
        SELECT FROM refund AS other WHERE other.store_id = refund.store_id AND other.act_id = refund.act_id
          AND ${which} AND ${isBeingAsked('other')})`

async function look(books: Reconciling, refund: DueRefund): Promise<RefundResult | undefined> {
  const { clock } = books
  const gateway = books.gateways.of(refund.gateway)
  const known = await answerOf(() =>
    gateway.findRefund(refund.reference, { storeId: refund.storeId, charge: refund.charge ?? '' }),
  )
  if (refund.isDone && known?.result !== 'failed') return lookLater(books, refund, gateway)
  const answer =
    known ?? (await answerOf((signal) => gateway.refund({ ...gatewayRequest(gateway, refund, clock.now()), signal })))
  let result: RefundResult | undefined
  const { storeId, hasTestClock, reference, isDone } = refund
  const of = { storeId, hasTestClock, reference, operation: 'reconcileRefund', recordType: 'refund' }
  await writeAsWorker(books, of, reconcileEventTypes.reconcileRefund, async ({ tx, now }) => {
    const at = wholeSecond(now)
    const settled =
      isDone && answer.result === 'failed'
        ? await reverseRefund(tx, refund, answer, at)
        : await settleTurn(tx, clock, refund, answer, at)
    result = settled && (isDone ? 'refund came back' : results[answer.result])
    if (!settled) return { isNothing: true }
    const written = refundWritten(refund, settled, answer.result === 'failed' ? answer.reason : undefined)
    if (written.refusal) await refuseKeyOf(tx, storeId, refund.actId, written.refusal)
    return written
  })
  return result
}

/** Schedules the next look at a refund that is still done: each after twice the time, until it cannot come back any more. */
async function lookLater({ db, clock }: Reconciling, { storeId, id }: DueRefund, { declares }: Gateway): Promise<undefined> {
  await db.$executeRaw`
    UPDATE refund SET looks = looks + 1, due_at = CASE
      WHEN ${daySeconds}::float8 * power(2, looks + 1) <= ${declares.lateRefunds.seconds}::float8
        THEN ${clock.inSql()} + ${daySeconds}::float8 * power(2, looks) * interval '1 second' END
    WHERE store_id = ${storeId} AND id = ${id} AND status = 'done'`
}

const results = { done: 'refunded', pending: 'refund pending', failed: 'refund declined' } as const
