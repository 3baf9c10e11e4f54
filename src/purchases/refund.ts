/** Combines the steps of a refund for the door: it is planned and recorded under the lock of its order, asked for at the gateway, and settled. */
import type { Shape } from '../db/shape.ts'
import { inTransaction } from '../db/transaction.ts'
import { type Gateway, inTime, type RefundRequest } from '../payments/gateway.ts'
import { badInput, MayBeCharged } from '../values/errors.ts'
import { field, say } from '../values/sentence.ts'
import { wholeSecond } from '../values/time.ts'
import { settleKey } from '../writes/idempotency.ts'
import { type Commit, outcomeOf, type PendingCharge, type Written } from '../writes/result.ts'
import { storeTime } from '../writes/store-time.ts'
import type { Write } from '../writes/write.ts'
import { type AskedRefund, type PlannedRefund, planRefund } from './refund-plan.ts'
import { type RecordedRefund, recordRefund } from './refund-row.ts'
import { type RefundOutcome, type SettledRefund, settleRefund, withoutGateway } from './refund-settle.ts'
import { refundCreated, refundDeclined, refundWritten } from './refund-written.ts'
import type { RefundableCharge, RefundFacts } from './refundable.ts'

/** The reason of a refund, and whether its pieces are put on hand again. */
type Beside = { reason?: string | null; restock?: boolean | null | undefined }

/** A recorded refund, and the currency that it is asked for in. */
export type RefundToAsk = RecordedRefund & { currency: string }

/** Refunds an order that the write has locked. One that goes to a card is suspended for the gateway, see `PendingCharge`. */
export async function refund(
  write: Write,
  order: Shape<'Order'>,
  facts: RefundFacts & { currency: string },
  asked: AskedRefund & Beside,
): Promise<Written | PendingCharge> {
  const { tx, now, claim, isDryRun, emit, context } = write
  const { currency } = facts
  const planned = planRefund(facts, asked)
  const recorded = await recordRefund(tx, order, planned, {
    charge: chargeFor(planned, facts.charges),
    reason: asked.reason ?? null,
    restock: asked.restock ?? false,
    at: wholeSecond(now),
    clock: context.clock,
  })
  const { amount, cardAmount, creditAmount } = planned
  emit(refundCreated(recorded, order.customerId, { amount, cardAmount, creditAmount, reason: asked.reason ?? null }))
  if (cardAmount === 0 || isDryRun) {
    const settled = await settleRefund(tx, context.clock, recorded, withoutGateway, wholeSecond(now))
    return refundWritten(recorded, settled as SettledRefund)
  }
  // A repeat finds the refund, however far it has got.
  if (claim) await settleKey(tx, claim, outcomeOf({ id: recorded.id }))
  return { moves: 'refund', resume: (commit) => carryOut(write, { ...recorded, currency }, commit) }
}

/**
 * Chooses the charge that is refunded: the one of which most is left.
 *
 * @throws Refusal BAD_INPUT where none can take the card's part.
 */
function chargeFor({ cardAmount }: PlannedRefund, charges: readonly RefundableCharge[]): string | null {
  const [first, ...others] = charges
  if (cardAmount === 0 || !first) return null
  const chosen = others.reduce((most, each) => (each.left > most.left ? each : most), first)
  if (chosen.charge === null)
    throw badInput(say`${field('to')} must be credit: the payment of the order has no id at the payment gateway.`)
  if (cardAmount > chosen.left)
    throw badInput(
      say`${field('amount')} must be at most ${chosen.left}: the order was paid by several charges, and a refund is of one.`,
    )
  return chosen.charge
}

/** The request to the gateway; the same each time but for its time. */
export const gatewayRequest = (
  { chargeableSeconds }: Gateway,
  { reference, charge, cardAmount, currency }: RefundToAsk,
  askedAt: Date,
): RefundRequest => ({
  ...{ reference, charge: charge ?? '', amount: cardAmount, currency },
  notAfter: new Date(askedAt.getTime() + chargeableSeconds * 1_000),
})

/** @throws MayBeCharged when anything but the gateway fails. */
async function carryOut(
  { context, viewer, claim }: Write,
  recorded: RefundToAsk,
  commit: Commit,
): ReturnType<PendingCharge['resume']> {
  const { db, clock, gateway, report } = context
  try {
    const request = gatewayRequest(gateway, recorded, clock.now())
    const answer: RefundOutcome = await inTime((signal) => gateway.refund({ ...request, signal })).catch((error: unknown) => {
      report(error)
      return undefined
    })
    return await inTransaction(db, async (tx) => {
      const at = wholeSecond(await storeTime(tx, viewer, clock.now()))
      const settled = await settleRefund(tx, clock, recorded, answer, at)
      if (!settled) return outcomeOf({ id: recorded.id, ...(await refusalOf(recorded, tx)) })
      const written = refundWritten(recorded, settled, answer?.result === 'failed' ? answer.reason : undefined)
      const outcome = await commit(tx, written)
      if (claim && written.refusal) await settleKey(tx, claim, outcome)
      return outcome
    })
  } catch (error) {
    report(error)
    throw new MayBeCharged('refund')
  }
}

/** The refusal of a refund that another process has settled, if it failed. */
async function refusalOf({ storeId, id }: RecordedRefund, tx: Write['tx']): Promise<Pick<Written, 'refusal'>> {
  const { status, failureReason } = await tx.refund.findUniqueOrThrow({ where: { storeId_id: { storeId, id } } })
  return status === 'failed' ? { refusal: refundDeclined(failureReason ?? '') } : {}
}
