/** Clears up payments that a crash or a silent gateway left open: the gateway is asked what it did, never guessed at. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { PaymentState } from '../../prisma/generated/client/enums.ts'
import { inTransaction } from '../db/transaction.ts'
import { type Gateway, inTime } from '../payments/gateway.ts'
import { forgetKeysOf } from '../writes/idempotency.ts'
import { type Entry, writeLog } from '../writes/log.ts'
import { type Finish, outcomeOf } from '../writes/write.ts'
import { arrive, type Books } from './arrive.ts'
import { release } from './hold.ts'
import { dropUnasked, move, type PaymentRow } from './payment.ts'
import { subjectOf } from './written.ts'

export type Reconciled = {
  reference: string
  result: 'captured' | 'declined' | 'given back' | 'given up' | 'never charged' | 'failed'
}

export type Reconciling = Books & {
  gateway: Gateway
  /** Hears of a payment that could not be cleared up, which is no reason to keep the others waiting. */
  report?: (error: unknown) => void
}

const batch = 100

const pauseSeconds = 60
// Of a payment that was given up, the pauses double up to the longest: hardly anything will come of it.
const longestPauseSeconds = 3_600

// The gateway's clock may differ from the database's, and a request be on its way.
const marginSeconds = 600

type Due = PaymentRow & { isOver: boolean }

/**
 * Looks after every payment that is due: open for more than a minute, given up but still chargeable, or to be given back.
 *
 * @returns those something came of, and those that could not be cleared up.
 */
export async function reconcile(books: Reconciling): Promise<Reconciled[]> {
  const done: Reconciled[] = []
  for (;;) {
    const due = await takeDue(books)
    for (const payment of due) {
      const result = await lookAfter(books, payment).catch((error) => faultOf(error, books.report))
      if (result) done.push({ reference: payment.reference, result })
    }
    if (due.length === 0) return done
  }
}

/** Takes the payments that are due longest, for this process alone: the next look at them is set before the first is taken. */
async function takeDue({ db, clock, gateway }: Reconciling): Promise<Due[]> {
  // Read once, so that the index payment_due can be asked.
  const now = Prisma.sql`(SELECT ${clock.inSql()})`
  const longer = Prisma.sql`LEAST(${pauseSeconds}::float8 * power(2, LEAST(looks, 10)), ${longestPauseSeconds}::float8)`
  const pause = Prisma.sql`CASE WHEN state IN ('given_up', 'withdrawn') THEN ${longer} ELSE ${pauseSeconds}::float8 END`
  return db.$queryRaw<Due[]>`
    UPDATE payment SET looks = looks + 1, due_at = ${now} + ${pause} * interval '1 second'
    WHERE id IN (SELECT id FROM payment WHERE due_at <= ${now} ORDER BY due_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)
    RETURNING id, reference, plan, state, order_id AS "orderId", asked_at AS "askedAt",
      COALESCE(asked_at + ${gateway.chargeableSeconds + marginSeconds}::float8 * interval '1 second' < ${now}, false) AS "isOver"`
}

function faultOf(error: unknown, report: Reconciling['report']): 'failed' {
  if (!report) throw error
  report(error)
  return 'failed'
}

async function lookAfter(books: Reconciling, payment: Due): Promise<Reconciled['result'] | undefined> {
  const { db, clock, gateway } = books
  if (payment.state === 'recorded') {
    const isDropped = await inTransaction(db, (tx) => dropUnasked(tx, payment, clock.now()))
    return isDropped ? 'never charged' : undefined
  }
  if (payment.state === 'refunding') return giveBack(books, payment)
  const charge = await inTime(() => gateway.find(payment.reference))
  if (!charge) return doWithout(books, payment)
  await arrive(books, payment, charge, finishOf(books, payment), payment.state === 'asked')
  return charge.result
}

/** Stores what came of a payment that nobody waits for. */
const finishOf = ({ clock }: Books, payment: PaymentRow): Finish => {
  return async (tx, written) => {
    await writeLog(tx, { ...entryOf(payment, 'reconcilePayment', clock.now()), ...written })
    return outcomeOf(written)
  }
}

const entryOf = ({ plan, reference }: PaymentRow, operation: string, createdAt: Date): Entry => ({
  storeId: plan.storeId,
  createdAt,
  actor: 'payments reconcile',
  surface: 'worker',
  operation,
  requestId: reference,
  recordType: plan.shows,
})

/** The gateway does not know the payment: it is given up, or, if it can no longer be charged, has failed for good. */
async function doWithout(
  { db, clock }: Books,
  { id, plan, state, askedAt, isOver }: Due,
): Promise<Reconciled['result'] | undefined> {
  // Another repeat may have asked since; then this look says nothing.
  const step = (to: PaymentState, settled: object) =>
    inTransaction(db, async (tx) => {
      if (!(await move(tx, id, [state], { state: to, ...settled }, askedAt ?? undefined))) return false
      if (state === 'asked') await release(tx, plan)
      if (to === 'failed') await forgetKeysOf(tx, id)
      return true
    })
  if (isOver) return (await step('failed', { settledAt: clock.now(), dueAt: null })) ? 'never charged' : undefined
  return state === 'asked' && (await step('given_up', {})) ? 'given up' : undefined
}

async function giveBack({ db, clock, gateway }: Reconciling, payment: Due): Promise<Reconciled['result'] | undefined> {
  await inTime(() => gateway.refund(payment.reference))
  return inTransaction(db, async (tx) => {
    const settled = { state: 'refunded', settledAt: clock.now(), dueAt: null } as const
    if (!(await move(tx, payment.id, ['refunding'], settled))) return undefined
    const { charge } = payment.plan.totals
    await writeLog(tx, {
      ...entryOf(payment, 'refundPayment', clock.now()),
      ...subjectOf(payment.plan),
      changes: { charged: { from: charge, to: 0 } },
    })
    return 'given back'
  })
}
