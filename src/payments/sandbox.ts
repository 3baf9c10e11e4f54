/**
 * The gateway of demo stores and tests: no money moves, and the stored method's token decides what happens.
 *
 * `tok_succeed` is captured, `tok_decline` declined, `tok_slow` captured after a while, and with `tok_error` the connection
 * breaks after the charge was taken. `tok_decline_` with a code, such as `tok_decline_insufficient_funds` or `tok_decline_lost_card`, is
 * declined with that code, and `tok_decline_never` with the advice never to try again. Charges of other tokens are captured, and their refunds are done, but for four: those of
 * `tok_refund_decline` are declined, of `tok_refund_pending` pending for an hour, of `tok_refund_fail` done for a day and then failed, and
 * with `tok_refund_error` the connection breaks after the refund was taken. Charges of `tok_dispute` are disputed at once; after ten minutes
 * the dispute of `tok_dispute_won` is won, that of `tok_dispute_lost` lost, and the inquiry of `tok_dispute_inquiry` closed. It keeps its books in tables of its own, as a real gateway
 * would elsewhere.
 */
import { setTimeout } from 'node:timers/promises'
import { Prisma, type SandboxCharge, type SandboxRefund } from '../../prisma/generated/client/client.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { keptPlan } from '../db/kept-plan.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { disputeNoted } from './disputes.ts'
import {
  type Charge,
  type ChargeRequest,
  type FoundDispute,
  type Gateway,
  type GatewaySetups,
  GatewayUnclear,
  type RefundAnswer,
  type RefundRequest,
} from './gateway.ts'

const slowMilliseconds = 1_500
const daySeconds = 86_400
const pendingSeconds = 3_600
const reversedSeconds = daySeconds
const disputedSeconds = 600
const evidenceSeconds = 7 * daySeconds
const disputeFee = 1_500n

const prefix = 'sandbox_'
const declining = 'tok_decline'

const enteredCard = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2099 }

/** The token in its books of a charge by a card that was entered for it, which is captured at once: no customer is waited for. */
const entered = 'entered'

/** The sandbox's page for cards is the address that the customer comes back to: it is finished at once, with a card that is captured. */
const setups: GatewaySetups = {
  createCustomer: async ({ customerId }) => `${prefix}${customerId}`,
  create: async ({ returnUrl }, gatewayCustomer) => ({ id: gatewayCustomer, actionUrl: returnUrl, clientSecret: null }),
  find: async (_storeId, gatewayCustomer) => ({
    ...{ result: 'done', token: 'tok_succeed', gatewayCustomer },
    ...enteredCard,
  }),
}

/** The parts of a request that the sandbox needs. */
type SandboxChargeRequest = Pick<ChargeRequest, 'storeId' | 'reference' | 'token' | 'amount' | 'notAfter' | 'signal'>
type SandboxRefundRequest = Pick<RefundRequest, 'reference' | 'charge' | 'amount' | 'notAfter'>

