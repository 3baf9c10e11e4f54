/** Sends due deliveries: claims each, posts it outside of any transaction, and records the result. Delivery is at least once. */
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { contextInProcess, operatorIn } from '../in-process.ts'
import { emit } from '../observe/observe.ts'
import type { RunMutation } from '../schema/mutation-options.ts'
import { type ClaimedDelivery, claimDeliveries } from './claim.ts'
import { outcomeOfTry } from './outcome.ts'
import { type Outside, type Posted, post } from './post.ts'
import { noteFailing, recover } from './recovery.ts'
import { signedHeaders } from './signature.ts'

/** Disables a webhook, and gives up the delivery that caused it: a write of the resource, see resources/webhooks/disable.ts. */
type Disable = RunMutation<{
  webhookId: bigint
  because: string
  givenUp?: { id: bigint; tries: number; came: ReturnType<typeof columnsOf> }
}>

export type Sending = {
  db: Db
  clock: Clock
  outside: Outside
  disable: Disable
  /** Called for a result that could not be recorded; the delivery is sent again once its claim has run out. */
  report: (error: unknown) => void
  /** Called when events wait for their numbers. */
  eventsWritten?: () => void
  /** A random number from 0 to 1. */
  chance?: () => number
}

/** Claims due deliveries; the promises are of those in progress, and never reject. */
export async function sendDue(sending: Sending, most: number): Promise<Promise<void>[]> {
  const claimed = await claimDeliveries(sending.db, sending.clock, most)
  return claimed.map((delivery) => deliver(sending, delivery).catch(sending.report))
}

async function deliver(sending: Sending, delivery: ClaimedDelivery): Promise<void> {
  const { clock, outside, chance = Math.random } = sending
  const { url, request: body, messageId, secrets } = delivery
  const headers = signedHeaders(messageId, clock.now(), body, secrets)
  const posted = await post({ url, headers, body }, outside)
  const outcome = outcomeOfTry({ ...delivery, posted }, clock.now(), chance())
  emit({ kind: 'delivered', result: outcome.state })
  if (outcome.state === 'failed' && outcome.disables) return giveUp(sending, delivery, posted, outcome.disables)
  await record(sending, delivery, posted, outcome.state, outcome.state === 'waiting' ? outcome.nextTryAt : null)
}

/** The answer of an endpoint as columns; those of the previous try are overwritten. */
const columnsOf = (posted: Posted) => ({
  status: 'status' in posted ? posted.status : null,
  answer: 'status' in posted ? posted.answer : null,
  fault: 'fault' in posted ? posted.fault : null,
  milliseconds: posted.milliseconds,
})

/** Records the result of a try and its effect on the webhook, unless its claim ran out meanwhile and another try has begun. */
async function record(
  { db, clock }: Sending,
  { storeId, webhookId, id, isTest, claimedUntil }: ClaimedDelivery,
  posted: Posted,
  state: 'delivered' | 'waiting' | 'failed',
  nextTryAt: Date | null,
): Promise<void> {
  const { status, answer, fault, milliseconds } = columnsOf(posted)
  const [recorded] = await db.$queryRaw<{ isFailing: boolean }[]>`
    UPDATE webhook_delivery AS delivery SET state = ${state}::"WebhookDeliveryState", next_try_at = ${nextTryAt}::timestamptz,
      scheduled_at = NULL, status = ${status}::int, answer = ${answer}::text, fault = ${fault}::text,
      milliseconds = ${milliseconds}::int, delivered_at = CASE WHEN ${state === 'delivered'}::boolean THEN ${clock.inSql()} END
    FROM webhook
    WHERE delivery.store_id = ${storeId}::bigint AND delivery.id = ${id}::bigint AND delivery.state = 'sending'
      AND delivery.next_try_at = ${claimedUntil}::timestamptz
      AND webhook.store_id = ${storeId}::bigint AND webhook.id = delivery.webhook_id
    RETURNING webhook.probe_at IS NOT NULL AS "isFailing"`
  if (!recorded || (isTest && state !== 'delivered')) return
  if (state === 'delivered' && recorded.isFailing) await recover(db, clock, { storeId, webhookId })
  if (state === 'waiting' && !recorded.isFailing) await noteFailing(db, clock, { storeId, webhookId })
}

async function giveUp(
  { db, clock, disable, report, eventsWritten = () => {} }: Sending,
  { storeId, webhookId, id, tries }: ClaimedDelivery,
  posted: Posted,
  because: string,
): Promise<void> {
  const viewer = await operatorIn(db, storeId, 'worker')
  if (!viewer) return
  const context = contextInProcess({ db, viewer, clock, now: clock.now(), report, eventsWritten })
  await disable(context, { webhookId, because, givenUp: { id, tries, came: columnsOf(posted) } })
}
