/** The REST rows for webhooks and their deliveries. */
import { list, route, write } from '../../rest/route.ts'

export const fragments = `
  fragment Webhook on Webhook {
    id url types isOrdered lastSequence createdAt rotatedAt previousWorksUntil disabledAt disabledBecause type
  }

  fragment WebhookDelivery on WebhookDelivery {
    id webhookId eventType sequence messageId state tries nextTryAt sentTo status answer fault milliseconds createdAt deliveredAt request type
  }
`

const one = '/v1/webhooks/{webhook_id}/'

export const routes = [
  route('GET /v1/webhooks/', list('ListWebhooks', 'webhooks', 'Webhook', '...Webhook')),
  write('POST /v1/webhooks/', 'createWebhook', 'webhook { ...Webhook } secret'),
  route(`GET ${one}`, 'query GetWebhook($webhook_id: ID!) { webhook(id: $webhook_id) { ...Webhook } }'),
  write(`PUT ${one}`, 'updateWebhook', 'webhook { ...Webhook }'),
  write(`DELETE ${one}`, 'deleteWebhook'),
  write(`POST ${one}rotate/`, 'rotateWebhookSecret', 'webhook { ...Webhook } secret'),
  write(`POST ${one}test/`, 'testWebhook', 'webhookDelivery { ...WebhookDelivery }'),
  write(`POST ${one}replay/`, 'replayDeliveries', 'webhook { ...Webhook }'),
  route(
    `GET ${one}deliveries/`,
    list('ListWebhookDeliveries', 'webhook(id: $webhook_id).deliveries', 'WebhookDelivery', '...WebhookDelivery'),
  ),
]
