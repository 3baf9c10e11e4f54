/** Changes what a subscription sends, for how long it is paid and at what price, with its next renewal; and takes such a change back. */
import { inputFields } from '../../schema/inputs.ts'
import { forbidden } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { checked } from '../../values/written-values.ts'
import type { Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { builder, mutation } from '../describe.ts'
import { readOffer } from './change-offer.ts'
import {
  type AskedPlan,
  changedPlan,
  checkAsked,
  checkOffered,
  checkSchedulable,
  checkScheduleStays,
  isSamePlan,
  scheduledPlan,
  scheduling,
} from './change-rules.ts'
import { lockSubscription, type SubscriptionRow, saveSubscription } from './row.ts'
import { noScheduledChange } from './rules.ts'
import { planFields } from './writable.ts'

const shows = { field: 'subscription', resource: 'Subscription' } as const

const time = builder.enumType('ChangeTime', {
  description: 'When a subscription changes.',
  values: { next_renewal: { description: 'With its next renewal, once that is paid.' } },
})

mutation('changeSubscription', {
  permission: 'change_product',
  emits: ['subscription.change_scheduled', 'subscription.change_cancelled'],
  description:
    'Changes what an active subscription sends, for how long each payment covers it, how many and at what price. At its next renewal ' +
    'one change waits for a subscription; fields that are given later replace those given before. Repeating it changes nothing.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The subscription, which is active.' }),
    ...inputFields(t, planFields),
    when: t.field({ type: time, description: 'When it changes; `next_renewal` unless given.' }),
  }),
  shows,
  async write(write, { id, when: _when, ...given }) {
    if (given.fixedPrice !== undefined && write.viewer.role === 'customer')
      throw forbidden(say`${field('fixedPrice')} is for merchants.`)
    const asked = checked(planFields, given)
    checkAsked(asked)
    return schedule(write, await lockSubscription(write, id), asked)
  },
})

/** Whether a change names an instance that the subscription does not send already. */
const isAnother = (row: SubscriptionRow, { productInstanceId }: AskedPlan): boolean =>
  productInstanceId !== undefined && productInstanceId !== row.productInstanceId

/** Schedules a change for the next renewal, together with the one that is scheduled already; a change back to what it is now is none. */
async function schedule(write: Write, row: SubscriptionRow, asked: AskedPlan): Promise<Written> {
  checkSchedulable(row)
  const before = scheduledPlan(row)
  const plan = changedPlan(before ?? row, asked, row)
  checkOffered(row, plan, await readOffer(write, plan.productInstanceId, isAnother(row, asked)))
  const isNone = isSamePlan(row, plan)
  const type = isNone ? 'subscription.change_cancelled' : 'subscription.change_scheduled'
  if (isNone && !before) return saveSubscription(write, row, {})
  const written = await saveSubscription(write, row, isNone ? noScheduledChange : scheduling(plan))
  return Object.keys(write.changes).length > 0 ? { ...written, emits: [{ type }] } : written
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
