/** Changes what a subscription sends, for how long it is paid and at what price, now or with its next renewal; and takes such a change back. */
import { resumeByKey } from '../../../purchases/payment/charge.ts'
import { changeEventTypes } from '../../../purchases/payment/purchase-events.ts'
import { inputFields } from '../../../schema/inputs.ts'
import { forbidden } from '../../../values/errors.ts'
import { readId } from '../../../values/id.ts'
import { field, say } from '../../../values/sentence.ts'
import { checked } from '../../../values/written-values.ts'
import type { Written } from '../../../writes/result.ts'
import type { Write } from '../../../writes/write.ts'
import { builder, mutation } from '../../describe.ts'
import { lockSubscription, type SubscriptionRow, saveSubscription } from '../row.ts'
import { noScheduledChange } from '../rules.ts'
import { planFields } from '../writable.ts'
import { readOffer } from './change-offer.ts'
import {
  type AskedPlan,
  changedPlan,
  checkAsked,
  checkOffered,
  checkSchedulable,
  checkScheduleStays,
  isAnother,
  isSamePlan,
  scheduledPlan,
  scheduling,
} from './change-rules.ts'
import { changeImmediately } from './immediate-change.ts'

const shows = { field: 'subscription', resource: 'Subscription' } as const

const time = builder.enumType('ChangeTime', {
  description: 'When a subscription changes.',
  values: {
    now: { description: 'Now: a difference to pay is charged, one to get becomes credit of the subscription.' },
    next_renewal: { description: 'With its next renewal, once that is paid.' },
  },
})

mutation('changeSubscription', {
  permission: 'change_product',
  charges: true,
  emits: changeEventTypes,
  description:
    'Changes what an active subscription sends, for how long each payment covers it, how many and at what price. Now its open ' +
    'deliveries change, or with another term a full term begins, and the difference is charged, or becomes credit of the subscription; ' +
    'one change waits for the next renewal, of which fields that are given later replace those given before. Repeating it changes nothing.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The subscription, which is active.' }),
    ...inputFields(t, planFields),
    when: t.field({ type: time, description: 'When it changes; `next_renewal` unless given.' }),
  }),
  shows,
  async write(write, { id, when, ...given }) {
    if (given.fixedPrice !== undefined && write.viewer.role === 'customer')
      throw forbidden(say`${field('fixedPrice')} is for merchants.`)
    const asked = checked(planFields, given)
    checkAsked(asked)
    if (when === 'now') return (await resumeByKey(write)) ?? changeImmediately(write, readId(field('id'), id), asked)
    return schedule(write, await lockSubscription(write, id), asked)
  },
})

/** Schedules a change for the next renewal, together with the one that is scheduled already; a change back to what it is now is none. */
async function schedule(write: Write, row: SubscriptionRow, asked: AskedPlan): Promise<Written> {
  checkSchedulable(row)
  const before = scheduledPlan(row)
  const plan = changedPlan(before ?? row, asked, row)
  checkOffered(row, plan, await readOffer(write, plan.productInstanceId, isAnother(row, asked)))
  const isNone = isSamePlan(row, plan)
  const type = isNone ? 'subscription.change_cancelled' : 'subscription.change_scheduled'
  if (isNone && !before) return saveSubscription(write, row, {})
  return saveSubscription(write, row, isNone ? noScheduledChange : scheduling(plan), type)
}

mutation('cancelScheduledChange', {
  permission: 'change_product',
  emits: ['subscription.change_cancelled'],
  description: 'Takes back the change that a subscription makes at its next renewal. Without one nothing changes.',
  input: (t) => ({ id: t.id({ required: true, description: 'The subscription.' }) }),
  shows,
  async write(write, { id }) {
    const row = await lockSubscription(write, id)
    if (scheduledPlan(row)) checkScheduleStays(row)
    return saveSubscription(write, row, noScheduledChange)
  },
})
