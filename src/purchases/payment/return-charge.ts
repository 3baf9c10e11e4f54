/**
 * Gives a charge back that came too late to be used. A return that fails is asked for again, by a reference of its own, after 1, 2, 4 … hours;
 * 72 hours after the first failure the amount becomes credit of the customer, which ends the payment.
 *
 * `return_number` is stored before the gateway is asked by it, and raised only after the return of that number has failed
 * (`returns_failed`). One that is pending or without an answer is only looked up, and asked for by the same reference where the gateway does
 * not know it: so at most one of them is given. One that is done may still come back: it is looked up after 1, 2, 4 … days, and followed by the
 * next number where it has.
 */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Tx } from '../../db/transaction.ts'
import { type AskedCharge, notAfterOf } from '../../payments/gateway.ts'
import { wholeSecond } from '../../values/time.ts'
import type { Written } from '../../writes/result.ts'
import { creditEntered } from './credit-event.ts'
import { answerOf, type Reconciling, writeAsWorker } from './due-rows.ts'
import { contentOfLines } from './event-content.ts'
import { move, type PaymentRow } from './payment.ts'
import { reconcileEventTypes } from './purchase-events.ts'
import { subjectOf } from './written.ts'

/** A payment that is to be given back. */
export type DueReturn = PaymentRow & {
  storeId: bigint
  hasTestClock: boolean
  currency: string
  /** The gateway's id of the customer; null where the payment method has none. */
  gatewayCustomer: string | null
  /** The number of the last return that was asked for, or is about to be. */
  returnNumber: number
  returnsFailed: number
  returnFailedAt: Date | null
  /** Whether the first return failed so long ago that the amount becomes credit. */
  isReturnOver: boolean
}

type ReturnResult = 'given back' | 'credited' | 'return came back'

/** The charge as the payment knows it, for the gateway. */
export const askedChargeOf = ({
  storeId,
  gatewayReference,
  gatewayCustomer,
  askedAt,
  plan,
}: Pick<DueReturn, 'storeId' | 'gatewayReference' | 'gatewayCustomer' | 'askedAt' | 'plan'>): AskedCharge => ({
  ...{ storeId, charge: gatewayReference, gatewayCustomer },
  since: new Date((askedAt?.getTime() ?? 0) - clockMarginSeconds * 1_000),
  hasPage: plan.paymentMethodId === undefined,
})

const hourSeconds = 3_600
/** The most by which the clocks of the database and of a gateway differ. */
const clockMarginSeconds = 600
const daySeconds = 86_400

/** The time after the first failure of a return in which it is asked for again. */
const returnSeconds = 72 * hourSeconds

/** The columns of a payment that its return depends on. @param now the present in SQL. */
export const returnColumns = (now: Prisma.Sql): Prisma.Sql => Prisma.sql`
      return_number AS "returnNumber", returns_failed AS "returnsFailed", return_failed_at AS "returnFailedAt",
      COALESCE(return_failed_at + ${returnSeconds}::float8 * interval '1 second' <= ${now}, false) AS "isReturnOver"`

/** The reference of a return by its number. */
const returnReference = (reference: string, number: number): string =>
  number === 0 ? `refund_${reference}` : `refund_${reference}_${number}`

/** Returns a charge by its gateway, or credits it. @returns undefined while that is under way, or where another process was faster. */
export async function returnCharge(books: Reconciling, due: DueReturn): Promise<ReturnResult | undefined> {
  const hasFailed = due.returnsFailed > due.returnNumber
  if (hasFailed && due.isReturnOver) return (await settleReturn(books, due, 'credited')) ? 'credited' : undefined
  const payment = hasFailed ? await beginNext(books, due) : due
  if (!payment) return undefined
  const answer = await answerOf((signal) => askReturn(books, payment, signal))
  if (answer.result === 'failed') {
    await noteFailure(books, payment)
    throw new Error(`Payment ${payment.reference} could not be given back: ${answer.reason}`)
  }
  if (answer.result === 'pending') return undefined
  return (await settleReturn(books, payment, 'refunded')) ? 'given back' : undefined
}

/** Looks the present return of a payment up, and asks for it where the gateway does not know it. */
async function askReturn({ clock, gateways }: Reconciling, payment: DueReturn, signal: AbortSignal) {
  const gateway = gateways.of(payment.gateway)
  const { plan, currency, returnNumber } = payment
  const reference = returnReference(payment.reference, returnNumber)
  const { storeId } = payment
  const known = await gateway.findRefund(reference, { storeId, charge: payment.gatewayReference ?? '' })
  if (known) return known
  const found = await gateway.find(payment.reference, askedChargeOf(payment))
  if (found?.result !== 'captured') throw new Error(`Payment ${payment.reference} was not charged.`)
  const { gatewayReference: charge } = found
  const recordedAt = clock.now()
  const asked = { amount: BigInt(plan.totals.charge), currency, recordedAt, notAfter: notAfterOf(gateway, recordedAt) }
  return gateway.refund({ storeId, reference, charge, ...asked, signal })
}

/** The condition that no other process has moved a return on. */
const unmoved = ({ storeId, id, returnNumber, returnsFailed }: DueReturn) => Prisma.sql`
  store_id = ${storeId}::bigint AND id = ${id}::bigint AND state = 'refunding' AND return_number = ${returnNumber}::int
    AND returns_failed = ${returnsFailed}::int`

/** Stores the number of the next return, which is asked for then. */
async function beginNext({ db }: Reconciling, payment: DueReturn): Promise<DueReturn | undefined> {
  const count = await db.$executeRaw`UPDATE payment SET return_number = return_number + 1 WHERE ${unmoved(payment)}`
  return count === 1 ? { ...payment, returnNumber: payment.returnNumber + 1 } : undefined
}

