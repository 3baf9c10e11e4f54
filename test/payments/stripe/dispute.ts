/** A dispute of the local server, typed by the library. */
import type { Stripe } from 'stripe'
import { type Made, newId, seconds } from './objects.ts'

const evidence = Object.fromEntries(
  (
    'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal customer_communication ' +
    'customer_email_address customer_name customer_purchase_ip customer_signature duplicate_charge_documentation ' +
    'duplicate_charge_explanation duplicate_charge_id product_description receipt refund_policy refund_policy_disclosure ' +
    'refund_refusal_explanation service_date service_documentation shipping_address shipping_carrier shipping_date ' +
    'shipping_documentation shipping_tracking_number uncategorized_file uncategorized_text'
  )
    .split(' ')
    .map((name) => [name, null]),
)

/** A movement of an account's balance for a dispute, and its fee. */
export const balanceMove = (now: Date, dispute: Pick<Stripe.Dispute, 'id' | 'currency'>, amount: number, fee: number) =>
  ({
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: seconds(now),
    balance_type: 'payments',
    created: seconds(now),
    currency: dispute.currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: [],
    net: amount - fee,
    reporting_category: 'dispute',
    source: dispute.id,
    status: 'available',
    type: 'adjustment',
  }) satisfies Stripe.BalanceTransaction

/** A dispute of an intent, for its whole amount. */
export const dispute = ({ now, isLive }: Made, { id, amount, currency }: Stripe.PaymentIntent): Stripe.Dispute => ({
  id: newId('dp'),
  object: 'dispute',
  amount,
  balance_transactions: [],
  charge: `ch_of_${id}`,
  created: seconds(now),
  currency,
  enhanced_eligibility_types: [],
  evidence: { ...(evidence as unknown as Stripe.Dispute.Evidence), enhanced_evidence: {} },
  evidence_details: {
    due_by: seconds(now) + 7 * 86_400,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'manual',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: isLive,
  metadata: {},
  payment_intent: id,
  reason: 'fraudulent',
  status: 'needs_response',
})
