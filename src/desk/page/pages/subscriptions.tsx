/** The list of subscriptions. */
import { SubscriptionsDocument } from '../documents/subscriptions.ts'
import { day, money, words } from '../format.ts'
import type { ResultOf } from '../graphql.ts'
import { Badge } from '../parts/badge.tsx'
import type { FilterSpec } from '../parts/filters.tsx'
import type { Column } from '../parts/list.tsx'
import { ListPage } from '../parts/list-page.tsx'

type Answer = ResultOf<typeof SubscriptionsDocument>
type Row = NonNullable<Answer['subscriptions']>['nodes'][number]

const choices = (...values: string[]) => values.map((value) => ({ value, label: words(value) }))

const filters: readonly FilterSpec[] = [
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
    kind: 'text',
    where: (text) => ({ customer: { email: { ilike: `%${text}%` } } }),
  },
]

const columns: readonly Column<Row>[] = [
  {
    title: 'Subscription',
    width: 'minmax(0, 2fr)',
    cell: ({ customer, billingName, quantity }) => (
      <>
        <strong>{customer.name}</strong>
        <span className="second">
          {quantity > 1 && `${quantity} × `}
          {billingName}
        </span>
      </>
    ),
  },
  {
    title: 'Status',
    width: '120px',
    cell: ({ status, pastDueReason }) => (
      <>
        <Badge state={status} label={status === 'suspended' ? 'Paused' : words(status)} />
        {status === 'past_due' && pastDueReason && <span className="second">{words(pastDueReason)}</span>}
      </>
    ),
  },
  {
    title: 'Next',
    width: '130px',
    isWide: true,
    cell: ({ autorenew, endDate, pausedUntil, status }) => (
      <>
        {day(status === 'suspended' ? pausedUntil : endDate)}
        <span className="second">{status === 'suspended' ? 'resumes' : autorenew ? 'renews' : 'ends'}</span>
      </>
    ),
  },
  { title: 'Recurring', width: '110px', isEnd: true, isWide: true, cell: ({ recurringPrice }) => money(recurringPrice) },
]

const pick = ({ subscriptions }: Answer) => subscriptions

export const SubscriptionsPage = () => (
  <ListPage
    title="Subscriptions"
    thing="subscription"
    document={SubscriptionsDocument}
    pick={pick}
    orderBy={newestFirst}
    filters={filters}
    columns={columns}
    idOf={({ id }) => id}
    href={({ id }) => `/subscriptions/${id}`}
    exported="subscriptions"
    whenEmpty="The first order of a product with a term begins one."
  />
)

const newestFirst = [{ id: 'desc' }]
