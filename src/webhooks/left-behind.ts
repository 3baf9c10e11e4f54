/** Webhooks that came so late to events that these are kept no longer: they are disabled, and told so, lest any is missed without a word. */
import { contextInProcess, operatorIn } from '../in-process.ts'
import type { Sending } from './send.ts'

type LeftBehind = { storeId: bigint; id: bigint; lastSequence: bigint; forgottenSequence: bigint }

/** How many at a time; further ones are for the next minute. */
const batch = 100

/** Disables the webhooks whose next event is kept no longer; answers how many. The server does it once a minute. */
export async function disableLeftBehind({
  db,
  clock,
  disable,
  report,
  eventsWritten = () => {},
}: Omit<Sending, 'outside' | 'chance'>): Promise<number> {
  const found = await db.$queryRaw<LeftBehind[]>`
    SELECT webhook.store_id AS "storeId", webhook.id, webhook.last_sequence AS "lastSequence", counter.forgotten_sequence AS "forgottenSequence"
    FROM webhook JOIN event_counter AS counter ON counter.store_id = webhook.store_id
    WHERE webhook.disabled_at IS NULL AND webhook.last_sequence < counter.forgotten_sequence LIMIT ${batch}::int`
  for (const { storeId, id, lastSequence, forgottenSequence } of found) {
    const viewer = await operatorIn(db, storeId, 'worker')
    if (!viewer) continue
    const because = `Its endpoint took too long: the events from ${lastSequence + 1n} to ${forgottenSequence} are kept no longer and were not sent.`
    const context = contextInProcess({ db, viewer, clock, now: clock.now(), report, eventsWritten })
    await disable(context, { webhookId: id, because })
  }
  return found.length
}
