/** The movements of recurring revenue: each change of a subscription that a figure counts. */

import type { ResultOf } from 'gql.tada'
import { useMemo } from 'react'
import { MovementsDocument } from '../documents/figures.ts'
import { movementFilters } from '../filters/movements.ts'
import { money, time, words } from '../format.ts'
import type { Column } from '../parts/list.tsx'
import { ListPage } from '../parts/list-page.tsx'
import { readable } from '../scopes.ts'
import { useShop } from '../shop.tsx'

type Answer = ResultOf<typeof MovementsDocument>
type Row = NonNullable<Answer['subscriptionMovements']>['nodes'][number]

const columns: readonly Column<Row>[] = [
  {
    title: 'Subscription',
    width: 'minmax(0, 2fr)',
    cell: ({ customer, subscription, subscriptionId }) => (
      <>
        <strong>{customer?.name ?? `Subscription ${subscriptionId}`}</strong>
        <span className="second">{subscription.billingName}</span>
      </>
    ),
  },
  { title: 'When', width: '180px', isWide: true, cell: ({ at }) => time(at) },
  { title: 'Kind', width: '125px', cell: ({ kind }) => words(kind) },
  {
    title: 'Price',
    width: '120px',
    isEnd: true,
    cell: ({ fromPrice, toPrice }) => (
      <>
        {money(toPrice)}
        <span className="second">from {money(fromPrice)}</span>
      </>
    ),
  },
]

const pick = ({ subscriptionMovements }: Answer) => subscriptionMovements
const newestFirst = [{ at: 'desc' }, { id: 'desc' }]

export function MovementsPage() {
  const { may } = useShop()
  const variables = useMemo(() => readable(may, 'customers'), [may])
  return (
    <ListPage
      title="Movements"
      thing="movement"
      document={MovementsDocument}
      variables={variables}
      pick={pick}
      orderBy={newestFirst}
      filters={movementFilters}
      columns={columns}
      idOf={({ id }) => id}
      href={({ subscriptionId }) => `/subscriptions/${subscriptionId}`}
      exported="subscription_movements"
      whenEmpty="A subscription that is paid for makes the first one."
    />
  )
}
