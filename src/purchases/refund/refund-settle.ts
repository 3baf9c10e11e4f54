/**
 * Applies the gateway's answer to a refund, in the process that asked or in reconciliation. Each step is one statement that finds the refund
 * only in a status it starts from, with all its consequences: of two processes one succeeds.
 *
 *     pending ◀──▶ unknown ──▶ failed
 *        │  └──────────│─────▶  ▲ ▲
 *        ▼             ▼        │ │
 *       done ◀─────────┘        │ │
 *        └──────────────────────┘ │ came back later
 *
 * `pending` is recorded, or taken by the gateway, which pays it out later; then it has `accepted_at`.
 */

import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Clock } from '../../db/clock.ts'
import { keptPlan } from '../../db/kept-plan.ts'
import type { Tx } from '../../db/transaction.ts'
import type { RefundAnswer } from '../../payments/gateway.ts'
import { withIds } from '../../values/json-ids.ts'
import { restockRefund } from '../stock/restock.ts'
import { unsentParcels } from '../stock/unsent-pieces.ts'
import { type RecordedRefund, restSeconds } from './refund-row.ts'
import { content, orderIn, type SettledRefund } from './settled-refund.ts'

/** A gateway's answer; undefined where it gave none. */
export type RefundOutcome = RefundAnswer | undefined

/** A step: the rows it starts from, the columns it sets, and its consequences. */
type SettleStep = {
  from: Prisma.Sql
  set: Prisma.Sql
  /** The transaction that it leaves. */
  attempt?: 'refunded' | 'failed'
  /** Whether amounts fall, or rise again. */
  amounts?: 'fall' | 'rise'
  isRestocked?: true
}

const daySeconds = 86_400

/** A refund of credit alone needs no gateway. */
export const withoutGateway: RefundAnswer = { result: 'done', gatewayReference: '' }

/**
 * Settles a refund.
 *
 * @param at the whole second that dates its rows.
 *
 * @returns what changed; undefined where the refund has moved on.
 */
export async function settleRefund(
  tx: Tx,
  clock: Clock,
  { storeId, id, orderId, cardAmount }: RecordedRefund,
  outcome: RefundOutcome,
  at: Date,
): Promise<SettledRefund | undefined> {
  const after = (seconds: number) => Prisma.sql`${clock.inSql()} + ${seconds}::int * interval '1 second'`
  const { from, set, attempt, amounts, isRestocked } = stepOf(outcome, cardAmount > 0n, at, after)
  const parts = [
    held(storeId, id, from, set),
    ...(attempt ? [attempted(attempt, outcome, at)] : []),
    ...(isRestocked ? [parcelsToEmpty] : []),
    changed(amounts, attempt === undefined && !amounts, isRestocked),
    ...(amounts ? moved(amounts, at) : []),
  ]
  const nothing = Prisma.sql`NULL`
  const [found] = await tx.$queryRaw<
    (Omit<SettledRefund, 'restocked' | 'emptied'> & { restock: boolean; wasAccepted: boolean })[]
  >`
    WITH ${Prisma.join(parts, ', ')}
    SELECT was, refund_status AS status, amount::float8 AS amount, card_amount::float8 AS "cardAmount",
      credit_amount::float8 AS "creditAmount", customer_id AS "customerId", restock,
      was_accepted AS "wasAccepted", ${attempt ? Prisma.sql`(SELECT id FROM attempted)` : nothing}::bigint AS "transactionId",
      ${amounts ? Prisma.sql`(SELECT id FROM credited)` : nothing}::bigint AS "creditEntryId",
      ${orderIn('held')} AS before, ${orderIn('changed')} AS after, ${content}
    FROM held ${keptPlan}`
  if (!found) return undefined
  const { restock, wasAccepted, ...settled } = withIds(found)
  const comesBack = isRestocked && restock && !wasAccepted
  if (!comesBack) return { ...settled, restocked: null, emptied: [] }
  const { order, ...taken } = await restockRefund(tx, { storeId, id, orderId }, at)
  return { ...settled, ...taken, after: { ...settled.after, ...order } }
}

