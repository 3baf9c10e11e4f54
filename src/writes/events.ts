/**
 * The events of a write, inserted in its own transaction beside its log entry. They have no number yet, so that no write waits for another;
 * the sequencer numbers committed events (`sequencer.ts`).
 */
import { boundedChanges } from './bounded-changes.ts'
import { type Changes, fromNothing, plainChanges } from './changes.ts'
import type { EventType } from './event-types.ts'

/** An event and its subject; omitted fields default to those of the log entry. */
export type EmittedEvent = {
  type: EventType
  recordType?: string | undefined
  id?: bigint | undefined
  subscriptionId?: bigint | undefined
  orderId?: bigint | undefined
  customerId?: bigint | undefined
  changes?: Changes | undefined
  /**
   * Values beside the changes, such as the lines of an order; an event has them among its changes, from nothing, and the log does not. They
   * are not cut: the emitter bounds them.
   */
  content?: Readonly<Record<string, unknown>> | undefined
}

/** Emits an event beside the write's own, such as one for the last piece in stock. */
export type Emit = (event: EmittedEvent) => void

/** The fields of a log entry that its events share. */
type About = Omit<EmittedEvent, 'type'>

/**
 * The events of a write.
 *
 * @param declared the types it may emit; the first is the default for its changes.
 *
 * @param instead the events to emit instead of the default.
 *
 * @param beside the additional events.
 */
export function eventsOf(
  declared: readonly EventType[],
  { changes, ...about }: About,
  instead: readonly EmittedEvent[] | undefined,
  beside: readonly EmittedEvent[],
): EmittedEvent[] {
  const [type] = declared
  const isChanged = changes !== undefined && Object.keys(changes).length > 0
  const own = instead ?? (type && isChanged ? [{ type }] : [])
  const events = [...own.map((each) => ({ ...about, changes, ...each })), ...beside]
  const undeclared = events.find((each) => !declared.includes(each.type))
  if (undeclared) throw new Error(`${undeclared.type} is emitted by a write that does not declare it.`)
  return events
}

/** Events as rows of the table, in one JSON parameter. */
export const eventRows = (events: readonly EmittedEvent[]): string =>
  JSON.stringify(
    events.map(({ type, recordType, id, subscriptionId, orderId, customerId, changes, content }) => ({
      ...{ type, recordType, id, subscriptionId, orderId, customerId },
      changes: { ...boundedChanges(plainChanges(changes)), ...plainChanges(fromNothing(content)) },
    })),
    (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  )
