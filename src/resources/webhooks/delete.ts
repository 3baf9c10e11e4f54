/** Deletes a webhook. */
import { endWaiting } from '../../webhooks/replay.ts'
import { mutation } from '../describe.ts'
import { checkStillOpen, lockWebhook } from './locked.ts'

mutation('deleteWebhook', {
  emits: ['webhook.deleted'],
  description:
    'Deletes a webhook: nothing more is sent to it, and what waits is given up. What was sent stays readable as long as other deliveries.',
  scope: 'webhooks',
  input: (t) => ({ id: t.id({ required: true, description: 'The webhook.' }) }),
  async write(write, input) {
    await checkStillOpen(write)
    const webhook = await lockWebhook(write, 'id', input.id)
    const now = write.context.now
    // The row goes with its last delivery.
    const gone = { deletedAt: now, disabledAt: now, disabledBecause: 'It was deleted.', secret: '', previousSecret: null }
    await write.change(webhook, gone)
    await endWaiting(write.tx, { storeId: webhook.storeId, webhookId: webhook.id })
    const deleted = { type: 'webhook.deleted', recordType: 'webhook', id: webhook.id } as const
    return { changes: { url: { from: webhook.url, to: null } }, emits: [deleted] }
  },
})
