/** The bounds of aggregates, and the parts of the calendar and the times that they know. */

/** Groups of a page unless asked, and at most; and the most groups that a request may have before paging. */
export const usualGroups = 100
export const maxGroupsOfPage = 1_000
export const maxGroups = 10_000

/** The most keys that rows are grouped by, and the most series of a `top`. */
export const maxKeys = 5
export const maxTop = 100

export const timeBuckets = ['day', 'week', 'month', 'quarter', 'year'] as const

export const comparisons = ['previous_period', 'previous_year'] as const

/** The name of the field that aggregates a list. */
export const nameOfAggregate = (list: string): string => `${list}Aggregate`
