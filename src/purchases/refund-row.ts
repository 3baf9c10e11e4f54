/**
 * The record of a refund: it reserves its amounts under the lock of its order before the gateway is asked, so that refunds together never
 * exceed what was paid.
 *
 * Its reference at the gateway is a hash of the installation, the store and its id, which is never used twice: a restored dump asks for the
 * refund under the reference that its original used.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { touchBroken } from '../db/checks.ts'
import type { Clock } from '../db/clock.ts'
import { keptPlan } from '../db/kept-plan.ts'
import type { Shape } from '../db/shape.ts'
import type { Tx } from '../db/transaction.ts'
import type { PlannedRefund } from './refund-plan.ts'

/** A refund as the steps behind its record need it. */
export type RecordedRefund = {
  id: bigint
  storeId: bigint
  orderId: bigint
  reference: string
  charge: string | null
  cardAmount: bigint
  createdAt: Date
}

/** Seconds until a refund without an answer is asked about. */
export const restSeconds = 60

/** The input of a record beside the plan. */
type RefundFields = { charge: string | null; reason: string | null; restock: boolean; at: Date; clock: Clock }

/** Records a refund with its lines; what it gives back is reserved from here on. */
export async function recordRefund(
  tx: Tx,
  order: Shape<'Order'>,
  planned: PlannedRefund,
  { charge, reason, restock, at, clock }: RefundFields,
): Promise<RecordedRefund> {
  const { id: orderId, storeId, isTest } = order
  const { amount, cardAmount, creditAmount, shipping, tax } = planned
  const isAsked = cardAmount > 0
  const [row] = await tx.$queryRaw<[{ id: bigint; reference: string }]>`
    WITH ${brokenRows(order)}, named AS MATERIALIZED (SELECT nextval(pg_get_serial_sequence('refund', 'id')) AS id), recorded AS (
      INSERT INTO refund (store_id, id, order_id, status, amount, card_amount, credit_amount, shipping, tax, reason, restock, is_test,
        created_at, due_at, charge, reference)
      SELECT ${storeId}::bigint, named.id, ${orderId}::bigint, 'pending', ${amount}::bigint, ${cardAmount}::bigint,
        ${creditAmount}::bigint, ${shipping}::bigint, ${tax}::bigint, ${reason}::text, ${restock}::boolean, ${isTest}::boolean,
        ${at}::timestamptz, CASE WHEN ${isAsked}::boolean THEN ${clock.inSql()} + ${restSeconds}::int * interval '1 second' END,
        ${isAsked ? charge : null}::text,
        encode(substring(sha256(convert_to(concat_ws(' ', 'refund', installation.id, ${storeId}::bigint, named.id), 'UTF8')) FOR 16), 'hex')::uuid::text
      FROM named, installation RETURNING id, reference
    ), lines AS (
      INSERT INTO refund_line (store_id, refund_id, order_product_id, quantity, amount, shipping, tax, card_amount, instance_id)
      SELECT ${storeId}::bigint, recorded.id, line.id, line.quantity, line.amount, line.shipping, line.tax, line.card, ${changedInstance(storeId)}
      FROM recorded, jsonb_to_recordset(${JSON.stringify(planned.lines)}::jsonb)
        AS line ("id" bigint, "quantity" int, "amount" bigint, "shipping" bigint, "tax" bigint, "card" bigint) ORDER BY line.id
    )
    SELECT id, reference FROM recorded ${keptPlan}`
  return { ...row, storeId, orderId, charge, cardAmount: BigInt(cardAmount), createdAt: at }
}

/**
 * The instance of a subscription's line whose pieces are out, where an immediate change gave its deliveries another than was bought: that
 * of the pieces that were sent, and of those that wait to be sent where none were.
 */
const changedInstance = (storeId: bigint) => Prisma.sql`(
        SELECT nullif(delivery.instance_id, sold.product_instance_id)
        FROM order_product AS sold JOIN fulfillment AS delivery ON delivery.store_id = sold.store_id
          AND delivery.order_id = sold.order_id AND delivery.subscription_id = sold.subscription_id
        WHERE sold.store_id = ${storeId}::bigint AND sold.id = line.id AND delivery.taken > coalesce(delivery.restocked, 0)
        ORDER BY delivery.status <> 'fulfilled', delivery.id LIMIT 1
      )`

/** Fails where a row that settling will write breaks a CHECK: the order, its customer or its subscriptions. */
function brokenRows({ storeId, id, customerId }: Shape<'Order'>): Prisma.Sql {
  const of = (row: bigint) => Prisma.sql`store_id = ${storeId}::bigint AND id = ${row}::bigint`
  const lines = Prisma.sql`SELECT subscription_id FROM order_product WHERE store_id = ${storeId}::bigint AND order_id = ${id}::bigint`
  const subscriptions = Prisma.sql`store_id = ${storeId}::bigint AND id IN (${lines})`
  return Prisma.sql`broken_order AS (${touchBroken('order', of(id))}), broken_customer AS (${touchBroken('customer', of(customerId))}),
      broken_subscription AS (${touchBroken('subscription', subscriptions)})`
}
