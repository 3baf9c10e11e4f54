/** Every kind of act on orders and customers; all are dealt equally often. */
import { cancellations } from './cancel-order.ts'
import { plans } from './change.ts'
import { credits } from './credit.ts'
import { edits } from './edit-order.ts'
import { immediateChanges } from './immediate-change.ts'
import type { Kind } from './kind.ts'
import { pauses } from './pause.ts'
import { refunds } from './refund.ts'
import { parcels } from './ship.ts'

export const kinds: Kind[] = [
  ...refunds,
  ...parcels,
  ...cancellations,
  ...edits,
  ...pauses,
  ...plans,
  ...immediateChanges,
  ...credits,
]
