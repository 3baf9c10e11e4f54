/** Settles another payment of the order that a declined checkout of a cart has left unpaid: paid, its subscriptions begin. */
import { keptPlan } from '../../db/kept-plan.ts'
import type { Tx } from '../../db/transaction.ts'
import { storedText } from '../../values/json-ids.ts'
import { makeRows } from './order.ts'
import { countsAsPaid } from './plan.ts'
import type { Begun, Settler } from './settling.ts'
import type { Plan } from './stored-plan.ts'

export const settleCartOrder: Settler<'cartOrder'> = async (tx, settling, { plan, orderId }) => {
  const made = await makeRows(tx, settling)
  if (!made) return undefined
  if (settling.isPaid && !(await payOrder(tx, plan, { id: orderId, at: settling.at, begun: made.begun ?? [] }))) return undefined
  return made
}

type PaidOrder = { id: bigint; at: Date; begun: readonly Begun[] }

/** Marks the order as paid, by its method and the credit of this payment, and names on its lines the subscriptions that begin. */
async function payOrder(tx: Tx, plan: Plan, { id, at, begun }: PaidOrder): Promise<boolean> {
  const { storeId, paymentMethodId, totals } = plan
  const lines = begun.map(({ number, subscription_id: subscriptionId }) => ({ number, subscriptionId }))
  const count = await tx.$executeRaw`
    WITH numbered AS (
      SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM order_product
      WHERE store_id = ${storeId}::bigint AND order_id = ${id}::bigint
    ), named AS (
      UPDATE order_product AS line SET subscription_id = begun."subscriptionId",
        paid_number = CASE WHEN ${countsAsPaid(plan)}::boolean THEN 1 END
      FROM numbered JOIN jsonb_to_recordset(${storedText(lines)}::jsonb) AS begun ("number" int, "subscriptionId" bigint)
        ON begun.number = numbered.number
      WHERE line.store_id = ${storeId}::bigint AND line.id = numbered.id
    )
    UPDATE "order" SET financial_status = 'paid', paid_at = ${at}::timestamptz, payment_method_id = ${paymentMethodId ?? null}::bigint,
      credit_applied = ${totals.creditApplied}::bigint
    WHERE store_id = ${storeId}::bigint AND id = ${id}::bigint AND financial_status = 'unpaid' AND status = 'open' ${keptPlan}`
  return count === 1
}
