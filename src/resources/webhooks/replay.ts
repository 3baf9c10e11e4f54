/** Sends a webhook again what it was sent, or what it missed. */
import { badInput } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { wholeSecond } from '../../values/time.ts'
import { replayFailed, replayRange } from '../../webhooks/replay.ts'
import type { Write } from '../../writes/write.ts'
import { mutation } from '../describe.ts'
import { checkMaySend, forgottenSequence, lockWebhook } from './locked.ts'
import { checkEnabled, maxReplayed, type Replayed, readReplay } from './rules.ts'

mutation('replayDeliveries', {
  emits: ['webhook.replayed'],
  description: `Sends a webhook again one delivery, the events of a range that are of its types, or what was given up: at most ${maxReplayed} at a time, with the same \`Webhook-Id\` as before. What is still waiting is left alone, unless it is the one delivery, which is then tried at once; how much waits then, \`deliveries\` of the webhook tells. Each that is sent costs a point. The key must also have \`read_events\`.`,
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
    const { id, disabledAt } = await lockWebhook(write, 'webhookId', webhookId)
    checkEnabled({ disabledAt })
    const count = await replay(write, id, replayed)
    return count > 0 ? { id, points: count, changes: { replayed: { from: null, to: count } } } : { id, isNothing: true }
  },
})

async function replay(write: Write, webhookId: bigint, replayed: Replayed): Promise<number> {
  const { tx, viewer, context } = write
  const held = { storeId: viewer.storeId, webhookId, now: context.now, most: maxReplayed }
  if (replayed === 'failed') return replayFailed(tx, held)
  if ('from' in replayed) {
    checkKept(replayed.from, await forgottenSequence(write))
    return replayRange(tx, { ...held, ...replayed })
  }
  const delivery = await write.lock('WebhookDelivery', { id: readId(field('deliveryId'), replayed.deliveryId), webhookId })
  if (delivery.state === 'sending') return 0
  // One that is rounded up would still be to come.
  const nextTryAt = wholeSecond(context.now)
  await write.change(
    delivery,
    delivery.state === 'waiting' ? { nextTryAt } : { state: 'waiting', tries: 0, nextTryAt, deliveredAt: null },
  )
  return 1
}

/** @throws Refusal BAD_INPUT for a range that begins with events that are kept no longer. */
function checkKept(from: bigint, forgotten: bigint): void {
  if (from > forgotten) return
  const oldest = `Events up to ${forgotten} are kept no longer`
  throw badInput(
    say`${oldest}: ${field('fromSequence')} must be ${forgotten + 1n} or more. What was sent of them goes by ${field('deliveryId')}.`,
  )
}
