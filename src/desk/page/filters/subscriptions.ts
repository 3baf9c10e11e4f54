/** The filters of the list of subscriptions. */
import { words } from '../format.ts'
import { type FilterSpec, having } from './filter-spec.ts'

const choices = (...values: string[]) => values.map((value) => ({ value, label: words(value) }))

export const subscriptionFilters: readonly FilterSpec[] = [
  {
    name: 'status',
    label: 'Status',
    kind: 'choice',
    options: choices('active', 'past_due', 'suspended', 'cancelled', 'expired', 'unpaid'),
    where: (status) => ({ status: { eq: status } }),
  },
  {
    name: 'autorenew',
    label: 'Renews',
    kind: 'choice',
    options: [
      { value: 'true', label: 'By itself' },
      { value: 'false', label: 'No more' },
    ],
    where: (value) => ({ autorenew: { eq: value === 'true' } }),
  },
  {
    name: 'past_due_reason',
    label: 'Reason past due',
    kind: 'choice',
    options: choices(
      'declined',
      'no_payment_method',
      'customer_action',
      'out_of_stock',
      'no_address',
      'no_price',
      'no_shipping_zone',
      'missed',
      'too_many_tries',
    ),
    where: (reason) => ({ pastDueReason: { eq: reason } }),
  },
  {
    name: 'is_gift',
    label: 'Gift',
    kind: 'choice',
    options: [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ],
    where: (value) => ({ isGift: { eq: value === 'true' } }),
  },
  { name: 'end_date__gte', label: 'Next date from', kind: 'day', where: (from) => ({ endDate: { ge: `${from}T00:00:00Z` } }) },
  { name: 'end_date__lt', label: 'Next date before', kind: 'day', where: (to) => ({ endDate: { lt: `${to}T00:00:00Z` } }) },
  {
    name: 'customer.email__ilike',
    label: 'E-mail has',
    kind: 'part',
    where: (text) => ({ customer: { email: { ilike: having(text) } } }),
  },
]
