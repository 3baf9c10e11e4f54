/** Applies a change to the open deliveries of the running term: their pieces, their parcels, their order and their stock. */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Tx } from '../../db/transaction.ts'
import { storedText } from '../../values/json-ids.ts'
import type { Changes } from '../../writes/changes.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import { type SharedAmounts, sharesOf, sum } from '../price/spread.ts'
import { releaseFulfillments } from '../stock/restock.ts'
import { releasePieces } from '../stock/stock.ts'
import { splitReserved } from './carried.ts'
import { type ChangedSubscription, isAsPlanned, lockRunning, stockCause } from './term-deliveries.ts'

/** A term that begins, whose deliveries the order of the running term is to have. */
export type BegunTerm = {
  customerId: bigint
  addressId: bigint
  isTest: boolean
  quantity: number
  /** When each delivery is due. */
  dues: readonly Date[]
}

type ChangedTo = {
  /** The instance that the open deliveries are to have. */
  instanceId: bigint
  begun?: BegunTerm | undefined
  /** The shipping and the tax of the new plan for the pieces that are to come. */
  part: SharedAmounts
  /** The order that pays for them from here on: a new one, or that of the running term. */
  orderId: bigint | undefined
  at: Date
}

/**
 * Makes a change: the open deliveries get their new pieces and their order, or are cancelled, and the order of the running term follows.
 * The part that it takes over is reserved already; what it releases is put back behind the subscription and its customer (`restockChange`).
 *
 * @returns the events of parcels and of that order; undefined where a delivery is not as planned, and nothing was changed.
 */
export async function applyChange(tx: Tx, changed: ChangedSubscription, to: ChangedTo): Promise<EmittedEvent[] | undefined> {
  const { storeId, change } = changed
  await lockRunning(tx, changed)
  if (!(await isAsPlanned(tx, changed))) return undefined
  if (change.from) await splitReserved(tx, storeId, change.from)
  const shares = sharesOf(
    to.part,
    change.deliveries.map((each) => each.to),
  )
  const rows = storedText(change.deliveries.map((each, index) => ({ ...each, ...shares[index] })))
  const shipments = await tx.$queryRaw<{ id: bigint; customerId: bigint }[]>`
    WITH planned AS (SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS planned ("id" bigint, "to" int, "taken" int, "shipping" bigint, "tax" bigint)), changed AS (
      UPDATE fulfillment SET quantity = planned."to", taken = planned.taken, shipping = planned.shipping, tax = planned.tax,
        instance_id = ${to.instanceId}::bigint, order_id = coalesce(${to.orderId ?? null}::bigint, order_id)
      FROM planned WHERE store_id = ${storeId}::bigint AND fulfillment.id = planned.id AND planned."to" > 0
    ), cancelled AS (
      UPDATE fulfillment SET status = 'cancelled', on_hold = false FROM planned
      WHERE store_id = ${storeId}::bigint AND fulfillment.id = planned.id AND planned."to" = 0 RETURNING fulfillment.id, shipment_id
    )
    UPDATE shipment SET status = 'cancelled'
    WHERE store_id = ${storeId}::bigint AND status = 'unshipped' AND id IN (SELECT shipment_id FROM cancelled) AND NOT EXISTS (
      SELECT FROM fulfillment WHERE fulfillment.store_id = shipment.store_id AND fulfillment.shipment_id = shipment.id
        AND fulfillment.status = 'open' AND fulfillment.id NOT IN (SELECT id FROM cancelled))
    RETURNING id, customer_id AS "customerId"`
  if (to.begun) await planDeliveries(tx, changed, to, to.begun)
  const orderId = change.from?.orderId
  return [
    ...shipments.map(
      ({ id, customerId }): EmittedEvent => ({
        ...{ type: 'shipment.cancelled', recordType: 'shipment', id, orderId, customerId },
        changes: { status: { from: 'unshipped', to: 'cancelled' } },
      }),
    ),
    ...(await followed(tx, changed)),
  ]
}

/** Puts back what the deliveries of a change that was made no longer take: stock is locked after subscriptions and customers. */
export async function restockChange(tx: Tx, changed: ChangedSubscription, at: Date): Promise<void> {
  const { storeId, change } = changed
  const cancelled = change.deliveries.filter(({ to }) => to === 0).map(({ id }) => id)
  if (cancelled.length > 0) await releaseFulfillments(tx, storeId, cancelled, at)
  await releasePieces(tx, change.releases, stockCause(changed, at))
}

