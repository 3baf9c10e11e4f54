/**
 * Settles an immediate change of a subscription, whether or not it costs something: its deliveries and their stock, the line that pays for
 * them, and its row.
 */
import type { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Tx } from '../../db/transaction.ts'
import { storedText } from '../../values/json-ids.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import { customerCount } from '../payment/customer-count.ts'
import { makeRows } from '../payment/order.ts'
import { knownOrderOf } from '../payment/plan.ts'
import type { Purchase } from '../payment/purchase-kind.ts'
import type { Settler } from '../payment/settling.ts'
import type { SharedAmounts } from '../price/spread.ts'
import { nameOrderOfTaken } from '../stock/stock.ts'
import { applyChange, type BegunTerm, restockChange } from './apply-change.ts'
import { noteCarriedInvoice } from './carried.ts'
import { recurringOfPlan } from './recurring.ts'
import { type Renewed, writeRenewed } from './renewed.ts'
import { type ChangedSubscription, lockRunning } from './term-deliveries.ts'

/** An immediate change, reserved and ready to settle. */
export type ChangeMove = ChangedSubscription & {
  /** The new values of the subscription's columns, see `RenewableValues`; ids may be numbers, and times texts. */
  columns: object
  /** The instance that the open deliveries are to have. */
  instanceId: bigint
  /** The shipping and the tax of the new plan for the pieces that are to come. */
  part: SharedAmounts
  /** The amount that the gateway has charged. */
  brought: number
  /** The credit that the subscription gets where the new plan costs less. */
  credit: number
  /** The term that begins in the order of the running one; absent where an order of its own has its deliveries. */
  begun?: BegunTerm
}

/** The change that is made when its purchase is paid. */
function paidChange({ plan, changed, renewed, instanceId }: Purchase<'change'>): ChangeMove {
  const { totalShipping: shipping, totalTax: tax, charge } = plan.totals
  const columns = { ...renewed.paid, ...recurringOfPlan(plan) }
  return { ...changed, columns, instanceId, part: { shipping, tax }, brought: charge, credit: 0 }
}

/**
 * Settles the payment of a change: paid, the change is made, with an order for the difference; declined, the order of the running term gets the
 * failed attempt.
 */
export const settlePaidChange: Settler<'change'> = async (tx, settling, purchase) => {
  const made = await makeRows(tx, settling)
  if (!made) return undefined
  const { plan, changed, renewed: part } = purchase
  const { isPaid, at, clock } = settling
  const counted = knownOrderOf(plan, isPaid) === undefined ? customerCount(plan, isPaid, clock) : undefined
  if (isPaid) {
    const settled = await settleChange(tx, paidChange(purchase), { orderId: made.orderId, at, counted })
    return settled && { ...made, renewed: settled.renewed, others: settled.events }
  }
  // Behind the subscription the line gets back what was taken over of it; it is locked before.
  await lockRunning(tx, changed)
  const of = { storeId: plan.storeId, id: part.id }
  return { ...made, renewed: await writeRenewed(tx, of, part.declined ?? {}, { brought: 0, spent: 0, counted }) }
}

type SettledBy = {
  /** The order that pays the difference; undefined where nothing is to pay, and the order of the running term pays for the new plan too. */
  orderId: bigint | undefined
  at: Date
  counted?: Prisma.Sql | undefined
}

/**
 * Makes a change; the order of the running term is locked, and what the change takes is reserved.
 *
 * @returns undefined where a delivery was sent, cancelled or restocked since the change was planned; nothing was changed then.
 */
export async function settleChange(
  tx: Tx,
  move: ChangeMove,
  { orderId, at, counted }: SettledBy,
): Promise<{ renewed: Renewed | undefined; events: EmittedEvent[] } | undefined> {
  const { storeId, subscriptionId, change, columns, brought, credit } = move
  const events = await applyChange(tx, move, { ...move, orderId, at })
  if (!events) return undefined
  const payer = orderId ?? change.from?.orderId
  if (payer !== undefined) await noteWorth(tx, move, payer, move.begun !== undefined)
  if (orderId !== undefined) await nameOrderOfTaken(tx, move, change.takes, orderId)
  if (change.from && change.from.carried > 0) await noteCarriedInvoice(tx, storeId, change.from, at)
  const written = { ...columns, unpaidOrderId: null }
  const renewed = await writeRenewed(tx, { storeId, id: subscriptionId }, written, { brought, spent: -credit, counted })
  await restockChange(tx, move, at)
  return { renewed, events }
}

/**
 * Stores the worth of the open deliveries on the line that pays for them, and the coupons whose percentage their price has.
 *
 * @param endsCoupons whether a term begins with that line, for which the percentages of its coupons no longer hold.
 */
async function noteWorth(
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
