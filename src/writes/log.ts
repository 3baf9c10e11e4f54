/**
 * The write log: caller, surface, time, and the changes of each write, or the rule that refused it. The size of an entry is bounded, and so
 * is its retention (`retention.ts`); the number of entries is bounded by the callers' budgets.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Surface } from '../context.ts'
import { keptPlan } from '../db/kept-plan.ts'
import type { Tx } from '../db/transaction.ts'
import { type MovedSubscriptions, recordMoves } from '../movements/record.ts'
import { maxSentence, type Refusal } from '../values/errors.ts'
import { cutText } from '../values/text.ts'
import { inBatches } from './batches.ts'
import { boundedChanges } from './bounded-changes.ts'
import { type Changes, plainChanges } from './changes.ts'
import { type EmittedEvent, eventRows } from './events.ts'

/** The fields that the entries of a write share. */
export type Entry = {
  storeId: bigint
  createdAt: Date
  actor: string
  surface: Surface
  operation: string
  requestId: string
  /** Type of the records written, where there are any. */
  recordType?: string | undefined
}

/** An entry: the record written, where there is one, and what was changed or refused. */
type Logged = {
  recordType?: string | undefined
  id?: bigint
  subscriptionId?: bigint
  orderId?: bigint
  note?: string | null | undefined
  changes?: Changes
  refusal?: Refusal
}

/**
 * Adds entries, and the write's events, in the transaction of the write itself and in one statement for each batch.
 *
 * @param logged one, unless the write changed several records.
 *
 * @param events empty for a refused write that left nothing.
 *
 * @param moved the subscriptions that it changed, whose movements the first statement records too.
 */
export async function writeLog(
  tx: Tx,
  entry: Entry,
  logged: readonly Logged[],
  events: readonly EmittedEvent[] = [],
  moved?: MovedSubscriptions,
): Promise<void> {
  const count = Math.max(logged.length, events.length)
  if (count === 0 && moved) await tx.$executeRaw`WITH ${recordMoves(moved)} SELECT FROM moved ${keptPlan}`
  await inBatches(count, (from, to) =>
    writeBatch(tx, entry, logged.slice(from, to), events.slice(from, to), from === 0 ? moved : undefined),
  )
}

async function writeBatch(
  tx: Tx,
  entry: Entry,
  logged: readonly Logged[],
  events: readonly EmittedEvent[],
  moved: MovedSubscriptions | undefined,
): Promise<void> {
  const parts = [
    ...(events.length > 0 ? [Prisma.sql`emitted AS (${insertEvents(entry, events)})`] : []),
    ...(moved ? [recordMoves(moved)] : []),
  ]
  const inserted = parts.length > 0 ? Prisma.sql`WITH ${Prisma.join(parts, ', ')} ` : Prisma.empty
  await tx.$executeRaw`${inserted}INSERT INTO log_entry (store_id, created_at, actor, surface, operation, request_id, record_type, record_id, subscription_id,
      order_id, note, changes, refused_by, message)
    SELECT ${entry.storeId}::bigint, ${entry.createdAt}::timestamptz, ${entry.actor}::text, ${entry.surface}::"Surface", ${entry.operation}::text,
      ${entry.requestId}::text, "recordType", id, "subscriptionId", "orderId", note, changes, "refusedBy", message
    FROM ROWS FROM (jsonb_to_recordset(${logRows(logged)}::jsonb) AS ("recordType" text, "id" bigint, "subscriptionId" bigint, "orderId" bigint,
      "note" text, "changes" jsonb, "refusedBy" text, "message" text)) WITH ORDINALITY AS logged ORDER BY ordinality ${keptPlan}`
}

/** Entries as rows of the table, in one JSON parameter. */
const logRows = (logged: readonly Logged[]): string =>
  JSON.stringify(
    logged.map(({ recordType, id, subscriptionId, orderId, note, changes, refusal }) => ({
      ...{ recordType, id, subscriptionId, orderId },
      // A note that is too long is refused; the entry of the refusal stores its beginning.
      note: note ? cutText(note, maxSentence) : null,
      changes: boundedChanges(plainChanges(changes)),
      refusedBy: refusal?.code,
      message: refusal?.message,
    })),
    (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  )

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
