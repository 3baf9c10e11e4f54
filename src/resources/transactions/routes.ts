/** The REST rows for transactions. */
import { detail, list } from '../../rest/route.ts'

export const fragments = `
  fragment TransactionListItem on Transaction { id createdAt isTest result resultCode total kind refundId reversedAt paymentMethodId declineCode advice networkAdvice type url }
  fragment Transaction on Transaction { ...TransactionListItem order { ...Order } }
`

export const routes = [
  list('/v1/transactions/', 'ListTransactions', 'transactions', 'Transaction', '...Transaction'),
  detail('/v1/transactions/{trans_id}', 'GetTransaction', 'transaction', '...Transaction'),
]