/** Plans the deliveries of a term that begins, in parcels of their own. */
async function planDeliveries(
  tx: Tx,
  { storeId, subscriptionId, change: { from, takes } }: ChangedSubscription,
  { instanceId, part, at }: ChangedTo,
  { customerId, addressId, isTest, quantity, dues }: BegunTerm,
): Promise<void> {
  const shares = sharesOf(
    part,
    dues.map(() => quantity),
  )
  const cycles = dues.map((due, index) => ({ cycle: index + 1, due, ...shares[index] }))
  await tx.$executeRaw`
    WITH planned AS MATERIALIZED (
      SELECT nextval('shipment_id_seq') AS shipment_id, given.*
      FROM jsonb_to_recordset(${storedText(cycles)}::jsonb) AS given ("cycle" int, "due" timestamptz, "shipping" bigint, "tax" bigint)
    ), parcels AS (
      INSERT INTO shipment (store_id, id, customer_id, ship_address_id, adjusted_ordered_at, created_at, is_test, status)
      SELECT ${storeId}::bigint, shipment_id, ${customerId}::bigint, ${addressId}::bigint, due, ${at}::timestamptz, ${isTest}::boolean,
        'unshipped' FROM planned
    )
    INSERT INTO fulfillment (store_id, shipment_id, order_id, subscription_id, instance_id, quantity, taken, shipping, tax, cycle_number,
      total_cycles, fulfillment_date, adjusted_fulfillment_date, is_test, status)
    SELECT ${storeId}::bigint, shipment_id, ${from?.orderId}::bigint, ${subscriptionId}::bigint, ${instanceId}::bigint, ${quantity}::int,
      CASE WHEN cycle = 1 THEN ${sum(takes.map((each) => each.quantity))}::int ELSE 0 END, shipping, tax, cycle, ${dues.length}::int, due, due, ${isTest}::boolean, 'open'
    FROM planned ORDER BY cycle`
}

type Followed = { id: bigint; customerId: bigint; wasSent: string; sent: string; was: string; status: string }

/** Lets the order of the running term follow its deliveries: how much of it was sent, and whether it is closed. */
async function followed(tx: Tx, { storeId, change: { from } }: ChangedSubscription): Promise<EmittedEvent[]> {
  if (!from) return []
  const has = (status: Prisma.Sql) => Prisma.sql`EXISTS (SELECT FROM fulfillment WHERE fulfillment.store_id = ${storeId}::bigint
        AND fulfillment.order_id = held.id AND fulfillment.status = ${status})`
  const [row] = await tx.$queryRaw<Followed[]>`
    WITH held AS MATERIALIZED (
      SELECT * FROM "order" WHERE store_id = ${storeId}::bigint AND id = ${from.orderId}::bigint
    ), next AS MATERIALIZED (
      SELECT held.*, ${has(Prisma.sql`'open'`)} AS is_open, ${has(Prisma.sql`'fulfilled'`)} AS is_sent FROM held
    )
    UPDATE "order" SET
      fulfillment_status = CASE WHEN next.is_sent AND NOT next.is_open THEN 'fulfilled' WHEN next.is_sent THEN 'partial'
        ELSE next.fulfillment_status END,
      status = CASE WHEN order_is_over(next.store_id, next.id, 0) THEN 'closed' ELSE next.status END
    FROM next WHERE "order".store_id = ${storeId}::bigint AND "order".id = next.id
    RETURNING "order".id, "order".customer_id AS "customerId", next.fulfillment_status::text AS "wasSent",
      "order".fulfillment_status::text AS sent, next.status::text AS was, "order".status::text AS status`
  if (!row) return []
  const { id, customerId, wasSent, sent, was, status } = row
  const about = { recordType: 'order', id, orderId: id, customerId }
  const event = (type: 'order.updated' | 'order.fulfilled' | 'order.closed', changes: Changes) => ({ ...about, type, changes })
  const ofSent = { fulfillmentStatus: { from: wasSent, to: sent } }
  return [
    ...(wasSent === sent ? [] : [event(sent === 'fulfilled' ? 'order.fulfilled' : 'order.updated', ofSent)]),
    ...(was === status ? [] : [event('order.closed', { status: { from: was, to: status } })]),
  ]
}
