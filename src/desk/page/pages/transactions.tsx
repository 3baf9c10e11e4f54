/** The transactions: each payment, refund and dispute, with its amount as the figures of money count it. */

import type { ResultOf } from 'gql.tada'
import { useMemo } from 'react'
import { TransactionsDocument } from '../documents/transactions.ts'
import { transactionFilters } from '../filters/transactions.ts'
import { day, money, time, words } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import type { Column } from '../parts/list.tsx'
import { ListPage } from '../parts/list-page.tsx'
import { readable } from '../scopes.ts'
import { useShop } from '../shop.tsx'

type Answer = ResultOf<typeof TransactionsDocument>
type Row = NonNullable<Answer['transactions']>['nodes'][number]

const columns: readonly Column<Row>[] = [
  {
    title: 'Order',
    width: 'minmax(0, 2fr)',
    cell: ({ orderId, order, gatewayReference }) => (
      <>
        <strong>
          #{orderId} {order?.customer?.name}
        </strong>
        <span className="second">{gatewayReference}</span>
      </>
    ),
  },
  { title: 'When', width: '180px', isWide: true, cell: ({ createdAt }) => time(createdAt) },
  {
    title: 'Kind',
    width: '150px',
    cell: ({ kind, result, declineCode, reversedAt }) => (
      <>
        <Badge state={result} />
        <span className="second">
          {[words(kind), reversedAt ? `came back ${day(reversedAt)}` : declineCode?.replaceAll('_', ' ')]
            .filter(Boolean)
            .join(', ')}
        </span>
      </>
    ),
  },
  {
    title: 'Amount',
    width: '120px',
    isEnd: true,
    cell: ({ result, total }) => money(result === 'refunded' ? -total : total),
  },
]

const pick = ({ transactions }: Answer) => transactions
const newestFirst = [{ createdAt: 'desc' }, { id: 'desc' }]

export function TransactionsPage() {
  const { may } = useShop()
  const variables = useMemo(() => readable(may, 'orders', 'customers'), [may])
  return (
    <ListPage
      title="Transactions"
      thing="transaction"
      document={TransactionsDocument}
      variables={variables}
      pick={pick}
      orderBy={newestFirst}
      filters={transactionFilters}
      columns={columns}
      idOf={({ id }) => id}
      href={({ orderId }) => `/orders/${orderId}`}
      exported="transactions"
      whenEmpty="The first order that is paid by card makes one."
    />
  )
}
