/** Settles the payment of an edit: paid, the order is as it was edited; declined, it stays as it was, with the failed attempt. */
import type { Tx } from '../../db/transaction.ts'
import { endPayment, type Settling } from '../payment/order.ts'
import { releasePieces } from '../stock/stock.ts'
import { type EditedRows, paidMore, writeEdit } from './edit-rows.ts'
import { lockUnchanged } from './edited-order.ts'
import { freedBy } from './stored-edit.ts'

/** A payment of an edit that is settled, with what the edit changed, where it was paid. */
type SettledEdit = {
  orderId: bigint
  transactionId: bigint
  askedAt: Date | null
  currency: string
  edited: EditedRows | undefined
}

/** Thrown where an order is no longer as it was when its edit was planned; the transaction must be rolled back. */
export class OutdatedEdit extends Error {}

/**
 * Settles it.
 *
 * @returns undefined when the payment was in none of the states to settle from.
 *
 * @throws OutdatedEdit where it was paid, and the order has changed.
 */
export async function settleEdit(tx: Tx, settling: Settling): Promise<SettledEdit | undefined> {
  const { payment, charge, at } = settling
  const { storeId, customerId, edit, totals } = payment.plan
  const ended = await endPayment(tx, settling)
  if (!ended || !edit || charge.result !== 'captured') return ended && { ...ended, edited: undefined }
  const found = await lockUnchanged(tx, { storeId, paymentId: payment.id }, edit)
  if (!found) throw new OutdatedEdit()
  const edited = await writeEdit(tx, found, edit, at)
  await tx.$executeRaw(paidMore(storeId, customerId, totals.charge))
  await releasePieces(tx, freedBy(edit), { cause: 'order', storeId, orderId: found.order.id, at })
  return { ...ended, edited }
}
