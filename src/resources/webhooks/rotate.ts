/** Gives a webhook a new signing secret. */

import { defaultOverlapSeconds, maxOverlapSeconds, readOverlap } from '../../values/overlap.ts'
import { newSigningSecret } from '../../webhooks/signature.ts'
import { changesOf } from '../../writes/changes.ts'
import { mutation } from '../describe.ts'
import { checkMaySend, lockWebhook } from './locked.ts'
import { rotated } from './rules.ts'
import { signingSecretShown } from './secret-shown.ts'

mutation('rotateWebhookSecret', {
  emits: ['webhook.rotated'],
  description:
    'Gives a webhook a new signing secret. For a while deliveries are signed with the one before as well, so that the endpoint may know either. The key must also have `read_events`.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The webhook.' }),
    overlapSeconds: t.int({
      description: `How long deliveries are signed with the secret before as well, from 0 to ${maxOverlapSeconds} seconds; ${defaultOverlapSeconds} unless given.`,
    }),
  }),
  shows: { field: 'webhook', resource: 'Webhook' },
  showsOnce: signingSecretShown,
  async write(write, input) {
    const overlap = readOverlap(input.overlapSeconds)
    await checkMaySend(write)
    const webhook = await lockWebhook(write, 'id', input.id)
    const secret = newSigningSecret()
    const change = rotated(webhook, secret, overlap, write.context.now)
    await write.change(webhook, change)
    // Secrets cannot be read, in the log neither.
    const { rotatedAt, previousWorksUntil } = change
    return { id: webhook.id, changes: changesOf(webhook, { rotatedAt, previousWorksUntil }), shownOnce: { secret } }
  },
})
