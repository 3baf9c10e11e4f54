/** The list of customers. */

import type { ResultOf } from 'gql.tada'
import { CustomersDocument } from '../documents/customers.ts'
import { customerFilters } from '../filters/customers.ts'
import { day, money, number } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import type { Column } from '../parts/list.tsx'
import { ListPage } from '../parts/list-page.tsx'
import { tagBulk } from '../parts/tag-bulk.ts'

type Answer = ResultOf<typeof CustomersDocument>
type Row = NonNullable<Answer['customers']>['nodes'][number]

const columns: readonly Column<Row>[] = [
  {
    title: 'Customer',
    width: 'minmax(0, 2fr)',
    cell: ({ name, email }) => (
      <>
        <strong>{name}</strong>
        <span className="second">{email}</span>
      </>
    ),
  },
  { title: 'Subscription', width: '120px', cell: ({ subscriptionStatus }) => <Badge state={subscriptionStatus} /> },
  { title: 'Since', width: '120px', isWide: true, cell: ({ createdAt }) => day(createdAt) },
  { title: 'Orders', width: '80px', isEnd: true, isWide: true, cell: ({ numOrders }) => number(numOrders) },
  { title: 'Credit', width: '100px', isEnd: true, isWide: true, cell: ({ credit }) => (credit > 0 ? money(credit) : '') },
  { title: 'Revenue', width: '110px', isEnd: true, cell: ({ totalRevenue }) => money(totalRevenue) },
]

const pick = ({ customers }: Answer) => customers
const newestFirst = [{ id: 'desc' }]
const bulk = tagBulk<Row>('customer')

export const CustomersPage = () => (
  <ListPage
    title="Customers"
    thing="customer"
    document={CustomersDocument}
    pick={pick}
    orderBy={newestFirst}
    filters={customerFilters}
    columns={columns}
    idOf={({ id }) => id}
    href={({ id }) => `/customers/${id}`}
    exported="customers"
    isSearched
    bulk={bulk}
    nameOf={({ name }) => name}
    whenEmpty="The first order makes one."
  />
)
