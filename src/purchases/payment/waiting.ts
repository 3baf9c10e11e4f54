/**
 * Payments that wait for their customer, on a page of the gateway. A page that is finished is read like any open payment. One that is not ends
 * at `waits_until`, and so does one whose purchase is paid or changed in another way: it is cancelled at the gateway first, and read then, so
 * that it is captured or can never be charged.
 */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import type { WaitingCharge } from '../../payments/gateway.ts'
import type { FirstOutcome } from '../../schema/outcome.ts'
import { Refusal } from '../../values/errors.ts'
import { Beforehand } from '../../writes/beforehand.ts'
import { settleKeysOf } from '../../writes/idempotency.ts'
import { type Commit, outcomeOf, type Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import type { Books } from './arrive.ts'
import type { RecordedPayment } from './payment.ts'
import { holdsWhileWaiting } from './plan.ts'
import { lookAtPayment } from './reconcile.ts'
import { release } from './reservations.ts'
import { MovedOn } from './settle.ts'
import { subjectOf } from './written.ts'

/** The pause before the first look at a page that no webhook tells of. */
const firstLookSeconds = 60

type Waits = { askedAt: Date; until: Date }

/**
 * Has a payment wait for its customer, and tells every key that it was requested with.
 *
 * @throws MovedOn where another process has moved it on.
 */
export function waitForCustomer(
  { db, clock }: Books,
  payment: RecordedPayment,
  { actionUrl, gatewayReference }: WaitingCharge,
  { askedAt, until }: Waits,
  commit: Commit,
): Promise<FirstOutcome> {
  const { id, plan } = payment
  return inTransaction(db, async (tx) => {
    const count = await tx.$executeRaw`
      UPDATE payment SET state = 'waiting', action_url = ${actionUrl}, gateway_reference = ${gatewayReference}, waits_until = ${until}::timestamptz,
        looks = 0, due_at = ${clock.inSql()} + ${firstLookSeconds}::int * interval '1 second'
      WHERE store_id = ${plan.storeId}::bigint AND id = ${id}::bigint AND state = 'asked' AND asked_at = ${askedAt}::timestamptz`
    if (count === 0) throw new MovedOn(`Payment ${payment.reference} has moved on.`)
    if (!holdsWhileWaiting(plan)) await release(tx, clock, payment)
    await freeMinute(tx, payment)
    const shownId = plan.cartId ?? subjectOf(plan).subscriptionId
    const written: Written = {
      ...(shownId !== undefined && { id: shownId }),
      ...subjectOf(plan),
      customerId: plan.customerId,
      changes: { payment: { from: null, to: { state: 'waiting', amount: plan.totals.charge } } },
      emits: [],
      shownOnce: { actionUrl },
    }
    const outcome = await commit(tx, written)
    await settleKeysOf(tx, payment, outcomeOf(written))
    return outcome
  })
}

/** Frees the minute between orders: a checkout that waits is no order yet, and keeps the customer from none. */
async function freeMinute(tx: Tx, { plan: { storeId, customerId, cartId, isVisitors } }: RecordedPayment): Promise<void> {
  if (cartId === undefined || isVisitors) return
  await tx.$executeRaw`
    UPDATE customer SET last_order_at = NULL WHERE store_id = ${storeId}::bigint AND id = ${customerId}::bigint`
}

/**
 * Ends the wait of a payment for a subscription that is about to be paid or changed in another way.
 *
 * @throws Beforehand where one waits; the write is then made anew.
 */
export async function endWait(
  write: Write,
  { storeId, subscriptionId }: { storeId: bigint; subscriptionId: bigint },
): Promise<void> {
  const where = { storeId, subscriptionId, state: 'waiting' } as const
  const waiting = await write.tx.payment.findFirst({ where, select: { id: true } })
  if (waiting) throw endOfWait(write, { storeId, id: waiting.id })
}

/** The work that ends the wait of a payment, before a write. */
export function endOfWait({ context }: Write, name: { storeId: bigint; id: bigint }): Beforehand {
  const { db, clock, gateways, report, eventsWritten } = context
  return new Beforehand(stillWaiting(), async () => {
    const now = clock.inSql()
    // A process that is killed here leaves its end to the next round.
    await db.$executeRaw`
      UPDATE payment SET waits_until = LEAST(waits_until, ${now}), due_at = ${now} WHERE ${isOf(name)} AND state = 'waiting'`
    await lookAtPayment({ db, clock, gateways, report, eventsWritten }, name).catch((error: unknown) => {
      report(error)
      throw new Refusal('UNAVAILABLE', 'The payment gateway did not answer. Nothing was charged; send the request again.')
    })
  })
}

const isOf = ({ storeId, id }: { storeId: bigint; id: bigint }) =>
  Prisma.sql`store_id = ${storeId}::bigint AND id = ${id}::bigint`

const stillWaiting = () =>
  new Refusal('WRONG_STATUS', 'A payment waits for its customer and cannot be ended now; try again in a minute.')
