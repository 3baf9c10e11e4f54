/**
 * Settles a refund of an act in its turn: the refunds of an act are asked for one after the other, and where one is declined or not answered
 * those behind it fail without being asked for, in the same transaction.
 */

import type { Clock } from '../../db/clock.ts'
import { keptPlan } from '../../db/kept-plan.ts'
import type { Tx } from '../../db/transaction.ts'
import { withIds } from '../../values/json-ids.ts'
import { isBeingAsked } from '../../writes/idempotency.ts'
import type { RecordedRefund } from './refund-row.ts'
import { type RefundOutcome, settleRefund } from './refund-settle.ts'
import { content, type RefundContent, type SettledRefund } from './settled-refund.ts'

/** A refund that failed without being asked for. */
export type UnaskedRefund = RefundContent & {
  id: bigint
  failureReason: string
  amount: number
  cardAmount: number
  creditAmount: number
}

/** A settled refund, and those behind it that failed without being asked for. */
export type SettledTurn = SettledRefund & { unasked: readonly UnaskedRefund[] }

/**
 * Settles a refund like `settleRefund`, and lets those behind it fail where the gateway declined it or gave no answer.
 *
 * @returns what changed; undefined where the refund has moved on.
 */
export async function settleTurn(
  tx: Tx,
  clock: Clock,
  refund: RecordedRefund,
  outcome: RefundOutcome,
  at: Date,
): Promise<SettledTurn | undefined> {
  const isLast = refund.isLast || outcome?.result === 'done' || outcome?.result === 'pending'
  const reason = outcome ? 'The refund before it was declined.' : 'The refund before it had no answer.'
  const unasked = isLast ? [] : await failUnasked(tx, refund, reason, at)
  const settled = await settleRefund(tx, clock, refund, outcome, at)
  return settled && { ...settled, unasked }
}

/** Lets the refunds behind one fail that the gateway has not accepted: they are asked for behind it alone, and so were not. */
async function failUnasked(tx: Tx, { storeId, id }: RecordedRefund, reason: string, at: Date): Promise<UnaskedRefund[]> {
  const failed = await tx.$queryRaw<UnaskedRefund[]>`
    WITH before AS MATERIALIZED (
      SELECT act_id FROM refund WHERE store_id = ${storeId}::bigint AND id = ${id}::bigint
        AND status IN ('pending', 'unknown') AND accepted_at IS NULL FOR NO KEY UPDATE
    ), behind AS MATERIALIZED (
      SELECT refund.id FROM before JOIN refund ON refund.store_id = ${storeId}::bigint AND refund.act_id = before.act_id
      WHERE refund.id > ${id}::bigint AND ${isBeingAsked('refund')}
      ORDER BY refund.id FOR NO KEY UPDATE OF refund
    ), held AS MATERIALIZED (
      UPDATE refund SET status = 'failed', due_at = NULL, failure_reason = ${reason}::text, settled_at = ${at}::timestamptz
      FROM behind WHERE refund.store_id = ${storeId}::bigint AND refund.id = behind.id RETURNING refund.*, refund.id AS refund_id
    )
    SELECT id, failure_reason AS "failureReason", amount::float8 AS amount, card_amount::float8 AS "cardAmount",
      credit_amount::float8 AS "creditAmount", ${content} FROM held ORDER BY id ${keptPlan}`
  return withIds(failed)
}
