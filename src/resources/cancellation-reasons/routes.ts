/** The REST rows for reasons for cancelling. */
import { list, records } from '../../rest/route.ts'

export const fragments = `
  fragment CancellationReason on CancellationReason { id archivedAt code couponId offer position storeId words type url }

  fragment OwnCancellationReason on CancellationReason { id code offer position words type }
`

export const routes = [
  ...records(
    '/v1/cancellation_reasons/{cancellation_reason_id}/',
    'CancellationReason',
    { record: 'cancellationReason', list: 'cancellationReasons' },
    ['create', 'update', 'archive', 'restore'],
  ),
  list(
    '/v1/store/api/cancellation_reasons/',
    'ListOwnCancellationReasons',
    'cancellationReasons',
    'CancellationReason',
    '...OwnCancellationReason',
  ),
]
