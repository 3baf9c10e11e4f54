/** The lists that figures are counted from, with the filter of a number: the list has the same count. */
/** A part of the calendar. */
export type ShownPart = { start: string; end: string }

const within = (name: string, { start, end }: ShownPart): [string, string][] => [
  [`${name}__gte`, start],
  [`${name}__lt`, end],
]

/** The page of the movements within a part of the calendar that fit. */
export const movementsOf = (part: ShownPart, filter: Record<string, string>): string =>
  `/movements?${new URLSearchParams([...Object.entries(filter), ...within('at', part)])}`

/** Customers who had no subscription that counts, and have one. */
export const gained = { kind__in: 'new,reactivation', is_first: 'true', counted_before: '0', counted_after__gt: '0' }

/** Customers who had one, and have none. */
export const lost = { kind: 'churn', is_first: 'true', counted_before__gt: '0', counted_after: '0' }

/** The page of the subscriptions that were first paid within a part of the calendar, and fit. */
export const firstPaidIn = (part: ShownPart, filter: Record<string, string> = {}): string =>
  `/subscriptions?${new URLSearchParams([...Object.entries({ is_test: 'false', ...filter }), ...within('first_paid_at', part)])}`

/** Subscriptions that paid an order, counted from 1. */
export const paidOrder = (box: number): Record<string, string> => ({ paid_orders__gte: `${box}` })

/** Subscriptions that count now. */
export const stillHere = { is_counted: 'true' }

/** The page of the transactions within a part of the calendar that fit. @param at the time that counts. */
export const transactionsOf = (part: ShownPart, filter: Record<string, string>, at = 'created_at'): string =>
  `/transactions?${new URLSearchParams([...Object.entries({ is_test: 'false', ...filter }), ...within(at, part)])}`

/** Transactions by what figures of money count them as. */
export const captured = { kind: 'payment', result: 'captured' }
export const refunded = { kind: 'refund', result: 'refunded' }
export const disputed = { kind: 'dispute', result: 'refunded' }
export const cameBack = { result: 'refunded' }