function stepOf(outcome: RefundOutcome, hasCharge: boolean, at: Date, after: (seconds: number) => Prisma.Sql): SettleStep {
  const isNew = Prisma.sql`status IN ('pending', 'unknown') AND accepted_at IS NULL`
  if (!outcome) return { from: isNew, set: Prisma.sql`status = 'unknown'` }
  const { result, gatewayReference } = outcome
  const named = Prisma.sql`gateway_reference = ${gatewayReference || null}::text, looks = 0`
  const settled = Prisma.sql`${named}, settled_at = ${at}::timestamptz`
  switch (result) {
    case 'pending': {
      const set = Prisma.sql`status = 'pending', accepted_at = ${after(0)}, due_at = ${after(restSeconds)}, ${named}`
      return { from: isNew, set, isRestocked: true }
    }
    case 'done': {
      const next = hasCharge ? after(daySeconds) : Prisma.sql`NULL`
      const set = Prisma.sql`status = 'done', due_at = ${next}, ${settled}`
      return {
        ...{ from: Prisma.sql`status IN ('pending', 'unknown')`, set, amounts: 'fall', isRestocked: true },
        ...(hasCharge && { attempt: 'refunded' }),
      }
    }
    case 'failed': {
      const set = Prisma.sql`status = 'failed', due_at = NULL, failure_reason = ${outcome.reason}::text, ${settled}`
      return { from: Prisma.sql`status IN ('pending', 'unknown')`, set, attempt: 'failed' }
    }
  }
}

/**
 * Takes a refund back that was done and has failed since: its transaction says when, another one is the failed attempt, and all amounts
 * go back. Pieces that were restocked stay there, and those that left their deliveries are not sent.
 */
export async function reverseRefund(
  tx: Tx,
  { storeId, id }: RecordedRefund,
  answer: RefundAnswer & { result: 'failed' },
  at: Date,
): Promise<SettledRefund | undefined> {
  const set = Prisma.sql`status = 'failed', settled_at = ${at}::timestamptz, failure_reason = ${answer.reason}::text, due_at = NULL`
  const parts = [
    held(storeId, id, Prisma.sql`status = 'done'`, set),
    attempted('failed', answer, at),
    Prisma.sql`
    reversed AS (
      UPDATE transaction SET reversed_at = ${at}::timestamptz FROM settled
      WHERE transaction.store_id = settled.store_id AND transaction.refund_id = settled.id AND transaction.result = 'refunded'
    )`,
    changed('rise', false),
    ...moved('rise', at),
  ]
  const [settled] = await tx.$queryRaw<SettledRefund[]>`
    WITH ${Prisma.join(parts, ', ')}
    SELECT was, refund_status AS status, amount::float8 AS amount, card_amount::float8 AS "cardAmount",
      credit_amount::float8 AS "creditAmount", customer_id AS "customerId", (SELECT id FROM attempted) AS "transactionId",
      (SELECT id FROM credited) AS "creditEntryId", ${orderIn('held')} AS before, ${orderIn('changed')} AS after, NULL::json AS restocked, '[]'::json AS emptied, ${content}
    FROM held ${keptPlan}`
  return settled && withIds(settled)
}

/** Sets columns of the refund, if it is in a status to start from, and locks its order. */
const held = (storeId: bigint, id: bigint, from: Prisma.Sql, set: Prisma.Sql) => Prisma.sql`
    found AS MATERIALIZED (
      SELECT id, status, accepted_at IS NOT NULL AS was_accepted FROM refund WHERE store_id = ${storeId}::bigint AND id = ${id}::bigint AND ${from} FOR NO KEY UPDATE
    ), settled AS MATERIALIZED (
      UPDATE refund SET ${set} FROM found WHERE refund.store_id = ${storeId}::bigint AND refund.id = found.id
      RETURNING refund.*, found.status AS was, found.was_accepted
    ), held AS MATERIALIZED (
      SELECT "order".*, settled.id AS refund_id, settled.was, settled.was_accepted, settled.status AS refund_status, settled.amount, settled.card_amount,
        settled.credit_amount, settled.reason, settled.restock
      FROM settled JOIN "order" ON "order".store_id = settled.store_id AND "order".id = settled.order_id FOR NO KEY UPDATE OF "order"
    )`

/** The parcels that pieces may leave: the statement behind this one sees what else is in them. */
const parcelsToEmpty = unsentParcels(Prisma.sql`SELECT store_id, id AS order_id FROM held WHERE restock`)

