/** Sends a webhook again what it was sent, or what it missed. */
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { replayFailed, replayRange } from '../../webhooks/replay.ts'
import type { Write } from '../../writes/write.ts'
import { mutation } from '../describe.ts'
import { checkMaySend, holdWebhook } from './held.ts'
import { checkEnabled, dueAtOnce, maxReplayed, type Replayed, readReplay } from './rules.ts'

mutation('replayDeliveries', {
  tells: ['webhook.replayed'],
  description: `Sends a webhook again one delivery, the events of a range that are of its types, or what was given up: at most ${maxReplayed} at a time, with the same \`Webhook-Id\` as before. What is still waiting is left alone; how much waits then, \`deliveries\` of the webhook tells. The key must also have \`read_events\`.`,
  input: (t) => ({
    webhookId: t.id({ required: true, description: 'The webhook.' }),
    deliveryId: t.id({ description: 'One delivery of it.' }),
    fromSequence: t.field({ type: 'WholeNumber', description: 'The first event of a range, whether it was ever sent or not.' }),
    toSequence: t.field({ type: 'WholeNumber', description: 'The last event of the range.' }),
    allFailed: t.boolean({ description: 'True for all deliveries that were given up.' }),
  }),
  shows: { field: 'webhook', resource: 'Webhook' },
  async write(write, { webhookId, ...input }) {
    const replayed = readReplay(input)
    await checkMaySend(write)
    const { id, disabledAt } = await holdWebhook(write, 'webhookId', webhookId)
    checkEnabled({ disabledAt })
    const count = await replay(write, id, replayed)
    return count > 0 ? { id, changes: { replayed: { from: null, to: count } } } : { id, isNothing: true }
  },
})

async function replay(write: Write, webhookId: bigint, replayed: Replayed): Promise<number> {
  const { tx, viewer, context } = write
  const held = { storeId: viewer.storeId, webhookId, now: context.now, most: maxReplayed }
  if (replayed === 'failed') return replayFailed(tx, held)
  if ('from' in replayed) return replayRange(tx, { ...held, ...replayed })
  const delivery = await write.hold('WebhookDelivery', { id: readId(field('deliveryId'), replayed.deliveryId), webhookId })
  if (delivery.state === 'waiting' || delivery.state === 'sending') return 0
  await write.change(delivery, { state: 'waiting', tries: 0, nextTryAt: dueAtOnce(context.now), deliveredAt: null })
  return 1
}
