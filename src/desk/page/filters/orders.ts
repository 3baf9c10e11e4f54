/** The filters of the list of orders. */
import { words } from '../format.ts'
import { type FilterSpec, having } from './filter-spec.ts'

const choices = (...values: string[]) => values.map((value) => ({ value, label: words(value) }))

export const orderFilters: readonly FilterSpec[] = [
  {
    name: 'financial_status',
    label: 'Paid',
    kind: 'choice',
    options: choices('paid', 'unpaid', 'partially_refunded', 'refunded'),
    where: (status) => ({ financialStatus: { eq: status } }),
  },
  {
    name: 'fulfillment_status',
    label: 'Sent',
    kind: 'choice',
    options: choices('unfulfilled', 'partial', 'fulfilled'),
    where: (status) => ({ fulfillmentStatus: { eq: status } }),
  },
  {
    name: 'status',
    label: 'Status',
    kind: 'choice',
    options: choices('open', 'closed'),
    where: (status) => ({ status: { eq: status } }),
  },
  {
    name: 'is_renewal',
    label: 'Kind',
    kind: 'choice',
    options: [
      { value: 'true', label: 'Renewal' },
      { value: 'false', label: 'New order' },
    ],
    where: (value) => ({ isRenewal: { eq: value === 'true' } }),
  },
  {
    name: 'refunds.status',
    label: 'Refund',
    kind: 'choice',
    options: choices('pending', 'unknown', 'done', 'failed'),
    where: (status) => ({ refunds: { status: { eq: status } } }),
  },
  { name: 'placed_at__gte', label: 'Placed from', kind: 'day', where: (from) => ({ placedAt: { ge: `${from}T00:00:00Z` } }) },
  { name: 'placed_at__lt', label: 'Placed before', kind: 'day', where: (to) => ({ placedAt: { lt: `${to}T00:00:00Z` } }) },
  {
    name: 'customer.email__ilike',
    label: 'E-mail has',
    kind: 'part',
    where: (text) => ({ customer: { email: { ilike: having(text) } } }),
  },
]
