/** The REST rows for disputes. */
import { detail, list } from '../../rest/route.ts'

export const fragments = `
  fragment Dispute on Dispute {
    id amount charge closedAt createdAt evidenceDueAt fee gateway gatewayReference isStopping isTest isWithdrawn orderId reason status storeId transactionId type url
  }
  fragment DisputeDetail on Dispute { ...Dispute order { ...Order } }
`

export const routes = [
  list('/v1/disputes/', 'ListDisputes', 'disputes', 'Dispute', '...Dispute'),
  detail('/v1/disputes/{dispute_id}/', 'GetDispute', 'dispute', '...DisputeDetail'),
]
