/** The requests that webhooks send, for the OpenAPI document: an event of one of all types, with its store. */
import { objectSchema, schemaReference } from '../../rest/openapi/components.ts'
import { eventTypes } from '../../writes/event-types.ts'

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** The body of every delivery: an event as `GET /v1/events/` shows it, with its store. */
const delivery = {
  allOf: [
    schemaReference('Event'),
    objectSchema({ store_id: { type: 'integer', format: 'int64', description: 'The store that it happened in.' } }, ['store_id']),
  ],
}

/** A delivery of one type, by which clients distinguish deliveries. */
const deliveryOf = ([type, { cause }]: [string, { cause: string }]) => ({
  description: cause,
  allOf: [schemaReference('Delivery'), { properties: { type: { const: type } } }],
})

/** The webhook, and the schemas that it refers to. */
export function describeDeliveries() {
  const post = {
    operationId: 'ReceiveEvent',
    summary: 'An event',
    description:
      'Sent to each webhook that wants the type of an event, signed after the Standard Webhooks specification. Answer within five seconds; any other status than 200 to 299 is tried again.',
    tags: ['Webhooks'],
    security: [],
    parameters: [
      header('Webhook-Id', 'Identifies the event; every repeat has the same.'),
      header('Webhook-Timestamp', 'When it is sent, in seconds since 1970.'),
      header('Webhook-Signature', 'Signatures of the id, the time and the body, with blanks between them: `v1,<Base64>`.'),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: schemaReference('AnyDelivery') } } },
    responses: {
      '2XX': { description: 'The delivery is taken.' },
      410: { description: 'The endpoint is gone: the webhook is disabled.' },
      default: { description: 'The delivery is tried again.' },
    },
  }
  const anyDelivery = { description: 'A delivery; `type` says which.', oneOf: Object.entries(eventTypes).map(deliveryOf) }
  return { webhooks: { event: { post } }, schemas: { Delivery: delivery, AnyDelivery: anyDelivery } }
}
