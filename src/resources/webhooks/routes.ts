/** The REST rows for webhooks and their deliveries. */
import { detail, list, write } from '../../rest/route.ts'

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
  list('/v1/webhooks/', 'ListWebhooks', 'webhooks', 'Webhook', '...Webhook'),
  write('POST /v1/webhooks/', 'createWebhook', 'webhook { ...Webhook } secret'),
  detail(one, 'GetWebhook', 'webhook', '...Webhook'),
  write(`PUT ${one}`, 'updateWebhook', 'webhook { ...Webhook }'),
  write(`DELETE ${one}`, 'deleteWebhook'),
  write(`POST ${one}rotate/`, 'rotateWebhookSecret', 'webhook { ...Webhook } secret'),
  write(`POST ${one}test/`, 'testWebhook', 'webhookDelivery { ...WebhookDelivery }'),
  write(`POST ${one}replay/`, 'replayDeliveries', 'webhook { ...Webhook }'),
  list(
    `${one}deliveries/`,
    'ListWebhookDeliveries',
    'webhook(id: $webhook_id).deliveries',
    'WebhookDelivery',
    '...WebhookDelivery',
  ),
]
