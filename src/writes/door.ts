/**
 * The one door for writes: every mutation runs through it, and so every write is all or nothing, obeys the Idempotency-Key, and leaves a
 * log entry, done or refused, and its events; a dry run leaves nothing.
 */

import { actorOf, type Writer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import { inStore } from '../db/cancel.ts'
import { refusalOfCheck } from '../db/checks.ts'
import type { ReadRows } from '../db/connection.ts'
import { noteWrite } from '../db/lock-timeouts.ts'
import { isLockTimeout, isTimedOut } from '../db/outage.ts'
import { inTransaction, type Tx, undone } from '../db/transaction.ts'
import type { MovedSubscriptions } from '../movements/record.ts'
import type { BeforeUndone } from '../schema/dry-run.ts'
import type { Attempt } from '../schema/mutation-options.ts'
import type { FirstOutcome } from '../schema/outcome.ts'
import type { FaultPolicy } from '../schema/several.ts'
import { type ErrorCode, Refusal } from '../values/errors.ts'
import { each } from '../values/faults.ts'
import { snakeCase } from '../values/text.ts'
import { Beforehand } from './beforehand.ts'
import type { EventType } from './event-types.ts'
import { type EmittedEvent, eventsOf } from './events.ts'
import { claimKey, settleKey } from './idempotency.ts'
import { type Entry, writeEvents, writeLog } from './log.ts'
import { outcomeOf, type PendingCharge, type Subject, type Written, type WrittenRecord } from './result.ts'
import { storeTime } from './store-time.ts'
import { Write } from './write.ts'

// Refusals with these codes concern the request as a whole and stay GraphQL errors; all others are answers about the input.
const requestCodes = new Set<ErrorCode>([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'INTERNAL',
  'UNAVAILABLE',
  'IDEMPOTENCY_KEY_IN_USE',
  'IDEMPOTENCY_KEY_REUSED',
])

/** Maximum duration of the reads inside a dry run. */
const lookMilliseconds = 3_000

/** Maps an error to the refusal that answers a write: a rule's, or that of a CHECK constraint. Any other error is thrown again. */
function answerOf(error: unknown): Refusal {
  if (error instanceof Beforehand) return error.refusal
  if (error instanceof Refusal && !requestCodes.has(error.code)) return error
  const refusal = refusalOfCheck(error)
  if (refusal) return refusal
  throw error
}

type Writes = { given: Write; written: Written | PendingCharge; emitted: EventType }

/**
 * Runs a write once.
 *
 * @throws Refusal of the kinds that concern the request as a whole; every other refusal is in the outcome.
 */
export const runWrite = (attempt: Attempt<Writes>, context: Context, writer: Writer): Promise<FirstOutcome> =>
  inStore(writer.storeId, () => runInStore(attempt, context, writer))

async function runInStore(attempt: Attempt<Writes>, context: Context, writer: Writer): Promise<FirstOutcome> {
  const { beforeUndone } = attempt
  if (beforeUndone) return dryRun(attempt, context, writer, beforeUndone)
  try {
    const outcome = await writeOnce(attempt, context, writer, true).catch(async (error: unknown) => {
      if (!(error instanceof Beforehand)) throw error
      await error.act()
      return writeOnce(attempt, context, writer, false)
    })
    if (outcome.key !== 'replayed' && outcome.userErrors.length === 0) noteWrite(context.db, 'done')
    return outcome
  } catch (error) {
    if (isLockTimeout(error)) noteWrite(context.db, 'locked')
    throw error
  }
}

/** @param isFirst whether work that has to be done beforehand is thrown; else it is refused. */
async function writeOnce(attempt: Attempt<Writes>, context: Context, writer: Writer, isFirst: boolean): Promise<FirstOutcome> {
  const { operation, recordType, input, registry, emits, condition } = attempt
  const entry: Entry = {
    storeId: writer.storeId,
    createdAt: context.now,
    actor: actorOf(writer),
    surface: context.surface,
    operation,
    requestId: context.requestId,
    recordType,
  }
  // The last attempt's: a transaction may be retried.
  let subject: Subject = {}
  const keep = async (
    tx: Tx,
    { shownOnce, cookie, viewer, points, isNothing, emits: instead, ...written }: Written,
    beside: readonly EmittedEvent[],
  ): Promise<FirstOutcome> => {
    const about = { ...entry, ...subject, ...written }
    const moved = written.moved && movedBy(entry, written.moved)
    if (written.many) await logRecords(tx, entry, emits, written.many, beside, moved)
    else if (!isNothing) await writeLog(tx, about, [about], eventsOf(emits, about, instead, beside), moved)
    else await writeLog(tx, about, [], [], moved)
    return {
      ...outcomeOf(written),
      ...(shownOnce && { shownOnce }),
      ...(cookie && { cookie }),
      ...(viewer && { viewer }),
      ...(points && { points }),
    }
  }
  const keepOthers = async (tx: Tx, { others }: Write): Promise<void> => {
    for (const [name, records] of others)
      if (records.length > 0) await writeLog(tx, { ...entry, operation: name }, records, records)
  }
  const withKey = (outcome: FirstOutcome): FirstOutcome => (context.idempotency ? { key: 'first', ...outcome } : outcome)
  let first: FirstOutcome | PendingCharge
  try {
    first = await inTransaction(context.db, async (tx, rows) => {
      const claim = await claimKey(tx, operation, input, context)
      if (claim && 'outcome' in claim) return { ...claim.outcome, key: 'replayed' } as const
      const now = await storeTime(tx, writer, context.now)
      const write = new Write({ tx, context, claim, registry, recordType, condition, isDryRun: false, now })
      entry.createdAt = now
      subject = write.subject
      const written = await checkSentBack(write, await attempt.write(write), rows, input)
      if ('resume' in written) {
        // The work so far is committed now, before the result of the payment.
        if (written.done) await keep(tx, { changes: write.changes, moved: write.moved, ...written.done }, write.emitted)
        else await writeEvents(tx, { ...entry, ...subject }, eventsOf(emits, {}, [], write.emitted))
        await keepOthers(tx, write)
        return written
      }
      const outcome = await keep(tx, { changes: write.changes, moved: write.moved, ...written }, write.emitted)
      await keepOthers(tx, write)
      if (claim) await settleKey(tx, claim, outcome)
      return outcome
    })
  } catch (error) {
    if (isFirst && error instanceof Beforehand) throw error
    // Nothing was committed and no key is claimed: a retry may use the same one.
    return keepRefusal(answerOf(error), { ...entry, ...subject }, input, context)
  }
  // From here on a charge is possible: the key stays with the payment in any case.
  context.eventsWritten()
  if (!('resume' in first)) return withKey(first)
  const outcome = await first.resume((tx, written) => keep(tx, written, []))
  context.eventsWritten()
  return withKey({ ...outcome, mayBeCharged: first.moves ?? 'payment' })
}

/** Logs each of several records that changed, and emits its events. */
async function logRecords(
  tx: Tx,
  entry: Entry,
  emits: readonly EventType[],
  many: readonly WrittenRecord[],
  beside: readonly EmittedEvent[],
  moved: MovedSubscriptions | undefined,
): Promise<void> {
  const changed = many.filter(({ changes }) => isAny(changes)).map((each) => ({ ...entry, ...each }))
  const events = changed.flatMap((each) => eventsOf(emits, each, each.emits, []))
  if (changed.length > 0 || moved) await writeLog(tx, entry, changed, changed.length > 0 ? [...events, ...beside] : [], moved)
}

/** The movements of a write, whose entry has its time and its request; a payment is settled later than that. */
const movedBy = (
  { storeId, createdAt, requestId }: Entry,
  { subscriptionIds, at }: NonNullable<Written['moved']>,
): MovedSubscriptions => ({
  ...{ storeId, subscriptionIds, at, requestId },
  knownAt: at > createdAt ? at : createdAt,
})

/**
 * Checks what was sent back of the records beside the fields of the write: their columns were compared with the locked rows, and what
 * is embedded in a record is compared where nothing of it was changed.
 *
 * @returns what was written, with the records that are refused by this where the write is to keep going.
 */
async function checkSentBack<W extends Written | PendingCharge>(
  { context, changes, condition, isCompared, isConditionMet }: Write,
  written: W,
  rows: ReadRows,
  input: unknown,
): Promise<W> {
  const { columns = {}, checkEmbedded } = context.sentBack ?? {}
  if (!isCompared && isAny(columns)) throw new Error('The write locks no row of the record that it shows.')
  // A write that is resumed under its key was compared before.
  if (condition && !isConditionMet && !('resume' in written))
    throw new Error('The write locks no row of the record that it changes.')
  if (!checkEmbedded || 'resume' in written) return written
  const { many, id } = written as Written
  const one = isAny(changes) || isAny((written as Written).changes) ? [] : [{ index: 0, ...(id !== undefined && { id }) }]
  const unchanged = many?.filter(({ change }) => change === 'unchanged') ?? one
  const refused = unchanged.length > 0 ? await checkEmbedded(rows, unchanged) : new Map<number, Refusal>()
  if (many && (input as { onError?: FaultPolicy }).onError === 'keep_going')
    return { ...written, many: many.map((each) => refusedAt(refused, each.index) ?? each) }
  each(refused.values(), (refusal) => {
    throw refusal
  })
  return written
}

function refusedAt(refused: ReadonlyMap<number, Refusal>, index: number): WrittenRecord | undefined {
  const refusal = refused.get(index)
  return refusal && { index, refusal }
}

const isAny = (values: object = {}): boolean => Object.keys(values).length > 0

/** Logs a refusal, and stores it under the request's key, unless another request with the key has an outcome already. */
async function keepRefusal(refusal: Refusal, entry: Entry, input: unknown, context: Context): Promise<FirstOutcome> {
  const outcome = outcomeOf({ refusal })
  const heard: FirstOutcome = { ...outcome, refusal }
  return inTransaction(context.db, async (tx): Promise<FirstOutcome> => {
    const claim = await claimKey(tx, entry.operation, input, context, outcome)
    if (claim && 'outcome' in claim) return { ...claim.outcome, key: 'replayed' }
    await writeLog(tx, entry, [{ ...entry, refusal }])
    return claim ? { ...heard, key: 'first' } : heard
  })
}

/** Runs the write under the same locks, reads its result, and rolls it back: nothing is charged, logged or stored under a key. */
async function dryRun(
  { registry, recordType, input, condition, write: doWrite }: Attempt<Writes>,
  context: Context,
  writer: Writer,
  beforeUndone: BeforeUndone,
): Promise<FirstOutcome> {
  try {
    return await undone(context.db, async (tx, rows) => {
      const isMade = await idsFrom(tx)
      const now = await storeTime(tx, writer, context.now)
      const write = new Write({ tx, context, claim: undefined, registry, recordType, condition, isDryRun: true, now })
      const written = await checkSentBack(write, await doWrite(write), rows, input)
      if ('resume' in written) throw new Error('A dry run charges nobody.')
      const { viewer } = written
      const outcome = { ...outcomeOf(written), isDryRun: true, ...(viewer && { viewer }) }
      // Other transactions wait for these locks.
      await tx.$queryRaw`SELECT set_config('statement_timeout', ${String(lookMilliseconds)}, true)`
      await beforeUndone(outcome, { rows: within(lookMilliseconds, rows), isMade })
      return outcome
    })
  } catch (error) {
    return { ...outcomeOf({ refusal: answerOf(error) }), isDryRun: true }
  }
}

/** Distinguishes new ids from existing ones by the current values of the sequences. */
async function idsFrom(tx: Tx): Promise<(model: string, id: bigint) => boolean> {
  const found = await tx.$queryRaw<{ table: string; last: bigint | null }[]>`
    SELECT refobjid::regclass::text AS "table", pg_sequence_last_value(objid) AS last FROM pg_depend
    JOIN pg_class ON pg_class.oid = objid WHERE relkind = 'S' AND refclassid = 'pg_class'::regclass AND deptype IN ('a', 'i')`
  const lasts = new Map(found.map(({ table, last }) => [table.replaceAll('"', ''), last ?? 0n]))
  return (model, id) => id > (lasts.get(snakeCase(model)) ?? id)
}

/** Reads within a deadline. */
function within(milliseconds: number, rows: ReadRows): ReadRows {
  const end = performance.now() + milliseconds
  const tooMuch = () => new Refusal('TIMEOUT', 'The dry run shows too much to be read in time; ask for less.')
  return async (...asked) => {
    if (performance.now() > end) throw tooMuch()
    return rows(...asked).catch((error: unknown) => {
      throw isTimedOut(error) ? tooMuch() : error
    })
  }
}
