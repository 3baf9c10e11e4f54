/** Reconciles payments and refunds that a crash or a silent gateway left open: the gateway is queried, and its answer is never guessed. */

import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { PaymentState } from '../../../prisma/generated/client/enums.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Gateway } from '../../payments/gateway.ts'
import { reportingGatewaysOnce } from '../../payments/gateways.ts'
import { forgetKeysOf } from '../../writes/idempotency.ts'
import type { PendingCharge, Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { type RefundResult, reconcileRefunds } from '../refund/refund-reconcile.ts'
import { arrive, type Books } from './arrive.ts'
import { answerOf, atOnce, inTurn, type Reconciling, whileAnswered, writeAsWorker } from './due-rows.ts'
import { dropUnasked, move, planOfStored, type Stored } from './payment.ts'
import { holdsWhileWaiting } from './plan.ts'
import { reconcileEventTypes } from './purchase-events.ts'
import { release } from './reservations.ts'
import { askedChargeOf, type DueReturn, lookAtReturned, returnCharge, returnColumns } from './return-charge.ts'
import type { PlannedPayment } from './stored-plan.ts'

type Reconciled = {
  reference: string
  result: PaymentResult | RefundResult | 'failed'
}

type PaymentResult =
  | 'captured'
  | 'declined'
  | 'to be given back'
  | 'given back'
  | 'return came back'
  | 'credited'
  | 'given up'
  | 'never charged'

const pauseSeconds = 60
// For a given-up payment, whose result is unlikely, and one whose result cannot be written, the pauses double up to the longest.
const longestPauseSeconds = 3_600

/** The time after its first failure in which the writing of a known result is tried again. */
const unwrittenSeconds = 72 * 3_600

// The gateway's clock may differ from the database's, and a request may be in transit.
const marginSeconds = 600

type DuePayment = DueReturn & {
  askedSeconds: number | null
  /** Whether its known result could not be written for so long that a charge is given back. */
  isLastTry: boolean
  /** Whether it has waited for its customer for so long that it is cancelled. */
  isWaitOver: boolean
}

/**
 * Reconciles every payment that is due: first those for which the gateway was not called, then those to query or to refund, a few at once.
 *
 * @returns the payments with a result, and those that could not be reconciled.
 */
export async function reconcile(reconciling: Reconciling): Promise<Reconciled[]> {
  const books = reportingGatewaysOnce(reconciling)
  const moment = await momentOf(books)
  // A payment with an unreadable plan does not block the others.
  const read = <Row extends Stored<PlannedPayment>>(row: Row) => ({ ...row, plan: planOfStored(row) })
  return [
    ...(await inTurn(
      books,
      (last?: UnaskedPayment) => findUnasked(books, moment, last),
      async (row) => failUnasked(books, read(row)),
    )),
    ...(await inTurn(
      books,
      whileAnswered(() => takeDue(books, moment)),
      async (row) => askGateway(books, read(row)),
    )),
    ...(await reconcileRefunds(books, moment)),
  ]
}

/** Checks at once a subscription's payment that the gateway left open, whichever caller requested it and no longer waits. */
export async function lookAtOnce(books: Reconciling, storeId: bigint, subscriptionId: bigint): Promise<void> {
  const { db, clock } = books
  await db.$executeRaw`
    UPDATE payment SET due_at = ${clock.inSql()} WHERE store_id = ${storeId} AND subscription_id = ${subscriptionId} AND state = 'asked'`
  await reconcile(books)
}

/** Looks at one payment that is open at once, whichever process is to. @throws Error where its gateway does not answer. */
export async function lookAtPayment(books: Reconciling, { storeId, id }: { storeId: bigint; id: bigint }): Promise<void> {
  // One that another process has settled meanwhile has no next look.
  const [row] = await taken(books, Prisma.sql`store_id = ${storeId}::bigint AND id = ${id}::bigint AND due_at IS NOT NULL`)
  if (row) await askGateway(books, { ...row, plan: planOfStored(row) })
}

/**
 * The cutoff of a round. A payment that becomes due meanwhile is left to the next: with a slow gateway the round would otherwise never end.
 */
async function momentOf({ db, clock }: Books): Promise<Date> {
  const [{ now }] = await db.$queryRaw<[{ now: Date }]>`SELECT ${clock.inSql()}::timestamptz(3) AS now`
  return now
}

type UnaskedPayment = Stored<PlannedPayment> & { reference: string; dueAt: string }

/**
 * Finds payments for which no process may call the gateway any more. Their `due_at` is kept: `claim` depends on it.
 *
 * @param last the payment to continue after: unreadable ones do not block the others.
 */
async function findUnasked({ db }: Reconciling, moment: Date, last?: UnaskedPayment): Promise<UnaskedPayment[]> {
  const behind = last
    ? Prisma.sql`AND (due_at, store_id, id) > (${last.dueAt}::timestamptz, ${last.storeId}::bigint, ${last.id}::bigint)`
    : Prisma.empty
  return db.$queryRaw<UnaskedPayment[]>`
    SELECT store_id AS "storeId", id, reference, plan, due_at::text AS "dueAt" FROM payment
    WHERE state = 'recorded' AND due_at <= ${moment} ${behind} ORDER BY due_at, store_id, id LIMIT ${atOnce}`
}

async function failUnasked({ db, clock }: Reconciling, payment: PlannedPayment): Promise<PaymentResult | undefined> {
  const isDropped = await inTransaction(db, (tx) => dropUnasked(tx, clock, payment))
  return isDropped ? 'never charged' : undefined
}

/** Takes the longest-due payments for this process alone: their next check is scheduled before the first is processed. */
const takeDue = (books: Reconciling, moment: Date): Promise<Stored<DuePayment>[]> =>
  taken(
    books,
    Prisma.sql`(store_id, id) IN (SELECT store_id, id FROM payment WHERE due_at <= ${moment} AND state <> 'recorded'
      ORDER BY due_at LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)`,
  )

/** Takes payments, and schedules their next check. */
async function taken({ db, clock }: Reconciling, isTaken: Prisma.Sql): Promise<Stored<DuePayment>[]> {
  const now = clock.inSql()
  const longer = Prisma.sql`LEAST(${pauseSeconds}::float8 * power(2, LEAST(looks, 10)), ${longestPauseSeconds}::float8)`
  const pause = Prisma.sql`CASE WHEN state IN ('given_up', 'withdrawn', 'waiting') OR unwritten_since IS NOT NULL THEN ${longer} ELSE ${pauseSeconds}::float8 END`
  return db.$queryRaw<Stored<DuePayment>[]>`
    UPDATE payment SET looks = looks + 1, due_at = CASE WHEN state = 'waiting' AND waits_until > ${now}
      THEN LEAST(${now} + ${pause} * interval '1 second', waits_until) ELSE ${now} + ${pause} * interval '1 second' END
    WHERE ${isTaken}
    RETURNING store_id AS "storeId", id, reference, gateway, plan, state, order_id AS "orderId", asked_at AS "askedAt",
      gateway_reference AS "gatewayReference", (SELECT gateway_customer FROM payment_method AS method
        WHERE method.store_id = payment.store_id AND method.id = payment.payment_method_id) AS "gatewayCustomer",
      (SELECT has_test_clock FROM store WHERE store.id = payment.store_id) AS "hasTestClock",
      (SELECT currency FROM store WHERE store.id = payment.store_id) AS currency, ${returnColumns(now)},
      COALESCE(unwritten_since + ${unwrittenSeconds}::float8 * interval '1 second' <= ${now}, false) AS "isLastTry",
      waits_until AS "waitsUntil", COALESCE(waits_until <= ${now}, true) AS "isWaitOver",
      EXTRACT(epoch FROM ${now} - asked_at)::float8 AS "askedSeconds"`
}

async function askGateway(books: Reconciling, payment: DuePayment): Promise<PaymentResult | undefined> {
  const { db, clock } = books
  const { hasTestClock, isLastTry } = payment
  const isHeldWait = payment.state === 'waiting' && holdsWhileWaiting(payment.plan)
  const heldSince = payment.state === 'asked' || isHeldWait ? payment.askedAt : undefined
  const mayWait = payment.state === 'waiting' && !payment.isWaitOver
  const gateway = books.gateways.of(payment.gateway)
  if (payment.state === 'refunding') return returnCharge(books, payment)
  if (payment.state === 'refunded') return lookAtReturned(books, payment)
  const charge = await answerOf(() => gateway.find(payment.reference, { ...askedChargeOf(payment), mayWait }))
  // A notice of a gateway may have it looked at after its end.
  if ((payment.state === 'failed' || payment.state === 'declined') && charge?.result !== 'captured') return rest(books, payment)
  if (charge?.result === 'pending' || charge?.result === 'waiting') return undefined
  if (!charge || charge.result === 'void') return doWithout(books, payment, gateway, charge !== undefined)
  await writeReconciled(books, payment, async () => ({
    resume: (commit) => arrive({ db, clock, hasTestClock }, payment, charge, commit, { heldSince, isLastTry }),
  })).catch(async (error: unknown) => {
    await noteUnwritten(books, payment)
    throw error
  })
  // The charge may have come too late.
  const key = { storeId: payment.plan.storeId, id: payment.id }
  const { state } = await db.payment.findUniqueOrThrow({ where: { storeId_id: key }, select: { state: true } })
  return resultOf[state]
}

/** Has a payment that is over, and was not charged after all, not looked at again. */
async function rest({ db }: Books, { id, plan }: DuePayment): Promise<undefined> {
  await db.$executeRaw`
    UPDATE payment SET due_at = NULL WHERE store_id = ${plan.storeId}::bigint AND id = ${id}::bigint AND state IN ('failed', 'declined')`
}

/** Stores since when the known result of a payment cannot be written: the next try is after a minute, and then after 2, 4 … minutes. */
async function noteUnwritten({ db, clock }: Books, { id, plan }: DuePayment): Promise<void> {
  const now = clock.inSql()
  await db.$executeRaw`
    UPDATE payment SET unwritten_since = ${now}, looks = 1, due_at = ${now} + ${pauseSeconds}::float8 * interval '1 second'
    WHERE store_id = ${plan.storeId}::bigint AND id = ${id}::bigint AND state IN ('asked', 'given_up', 'waiting') AND unwritten_since IS NULL`
}

const resultOf: Partial<Record<PaymentState, PaymentResult>> = {
  captured: 'captured',
  declined: 'declined',
  refunding: 'to be given back',
  refunded: 'given back',
  credited: 'credited',
}

/** Writes the result of a payment that no request waits for, under the payment's own reference. */
function writeReconciled(
  books: Reconciling,
  { plan, reference, hasTestClock }: DuePayment,
  write: (write: Write) => Promise<Written | PendingCharge>,
): Promise<void> {
  const of = { storeId: plan.storeId, hasTestClock, reference, operation: 'reconcilePayment', recordType: plan.shows }
  return writeAsWorker(books, of, reconcileEventTypes.reconcilePayment, write)
}

/**
 * Handles a payment that is not charged: it is given up, or has failed for good if it can no longer be charged.
 *
 * @param isVoid whether the gateway says so; else it does not know the charge.
 */
async function doWithout(
  { db, clock }: Books,
  payment: DuePayment,
  { declares: { deadline } }: Gateway,
  isVoid: boolean,
): Promise<PaymentResult | undefined> {
  const { state, askedAt, askedSeconds, gatewayReference } = payment
  const isPast = deadline.isEnforced && askedSeconds !== null && askedSeconds > deadline.seconds + marginSeconds
  const isOver = isVoid || isPast
  // A retry may have requested it since, or its charge has begun; then this result is outdated.
  const step = (to: PaymentState, settled: object) =>
    inTransaction(db, async (tx) => {
      if (!(await move(tx, payment, [state], { state: to, ...settled }, { gatewayReference, ...(askedAt && { askedAt }) })))
        return false
      if (state === 'asked' || (state === 'waiting' && holdsWhileWaiting(payment.plan))) await release(tx, clock, payment)
      if (to === 'failed') await forgetKeysOf(tx, payment)
      return true
    })
  if (isOver) return (await step('failed', { settledAt: clock.now(), dueAt: null })) ? 'never charged' : undefined
  return state === 'asked' && (await step('given_up', {})) ? 'given up' : undefined
}
