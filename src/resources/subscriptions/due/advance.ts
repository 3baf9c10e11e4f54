/** The writes of workers on subscriptions that are due; each step is a write like any other, without a client. */

import { renewalEventTypes } from '../../../purchases/payment/purchase-events.ts'
import { unpaidOrderEventTypes } from '../../../purchases/payment/unpaid-order.ts'
import { creditOfEnded } from '../../../purchases/subscription/ended-credit.ts'
import type { Refusal } from '../../../values/errors.ts'
import type { PendingCharge, Written } from '../../../writes/result.ts'
import type { Write } from '../../../writes/write.ts'
import { operation } from '../../describe.ts'
import { lockAndMoveDeliveries } from '../held-deliveries.ts'
import { resume } from '../pause-rules.ts'
import { type SubscriptionRow, saveEnded, saveSubscription } from '../row.ts'
import { cancel, renewed } from '../rules.ts'
import { hasUntriedBackup } from './backup-method.ts'
import { dueAt, dueStep, expired, failedByItself, left, missed, postponed, type Schedule, type Step } from './due-rules.ts'
import { pastDueReasonOf } from './past-due.ts'
import { chargeRenewal } from './renewal.ts'

const shows = { resource: 'Subscription' } as const

type DueWrite = { id: bigint } & Schedule

/** The steps that a time alone decides. */
const timed: ReadonlySet<Step> = new Set(['resume', 'expire', 'cancel', 'leave'])

/** Does what is due of a subscription, if something still is: another worker may have been first. */
export const advanceSubscription = operation('advanceSubscription', {
  emits: [
    ...(['subscription.updated', 'subscription.expired', 'subscription.cancelled', 'subscription.resumed'] as const),
    ...unpaidOrderEventTypes,
    ...renewalEventTypes,
  ],
  shows,
  async write(write, { id, ...schedule }: DueWrite): Promise<Written | PendingCharge> {
    const row = await write.lock('Subscription', { id })
    const step = dueStep(row, write.now, schedule)
    if (step === 'renew') return renew(write, row, schedule)
    // An end by time alone is dated by that time, however late the worker is.
    if (step && timed.has(step)) write.since = dueAt(row) ?? undefined
    switch (step) {
      case 'resume':
        await lockAndMoveDeliveries(write, row)
        return saveSubscription(write, row, resume(row, write.now), 'subscription.resumed')
      case 'expire':
        return saveEnded(write, row, expired(), 'subscription.expired')
      case 'credit':
        return moveCredit(write, row)
      case 'miss':
        return saveSubscription(write, row, missed(write.now), 'subscription.past_due')
      case 'cancel':
        return saveEnded(write, row, cancel(row, write.now), 'subscription.cancelled')
      case 'leave':
        return saveSubscription(write, row, left())
      case 'postpone':
        return saveSubscription(write, row, postponed(row))
      default:
        return { id: row.id, isNothing: true }
    }
  },
})

/** Moves the credit of one that ended before that became its customer's in the write that ends it. */
async function moveCredit(write: Write, row: SubscriptionRow): Promise<Written> {
  const moved = await creditOfEnded(write, row)
  return moved.credit === undefined ? { id: row.id, isNothing: true } : saveSubscription(write, row, moved)
}

const renew = (write: Write, row: SubscriptionRow, schedule: Schedule): Promise<Written | PendingCharge> =>
  chargeRenewal(write, row, {
    paid: (term) => renewed(row, write.now, term),
    declined: (tried) => failedByItself(row, write.now, 'declined', schedule, tried),
    isTriedAgain: true,
    isByItself: true,
  })

/** Notes that a renewal could not even be asked for, such as one without a card: it is tried again like one that was declined. */
export const failRenewal = operation('failRenewal', {
  emits: ['subscription.updated', 'subscription.past_due'],
  shows,
  async write(write, { id, refusal, ...schedule }: DueWrite & { refusal: Pick<Refusal, 'code' | 'message'> }): Promise<Written> {
    const row = await write.lock('Subscription', { id })
    write.note(refusal.message)
    const reason = pastDueReasonOf(refusal)
    if (!reason || dueStep(row, write.now, schedule) !== 'renew') return { id: row.id, isNothing: true }
    const type = row.status === 'past_due' ? 'subscription.updated' : 'subscription.past_due'
    const tried = { hasBackup: row.unpaidOrderId !== null && (await hasUntriedBackup(write, row)) }
    return saveSubscription(write, row, failedByItself(row, write.now, reason, schedule, tried), type)
  },
})