const attempted = (result: 'refunded' | 'failed', outcome: RefundOutcome, at: Date) => Prisma.sql`
    attempted AS (
      INSERT INTO transaction (store_id, order_id, refund_id, kind, created_at, is_test, result, total, gateway_reference)
      SELECT store_id, id, refund_id, 'refund', ${at}::timestamptz, is_test, ${result}::"TransactionResult", card_amount,
        ${outcome?.gatewayReference || null}::text
      FROM held RETURNING id
    )`

/**
 * The order: its amounts, and whether it is open. It is while a refund is under way, and closed afterwards unless a delivery is open or
 * another refund is under way, be it that these changed while the statement waited for the order. An order without deliveries is closed too: a
 * change that was paid meanwhile has given them to its own.
 *
 * @param isUnderWay whether the refund is from here on.
 * @param hasParcels whether parcels of its pieces are locked first.
 */
function changed(amounts: 'fall' | 'rise' | undefined, isUnderWay: boolean, hasParcels = false): Prisma.Sql {
  const sign = signOf(amounts)
  const refunded = Prisma.sql`held.refunded_amount + ${sign} * held.amount`
  const ofOrder = Prisma.sql`store_id = held.store_id AND order_id = held.id`
  const status = isUnderWay
    ? Prisma.sql`'open'`
    : Prisma.sql`(CASE WHEN order_is_over(held.store_id, held.id, held.refund_id) THEN 'closed' ELSE held.status END)`
  const financialStatus = amounts
    ? Prisma.sql`(CASE WHEN ${refunded} <= 0 THEN 'paid'
        WHEN ${refunded} >= held.credit_applied + held.gift_card_discount + (
          SELECT coalesce(sum(total), 0) FROM transaction WHERE ${ofOrder} AND result = 'captured'
        ) THEN 'refunded' ELSE 'partially_refunded' END)`
    : Prisma.sql`held.financial_status`
  return Prisma.sql`
    changed AS (
      UPDATE "order" SET refunded_amount = ${refunded}, card_refunded_amount = held.card_refunded_amount + ${sign} * held.card_amount,
        financial_status = ${financialStatus}::"OrderFinancialStatus", status = ${status}::"OrderStatus"
      FROM held WHERE "order".store_id = held.store_id AND "order".id = held.id ${hasParcels ? Prisma.sql`AND (SELECT count(*) FROM parcels) >= 0` : Prisma.empty}
      RETURNING "order".refunded_amount, "order".card_refunded_amount, "order".financial_status, "order".fulfillment_status, "order".status
    )`
}

const signOf = (amounts: 'fall' | 'rise' | undefined) => Prisma.raw(amounts === 'fall' ? '1' : amounts === 'rise' ? '-1' : '0')

/**
 * The revenue of the order's subscriptions, then the revenue and the credit of its customer; they are locked in this order. The card's part
 * lowers the revenue, and the rest is credit.
 */
function moved(amounts: 'fall' | 'rise', at: Date): Prisma.Sql[] {
  const sign = signOf(amounts)
  return [
    Prisma.sql`
    subscribed AS (
      UPDATE subscription SET revenue = subscription.revenue - ${sign} * share.card FROM (
        SELECT line.store_id, line.subscription_id AS id, sum(part.card_amount)::bigint AS card
        FROM held JOIN refund_line AS part ON part.store_id = held.store_id AND part.refund_id = held.refund_id
        JOIN order_product AS line ON line.store_id = part.store_id AND line.id = part.order_product_id
        WHERE line.subscription_id IS NOT NULL AND (SELECT count(*) FROM changed) = 1 GROUP BY line.store_id, line.subscription_id
      ) AS share
      WHERE subscription.store_id = share.store_id AND subscription.id = share.id AND share.card > 0 RETURNING subscription.id
    )`,
    Prisma.sql`
    credited AS (
      INSERT INTO credit_entry (store_id, customer_id, amount, reason, refund_id, created_at)
      SELECT store_id, customer_id, ${sign} * credit_amount, reason, refund_id, ${at}::timestamptz FROM held WHERE credit_amount > 0
      RETURNING id
    )`,
    Prisma.sql`
    paid AS (
      UPDATE customer SET total_revenue = total_revenue - ${sign} * held.card_amount, credit = credit + ${sign} * held.credit_amount
      FROM held WHERE customer.store_id = held.store_id AND customer.id = held.customer_id AND (SELECT count(*) FROM subscribed) >= 0
    )`,
  ]
}
