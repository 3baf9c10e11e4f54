/**
 * The write log: caller, surface, time, and the changes of each write, or the rule that refused it. The size of an entry is bounded, and so
 * is its retention (`retention.ts`); the number of entries is bounded by the callers' budgets.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Surface } from '../context.ts'
import { keptPlan } from '../db/kept-plan.ts'
import type { Tx } from '../db/transaction.ts'
import { maxSentence, type Refusal } from '../values/errors.ts'
import { cutText } from '../values/text.ts'
import { boundedChanges } from './bounded-changes.ts'
import { type Changes, plainChanges } from './changes.ts'
import { type EmittedEvent, eventRows } from './events.ts'

export type Entry = {
  storeId: bigint | number
  createdAt: Date
  actor: string
  surface: Surface
  operation: string
  requestId: string
  /** Type and id of the record written, where there is one. */
  recordType?: string | undefined
  id?: bigint
  subscriptionId?: bigint
  orderId?: bigint
  note?: string | null | undefined
  changes?: Changes
  refusal?: Refusal
}

/**
 * Adds an entry, and the write's events, in the transaction of the write itself and in one statement.
 *
 * @param events empty for a refused write that left nothing.
 */
export async function writeLog(tx: Tx, entry: Entry, events: readonly EmittedEvent[] = []): Promise<void> {
  const { id, subscriptionId, orderId, note, changes, refusal, recordType } = entry
  // A note that is too long is refused; the entry of the refusal stores its beginning.
  const kept = note ? cutText(note, maxSentence) : null
  const inserted = events.length > 0 ? Prisma.sql`WITH emitted AS (${insertEvents(entry, events)}) ` : Prisma.empty
  await tx.$executeRaw`${inserted}INSERT INTO log_entry (store_id, created_at, actor, surface, operation, request_id, record_type, record_id, subscription_id,
      order_id, note, changes, refused_by, message)
    VALUES (${entry.storeId}::bigint, ${entry.createdAt}::timestamptz, ${entry.actor}, ${entry.surface}::"Surface", ${entry.operation},
      ${entry.requestId}, ${recordType ?? null}, ${id ?? null}::bigint, ${subscriptionId ?? null}::bigint, ${orderId ?? null}::bigint,
      ${kept}, ${JSON.stringify(boundedChanges(plainChanges(changes)))}::jsonb,
      ${refusal?.code ?? null}, ${refusal?.message ?? null}) ${keptPlan}`
}

/** Adds events of a write that has no entry yet, since it is suspended for its payment. */
export async function writeEvents(tx: Tx, entry: Entry, events: readonly EmittedEvent[]): Promise<void> {
  if (events.length > 0) await tx.$executeRaw`${insertEvents(entry, events)} ${keptPlan}`
}

/** The statement that inserts events, in order. */
const insertEvents = (entry: Entry, events: readonly EmittedEvent[]) => Prisma.sql`
    INSERT INTO event (store_id, created_at, actor, surface, operation, request_id, type, record_type, record_id, subscription_id,
      order_id, customer_id, changes)
    SELECT ${entry.storeId}::bigint, ${entry.createdAt}::timestamptz, ${entry.actor}::text, ${entry.surface}::"Surface",
      ${entry.operation}::text, ${entry.requestId}::text, type, "recordType", id, "subscriptionId", "orderId", "customerId", changes
    FROM ROWS FROM (jsonb_to_recordset(${eventRows(events)}::jsonb) AS ("type" text, "recordType" text, "id" bigint, "subscriptionId" bigint,
      "orderId" bigint, "customerId" bigint, "changes" jsonb)) WITH ORDINALITY AS emitted ORDER BY ordinality`
