/** The filters of the list of orders. */
import { choices, type FilterSpec, idFilter } from './filter-spec.ts'
import { tagFilters } from './tags.ts'

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
  {
    name: 'refunds.status__in',
    label: 'Refund under way',
    kind: 'choice',
    options: [{ value: 'pending,unknown', label: 'Yes' }],
    where: (statuses) => ({ refunds: { status: { in: statuses.split(',') } } }),
  },
  { name: 'placed_at__gte', label: 'Placed from', kind: 'day', where: (from) => ({ placedAt: { ge: from } }) },
  { name: 'placed_at__lt', label: 'Placed before', kind: 'day', where: (to) => ({ placedAt: { lt: to } }) },
  {
    name: 'customer.email__ilike',
    label: 'E-mail has',
    kind: 'part',
    where: (text) => ({ customer: { email: { ilike: text } } }),
  },
  ...tagFilters,
  idFilter,
]
