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

/** The list on REST of the transactions within a part of the calendar that fit. */
export const transactionsOf = (part: ShownPart, filter: Record<string, string>): string =>
  `/v1/transactions/?${new URLSearchParams([...Object.entries(filter), ...within('created_at', part)])}`
