/** The REST rows for transactions. */
import { list, route } from '../../rest/route.ts'

export const fragments = `
  fragment TransactionListItem on Transaction { id createdAt isTest result resultCode total kind refundId reversedAt type url }
  fragment Transaction on Transaction { ...TransactionListItem order { ...Order } }
`

export const routes = [
  route('GET /v1/transactions/', list('ListTransactions', 'transactions', 'Transaction', '...Transaction')),
  route(
    'GET /v1/transactions/{trans_id}',
    'query GetTransaction($trans_id: ID!) { transaction(id: $trans_id) { ...Transaction } }',
  ),
]
