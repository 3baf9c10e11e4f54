/** The REST rows for withdrawals. */
import { detail, list, write } from '../../rest/route.ts'

export const fragments =
  'fragment Withdrawal on Withdrawal { id confirmedAt customerId email handledAt isAcknowledged kind locale name note orderId receivedAt reference storeId subscriptionId words type url }'

export const routes = [
  list('/v1/withdrawals/', 'ListWithdrawals', 'withdrawals', 'Withdrawal', '...Withdrawal'),
  detail('/v1/withdrawals/{withdrawal_id}/', 'GetWithdrawal', 'withdrawal', '...Withdrawal'),
  write('PUT /v1/withdrawals/{withdrawal_id}/handle/', 'handleWithdrawal', 'withdrawal { ...Withdrawal }'),
]
