/** Changes a webhook, and enables it again. */
import { isDeepStrictEqual } from 'node:util'
import type { Shape } from '../../db/shape.ts'
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { retryWaiting } from '../../webhooks/replay.ts'
import { eventTypes } from '../../writes/event-types.ts'
import type { Write } from '../../writes/write.ts'
import { mutation } from '../describe.ts'
import { checkMaySend, forgottenSequence, lockWebhook, typesToSend } from './locked.ts'
import { readTypes, readUrl } from './rules.ts'

mutation('updateWebhook', {
  emits: ['webhook.updated'],
  description:
    'Changes a webhook; what is left out stays. One that is enabled again goes on where it stopped, and what waits is sent at once; where its next events are kept no longer, it goes on behind them, which `lastSequence` then says. The key must also have `read_events`.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The webhook.' }),
    url: t.string({ description: 'Where deliveries are posted to from now on; see `createWebhook`.' }),
    types: t.field({
      type: ['EventType'],
      description: 'The types of events it is sent from now on, which the key may read; if it is empty, all that it may.',
    }),
    isOrdered: t.boolean({ description: 'Whether each event waits until the one before it was taken.' }),
    enabled: t.boolean({ description: 'False to send nothing to it for now, true to send to it again.' }),
  }),
  shows: { field: 'webhook', resource: 'Webhook' },
  async write(write, { id, ...input }) {
    for (const [name, value] of Object.entries(input))
      if (value === null) throw badInput(say`${field(name)} must not be null.`, name)
    const { isOrdered, enabled } = input
    const scopes = await checkMaySend(write)
    const webhook = await lockWebhook(write, 'id', id)
    // Unchanged values are not checked again.
    const url = input.url === webhook.url ? undefined : input.url
    const types = input.types && isDeepStrictEqual(readTypes(input.types), webhook.types) ? undefined : input.types
    // Elsewhere it is sent only what the key could read.
    if (types == null && url != null) typesToSend(webhook.types.length > 0 ? webhook.types : Object.keys(eventTypes), scopes)
    const change: Partial<Shape<'Webhook'>> = {
      ...(url != null && { url: readUrl(url, write.context.allowsPrivateWebhooks) }),
      ...(types != null && { types: typesToSend(types, scopes) }),
      ...(isOrdered != null && { isOrdered }),
      ...(enabled === true && {
        ...{ disabledAt: null, disabledBecause: null, probeAt: null, recoveredAt: null },
        lastSequence: await placeOf(write, webhook),
      }),
      ...(enabled === false &&
        !webhook.disabledAt && { disabledAt: write.context.now, disabledBecause: 'Somebody disabled it.' }),
    }
    await write.change(webhook, change)
    if (enabled && webhook.disabledAt)
      await retryWaiting(write.tx, { storeId: webhook.storeId, webhookId: webhook.id, now: write.context.now })
    return { id: webhook.id }
  },
})

/** From where it goes on: from where it stopped, or the oldest event that is kept. */
async function placeOf(write: Write, { lastSequence }: Shape<'Webhook'>): Promise<bigint> {
  const forgotten = await forgottenSequence(write)
  return forgotten > lastSequence ? forgotten : lastSequence
}
