/** The points of a charge, of a refund and of a dispute through Stripe at which a process may be stopped. */

/** Each with the result of its payment once it is reconciled. */
export const stripePoints = {
  'before the claim': 'never charged',
  'before the create': 'never charged',
  'after the create': 'never charged',
  'before the confirm': 'never charged',
  'after the confirm': 'captured',
} as const

export const stripeRefundPoints = ['before the refund', 'after the refund'] as const

export type StripePoint = keyof typeof stripePoints | (typeof stripeRefundPoints)[number] | 'before the look' | 'after the look'

/** The points of a webhook about a dispute. */
export const noticePoints = ['before the notice', 'after the notice'] as const

/** The statements of a dispute before which a process may be stopped. */
export const disputeStatements = {
  'before the revenue of the subscription': /UPDATE subscription SET revenue/,
  'before the revenue of the customer': /UPDATE customer SET total_revenue/,
  'before the reading ends': /UPDATE gateway_dispute SET due_at = NULL/,
  'before the log': /INSERT INTO log_entry/,
} as const

export type DisputePoint =
  | (typeof noticePoints)[number]
  | keyof typeof disputeStatements
  | 'before the read'
  | 'after the read'
  | 'after the commit'
