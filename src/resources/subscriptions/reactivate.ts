/** Makes a cancelled or expired subscription active again, charging it when its paid time is over. */
import { resumeByKey } from '../../purchases/payment/charge.ts'
import { renewalEventTypes } from '../../purchases/payment/purchase-events.ts'
import { closeUnpaidOrder, unpaidOrderEventTypes } from '../../purchases/payment/unpaid-order.ts'
import { inputFields } from '../../schema/inputs.ts'
import { mutation } from '../describe.ts'
import { chargeRenewal } from './due/renewal.ts'
import { lockSubscription, noteRemark, saveSubscription } from './row.ts'
import { begunAnew, checkCustomer, isDue, reactivate, type Term } from './rules.ts'
import { remark } from './writable.ts'

mutation('reactivateSubscription', {
  permission: 'reactivate',
  charges: true,
  emits: ['subscription.reactivated', ...renewalEventTypes, ...unpaidOrderEventTypes],
  description:
    'Makes a cancelled or expired subscription active again. When the time paid for is over it is charged at once, and its ' +
    'coupons lower that charge; while time is left nothing is charged, and its coupons wait for the next renewal. For merchants one that is ' +
    'past due for more than 30 days is cancelled and reactivated in one; it stays past due where the charge is declined. Repeating it changes nothing.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The subscription.' }),
    ...inputFields(t, remark),
  }),
  shows: { field: 'subscription', resource: 'Subscription' },
  async write(write, { id, logNote }) {
    noteRemark(write, { logNote })
    const resumed = await resumeByKey(write)
    if (resumed) return resumed
    const row = await lockSubscription(write, id)
    const change = reactivate(row, write.now, write.viewer.role === 'customer')
    const isRepeat = Object.keys(change).length === 0
    // Locked, so that the customer is not archived meanwhile.
    if (!isRepeat) checkCustomer(await write.lock('Customer', { id: row.customerId }))
    // If nothing is charged, there is nothing a coupon could lower: those that wait go on waiting.
    if (isRepeat) return saveSubscription(write, row, change)
    if (!isDue({ ...row, ...change }, write.now))
      return saveSubscription(write, row, { ...change, ...(await closeUnpaidOrder(write, row)) })
    // It begins anew: an order of before that was never paid is not paid now, but closed once the charge is captured.
    const begun = { paid: (term: Term) => begunAnew(change, write.now, term), declined: () => ({}), isTriedAgain: false }
    return chargeRenewal(write, row, begun)
  },
})
