/**
 * Settles an edit of an order. One that costs something is made when it is paid; declined, the order stays as it was, with the failed attempt.
 * One that costs nothing is made at once, and what it gives back is refunded.
 */
import type { Tx } from '../../db/transaction.ts'
import { wholeSecond } from '../../values/time.ts'
import type { PendingCharge, Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { endPayment } from '../payment/order.ts'
import type { Settler } from '../payment/settling.ts'
import { reserveRefunds, settleWithoutGateway, withRefunds } from '../refund/order-refunds.ts'
import type { FactsToRefund } from '../refund/refund.ts'
import { releasePieces, type StockCause, takePieces } from '../stock/stock.ts'
import { type EditedRows, keepTaken, paidMore, writeEdit } from './edit-rows.ts'
import { type EditedOrder, lockUnchanged } from './edited-order.ts'
import { freedBy, type StoredEdit, takenBy } from './stored-edit.ts'

/** Thrown where an order is no longer as it was when its edit was planned; the transaction must be rolled back. */
export class OutdatedEdit extends Error {}

/** Settles the payment of an edit. @throws OutdatedEdit where it was paid, and the order has changed. */
export const settleEdit: Settler<'edit'> = async (tx, settling, { plan, edit }) => {
  const { payment, isPaid, at } = settling
  const { storeId, customerId, totals } = plan
  const ended = await endPayment(tx, settling)
  if (!ended || !isPaid) return ended
  const found = await lockUnchanged(tx, { storeId, paymentId: payment.id }, edit)
  if (!found) throw new OutdatedEdit()
  const pay = () => tx.$executeRaw(paidMore(storeId, customerId, totals.charge))
  const { edited } = await makeEdit(tx, { found, edit, at }, { pay })
  return { ...ended, edited }
}

/** Makes an edit that takes no payment. @param found the order, locked. */
export async function settleFreeEdit(
  write: Write,
  found: EditedOrder,
  edit: StoredEdit,
  facts: FactsToRefund,
): Promise<Written | PendingCharge> {
  const { tx } = write
  const { id } = found.order
  const { difference, reason } = edit
  const done = 'The order is edited'
  const pay = async ({ changes }: EditedRows) => {
    Object.assign(write.changes, changes)
    const refunds = difference < 0 ? await reserveRefunds(write, found.order, facts, { reason, amount: -difference }) : undefined
    return { refunds, given: await settleWithoutGateway(write, refunds, done) }
  }
  const take = async (cause: StockCause) => keepTaken(tx, found, edit, await takePieces(tx, takenBy(edit), cause, write.emit))
  const { edited, paid } = await makeEdit(tx, { found, edit, at: wholeSecond(write.now) }, { pay, take })
  const written = { id, orderId: id, changes: write.changes, emits: [...edited.events, ...paid.given] }
  return withRefunds(write, written, paid.refunds, done)
}

type EditToMake = { found: EditedOrder; edit: StoredEdit; at: Date }

type EditMoves<Paid> = {
  /** Moves the difference. */
  pay: (edited: EditedRows) => Promise<Paid>
  /** Takes the pieces that the edit adds, where no payment has taken them. */
  take?: (cause: StockCause) => Promise<void>
}

/** Makes an edit: its rows, then its money, then its stock, in the order in which other writes lock them. */
async function makeEdit<Paid>(tx: Tx, { found, edit, at }: EditToMake, { pay, take }: EditMoves<Paid>) {
  const edited = await writeEdit(tx, found, edit, at)
  const paid = await pay(edited)
  const cause: StockCause = { cause: 'order', storeId: found.order.storeId, orderId: found.order.id, at }
  await take?.(cause)
  await releasePieces(tx, freedBy(edit), cause)
  return { edited, paid }
}
