/**
 * What a write tells of: its events, written in its own transaction beside its entry in the log. They have no number yet, so that
 * no write waits for another; the sequencer numbers what is committed (`sequencer.ts`).
 */
import { boundedChanges } from './bounded-changes.ts'
import { type Changes, plainChanges } from './changes.ts'
import type { EventType } from './event-types.ts'

/** What happened, and to what; whatever it leaves out is that of its entry in the log. */
export type ToldEvent = {
  type: EventType
  recordType?: string | undefined
  id?: bigint | undefined
  subscriptionId?: bigint | undefined
  orderId?: bigint | undefined
  customerId?: bigint | undefined
  changes?: Changes | undefined
}

/** Hears of what happened beside what a write is about, such as that the last piece was taken. */
export type Tell = (told: ToldEvent) => void

/** What an entry of the log says that its events say too. */
type About = Omit<ToldEvent, 'type'>

/**
 * The events of a write.
 *
 * @param declared those it may tell; the first is what its changes amount to, unless it says otherwise.
 * @param instead what it says it amounts to.
 * @param beside what happened beside that.
 */
export function eventsOf(
  declared: readonly EventType[],
  { changes, ...about }: About,
  instead: readonly ToldEvent[] | undefined,
  beside: readonly ToldEvent[],
): ToldEvent[] {
  const [type] = declared
  const isChanged = changes !== undefined && Object.keys(changes).length > 0
  const own = instead ?? (type && isChanged ? [{ type }] : [])
  const told = [...own.map((each) => ({ ...about, changes, ...each })), ...beside]
  const undeclared = told.find((each) => !declared.includes(each.type))
  if (undeclared) throw new Error(`${undeclared.type} is told by a write that does not declare it.`)
  return told
}

/** Events as rows of the table, for a statement that takes them as one value. */
export const eventRows = (told: readonly ToldEvent[]): string =>
  JSON.stringify(
    told.map(({ changes, ...each }) => ({ ...each, changes: boundedChanges(plainChanges(changes)) })),
    (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  )
