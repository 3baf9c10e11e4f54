/** Masks of events, of the log and of deliveries: they hide changes from keys that may not read the resource that changed. */
import type { Viewer } from '../auth/viewer.ts'
import { reconcileEventTypes } from '../purchases/payment/purchase-events.ts'
import type { Mask } from '../schema/audience.ts'
import { type EventType, isReadable, readableTypes } from '../writes/event-types.ts'
import { emittedTypes } from './describe.ts'

/** The values that a key may read by its scopes; operators and workers read all. */
const ofScopes =
  (readable: (scopes: readonly string[]) => readonly string[]): Mask['shownFor'] =>
  (viewer: Viewer) => {
    if (viewer.role === 'operator' || viewer.role === 'worker') return undefined
    const scopes = viewer.role === 'merchant' ? viewer.scopes : []
    return scopes.includes('*') ? undefined : readable(scopes)
  }

const nothing = () => `'{}'::jsonb`

/** The changes of an event. */
export const eventChanges = { by: 'type', shownFor: ofScopes(readableTypes), otherwise: nothing } as const satisfies Mask

/** The body of a delivery, which is that of an event. */
export const deliveryRequest = {
  by: 'eventType',
  shownFor: ofScopes(readableTypes),
  otherwise: (value) => `jsonb_set(${value}::jsonb, '{changes}', '{}')::text`,
} as const satisfies Mask

/** The changes of a log entry: those of the first event type of the operation, which is its subject. */
export const entryChanges = {
  by: 'operation',
  shownFor: ofScopes((scopes) => {
    const operations = [...emittedTypes(), ...Object.entries(reconcileEventTypes)]
    return operations.filter(([, [about]]) => about && isReadable(about as EventType, scopes)).map(([name]) => name)
  }),
  otherwise: nothing,
} as const satisfies Mask
