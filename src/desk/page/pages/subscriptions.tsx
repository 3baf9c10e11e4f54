/** The list of subscriptions. */

import type { ResultOf } from 'gql.tada'
import { SubscriptionsDocument } from '../documents/subscriptions.ts'
import { subscriptionFilters } from '../filters/subscriptions.ts'
import { day, money, words } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import type { Column } from '../parts/list.tsx'
import { ListPage } from '../parts/list-page.tsx'
import { type ChosenSubscription, subscriptionBulk } from './subscription-bulk.ts'

type Answer = ResultOf<typeof SubscriptionsDocument>
type Row = ChosenSubscription

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
    filters={subscriptionFilters}
    columns={columns}
    idOf={({ id }) => id}
    href={({ id }) => `/subscriptions/${id}`}
    exported="subscriptions"
    isSearched
    bulk={subscriptionBulk}
    whenEmpty="The first order of a product with a term begins one."
  />
)

const newestFirst = [{ id: 'desc' }]