/** Creates a sandbox that keeps its books in the database, by its clock. */
export function sandboxGateway(db: Db, clock: Clock) {
  const find = async (reference: string): Promise<Charge | undefined> => {
    const charge = await db.sandboxCharge.findUnique({ where: { reference } })
    return charge ? chargeOf(charge) : undefined
  }
  return {
    name: 'sandbox',
    declares: {
      deadline: { isEnforced: true, seconds: daySeconds },
      lateRefunds: { seconds: 30 * daySeconds },
      customerAction: false,
    },
    async charge({ storeId, reference, token: stored, amount, notAfter, signal }: SandboxChargeRequest): Promise<Charge> {
      const token = stored ?? entered
      if (token === 'tok_slow') await setTimeout(slowMilliseconds, undefined, signal && { signal })
      const captured = token !== declining && !token.startsWith(`${declining}_`)
      const now = clock.inSql()
      const isDisputed = Object.hasOwn(disputes, token)
      // The record that the webhook of a real gateway makes comes with the charge.
      const noted = isDisputed
        ? Prisma.sql`, noted AS (${disputeNoted(clock, { storeId, gateway: 'sandbox', reference: disputeOf(reference) }, Prisma.sql`FROM made`)})`
        : Prisma.empty
      const [{ count }] = await db.$queryRaw<[{ count: number }]>`
        WITH made AS (INSERT INTO sandbox_charge (reference, amount, captured, token, created_at)
        SELECT ${reference}::text, ${amount}::bigint, ${captured}::boolean, ${token}::text, ${now} WHERE ${now} <= ${notAfter}::timestamptz
        ON CONFLICT DO NOTHING RETURNING reference)${noted}
        SELECT count(*)::int AS count FROM made ${keptPlan}`
      if (token === 'tok_error') throw new GatewayUnclear('The connection to the payment gateway broke.')
      if (count === 1) return chargeOf({ reference, captured, token })
      // A repeated reference has its first answer.
      const before = await find(reference)
      if (before) return before
      throw new GatewayUnclear('The request to charge came too late.')
    },
    find,
    async refund(request: SandboxRefundRequest): Promise<RefundAnswer> {
      const { token, refund } = await inTransaction(db, (tx) => takeRefund(tx, clock, request))
      if (!refund) throw new GatewayUnclear('The request to refund came too late.')
      if (token === 'tok_refund_error') throw new GatewayUnclear('The connection to the payment gateway broke.')
      return refundOf(refund, token, clock.now())
    },
    async findRefund(reference: string): Promise<RefundAnswer | undefined> {
      const refund = await db.sandboxRefund.findUnique({ where: { reference } })
      if (!refund) return undefined
      const charge = await db.sandboxCharge.findUnique({ where: { reference: referenceOf(refund.charge) } })
      return refundOf(refund, charge?.token, clock.now())
    },
    setups,
    disputes: {
      async find(_storeId: bigint, reference: string): Promise<FoundDispute | undefined> {
        const charge = await db.sandboxCharge.findUnique({ where: { reference: chargeOfDispute(reference) } })
        return charge ? disputeNow(charge, clock.now()) : undefined
      },
      // It notes each dispute itself.
      list: async () => [],
    },
  } satisfies Gateway
}

/** The end of the dispute of a charge, by its token. */
const disputes: Readonly<Record<string, FoundDispute['status']>> = {
  tok_dispute: 'needs_response',
  tok_dispute_won: 'won',
  tok_dispute_lost: 'lost',
  tok_dispute_inquiry: 'closed',
}

const disputeOf = (reference: string): string => `${prefix}dispute_${reference}`
const chargeOfDispute = (reference: string): string => reference.slice(disputeOf('').length)

/** The state of a dispute: it is open for some minutes, then as its token says. */
function disputeNow({ reference, amount, token, createdAt }: SandboxCharge, now: Date): FoundDispute {
  const end = disputes[token] ?? 'needs_response'
  const isOver = now.getTime() - createdAt.getTime() >= disputedSeconds * 1_000
  const isInquiry = end === 'closed'
  const status = isOver ? end : isInquiry ? 'inquiry' : 'needs_response'
  const isWaiting = status === 'inquiry' || status === 'needs_response'
  return {
    ...{ charge: `${prefix}${reference}`, amount, fee: isInquiry ? 0n : disputeFee, reason: 'product_not_received', status },
    evidenceDueAt: isWaiting ? new Date(createdAt.getTime() + evidenceSeconds * 1_000) : null,
    isWithdrawn: !isInquiry,
  }
}

const referenceOf = (charge: string): string => charge.slice(prefix.length)

/** Records a refund once, under the lock of its charge; a charge of the demo store, which the books do not have, is refunded in any case. */
async function takeRefund(tx: Tx, clock: Clock, { reference, charge, amount, notAfter }: SandboxRefundRequest) {
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

function chargeOf({ reference, captured, token }: Pick<SandboxCharge, 'reference' | 'captured' | 'token'>): Charge {
  const gatewayReference = `${prefix}${reference}`
  if (captured) {
    const method = { token: 'tok_succeed', gatewayCustomer: gatewayReference, ...enteredCard }
    return { result: 'captured', gatewayReference, ...(token === entered && { method }) }
  }
  const code = token.startsWith(`${declining}_`) ? token.slice(declining.length + 1) : undefined
  const said = code === 'never' ? ({ declineCode: 'generic_decline', advice: 'never' } as const) : { declineCode: code }
  return { result: 'declined', gatewayReference, reason: 'The card was declined.', ...said }
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
