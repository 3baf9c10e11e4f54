/** The points of a charge and of a refund through Stripe at which a process may be stopped. */

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
