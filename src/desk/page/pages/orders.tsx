/** The list of orders. */

import type { ResultOf } from 'gql.tada'
import { OrdersDocument } from '../documents/orders.ts'
import { orderFilters } from '../filters/orders.ts'
import { money, time } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import type { Column } from '../parts/list.tsx'
import { ListPage } from '../parts/list-page.tsx'
import { type ChosenOrder, orderBulk } from './order-bulk.ts'

type Answer = ResultOf<typeof OrdersDocument>
type Row = ChosenOrder

const columns: readonly Column<Row>[] = [
  {
    title: 'Order',
    width: 'minmax(0, 2fr)',
    cell: ({ id, customer, products }) => (
      <>
        <strong>
          #{id} {customer.name}
        </strong>
        <span className="second">
          {products.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ')}
        </span>
      </>
    ),
  },
  {
    title: 'Placed',
    width: '180px',
    isWide: true,
    cell: ({ placedAt, isRenewal, isGift }) => (
      <>
        {time(placedAt)}
        <span className="second">{[isRenewal ? 'renewal' : '', isGift ? 'gift' : ''].filter(Boolean).join(', ')}</span>
      </>
    ),
  },
  {
    title: 'Paid',
    width: '130px',
    cell: ({ financialStatus, cancelledAt }) => (
      <>
        <Badge state={financialStatus} />
        {cancelledAt && <span className="second">cancelled</span>}
      </>
    ),
  },
  { title: 'Sent', width: '110px', isWide: true, cell: ({ fulfillmentStatus }) => <Badge state={fulfillmentStatus} /> },
  {
    title: 'Total',
    width: '100px',
    isEnd: true,
    cell: ({ total, refundedAmount }) => (
      <>
        {money(total)}
        {refundedAmount > 0 && <span className="second">−{money(refundedAmount)}</span>}
      </>
    ),
  },
]

const pick = ({ orders }: Answer) => orders
const newestFirst = [{ placedAt: 'desc' }, { id: 'desc' }]

export const OrdersPage = () => (
  <ListPage
    title="Orders"
    thing="order"
    document={OrdersDocument}
    pick={pick}
    orderBy={newestFirst}
    filters={orderFilters}
    columns={columns}
    idOf={({ id }) => id}
    href={({ id }) => `/orders/${id}`}
    exported="orders"
    isSearched
    bulk={orderBulk}
    nameOf={({ id }) => `#${id}`}
    whenEmpty="The first checkout makes one."
  />
)
