/** Combines the steps of a purchase for the door: the plan is recorded, charged at the gateway, and settled. */

import { inTransaction, type Tx } from '../../db/transaction.ts'
import { type ChargeRequest, type CustomerPage, type Gateway, inTime, notAfterOf } from '../../payments/gateway.ts'
import type { FirstOutcome } from '../../schema/outcome.ts'
import { addDays } from '../../values/calendar.ts'
import { MayBeCharged, Refusal } from '../../values/errors.ts'
import { keepWith, keyInUse, settleKeysOf } from '../../writes/idempotency.ts'
import { type Commit, outcomeOf, type PendingCharge, type Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { arrive } from './arrive.ts'
import {
  beginCharge,
  claim,
  claimAgain,
  dropUnasked,
  lockLate,
  lockPayment,
  move,
  type NewPayment,
  type RecordedPayment,
  record,
} from './payment.ts'
import { isSamePurchase } from './plan.ts'
import { reserveAgain } from './reservations.ts'
import { freeOfCharge, type Moment, settle } from './settle.ts'
import type { Plan, PlannedPayment } from './stored-plan.ts'
import { waitForCustomer } from './waiting.ts'
import { settledAs, subjectOf } from './written.ts'

/** The source of a charge: the gateway's token of the payment method, and the currency. */
export type Source = Pick<ChargeRequest, 'token' | 'currency'> & {
  /** The page on which a customer who is there confirms or pays it, and how long it waits for that. */
  page?: (Omit<CustomerPage, 'expiresAt'> & { seconds: number }) | undefined
}

/** Executes a planned purchase. One with a charge is suspended for the gateway, see `PendingCharge`; one without is settled at once. */
export async function purchase(write: Write, plan: Plan, source: Source): Promise<Written | PendingCharge> {
  const { tx, context, claim: key, isDryRun, emit } = write
  const { db, clock } = context
  const payment = await record(tx, clock, plan, key, emit)
  // A dry run is rolled back: the gateway is not called.
  if (plan.totals.charge === 0 || isDryRun)
    return settledAs(plan, freeOfCharge, await settle(tx, payment, freeOfCharge, momentOf(write)))
  const gateway = context.gateways.of(payment.gateway)
  return {
    async resume(commit) {
      const askedAt = await claim(db, clock, payment)
      if (askedAt) return charge(write, { gateway, payment, source, askedAt, isKeyless: key === undefined }, commit)
      await inTransaction(db, (inner) => dropUnasked(inner, clock, payment))
      throw new Refusal('UNAVAILABLE', 'The request was held up for too long. Nothing was charged; send it again.')
    },
  }
}

/** Resumes the given-up payment of a write that is retried with its key; see `resumeGivenUp`. @returns undefined when there is none. */
export async function resumeByKey(write: Write, check?: Check): Promise<Written | PendingCharge | undefined> {
  const id = write.claim?.paymentId
  return id === undefined ? undefined : resumeGivenUp(write, id, check)
}

/**
 * Resumes a given-up payment whose write is asked for again, so that it is charged once: under the same reference, for the original plan.
 *
 * @param check may refuse to resume the plan, once its stock and subscription are held again; the payment then stays given up.
 *
 * @throws Refusal IDEMPOTENCY_KEY_IN_USE when another retry was first.
 */
export async function resumeGivenUp(write: Write, id: bigint, check?: Check): Promise<Written | PendingCharge> {
  const payment = await lockLate(write.tx, write.viewer.storeId, id)
  if (payment.state !== 'given_up') throw keyInUse()
  return resume(write, payment, check)
}

/** The current moment, for settling within the write, whose `now` includes a test clock. */
const momentOf = ({ viewer, now, context: { clock } }: Write): Moment => ({ clock, now: viewer.hasTestClock ? now : clock.now() })

type Check = (plan: Plan) => Promise<unknown>

/**
 * Resumes a given-up payment for a subscription, whoever its caller was, if the current plan is the same purchase, with current times; any
 * other is withdrawn.
 *
 * @param id of a payment for a subscription or a cart that the caller has locked.
 * @param otherwise the refusal that the request of a withdrawn one is answered with.
 *
 * @returns undefined when it was withdrawn, or can no longer be charged.
 */
export async function resumeOrWithdraw(
  write: Write,
  id: bigint,
  plan: Plan,
  otherwise = new Refusal('WRONG_STATUS', 'The subscription was renewed in another way.'),
): Promise<Written | PendingCharge | undefined> {
  const payment = await lockPayment(write.tx, write.viewer.storeId, id)
  if (payment.state !== 'given_up') return undefined
  if (isSamePurchase(payment.plan, plan)) return resume(write, { ...payment, plan })
  await withdraw(write.tx, payment, otherwise)
  return undefined
}

/** Withdraws a given-up payment for a subscription that is changed without a charge; a charge that still arrives is given back. */
export async function withdrawPayment({ tx, viewer }: Write, id: bigint): Promise<void> {
  const payment = await lockPayment(tx, viewer.storeId, id)
  if (payment.state !== 'given_up') return
  await withdraw(tx, payment, new Refusal('WRONG_STATUS', 'The subscription was changed in another way.'))
}

async function resume(
  write: Write,
  { id, plan: before, reference, gateway: name }: RecordedPayment,
  check?: Check,
): Promise<Written | PendingCharge> {
  const { tx, context, claim: key, isDryRun, emit } = write
  const plan = await reserveAgain(tx, context.clock, { id, plan: before }, emit)
  if (plan instanceof Refusal) return withdraw(tx, { id, plan: before }, plan)
  const payment = { id, reference, gateway: name, plan }
  await check?.(plan)
  if (isDryRun)
    return settledAs(plan, freeOfCharge, await settle(tx, payment, freeOfCharge, momentOf(write), { isGivenUp: true }))
  const gateway = context.gateways.of(name)
  const askedAt = await claimAgain(tx, context.clock, payment)
  if (key && key.paymentId === undefined) await keepWith(tx, key, id)
  const { gatewayCustomer, ...source } = await sourceOf(tx, payment)
  const resumed = { ...payment, gatewayCustomer, mayBeCharged: false }
  // The payment may have been made with a key.
  return { resume: (commit) => charge(write, { gateway, payment: resumed, source, askedAt, isKeyless: false }, commit) }
}

/** Withdraws a given-up payment for good: a charge that still arrives is refunded. */
async function withdraw(tx: Tx, payment: PlannedPayment, refusal: Refusal): Promise<Written> {
  await move(tx, payment, ['given_up'], { state: 'withdrawn' })
  const written = { ...subjectOf(payment.plan), refusal }
  await settleKeysOf(tx, payment, outcomeOf(written))
  return written
}

async function sourceOf(
  tx: Tx,
  { id, plan: { storeId } }: PlannedPayment,
): Promise<Source & Pick<NewPayment, 'gatewayCustomer'>> {
  const { paymentMethod, customer } = await tx.payment.findUniqueOrThrow({
    where: { storeId_id: { storeId, id } },
    select: {
      paymentMethod: { select: { gatewayToken: true, gatewayCustomer: true } },
      customer: { select: { store: { select: { currency: true } } } },
    },
  })
  const { gatewayToken: token = null, gatewayCustomer = null } = paymentMethod ?? {}
  return { token, gatewayCustomer, currency: customer.store.currency }
}

type ChargeToAsk = { gateway: Gateway; payment: NewPayment; source: Source; askedAt: Date; isKeyless: boolean }

/** @throws MayBeCharged when anything fails. */
async function charge(
  { context, viewer: { hasTestClock } }: Write,
  { gateway, payment, source, askedAt, isKeyless }: ChargeToAsk,
  commit: Commit,
): Promise<FirstOutcome> {
  const { reference, plan, gatewayCustomer } = payment
  const { db, clock, report } = context
  const { page, ...from } = source
  const until = page && new Date(askedAt.getTime() + page.seconds * 1_000)
  const request: ChargeRequest = {
    ...{ storeId: plan.storeId, reference, ...from, gatewayCustomer, amount: BigInt(plan.totals.charge) },
    ...{ notAfter: notAfterOf(gateway, askedAt), begin: (id) => beginCharge(db, payment, askedAt, id) },
    ...(page && until && { page: { ...page, expiresAt: until } }),
    mayExistSince: payment.mayBeCharged ? earliestRenewal(plan) : undefined,
  }
  const known = { heldSince: askedAt, keylessSince: isKeyless ? askedAt : undefined }
  try {
    const answer = await inTime((signal) => gateway.charge({ ...request, signal }))
    if (answer.result === 'waiting')
      return await waitForCustomer({ db, clock }, payment, answer, { askedAt, until: until ?? askedAt }, commit)
    return await arrive({ db, clock, hasTestClock }, payment, answer, commit, known)
  } catch (error) {
    // The gateway or the database failed; either way the customer may have paid, and `reconcile` finds out.
    report(error)
    throw new MayBeCharged()
  }
}

/** Days before its end date in which a subscription can be renewed, and one more. */
const earliestDays = 31

/** The time before which no copy of the database can have asked for a renewal. */
function earliestRenewal({ lines }: Plan): Date | undefined {
  const [endDate] = lines.flatMap(({ subscription }) => subscription?.basis?.endDate ?? [])
  return endDate === undefined ? undefined : addDays(new Date(endDate), -earliestDays)
}
