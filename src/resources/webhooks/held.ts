/** Who may manage webhooks, the webhook that is managed, and which events there are for it. */
import { holdAskingKey } from '../../auth/asking-key.ts'
import { requireGivenScopes } from '../../auth/scopes.ts'
import type { Shape } from '../../db/shape.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'

/**
 * Checks that the key that asks still opens the store, and may read events: what a webhook is sent, it could read.
 *
 * @throws Refusal FORBIDDEN, and what `holdAskingKey` throws.
 */
export async function checkMaySend({ tx, viewer, context }: Write): Promise<void> {
  requireGivenScopes(await holdAskingKey(tx, viewer, context.now), ['read_events'])
}

/** Checks that the key that asks still opens the store. */
export async function checkStillOpen({ tx, viewer, context }: Write): Promise<void> {
  await holdAskingKey(tx, viewer, context.now)
}

/**
 * Holds the webhook of an input.
 *
 * @throws Refusal NOT_FOUND for one that there is not, or is deleted.
 */
export const holdWebhook = (write: Write, name: string, id: string): Promise<Shape<'Webhook'>> =>
  write.hold('Webhook', { id: readId(field(name), id) })

/** Up to which sequence the store's events are kept no longer. */
export async function forgottenSequence({ tx, viewer: { storeId } }: Write): Promise<bigint> {
  const counter = await tx.eventCounter.findUnique({ where: { storeId }, select: { forgottenSequence: true } })
  return counter?.forgottenSequence ?? 0n
}
