/**
 * Changes a subscription immediately: its open deliveries, their orders and stock. Where the new plan costs more, this is done when the difference
 * is paid; until then the worth of the deliveries is reserved on the line that paid for them, so that it is not refunded meanwhile.
 *
 * The order of the running term is locked first: shipping, refunds and changes of it wait for each other there. Its unsent parcels follow, which
 * may hold deliveries of other orders.
 */

import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Tx } from '../../db/transaction.ts'
import { Refusal } from '../../values/errors.ts'
import { storedText } from '../../values/json-ids.ts'
import type { Changes } from '../../writes/changes.ts'
import type { Emit, EmittedEvent } from '../../writes/events.ts'
import type { ImmediateChange } from '../payment/stored-plan.ts'
import { type SharedAmounts, sharesOf, sum } from '../price/spread.ts'
import { releaseFulfillments } from '../stock/restock.ts'
import { releasePieces, type StockCause, takePieces } from '../stock/stock.ts'
import { releaseCarried, reserveCarried, splitReserved } from './carried.ts'

/** The change with its subscription. */
export type ChangedSubscription = { storeId: bigint; subscriptionId: bigint; change: ImmediateChange }

const stockCause = ({ storeId, subscriptionId, change: { from } }: ChangedSubscription, at: Date): StockCause => ({
  ...{ storeId, at, cause: 'subscription', subscriptionId: subscriptionId },
  ...(from && { orderId: from.orderId }),
})

/** Whether the difference of a change is being paid that takes over what of an order is unused; the order is locked. */
export async function isChanging(tx: Tx, storeId: bigint, orderId: bigint): Promise<boolean> {
  const [found] = await tx.$queryRaw<[{ isChanging: boolean }]>`SELECT ${changing(storeId, orderId)} AS "isChanging"`
  return found.isChanging
}

/** The condition of `isChanging`. */
export const changing = (storeId: bigint, orderId: bigint) => Prisma.sql`EXISTS (
      SELECT FROM order_product AS line JOIN payment ON payment.store_id = line.store_id AND payment.subscription_id = line.subscription_id
      WHERE line.store_id = ${storeId}::bigint AND line.order_id = ${orderId}::bigint AND payment.state IN ('recorded', 'asked')
        AND (payment.plan #>> '{change,from,orderId}')::bigint = ${orderId}::bigint
    )`

/** The refusal to work on an order while it is so. */
export const changingRefusal = (orderId: bigint, what: string): Refusal =>
  new Refusal(
    'WRONG_STATUS',
    `Order ${orderId} is of a subscription whose change is being paid: it can be ${what} once that is settled.`,
  )

/**
 * The unsent parcels of a subscription's open deliveries in an order, locked in the order in which shipments are sent: a statement behind this one
 * sees what else is in them.
 *
 * @param order a SELECT of the order's id, which locks it or finds it locked: its deliveries change parcels under that lock alone.
 */
export const termParcels = (storeId: bigint, subscriptionId: bigint, order: Prisma.Sql): Prisma.Sql => Prisma.sql`
    parcels AS MATERIALIZED (
      SELECT id FROM shipment WHERE store_id = ${storeId}::bigint AND status = 'unshipped' AND id = ANY(ARRAY(
        SELECT shipment_id FROM fulfillment WHERE store_id = ${storeId}::bigint AND order_id = (${order})
          AND subscription_id = ${subscriptionId}::bigint AND status = 'open'
      )) ORDER BY id FOR NO KEY UPDATE
    )`

/** Locks the order of the running term, and its unsent parcels. */
export async function lockRunning(tx: Tx, { storeId, subscriptionId, change: { from } }: ChangedSubscription): Promise<void> {
  if (from)
    await tx.$queryRaw`
      WITH running AS MATERIALIZED (
        SELECT id FROM "order" WHERE store_id = ${storeId}::bigint AND id = ${from.orderId}::bigint FOR NO KEY UPDATE
      ), ${termParcels(storeId, subscriptionId, Prisma.sql`SELECT id FROM running`)}
      SELECT count(*)::int FROM parcels`
}

/**
 * Whether the open deliveries are those of the change: none was sent, cancelled or split since, and no refund has put their pieces on hand,
 * which the change would put there again. The order is locked.
 */
