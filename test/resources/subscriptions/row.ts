/** A subscription as the rules see it, in memory. */
import type { Status, Subscription, Term } from '../../../src/resources/subscriptions/rules.ts'

export const statuses: readonly Status[] = ['unpaid', 'active', 'cancelled', 'suspended', 'expired', 'past_due']

export const monthly: Term = { rhythm: { months: 1, weeks: 0 }, rebillDay: 0, numCycles: 1 }

/** Active, begun on 20 January, paid for until 20 March. */
export const row = (columns: Partial<Subscription> = {}): Subscription => ({
  status: 'active',
  autorenew: true,
  isGift: false,
  startDate: new Date('2026-01-20T09:00:00Z'),
  endDate: new Date('2026-03-20T09:00:00Z'),
  skippedDate: null,
  lastFailedRenewal: null,
  pastDueAt: null,
  pastDueReason: null,
  failedRenewals: 0,
  nextTryAt: null,
  isHardDeclined: false,
  anchorDay: null,
  cancelledAt: null,
  cancelReason: null,
  paymentUnderWay: false,
  pausedAt: null,
  pausedUntil: null,
  ...columns,
})
