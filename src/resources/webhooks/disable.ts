/** Disables a webhook whose endpoint fails for too long: a write like any other, without a client. */
import type { Shape } from '../../db/shape.ts'
import { changesOf } from '../../writes/changes.ts'
import { operation } from '../describe.ts'

type GivenUp = Pick<Shape<'WebhookDelivery'>, 'id' | 'tries'> & {
  /** The outcome of the last try, as columns of the delivery. */
  came: Partial<Shape<'WebhookDelivery'>>
}

type Disabling = { webhookId: bigint; because: string; givenUp?: GivenUp }

/** Disables a webhook, and gives the delivery up that is the reason, if one is: unless another try of it has begun. */
export const disableWebhook = operation('disableWebhook', {
  emits: ['webhook.disabled'],
  shows: { resource: 'Webhook' },
  async write(write, { webhookId, because, givenUp }: Disabling) {
    const webhook = await write.lock('Webhook', { id: webhookId })
    if (givenUp) {
      const { id, tries, came } = givenUp
      const delivery = await write.find('WebhookDelivery', { id, webhookId, tries, state: 'sending' })
      if (!delivery) return { id: webhookId, isNothing: true }
      await write.change(delivery, { ...came, state: 'failed', nextTryAt: null })
    }
    if (webhook.disabledAt) return { id: webhookId, isNothing: true }
    const change = { disabledAt: write.context.now, disabledBecause: because }
    await write.change(webhook, change)
    return { id: webhookId, changes: changesOf(webhook, change) }
  },
})
