/**
 * The write log: who wrote what, through which surface, when, and what it changed or which rule refused it. What an entry keeps has
 * a bound, and so has how long it is kept (`retention.ts`); how many there are, the budget of those who write bounds.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Surface } from '../context.ts'
import { keptPlan } from '../db/kept-plan.ts'
import type { Tx } from '../db/transaction.ts'
import { maxSentence, type Refusal } from '../values/errors.ts'
import { cutText } from '../values/text.ts'
import { boundedChanges } from './bounded-changes.ts'
import { type Changes, plainChanges } from './changes.ts'
import { eventRows, type ToldEvent } from './events.ts'

export type Entry = {
  storeId: bigint | number
  createdAt: Date
  actor: string
  surface: Surface
  operation: string
  requestId: string
  /** Kind and id of the record written, where there is one. */
  recordType?: string | undefined
  id?: bigint
  subscriptionId?: bigint
  orderId?: bigint
  note?: string | null | undefined
  changes?: Changes
  refusal?: Refusal
}

/**
 * Adds an entry, and the events that the write tells, in the transaction of the write itself and in one statement.
 *
 * @param told none of a refused write that left nothing.
 */
export async function writeLog(tx: Tx, entry: Entry, told: readonly ToldEvent[] = []): Promise<void> {
  const { id, subscriptionId, orderId, note, changes, refusal, recordType } = entry
  // A note that is longer is refused, and is not kept whole for that.
  const kept = note ? cutText(note, maxSentence) : null
  const events = told.length > 0 ? Prisma.sql`WITH told AS (${insertEvents(entry, told)}) ` : Prisma.empty
  await tx.$executeRaw`${events}INSERT INTO log_entry (store_id, created_at, actor, surface, operation, request_id, record_type, record_id, subscription_id,
      order_id, note, changes, refused_by, message)
    VALUES (${entry.storeId}::bigint, ${entry.createdAt}::timestamptz, ${entry.actor}, ${entry.surface}::"Surface", ${entry.operation},
      ${entry.requestId}, ${recordType ?? null}, ${id ?? null}::bigint, ${subscriptionId ?? null}::bigint, ${orderId ?? null}::bigint,
      ${kept}, ${JSON.stringify(boundedChanges(plainChanges(changes)))}::jsonb,
      ${refusal?.code ?? null}, ${refusal?.message ?? null}) ${keptPlan}`
}

/** Adds events of a write that has no entry yet, since it stops for its payment. */
export async function writeEvents(tx: Tx, entry: Entry, told: readonly ToldEvent[]): Promise<void> {
  if (told.length > 0) await tx.$executeRaw`${insertEvents(entry, told)} ${keptPlan}`
}

/** The statement that adds events, in their order. */
const insertEvents = (entry: Entry, told: readonly ToldEvent[]) => Prisma.sql`
    INSERT INTO event (store_id, created_at, actor, surface, operation, request_id, type, record_type, record_id, subscription_id,
      order_id, customer_id, changes)
    SELECT ${entry.storeId}::bigint, ${entry.createdAt}::timestamptz, ${entry.actor}::text, ${entry.surface}::"Surface",
      ${entry.operation}::text, ${entry.requestId}::text, type, "recordType", id, "subscriptionId", "orderId", "customerId", changes
    FROM ROWS FROM (jsonb_to_recordset(${eventRows(told)}::jsonb) AS ("type" text, "recordType" text, "id" bigint, "subscriptionId" bigint,
      "orderId" bigint, "customerId" bigint, "changes" jsonb)) WITH ORDINALITY AS told ORDER BY ordinality`
