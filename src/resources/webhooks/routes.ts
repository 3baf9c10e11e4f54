/** The REST rows for webhooks. */
import { list, route } from '../../rest/route.ts'

export const fragments = `
  fragment Webhook on Webhook {
    id url types isOrdered lastSequence createdAt rotatedAt previousWorksUntil disabledAt disabledBecause type
  }
`

export const routes = [
  route('GET /v1/webhooks/', list('ListWebhooks', 'webhooks', 'Webhook', '...Webhook')),
  route(
    'POST /v1/webhooks/',
    `mutation CreateWebhook($url: String!, $types: [EventType!], $is_ordered: Boolean) {
      createWebhook(input: { url: $url, types: $types, isOrdered: $is_ordered }) {
        webhook { ...Webhook } secret userErrors { code message }
      }
    }`,
  ),
  route(
    'DELETE /v1/webhooks/{webhook_id}/',
    `mutation DeleteWebhook($webhook_id: ID!) { deleteWebhook(input: { id: $webhook_id }) { userErrors { code message } } }`,
  ),
]
