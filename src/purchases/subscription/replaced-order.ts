/**
 * The unpaid order that a paid reactivation replaces: it stays as it is until the charge is captured, and is closed in the transaction that
 * settles it. What it holds of coupons and credit may be spent by the charge that replaces it.
 */
import { lockRow, type Tx } from '../../db/transaction.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import { creditEntered } from '../payment/credit-event.ts'
import { heldBy, spendHeld } from '../payment/customer-credit.ts'
import type { Plan } from '../payment/stored-plan.ts'
import { closeUnpaidOrder } from '../payment/unpaid-order.ts'

/** The credit that an unpaid order holds: of its subscription, and of its customer. */
export type HeldCredit = { own: number; customers: number }

/** Reads the credit that an unpaid order holds. @param order of a subscription that is locked. */
export async function heldCredit(tx: Tx, storeId: bigint, order: { id: bigint; creditApplied: bigint }): Promise<HeldCredit> {
  const customers = order.creditApplied > 0n ? Number(await heldBy(tx, storeId, order.id)) : 0
  return { own: Number(order.creditApplied) - customers, customers }
}

/**
 * Closes the order that a paid plan replaces, and spends what the plan uses of the customer's credit that it held.
 *
 * @param orderId the order that is made.
 *
 * @returns the changes of the subscription, which is locked then, and the events; undefined where the plan replaces none.
 */
export async function closeReplaced(
  tx: Tx,
  { storeId, customerId, replaces }: Plan,
  { subscriptionId, orderId, at }: { subscriptionId: bigint; orderId: bigint; at: Date },
): Promise<{ change: { unpaidOrderId: null; credit?: number }; events: EmittedEvent[] } | undefined> {
  if (!replaces) return undefined
  // Locked before its customer, as in other writes.
  const row = await lockRow(tx, 'Subscription', { storeId, id: subscriptionId })
  if (!row) throw new Error(`There is no subscription ${subscriptionId}.`)
  const events: EmittedEvent[] = []
  const emit = (event: EmittedEvent) => void events.push(event)
  const { credit } = await closeUnpaidOrder({ tx, emit, subject: {}, now: at }, row)
  const spent = await spendHeld(tx, { storeId, customerId, orderId, amount: replaces.customerCredit ?? 0, at })
  if (spent) events.push(creditEntered(spent, { customerId, orderId, subscriptionId: row.id }))
  return { change: { unpaidOrderId: null, ...(credit !== undefined && { credit: Number(credit) }) }, events }
}
