/** Webhooks, and what was delivered to them, as merchants see them: never with a secret. */
import { merchantOnly, only } from '../audience.ts'
import { resource } from '../describe.ts'
import { eventTypeEnum } from '../event-type-enum.ts'
import { deliveryRequest } from '../masks.ts'

resource('Webhook', {
  scope: 'webhooks',
  columns: {
    id: 'merchant',
    storeId: 'merchant',
    url: 'merchant',
    types: 'merchant',
    isOrdered: 'merchant',
    lastSequence: 'merchant',
    createdAt: 'merchant',
    rotatedAt: 'merchant',
    previousWorksUntil: 'merchant',
    disabledAt: 'merchant',
    disabledBecause: 'merchant',
    secret: 'nobody',
    previousSecret: 'nobody',
    deletedAt: 'nobody',
    probeAt: 'nobody',
    recoveredAt: 'nobody',
  },
  enums: { types: eventTypeEnum },
  connections: ['deliveries'],
  access: only({ deletedAt: null }, merchantOnly),
  record: 'webhook',
  list: 'webhooks',
})

resource('WebhookDelivery', {
  // Each holds an event, letter by letter.
  scope: ['webhooks', 'events'],
  columns: {
    id: 'merchant',
    storeId: 'merchant',
    webhookId: 'merchant',
    sequence: 'merchant',
    eventType: 'merchant',
    messageId: 'merchant',
    request: 'merchant',
    state: 'merchant',
    tries: 'merchant',
    nextTryAt: 'merchant',
    scheduledAt: 'nobody',
    sentTo: 'merchant',
    status: 'merchant',
    answer: 'merchant',
    fault: 'merchant',
    milliseconds: 'merchant',
    createdAt: 'merchant',
    deliveredAt: 'merchant',
  },
  enums: { eventType: eventTypeEnum },
  masked: { request: deliveryRequest },
  access: merchantOnly,
  record: 'webhookDelivery',
  list: 'webhookDeliveries',
})
