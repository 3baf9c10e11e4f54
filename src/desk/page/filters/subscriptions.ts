/** The filters of the list of subscriptions. */
import { choices, type FilterSpec, yesOrNo } from './filter-spec.ts'
import { tagFilters } from './tags.ts'

/** The filters that figures lead to: subscriptions that were first paid in a part of the calendar. */
const ofFigures: readonly FilterSpec[] = [
  { name: 'first_paid_at__gte', label: 'First paid from', kind: 'day', where: (from) => ({ firstPaidAt: { ge: from } }) },
  { name: 'first_paid_at__lt', label: 'First paid before', kind: 'day', where: (to) => ({ firstPaidAt: { lt: to } }) },
  {
    name: 'is_counted',
    label: 'Counts',
    kind: 'choice',
    options: yesOrNo,
    where: (value) => ({ isCounted: { eq: value === 'true' } }),
  },
  {
    name: 'paid_orders__gte',
    label: 'Orders paid',
    kind: 'choice',
    options: Array.from({ length: 12 }, (_each, index) => ({ value: `${index + 1}`, label: `${index + 1} or more` })),
    where: (orders) => ({ paidOrders: { ge: Number(orders) } }),
  },
  {
    name: 'is_test',
    label: 'Test',
    kind: 'choice',
    options: yesOrNo,
    where: (value) => ({ isTest: { eq: value === 'true' } }),
  },
]

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
    options: yesOrNo,
    where: (value) => ({ isGift: { eq: value === 'true' } }),
  },
  { name: 'end_date__gte', label: 'Next date from', kind: 'day', where: (from) => ({ endDate: { ge: from } }) },
  { name: 'end_date__lt', label: 'Next date before', kind: 'day', where: (to) => ({ endDate: { lt: to } }) },
  {
    name: 'customer.email__ilike',
    label: 'E-mail has',
    kind: 'part',
    where: (text) => ({ customer: { email: { ilike: text } } }),
  },
  ...ofFigures,
  ...tagFilters,
]
