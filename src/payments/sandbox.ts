/**
 * The gateway of demo stores and tests: no money moves, and the stored method's token decides what happens.
 *
 * `tok_succeed` is captured, `tok_decline` declined, `tok_slow` captured after a while, and with `tok_error` the connection
 * breaks after the charge was taken. Charges of other tokens are captured, and their refunds are done, but for four: those of
 * `tok_refund_decline` are declined, of `tok_refund_pending` pending for an hour, of `tok_refund_fail` done for a day and then failed, and
 * with `tok_refund_error` the connection breaks after the refund was taken. It keeps its books in tables of its own, as a real gateway
 * would elsewhere.
 */
import { setTimeout } from 'node:timers/promises'
import type { SandboxRefund } from '../../prisma/generated/client/client.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { keptPlan } from '../db/kept-plan.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { type Charge, type Gateway, GatewayUnclear, type RefundAnswer, type RefundRequest } from './gateway.ts'

const slowMilliseconds = 1_500
const daySeconds = 86_400
const pendingSeconds = 3_600
const reversedSeconds = daySeconds

const prefix = 'sandbox_'

/** Creates a sandbox that keeps its books in the database, by its clock. */
export function sandboxGateway(db: Db, clock: Clock): Gateway {
  const find: Gateway['find'] = async (reference) => {
    const charge = await db.sandboxCharge.findUnique({ where: { reference } })
    return charge ? chargeOf(reference, charge.captured) : undefined
  }
  return {
    name: 'sandbox',
    declares: {
      deadline: { isEnforced: true, seconds: daySeconds },
      lateRefunds: { seconds: 30 * daySeconds },
      customerAction: false,
    },
    async charge({ reference, token, amount, notAfter, signal }) {
      if (token === 'tok_slow') await setTimeout(slowMilliseconds, undefined, signal && { signal })
      const captured = token !== 'tok_decline'
      const now = clock.inSql()
      const count = await db.$executeRaw`
        INSERT INTO sandbox_charge (reference, amount, captured, token, created_at)
        SELECT ${reference}::text, ${amount}::bigint, ${captured}::boolean, ${token}::text, ${now} WHERE ${now} <= ${notAfter}::timestamptz
        ON CONFLICT DO NOTHING ${keptPlan}`
      if (token === 'tok_error') throw new GatewayUnclear('The connection to the payment gateway broke.')
      if (count === 1) return chargeOf(reference, captured)
      // A repeated reference has its first answer.
      const before = await find(reference)
      if (before) return before
      throw new GatewayUnclear('The request to charge came too late.')
    },
    find,
    async refund(request) {
      const { token, refund } = await inTransaction(db, (tx) => takeRefund(tx, clock, request))
      if (!refund) throw new GatewayUnclear('The request to refund came too late.')
      if (token === 'tok_refund_error') throw new GatewayUnclear('The connection to the payment gateway broke.')
      return refundOf(refund, token, clock.now())
    },
    async findRefund(reference) {
      const refund = await db.sandboxRefund.findUnique({ where: { reference } })
      if (!refund) return undefined
      const charge = await db.sandboxCharge.findUnique({ where: { reference: referenceOf(refund.charge) } })
      return refundOf(refund, charge?.token, clock.now())
    },
  }
}

const referenceOf = (charge: string): string => charge.slice(prefix.length)

/** Records a refund once, under the lock of its charge; a charge of the demo store, which the books do not have, is refunded in any case. */
async function takeRefund(tx: Tx, clock: Clock, { reference, charge, amount, notAfter }: RefundRequest) {
  const [held] = await tx.$queryRaw<{ amount: bigint; captured: boolean; token: string }[]>`
    SELECT amount, captured, token FROM sandbox_charge WHERE reference = ${referenceOf(charge)} FOR UPDATE`
  const token = held?.token
  const before = await tx.sandboxRefund.findUnique({ where: { reference } })
  if (before) return { token, refund: before }
  const now = clock.now()
  if (now > notAfter) return { token, refund: undefined }
  const others = await tx.sandboxRefund.findMany({ where: { charge } })
  const kept = others.filter((refund) => refundOf(refund, token, now).result !== 'failed')
  const captured = held?.captured ? held.amount : 0n
  const left = held ? kept.reduce((rest, refund) => rest - refund.amount, captured) : amount
  const declined =
    amount > left
      ? `Only ${left} of the charge is left.`
      : token === 'tok_refund_decline'
        ? 'The bank declined the refund.'
        : null
  return { token, refund: await tx.sandboxRefund.create({ data: { reference, charge, amount, declined, createdAt: now } }) }
}

const chargeOf = (reference: string, captured: boolean): Charge => {
  const gatewayReference = `${prefix}${reference}`
  return captured
    ? { result: 'captured', gatewayReference }
    : { result: 'declined', gatewayReference, reason: 'The card was declined.' }
}

/** The state of a refund, which changes with time by the token of its charge. */
function refundOf({ reference, declined, createdAt }: SandboxRefund, token: string | undefined, now: Date): RefundAnswer {
  const gatewayReference = `${prefix}${reference}`
  if (declined !== null) return { result: 'failed', gatewayReference, reason: declined }
  const seconds = (now.getTime() - createdAt.getTime()) / 1_000
  if (token === 'tok_refund_fail' && seconds >= reversedSeconds)
    return { result: 'failed', gatewayReference, reason: 'The account of the card is closed.' }
  return { result: token === 'tok_refund_pending' && seconds < pendingSeconds ? 'pending' : 'done', gatewayReference }
}
