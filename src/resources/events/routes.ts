/** The REST row for events. */
import { route } from '../../rest/route.ts'

export const fragments = `
  fragment Event on Event {
    id sequence type createdAt actor surface operation requestId recordType recordId subscriptionId orderId customerId changes
  }
`

export const routes = [
  route(
    'GET /v1/events/',
    `query ListEvents($after: WholeNumber, $type: [EventType!], $first: Int) {
      events(after: $after, types: $type, first: $first) { lastSequence hasMore nodes { ...Event } }
    }`,
  ),
]
