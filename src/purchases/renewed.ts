/** The changes of a charge to the subscription that it renewed, for its events and the log. */
import { type Changes, changesOf } from '../writes/changes.ts'

/** The old and new values of a renewed subscription, as JSON has them. */
export type Renewed = { before: Record<string, unknown>; after: Record<string, unknown> }

const times = ['end_date', 'skipped_date', 'last_failed_renewal', 'past_due_at', 'next_try_at', 'cancelled_at'] as const

/** The columns that a renewal may change and that clients can read, with their names in the schema. */
const shownColumns = {
  status: 'status',
  autorenew: 'autorenew',
  end_date: 'endDate',
  skipped_date: 'skippedDate',
  last_failed_renewal: 'lastFailedRenewal',
  past_due_at: 'pastDueAt',
  past_due_reason: 'pastDueReason',
  failed_renewals: 'failedRenewals',
  next_try_at: 'nextTryAt',
  cancelled_at: 'cancelledAt',
  cancel_reason: 'cancelReason',
  credit: 'credit',
  revenue: 'revenue',
} as const

/** The columns of what a subscription sends and costs, with their names in the schema. */
const planColumns = {
  product_id: 'productId',
  product_instance_id: 'productInstanceId',
  term_id: 'termId',
  product_billing_id: 'productBillingId',
  billing_name: 'billingName',
  quantity: 'quantity',
  fixed_price: 'fixedPrice',
  change_difference: 'changeDifference',
} as const

/** The changed columns that clients can read, each with its old and new value. */
export const changesOfRenewal = ({ before, after }: Renewed): Changes => changesOf(shown(before), shown(after))

/** The changes of what the subscription sends and costs. */
export const changesOfPlan = ({ before, after }: Renewed): Changes => changesOf(ofPlan(before), ofPlan(after))

function shown(row: Record<string, unknown>): Record<string, unknown> {
  const isTime = (column: string): boolean => (times as readonly string[]).includes(column)
  return Object.fromEntries(
    Object.entries(shownColumns).map(([column, name]) => {
      const value = row[column]
      return [name, isTime(column) && typeof value === 'string' ? new Date(value) : value]
    }),
  )
}

function ofPlan(row: Record<string, unknown>): Record<string, unknown> {
  const own = Object.entries(planColumns).map(([column, name]) => [name, row[column]])
  const { scheduled_term_id: termId, scheduled_product_instance_id: productInstanceId } = row
  const { scheduled_quantity: quantity, scheduled_fixed_price: fixedPrice } = row
  const scheduledChange = termId == null ? null : { termId, productInstanceId, quantity, fixedPrice }
  return { ...Object.fromEntries(own), scheduledChange }
}
