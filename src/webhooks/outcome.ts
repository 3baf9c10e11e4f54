/** Maps the answer of an endpoint to the outcome of its delivery. Pure. */
import type { Posted } from './post.ts'
import { nextTry, pauses } from './schedule.ts'

/** The outcome of a try: delivered, retried at a time, or given up, and whether the webhook is disabled for it. */
type TryOutcome = { state: 'delivered' } | { state: 'waiting'; nextTryAt: Date } | { state: 'failed'; disables?: string }

type Tried = { tries: number; scheduledAt: Date | null; isTest: boolean; posted: Posted }

const gone = 410

/**
 * Says what is to become of a delivery. Any status from 200 to 299 takes it; a redirect is no answer.
 *
 * @param chance a random number from 0 to 1.
 */
export function outcomeOfTry({ tries, scheduledAt, isTest, posted }: Tried, now: Date, chance: number): TryOutcome {
  const status = 'status' in posted ? posted.status : 0
  if (status >= 200 && status <= 299) return { state: 'delivered' }
  if (isTest) return { state: 'failed' }
  if (status === gone) return { state: 'failed', disables: 'The endpoint answered 410: it is gone for good.' }
  // A try before the end of the backoff leaves the backoff unchanged.
  if (scheduledAt) return { state: 'waiting', nextTryAt: scheduledAt }
  const nextTryAt = nextTry(tries, now, chance)
  if (nextTryAt) return { state: 'waiting', nextTryAt }
  const last = 'fault' in posted ? posted.fault : `It answered ${status}.`
  return { state: 'failed', disables: `A delivery failed ${pauses.length + 1} times within three days. The last time: ${last}` }
}