/** Stores that a return has failed, and when the next one is asked for, or the amount credited. */
async function noteFailure({ db, clock }: Reconciling, payment: DueReturn): Promise<void> {
  const now = clock.inSql()
  const pause = Prisma.sql`${hourSeconds}::float8 * power(2, ${payment.returnNumber}::int) * interval '1 second'`
  await db.$executeRaw`
    UPDATE payment SET returns_failed = return_number + 1, return_failed_at = COALESCE(return_failed_at, ${now}),
      due_at = LEAST(${now} + ${pause}, COALESCE(return_failed_at, ${now}) + ${returnSeconds}::float8 * interval '1 second')
    WHERE ${unmoved(payment)}`
}

/** Looks up a return that is done: one that has come back counts as failed. */
export async function lookAtReturned(books: Reconciling, due: DueReturn): Promise<ReturnResult | undefined> {
  const { db, clock, gateways } = books
  const gateway = gateways.of(due.gateway)
  const known = await answerOf(() =>
    gateway.findRefund(returnReference(due.reference, due.returnNumber), {
      storeId: due.storeId,
      charge: due.gatewayReference ?? '',
    }),
  )
  if (known?.result === 'failed') return (await reopenReturn(books, due, known.reason)) ? 'return came back' : undefined
  // Twice as long after it was done as now.
  const next = Prisma.sql`settled_at + 2 * (${clock.inSql()} - settled_at)`
  await db.$executeRaw`
    UPDATE payment SET due_at = CASE WHEN ${next} <= settled_at + ${gateway.declares.lateRefunds.seconds}::float8 * interval '1 second'
      THEN ${next} END
    WHERE store_id = ${due.storeId}::bigint AND id = ${due.id}::bigint AND state = 'refunded'`
  return undefined
}

/** Opens a payment again whose return came back. @returns whether no other process has. */
async function reopenReturn(books: Reconciling, payment: DueReturn, reason: string): Promise<boolean> {
  const { plan, storeId, hasTestClock, reference, returnNumber, returnsFailed } = payment
  const of = { storeId, hasTestClock, reference, operation: 'refundPayment', recordType: plan.shows }
  let isMoved = false
  await writeAsWorker(books, of, reconcileEventTypes.refundPayment, async ({ tx }): Promise<Written> => {
    const now = books.clock.now()
    const failed = { returnsFailed: returnNumber + 1, returnFailedAt: payment.returnFailedAt ?? now }
    const reopened = { state: 'refunding', settledAt: null, dueAt: now, ...failed } as const
    isMoved = await move(tx, payment, ['refunded'], reopened, { returnNumber, returnsFailed })
    if (!isMoved) return { isNothing: true }
    const about = { ...subjectOf(plan), customerId: plan.customerId, note: `The return came back: ${reason}` }
    return { ...about, changes: { charged: { from: 0, to: plan.totals.charge } }, emits: [] }
  })
  return isMoved
}

/** Ends a payment that was given back or credited, in one write. @returns whether no other process has. */
async function settleReturn(books: Reconciling, payment: DueReturn, state: 'refunded' | 'credited'): Promise<boolean> {
  const { plan, currency, storeId, hasTestClock, reference, returnNumber, returnsFailed } = payment
  const operation = state === 'credited' ? 'creditPayment' : 'refundPayment'
  const of = { storeId, hasTestClock, reference, operation, recordType: plan.shows }
  let isMoved = false
  await writeAsWorker(books, of, reconcileEventTypes[operation], async ({ tx, now }): Promise<Written> => {
    const settledAt = books.clock.now()
    const { lateRefunds } = books.gateways.of(payment.gateway).declares
    const mayComeBack = state === 'refunded' && lateRefunds.seconds >= daySeconds
    const dueAt = mayComeBack ? new Date(settledAt.getTime() + daySeconds * 1_000) : null
    const settled = { state, settledAt, dueAt } as const
    // A return that was done may have come back since, and have failed.
    isMoved = await move(tx, payment, ['refunding'], settled, { returnNumber, returnsFailed })
    if (!isMoved) return { isNothing: true }
    const charged = plan.totals.charge
    const about = { ...subjectOf(plan), customerId: plan.customerId, changes: { charged: { from: charged, to: 0 } } }
    const content = { currency, ...contentOfLines(plan.lines) }
    if (state === 'refunded') return { ...about, emits: [{ type: 'payment.refunded', content }] }
    const entry = await creditReturn(tx, payment, wholeSecond(now))
    return { ...about, emits: [{ type: 'payment.credited', content }, creditEntered(entry, about)] }
  })
  return isMoved
}

/** Gives the customer the amount of a payment as credit; `returned_payment_id` is unique, so that it is given once. */
async function creditReturn(tx: Tx, { storeId, id, plan }: DueReturn, at: Date): Promise<EntryOfReturn> {
  const [entry] = await tx.$queryRaw<EntryOfReturn[]>`
    WITH owed AS (
      UPDATE customer SET credit = credit + ${plan.totals.charge}::bigint
      WHERE store_id = ${storeId}::bigint AND id = ${plan.customerId}::bigint RETURNING id
    )
    INSERT INTO credit_entry (store_id, customer_id, amount, returned_payment_id, created_at)
    SELECT ${storeId}::bigint, id, ${plan.totals.charge}::bigint, ${id}::bigint, ${at}::timestamptz FROM owed
    RETURNING id, amount`
  if (!entry) throw new Error(`There is no customer ${plan.customerId}.`)
  return entry
}

type EntryOfReturn = { id: bigint; amount: bigint }
