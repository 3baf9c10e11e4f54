/** The changes of a dispute, by its state at the gateway. Pure. */
import type { FoundDispute } from '../../payments/gateway.ts'

/** A dispute as it is stored. */
type KnownDispute = Pick<FoundDispute, 'status'> & { closedAt: Date | null; transactionId: bigint | null; isWithdrawn: boolean }

const over: ReadonlySet<FoundDispute['status']> = new Set(['won', 'lost', 'closed'])

/** Whether nothing more comes of a dispute. */
export const isOver = ({ status }: Pick<FoundDispute, 'status'>): boolean => over.has(status)

/** The columns of a dispute that follow its gateway, but for the money. */
export const columnsOf = (
  { amount, fee, reason, status, evidenceDueAt }: FoundDispute,
  before: KnownDispute | undefined,
  at: Date,
) => ({
  ...{ amount, fee, reason, status, evidenceDueAt },
  closedAt: isOver({ status }) ? (before?.closedAt ?? at) : null,
})

/** The moves of money: the amount is withdrawn once, and comes back once the dispute is won. An inquiry moves none. */
export const movesOf = ({ isWithdrawn, status }: FoundDispute, before: KnownDispute | undefined) => ({
  withdraws: isWithdrawn && before?.transactionId == null,
  comesBack: status === 'won' && (before?.isWithdrawn ?? isWithdrawn),
})

/** Whether renewals of the order's subscriptions are to be stopped: not for an inquiry, nor once the dispute was won or closed. */
export const stopsRenewals = ({ status }: Pick<FoundDispute, 'status'>): boolean =>
  status === 'needs_response' || status === 'under_review' || status === 'lost'

/** The type of the event of a change; a dispute that is first seen when it is over has both. */
export function eventTypesOf(found: FoundDispute, before: KnownDispute | undefined) {
  if (!before) return isOver(found) ? (['dispute.opened', 'dispute.closed'] as const) : (['dispute.opened'] as const)
  return isOver(found) && !isOver(before) ? (['dispute.closed'] as const) : (['dispute.updated'] as const)
}
