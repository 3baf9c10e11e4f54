/** Combines the steps of a refund for the door: it is planned and recorded under the lock of its order, asked for at the gateway, and settled. */
import type { Shape } from '../db/shape.ts'
import { inTransaction } from '../db/transaction.ts'
import { type Gateway, inTime, type RefundRequest } from '../payments/gateway.ts'
import { badInput, MayBeCharged } from '../values/errors.ts'
import { field, say } from '../values/sentence.ts'
import { wholeSecond } from '../values/time.ts'
import type { EmittedEvent } from '../writes/events.ts'
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

/** The facts of a refund, with the currency of the store. */
export type FactsToRefund = RefundFacts & { currency: string }

/** Refunds an order that the write has locked. One that goes to a card is suspended for the gateway, see `PendingCharge`. */
export async function refund(
  write: Write,
  order: Shape<'Order'>,
  facts: FactsToRefund,
  asked: AskedRefund & Beside,
): Promise<Written | PendingCharge> {
  const { tx, claim } = write
  const { recorded, created } = await reserveRefund(write, order, facts, planRefund(facts, asked), asked)
  if (isSettledAtOnce(write, recorded)) {
    const written = await settleAtOnce(write, recorded)
    return { ...written, emits: [created, ...(written.emits ?? [])] }
  }
  write.emit(created)
  // A repeat finds the refund, however far it has got.
  if (claim) await settleKey(tx, claim, outcomeOf({ id: recorded.id }))
  return { moves: 'refund', resume: (commit) => carryOut(write, recorded, commit) }
}

/** Records a planned refund of an order that the write has locked. @returns it, and the event of its record. */
export async function reserveRefund(
  { tx, now, context: { clock } }: Write,
  order: Shape<'Order'>,
  { currency, charges }: FactsToRefund,
  planned: PlannedRefund,
  { reason = null, restock }: Beside,
): Promise<{ recorded: RefundToAsk; created: EmittedEvent }> {
  const fields = { charge: chargeFor(planned, charges), reason, restock: restock ?? false, at: wholeSecond(now), clock }
  const recorded = { ...(await recordRefund(tx, order, planned, fields)), currency }
  const { amount, cardAmount, creditAmount } = planned
  return { recorded, created: refundCreated(recorded, order.customerId, currency, { amount, cardAmount, creditAmount, reason }) }
}

/** Whether a refund needs no gateway: nothing goes to a card, or it is only tried. */
export const isSettledAtOnce = ({ isDryRun }: Write, { cardAmount }: RefundToAsk): boolean => cardAmount === 0n || isDryRun

/** Settles a refund that needs no gateway. */
export async function settleAtOnce(
  { tx, now, context: { clock } }: Write,
  recorded: RefundToAsk,
  resultOf: typeof refundWritten = refundWritten,
): Promise<Written> {
  const settled = await settleRefund(tx, clock, recorded, withoutGateway, wholeSecond(now))
  return resultOf(recorded, settled as SettledRefund)
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

/**
 * Asks the gateway for a recorded refund, and settles it.
 *
 * @param resultOf the result of the write; that of a refund by itself unless given.
 *
 * @throws MayBeCharged when anything but the gateway fails.
 */
export async function carryOut(
  { context, viewer, claim }: Write,
  recorded: RefundToAsk,
  commit: Commit,
  resultOf: typeof refundWritten = refundWritten,
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
      const written = resultOf(recorded, settled, answer?.result === 'failed' ? answer.reason : undefined)
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
