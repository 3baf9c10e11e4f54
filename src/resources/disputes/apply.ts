/**
 * Applies a dispute as its gateway tells of it, under the lock of its order: how often, late and in which order it is told does not matter.
 * Of several reads the last one that has begun is applied.
 */
import type { Context } from '../../context.ts'
import type { Shape } from '../../db/shape.ts'
import { type DueDispute, endReading, lockRead } from '../../payments/disputes.ts'
import type { FoundDispute } from '../../payments/gateway.ts'
import { bringBack, withdraw } from '../../purchases/dispute/money.ts'
import { wholeSecond } from '../../values/time.ts'
import { changesOf, fromNothing } from '../../writes/changes.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import type { Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { operation } from '../describe.ts'
import { stopRenewals } from '../stop-renewals.ts'
import { columnsOf, eventTypesOf, isOver, movesOf, stopsRenewals } from './rules.ts'

type Told = { dispute: DueDispute; found: FoundDispute }

export const applyDispute: (context: Context, told: Told) => Promise<unknown> = operation('applyDispute', {
  emits: ['dispute.opened', 'dispute.updated', 'dispute.closed', 'subscription.updated'],
  shows: { resource: 'Dispute' },
  async write(write, { dispute, found }: Told): Promise<Written> {
    const order = await orderOf(write, dispute, found)
    // The charge is not settled yet, or was none of ours.
    if (!order) {
      if (dispute.isOld) await endReading(write.tx, dispute)
      return { isNothing: true }
    }
    // A process that was stopped meanwhile knows an older state than another has applied.
    if (!(await lockRead(write.tx, dispute))) return { isNothing: true }
    const before = await rowOf(write, dispute)
    const at = wholeSecond(write.now)
    const { gateway, reference } = dispute
    const { withdraws, comesBack } = movesOf(found, before)
    const moved = { order, amount: before?.transactionId != null ? before.amount : found.amount, reference }
    const transactionId = withdraws ? await withdraw(write, moved) : (before?.transactionId ?? null)
    if (comesBack && transactionId !== null) await bringBack(write, moved, transactionId)
    const isWithdrawn = (withdraws || before?.isWithdrawn === true) && !comesBack
    const isFirst = stopsRenewals(found) && !(before && stopsRenewals(before))
    const isStopping = (isFirst || before?.isStopping === true) && !(await stopRenewals(write, order))
    // The amount of a dispute stays what was withdrawn.
    const columns = { ...columnsOf(found, before, at), amount: moved.amount, isWithdrawn, transactionId, isStopping }
    if (isOver(found) && !isStopping) await endReading(write.tx, dispute)
    return save(write, order, before, found, { gateway, gatewayReference: reference, charge: found.charge, ...columns }, at)
  },
})

/** Locks the order that a disputed charge has paid; undefined while there is none. */
async function orderOf(
  write: Write,
  { storeId, gateway }: DueDispute,
  { charge }: FoundDispute,
): Promise<Shape<'Order'> | undefined> {
  const payment = await write.tx.payment.findFirst({
    where: { storeId, gateway, gatewayReference: charge, state: 'captured', orderId: { not: null } },
    select: { orderId: true },
  })
  return payment?.orderId == null ? undefined : write.lock('Order', { id: payment.orderId })
}

/** The dispute as it is stored; the order is locked. */
async function rowOf(write: Write, { gateway, reference }: DueDispute): Promise<Shape<'Dispute'> | undefined> {
  const [row] = await write.lockAll('Dispute', { gateway, gatewayReference: reference })
  return row
}

type DisputeColumns = Omit<Shape<'Dispute'>, 'id' | 'storeId' | 'orderId' | 'isTest' | 'createdAt' | 'updatedAt' | 'changedIn'>

async function save(
  write: Write,
  { id: orderId, customerId, isTest }: Shape<'Order'>,
  before: Shape<'Dispute'> | undefined,
  found: FoundDispute,
  columns: DisputeColumns,
  at: Date,
): Promise<Written> {
  const about = { orderId, customerId }
  const changes = before ? changesOf<object>(before, columns) : fromNothing(columns)
  if (before) await write.change(before, columns)
  const id = before?.id ?? (await write.insert('Dispute', { orderId, isTest, createdAt: at, ...columns }))
  if (before && Object.keys(changes).length === 0) return { id, ...about, isNothing: true }
  const emits = eventTypesOf(found, before).map((type): EmittedEvent => ({ type, recordType: 'dispute', id, ...about, changes }))
  return { id, ...about, changes, emits }
}
