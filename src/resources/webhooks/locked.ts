/** The permission to manage webhooks, the webhook of an input, and the events that it may receive. */
import { lockCallerKey } from '../../auth/caller-key.ts'
import { requireGivenScopes } from '../../auth/scopes.ts'
import type { Shape } from '../../db/shape.ts'
import { forbidden } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { type EventType, isReadable, readableTypes, scopesOfType } from '../../writes/event-types.ts'
import type { Write } from '../../writes/write.ts'
import { readTypes } from './rules.ts'

/**
 * Checks that the key that asks still opens the store, and may read events: what a webhook is sent, it could read.
 *
 * @returns the key's scopes.
 * @throws Refusal FORBIDDEN, and what `lockCallerKey` throws.
 */
export async function checkMaySend({ tx, viewer, context }: Write): Promise<readonly string[]> {
  const key = await lockCallerKey(tx, viewer, context.now)
  requireGivenScopes(key, ['read_events'])
  return key.scopes
}

/**
 * The types of events that a webhook is sent: those given, or for none given all that the key may read, which are named unless it may
 * read every one.
 *
 * @throws Refusal FORBIDDEN for a type of which the key may not read what changed, and for a key that may read none.
 */
export function typesToSend(given: readonly string[], scopes: readonly string[]): string[] {
  const types = readTypes(given)
  if (types.length === 0 && scopes.includes('*')) return []
  const all = readTypes(readableTypes(scopes))
  if (all.length === 0) throw forbidden('The key may read nothing that events tell of: it needs a scope such as read_orders.')
  if (types.length === 0) return all
  const closed = types.find((type) => !isReadable(type as EventType, scopes))
  if (closed === undefined) return types
  const missing = scopesOfType(closed as EventType).find((scope) => !scopes.includes(scope))
  throw forbidden(`The key lacks the scope ${missing}, which events of the type ${closed} take.`)
}

/** Checks that the key that asks still opens the store. */
export async function checkStillOpen({ tx, viewer, context }: Write): Promise<void> {
  await lockCallerKey(tx, viewer, context.now)
}

/**
 * Locks the webhook of an input.
 *
 * @throws Refusal NOT_FOUND for one that there is not, or is deleted.
 */
export const lockWebhook = (write: Write, name: string, id: string): Promise<Shape<'Webhook'>> =>
  write.lock('Webhook', { id: readId(field(name), id) })

/** Up to which sequence the store's events are kept no longer. */
export async function forgottenSequence({ tx, viewer: { storeId } }: Write): Promise<bigint> {
  const counter = await tx.eventCounter.findUnique({ where: { storeId }, select: { forgottenSequence: true } })
  return counter?.forgottenSequence ?? 0n
}
