/** Makes a webhook. */
import { newSigningSecret } from '../../webhooks/signature.ts'
import { mutation } from '../describe.ts'
import { checkMaySend, typesToSend } from './locked.ts'
import { checkRoom, maxWebhooks, readUrl } from './rules.ts'
import { signingSecretShown } from './secret-shown.ts'

mutation('createWebhook', {
  emits: ['webhook.created'],
  description: `Has an address sent the events of the store as they come, from now on. The key must also have \`read_events\`. A store has at most ${maxWebhooks} webhooks.`,
  input: (t) => ({
    url: t.string({
      required: true,
      description:
        'Where deliveries are posted to: https, without credentials, on the public internet; redirects are not followed.',
    }),
    types: t.field({
      type: ['EventType'],
      description: 'The types of events it is sent, which the key may read; unless given, or if it is empty, all that it may.',
    }),
    isOrdered: t.boolean({
      description: 'Whether each event waits until the one before it was taken; they are sent side by side unless given.',
    }),
  }),
  shows: { field: 'webhook', resource: 'Webhook' },
  showsOnce: signingSecretShown,
  async write(write, input) {
    const url = readUrl(input.url, write.context.allowsPrivateWebhooks)
    const isOrdered = input.isOrdered ?? false
    const types = typesToSend(input.types ?? [], await checkMaySend(write))
    const { id: storeId } = await write.lockStore()
    checkRoom(await write.tx.webhook.count({ where: { storeId, deletedAt: null } }))
    const counter = await write.tx.eventCounter.findUnique({ where: { storeId }, select: { lastSequence: true } })
    const secret = newSigningSecret()
    const row = { url, types, isOrdered, secret, lastSequence: counter?.lastSequence ?? 0n, createdAt: write.context.now }
    const id = await write.insert('Webhook', row)
    const changes = { url: { from: null, to: url }, types: { from: null, to: types }, isOrdered: { from: null, to: isOrdered } }
    return { id, changes, shownOnce: { secret } }
  },
})
