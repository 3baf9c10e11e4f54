/** The REST rows for reasons for cancelling. */
import { list, records } from '../../rest/route.ts'

export const fragments = `
  fragment CancelReason on CancelReason { id archivedAt code couponId offer position storeId words type url }

  fragment OwnCancelReason on CancelReason { id code offer position words type }
`

export const routes = [
  ...records('/v1/cancel_reasons/{cancel_reason_id}/', 'CancelReason', { record: 'cancelReason', list: 'cancelReasons' }, [
    'create',
    'update',
    'archive',
    'restore',
  ]),
  list('/v1/store/api/cancel_reasons/', 'ListOwnCancelReasons', 'cancelReasons', 'CancelReason', '...OwnCancelReason'),
]
