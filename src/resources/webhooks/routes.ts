/** The REST rows for webhooks. */
import { list, route, write } from '../../rest/route.ts'

export const fragments = `
  fragment Webhook on Webhook {
    id url types isOrdered lastSequence createdAt rotatedAt previousWorksUntil disabledAt disabledBecause type
  }
`

export const routes = [
  route('GET /v1/webhooks/', list('ListWebhooks', 'webhooks', 'Webhook', '...Webhook')),
  write('POST /v1/webhooks/', 'createWebhook', 'webhook { ...Webhook } secret'),
  write('DELETE /v1/webhooks/{webhook_id}/', 'deleteWebhook'),
]