export async function isAsPlanned(tx: Tx, { storeId, change: { deliveries } }: ChangedSubscription): Promise<boolean> {
  const [found] = await tx.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM fulfillment
    JOIN jsonb_to_recordset(${storedText(deliveries)}::jsonb) AS planned ("id" bigint, "quantity" int, "tookBefore" int)
      ON planned.id = fulfillment.id AND planned.quantity = fulfillment.quantity
        AND coalesce(planned."tookBefore", fulfillment.taken) = fulfillment.taken
    WHERE store_id = ${storeId}::bigint AND status = 'open'`
  return found.count === deliveries.length
}

/**
 * Reserves a change whose difference is to be paid. The order is locked.
 *
 * @returns the change with what it takes over, split as it was reserved, and with the pieces that it has taken; undefined where it can no longer be
 * made.
 *
 * @throws Refusal OUT_OF_STOCK.
 */
export async function reserveChange(
  tx: Tx,
  changed: ChangedSubscription,
  at: Date,
  emit: Emit,
): Promise<ImmediateChange | undefined> {
  if (!(await isAsPlanned(tx, changed))) return undefined
  const taken = await takePieces(tx, changed.change.takes, stockCause(changed, at), emit)
  const change = await withTaken(tx, changed, taken)
  const { takes, from } = change
  if (!from) return change
  const reserved = await reserveCarried(tx, changed.storeId, from)
  if (reserved) return { ...change, from: reserved }
  await releasePieces(tx, takes, stockCause(changed, at))
  return undefined
}

/** A change with what it has taken: where the stock of its instance is no longer kept, deliveries of that instance have what they had, and others none. */
async function withTaken(tx: Tx, { storeId, change }: ChangedSubscription, taken: ReadonlySet<bigint>): Promise<ImmediateChange> {
  const untaken = change.takes.map(({ instanceId }) => instanceId).filter((id) => !taken.has(id))
  if (untaken.length === 0) return change
  const where = { storeId, id: { in: change.deliveries.map(({ id }) => id) }, instanceId: { in: untaken } }
  const rows = await tx.fulfillment.findMany({ where, select: { id: true, taken: true } })
  const before = new Map(rows.map((row) => [row.id, row.taken]))
  const deliveries = change.deliveries.map((row) => ({ ...row, taken: Math.min(row.taken, before.get(row.id) ?? 0) }))
  return { ...change, deliveries, takes: change.takes.filter(({ instanceId }) => taken.has(instanceId)) }
}

/** Releases the reservations of a change that is not made. */
export async function releaseChange(tx: Tx, changed: ChangedSubscription, at: Date): Promise<void> {
  const { storeId, change } = changed
  if (change.from) await releaseCarried(tx, storeId, change.from)
  await releasePieces(tx, change.takes, stockCause(changed, at))
}

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
  const has = (status: Prisma.Sql) => Prisma.sql`EXISTS (SELECT FROM fulfillment WHERE fulfillment.store_id = held.store_id
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
    FROM next WHERE "order".store_id = next.store_id AND "order".id = next.id
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

/**
 * Stores the worth of the open deliveries on the line that pays for them, and the coupons whose percentage their price has.
 *
 * @param endsCoupons whether a term begins with that line, for which the percentages of its coupons no longer hold.
 */
export async function noteWorth(
  tx: Tx,
  { storeId, subscriptionId, change }: ChangedSubscription,
  orderId: bigint,
  endsCoupons = false,
): Promise<void> {
  const { open, coupons } = change
  if (open)
    await tx.$executeRaw`
      UPDATE order_product SET open_value = ${open.value}::bigint, open_pieces = ${open.pieces}::int,
        has_ended_coupons = has_ended_coupons OR ${endsCoupons}::boolean
      WHERE store_id = ${storeId}::bigint AND order_id = ${orderId}::bigint AND subscription_id = ${subscriptionId}::bigint`
  if (coupons.length > 0)
    await tx.$executeRaw`
      INSERT INTO order_coupon (store_id, order_id, coupon_id, code_used)
      SELECT ${storeId}::bigint, ${orderId}::bigint, given."couponId", given."codeUsed"
      FROM jsonb_to_recordset(${storedText(coupons)}::jsonb) AS given ("couponId" bigint, "codeUsed" text) ON CONFLICT DO NOTHING`
}
