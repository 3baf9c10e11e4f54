/** Reads Stripe's disputes. */
import type { Stripe } from 'stripe'
import { cutText } from '../../values/text.ts'
import type { FoundDispute } from '../gateway.ts'
import { failureOf, unclear } from './errors.ts'
import { fromStripe } from './minor-units.ts'

/** Our status of each of Stripe's; one of the future waits for review. */
const statuses: Readonly<Record<string, FoundDispute['status']>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  prevented: 'closed',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
}

const longestReason = 100
const pageSize = 100

/** Maps a dispute; undefined for one whose charge is none of an intent. Pure. */
function disputeOf({ payment_intent, amount, currency, reason, ...dispute }: Stripe.Dispute): FoundDispute | undefined {
  const charge = typeof payment_intent === 'object' ? payment_intent?.id : payment_intent
  if (!charge) return undefined
  const unit = currency.toUpperCase()
  const moves = dispute.balance_transactions
  // The fee is in the currency of the account, which may be another.
  const fees = moves.filter((move) => move.currency === currency).map(({ fee }) => fee)
  const { due_by: dueBy } = dispute.evidence_details
  const status = statuses[dispute.status] ?? 'under_review'
  const isWaiting = status === 'inquiry' || status === 'needs_response'
  return {
    ...{
      charge,
      amount: fromStripe(amount, unit),
      fee: fromStripe(
        fees.reduce((sum, fee) => sum + fee, 0),
        unit,
      ),
    },
    ...{ reason: cutText(reason, longestReason), status },
    evidenceDueAt: isWaiting && dueBy ? new Date(dueBy * 1_000) : null,
    isWithdrawn: moves.some((move) => move.amount < 0),
  }
}

/** Reads a dispute; undefined where the account has none of this id. */
export async function findDispute(stripe: Stripe, id: string): Promise<FoundDispute | undefined> {
  try {
    return disputeOf(await stripe.disputes.retrieve(id))
  } catch (error) {
    if (failureOf(error)?.statusCode === 404) return undefined
    throw unclear(error)
  }
}

/** Lists the ids of disputes since a time. */
export async function listDisputes(stripe: Stripe, since: Date): Promise<string[]> {
  const ids: string[] = []
  try {
    const created = { gte: Math.floor(since.getTime() / 1_000) }
    for await (const { id } of stripe.disputes.list({ created, limit: pageSize })) ids.push(id)
    return ids
  } catch (error) {
    throw unclear(error)
  }
}
