/** The list of orders. */
import { OrdersDocument } from '../documents/orders.ts'
import { money, time, words } from '../format.ts'
import type { ResultOf } from '../graphql.ts'
import { Badge } from '../parts/badge.tsx'
import type { FilterSpec } from '../parts/filters.tsx'
import type { Column } from '../parts/list.tsx'
import { ListPage } from '../parts/list-page.tsx'

type Answer = ResultOf<typeof OrdersDocument>
type Row = NonNullable<Answer['orders']>['nodes'][number]

const choices = (...values: string[]) => values.map((value) => ({ value, label: words(value) }))

const filters: readonly FilterSpec[] = [
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
    name: 'refunds__status',
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
    kind: 'text',
    where: (text) => ({ customer: { email: { ilike: `%${text}%` } } }),
  },
]

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
    filters={filters}
    columns={columns}
    idOf={({ id }) => id}
    href={({ id }) => `/orders/${id}`}
    exported="orders"
    whenEmpty="The first checkout makes one."
  />
)
