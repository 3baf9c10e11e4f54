/** Sends a webhook a test. */
import { randomUUID } from 'node:crypto'
import { actorOf } from '../../auth/viewer.ts'
import { formatTime, wholeSecond } from '../../values/time.ts'
import { mutation } from '../describe.ts'
import { checkStillOpen, lockWebhook } from './locked.ts'
import { checkEnabled } from './rules.ts'

const eventType = 'webhook.tested'

mutation('testWebhook', {
  emits: [eventType],
  description: `Sends a webhook a delivery of type \`${eventType}\`, at once, and once only: one that fails is not tried again and disables nothing. What came of it, its \`state\` says some milliseconds later.`,
  scope: 'webhooks',
  input: (t) => ({ id: t.id({ required: true, description: 'The webhook.' }) }),
  shows: { field: 'webhookDelivery', resource: 'WebhookDelivery' },
  async write(write, input) {
    await checkStillOpen(write)
    const { storeId, id: webhookId, disabledAt } = await lockWebhook(write, 'id', input.id)
    checkEnabled({ disabledAt })
    const { now, surface, requestId } = write.context
    // The fields of events, in their order: see webhooks/rows.ts.
    const request = JSON.stringify({
      ...{ id: null, sequence: null, type: eventType, created_at: formatTime(now), actor: actorOf(write.viewer), surface },
      ...{ operation: 'testWebhook', request_id: requestId, record_type: 'webhook', record_id: Number(webhookId) },
      ...{ subscription_id: null, order_id: null, customer_id: null, changes: {}, store_id: Number(storeId) },
    })
    const messageId = `test_${randomUUID()}`
    const id = await write.insert('WebhookDelivery', {
      webhookId,
      eventType,
      messageId,
      request,
      nextTryAt: wholeSecond(now),
      createdAt: now,
    })
    const about = { type: eventType, recordType: 'webhook', id: webhookId } as const
    return { id, changes: { webhookId: { from: null, to: webhookId } }, emits: [about] }
  },
})
