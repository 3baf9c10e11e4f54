/** Combines the steps of a refund for the door: it is planned and recorded under the lock of its order, asked for at the gateway, and settled. */
import type { Shape } from '../../db/shape.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Gateway, inTime, notAfterOf, type RefundRequest } from '../../payments/gateway.ts'
import { MayBeCharged } from '../../values/errors.ts'
import { wholeSecond } from '../../values/time.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import { settleKey } from '../../writes/idempotency.ts'
import { type Commit, outcomeOf, type PendingCharge, type Written } from '../../writes/result.ts'
import { storeTime } from '../../writes/store-time.ts'
import type { Write } from '../../writes/write.ts'
import { byCharges } from './refund-charges.ts'
import { type AskedRefund, type PlannedRefund, planRefund } from './refund-plan.ts'
import { type RecordedRefund, recordRefunds } from './refund-row.ts'
import { type RefundOutcome, withoutGateway } from './refund-settle.ts'
import { type SettledTurn, settleTurn } from './refund-turns.ts'
import { refundCreated, refundDeclined, refundWritten } from './refund-written.ts'
import type { RefundFacts } from './refundable.ts'

/** The reason of a refund, and whether its pieces are restocked. */
type Beside = { reason?: string | null; restock?: boolean | null | undefined }

/** A recorded refund, and the currency that it is asked for in. */
export type RefundToAsk = RecordedRefund & { currency: string }

/** The refunds that one write gives: one of each charge, in the order in which they are asked for. */
export type RefundAct = { rows: readonly RefundToAsk[]; created: readonly EmittedEvent[] }

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
  const act = await recordAct(write, order, facts, planRefund(facts, asked), asked)
  const [id] = act.rows.map((row) => row.id)
  if (isSettledAtOnce(write, act)) {
    const [first, ...others] = await settleAtOnce(write, act)
    const emits = [first, ...others].flatMap((written) => written?.emits ?? [])
    return { ...first, emits: [...act.created, ...emits] }
  }
  for (const created of act.created) write.emit(created)
  const outcome = outcomeOf({ id })
  if (claim) await settleKey(tx, claim, outcome, id)
  return { moves: 'refund', resume: (commit) => carryOut(write, act, commit, { outcome, resultOf: refundWritten }) }
}

/** Records a planned refund of an order that the write has locked, and emits nothing yet. */
export async function recordAct(
  { tx, now, context: { clock } }: Write,
  order: Shape<'Order'>,
  { currency, charges }: FactsToRefund,
  planned: PlannedRefund,
  { reason = null, restock }: Beside,
): Promise<RefundAct> {
  const parts = byCharges(planned, charges)
  const fields = { reason, restock: restock ?? false, at: wholeSecond(now), clock }
  const rows = (await recordRefunds(tx, order, parts, fields)).map((row) => ({ ...row, currency }))
  const created = parts.map(({ amount, cardAmount, creditAmount }, place) =>
    refundCreated(rows[place] as RefundToAsk, order.customerId, currency, { amount, cardAmount, creditAmount, reason }),
  )
  return { rows, created }
}

/** Whether refunds need no gateway: nothing goes to a card, or it is only tried. */
export const isSettledAtOnce = ({ isDryRun }: Write, { rows }: RefundAct): boolean =>
  isDryRun || rows.every(({ cardAmount }) => cardAmount === 0n)

/** The result of the write for a settled refund; that of a refund by itself unless given. */
type ResultOf = typeof refundWritten

/** Settles refunds that need no gateway. */
export async function settleAtOnce(
  { tx, now, context: { clock } }: Write,
  { rows }: RefundAct,
  resultOf: ResultOf = refundWritten,
): Promise<Written[]> {
  const written: Written[] = []
  for (const row of rows) {
    const settled = await settleTurn(tx, clock, row, withoutGateway, wholeSecond(now))
    written.push(resultOf(row, settled as SettledTurn))
  }
  return written
}

/** The request to the gateway; the same each time but for its time. */
export const gatewayRequest = (
  gateway: Gateway,
  { storeId, reference, charge, cardAmount, currency, createdAt }: RefundToAsk,
  askedAt: Date,
): RefundRequest => ({
  ...{ storeId, reference, charge: charge ?? '', amount: cardAmount, currency, recordedAt: createdAt },
  notAfter: notAfterOf(gateway, askedAt),
})

/** The outcome of the write if nothing is declined, and its result for each refund. */
type ActOutcome = { outcome: Awaited<ReturnType<Commit>>; resultOf: ResultOf }

/**
 * Asks the gateway for recorded refunds, one after the other, and settles each; behind one that is declined or not answered none is asked
 * for.
 *
 * @throws MayBeCharged when anything but the gateway fails.
 */
export async function carryOut(
  write: Write,
  { rows }: RefundAct,
  commit: Commit,
  answering: ActOutcome,
): ReturnType<PendingCharge['resume']> {
  try {
    let given = 0n
    for (const row of rows) {
      const { isOver, ...outcome } = await carryOutOne(write, row, given, commit, answering)
      if (isOver) return outcome
      given += row.amount
    }
    return answering.outcome
  } catch (error) {
    write.context.report(error)
    throw new MayBeCharged('refund')
  }
}

/** @param given the sum of the refunds before it. @returns the outcome of the write if none is asked for behind it. */
async function carryOutOne(
  { context, viewer, claim }: Write,
  row: RefundToAsk,
  given: bigint,
  commit: Commit,
  { outcome, resultOf }: ActOutcome,
): Promise<ActOutcome['outcome'] & { isOver: boolean }> {
  const { db, clock, gateways, report } = context
  // A gateway that this process does not have gives no answer.
  const answer: RefundOutcome = await inTime(async (signal) => {
    const gateway = gateways.of(row.gateway)
    return gateway.refund({ ...gatewayRequest(gateway, row, clock.now()), signal })
  }).catch((error: unknown) => {
    report(error)
    return undefined
  })
  return inTransaction(db, async (tx) => {
    const at = wholeSecond(await storeTime(tx, viewer, clock.now()))
    const settled = await settleTurn(tx, clock, row, answer, at)
    if (!settled) return { ...outcome, ...(await stateOf(row, tx)) }
    const written = resultOf(row, settled, answer?.result === 'failed' ? answer.reason : undefined, given)
    const { userErrors } = await commit(tx, written)
    const answered = { ...outcome, userErrors }
    if (claim && written.refusal) await settleKey(tx, claim, answered)
    return { ...answered, isOver: settled.status === 'failed' || settled.status === 'unknown' }
  })
}

/** The state of a refund that another process has settled: whether none is asked for behind it, and the refusal if it failed. */
async function stateOf(
  { storeId, id }: RecordedRefund,
  tx: Write['tx'],
): Promise<Pick<ActOutcome['outcome'], 'userErrors'> & { isOver: boolean }> {
  const { status, failureReason } = await tx.refund.findUniqueOrThrow({ where: { storeId_id: { storeId, id } } })
  const refused = status === 'failed' && { refusal: refundDeclined(failureReason ?? '') }
  const { userErrors } = outcomeOf({ id, ...refused })
  return { userErrors, isOver: status === 'failed' || status === 'unknown' }
}
