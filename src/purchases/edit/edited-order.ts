/** The order that is edited, with all that an edit changes: locked in the order in which shipments are sent. */
import { createHash } from 'node:crypto'
import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Shape } from '../../db/shape.ts'
import { lockRows, type Tx } from '../../db/transaction.ts'
import { Refusal } from '../../values/errors.ts'
import type { TaxLine } from '../price/tax.ts'
import type { LineBefore, OrderSums } from './edit-plan.ts'
import type { StoredEdit } from './stored-edit.ts'

export type EditedOrder = {
  order: Shape<'Order'>
  lines: readonly Shape<'OrderProduct'>[]
  /** All deliveries of the order. */
  own: readonly Shape<'Fulfillment'>[]
  /** Its open deliveries. */
  open: readonly Shape<'Fulfillment'>[]
  /** The unsent parcels of these, and whether each holds open deliveries of other orders too. */
  parcels: readonly { shipment: Shape<'Shipment'>; isShared: boolean }[]
  /** Whether a refund of the order is under way, and whether a payment for another edit of it is. */
  isRefunding: boolean
  isCharging: boolean
  /** The lines that its refunds name, be they done, under way or failed. */
  given: readonly GivenOfLine[]
}

/** A line that refunds name: its id, how many times they do, and the pieces of those that have not failed. */
type GivenOfLine = readonly [line: number, times: number, pieces: number]

/** Locks an order with its deliveries and its unsent parcels. @param except the payment that asks. */
export async function lockEditedOrder(
  tx: Tx,
  storeId: bigint,
  orderId: bigint,
  except?: bigint,
): Promise<EditedOrder | undefined> {
  const ofStore = Prisma.sql`store_id = ${storeId}::bigint`
  const ofOrder = Prisma.sql`${ofStore} AND order_id = ${orderId}::bigint`
  const held = Prisma.sql`ORDER BY id FOR NO KEY UPDATE`
  const [order] = await lockRows(tx, 'Order', Prisma.sql`${ofStore} AND id = ${orderId}::bigint FOR NO KEY UPDATE`)
  if (!order) return undefined
  const shipments = await lockRows(
    tx,
    'Shipment',
    // An array, so that the deliveries are read first: of a subquery the planner may walk all parcels of the store that are not sent.
    Prisma.sql`${ofStore} AND status = 'unshipped'
      AND id = ANY(ARRAY(SELECT shipment_id FROM fulfillment WHERE ${ofOrder} AND status = 'open')) ${held}`,
  )
  const ids = shipments.map(({ id }) => id)
  const fulfillments = await lockRows(
    tx,
    'Fulfillment',
    Prisma.sql`${ofStore} AND (order_id = ${orderId}::bigint OR shipment_id = ANY(${ids}::bigint[]) AND status = 'open') ${held}`,
  )
  const lines = await lockRows(tx, 'OrderProduct', Prisma.sql`${ofOrder} ${held}`)
  const [under] = await tx.$queryRaw<[Pick<EditedOrder, 'isRefunding' | 'isCharging' | 'given'>]>`
    SELECT EXISTS (SELECT FROM refund WHERE ${ofOrder} AND status IN ('pending', 'unknown')) AS "isRefunding",
      EXISTS (SELECT FROM payment WHERE ${ofOrder} AND state IN ('recorded', 'asked') AND id <> ${except ?? 0n}::bigint) AS "isCharging",
      (SELECT coalesce(json_agg(json_build_array(line, times, pieces) ORDER BY line), '[]') FROM (
        SELECT order_product_id AS line, count(*) AS times, coalesce(sum(quantity) FILTER (WHERE status <> 'failed'), 0) AS pieces
        FROM refund JOIN refund_line AS part ON part.store_id = refund.store_id AND part.refund_id = refund.id
        WHERE refund.store_id = ${storeId}::bigint AND refund.order_id = ${orderId}::bigint GROUP BY order_product_id
      ) AS named) AS given`
  const own = fulfillments.filter((row) => row.orderId === orderId)
  const others = new Set(fulfillments.filter((row) => row.orderId !== orderId).map(({ shipmentId }) => shipmentId))
  return {
    ...{ order, lines, own, open: own.filter(({ status }) => status === 'open'), ...under },
    parcels: shipments.map((shipment) => ({ shipment, isShared: others.has(shipment.id) })),
  }
}

/**
 * A digest of the parts of an order that an edit is planned by. Refunds have a part where they name a line: without one, the digest is that of
 * plans that the version before has kept.
 */
export function basisOf({ order, lines, own, isRefunding, isCharging, given }: EditedOrder): string {
  const { status, financialStatus, fulfillmentStatus, cancelledAt, addressId, total, refundedAmount } = order
  const parts = [
    [status, financialStatus, fulfillmentStatus, cancelledAt, addressId, total, refundedAmount, isRefunding, isCharging],
    lines.map(({ id, quantity, charged }) => [id, quantity, charged]),
    own.map(({ id, instanceId, quantity, taken, status }) => [id, instanceId, quantity, taken, status]),
    ...(given.length > 0 ? [given] : []),
  ]
  const text = JSON.stringify(parts, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return createHash('sha256').update(text).digest('hex')
}

/** The lines of an order as an edit is planned by them. */
export const linesBefore = (lines: readonly Shape<'OrderProduct'>[]): LineBefore[] =>
  lines.map(({ id, subscriptionId, productId, productInstanceId, name, sku, quantity, ...amounts }) => ({
    ...{ id, productId, productInstanceId, name, sku, quantity },
    ...(subscriptionId !== null && { subscriptionId }),
    ...{ price: Number(amounts.price), total: Number(amounts.total), discount: Number(amounts.discount) },
    ...{ shipping: Number(amounts.shipping), tax: Number(amounts.tax), charged: Number(amounts.charged) },
    ...(Array.isArray(amounts.taxLines) && amounts.taxLines.length > 0 && { taxLines: amounts.taxLines as TaxLine[] }),
  }))

/** Locks the order of an edit whose payment has its result; undefined where the order is no longer as it was when the edit was planned. */
export async function lockUnchanged(
  tx: Tx,
  { storeId, paymentId }: { storeId: bigint; paymentId: bigint },
  { orderId, basis }: Pick<StoredEdit, 'orderId' | 'basis'>,
): Promise<EditedOrder | undefined> {
  const found = await lockEditedOrder(tx, storeId, orderId, paymentId)
  return found && basisOf(found) === basis ? found : undefined
}

/** The sums of an order. */
export const sumsOf = ({
  subTotal,
  totalDiscount,
  totalPrice,
  totalShipping,
  grossShipping,
  totalTax,
  total,
}: Shape<'Order'>): OrderSums => ({
  ...{ subTotal: Number(subTotal), totalDiscount: Number(totalDiscount), totalPrice: Number(totalPrice) },
  ...{
    totalShipping: Number(totalShipping),
    grossShipping: Number(grossShipping),
    totalTax: Number(totalTax),
    total: Number(total),
  },
})

/** The refusal of an edit whose order is no longer as it was when the edit was planned; what was charged for it is given back. */
export const outdatedEdit = (): Refusal => new Refusal('WRONG_STATUS', 'The order has changed since the payment was asked for.')
