/**
 * The write log: who wrote what, through which surface, when, and what it changed or which rule refused it. What an entry keeps has
 * a bound, and so has how long it is kept (`retention.ts`); how many there are, the budget of those who write bounds.
 */
import type { Prisma } from '../../prisma/generated/client/client.ts'
import type { Surface } from '../context.ts'
import type { Tx } from '../db/transaction.ts'
import { maxSentence, type Refusal } from '../errors.ts'
import { cutText } from '../values/text.ts'
import { formatTime } from '../values/time.ts'
import { boundedChanges } from './bounded-changes.ts'

export type Changes = Record<string, { from: unknown; to: unknown }>

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

/** Adds an entry, in the transaction of the write itself. */
export async function writeLog(
  tx: Tx,
  { id, subscriptionId, orderId, note, changes, refusal, recordType, ...entry }: Entry,
): Promise<void> {
  await tx.logEntry.create({
    data: {
      ...entry,
      recordType: recordType ?? null,
      recordId: id ?? null,
      subscriptionId: subscriptionId ?? null,
      orderId: orderId ?? null,
      // A note that is longer is refused, and is not kept whole for that.
      note: note ? cutText(note, maxSentence) : null,
      changes: boundedChanges(JSON.parse(JSON.stringify(changes ?? {}, plain))) as Prisma.InputJsonObject,
      refusedBy: refusal?.code ?? null,
      message: refusal?.message ?? null,
    },
    select: { id: true },
  })
}

/** Values as the API shows them: amounts and ids as numbers, times in whole seconds. */
function plain(this: Record<string, unknown>, key: string, value: unknown): unknown {
  // JSON has made a text of a Date before it asks.
  const original = this[key]
  if (original instanceof Date) return formatTime(original)
  return typeof value === 'bigint' ? Number(value) : value
}

/** The columns in which a row changes, each with its old and new value. */
export function changesOf<Row extends object>(row: Row, change: Partial<Row>): Changes {
  return Object.fromEntries(
    Object.entries(change).flatMap(([name, to]) => {
      const from = row[name as keyof Row] as unknown
      return to === undefined || sameValue(from, to) ? [] : [[name, { from, to }]]
    }),
  )
}

export const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one, plain) === JSON.stringify(other, plain)
