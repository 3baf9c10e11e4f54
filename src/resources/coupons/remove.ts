/** Takes a coupon off a subscription. */
import { releaseUses } from '../../purchases/price/coupon-uses.ts'
import { notFound, paymentUnderWay } from '../../values/errors.ts'
import { readAnyId, readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { mutation } from '../describe.ts'

mutation('removeSubscriptionCoupon', {
  emits: ['subscription_coupon.removed'],
  description:
    'Takes a coupon off a subscription; only one that still waits can be taken off. The use that adding it counted is given back, unless it has lowered a charge.',
  scope: 'subscriptions',
  changes: 'Subscription',
  input: (t) => ({
    subscriptionId: t.id({ required: true, description: 'The subscription.' }),
    couponId: t.id({ required: true, description: 'The coupon.' }),
  }),
  async write(write, input) {
    const subscriptionId = readId(field('subscriptionId'), input.subscriptionId)
    const couponId = readAnyId(field('couponId'), input.couponId)
    const subscription = await write.lock('Subscription', { id: subscriptionId })
    // The payment may already count on the coupon.
    if (subscription.paymentUnderWay) throw paymentUnderWay()

    const { storeId, customerId } = subscription
    const found = await write.tx.subscriptionCoupon.findFirst({
      where: { storeId, subscriptionId, couponId, appliedAt: null, unpaidOrderId: null },
      select: { id: true, couponId: true, codeUsed: true, holdsUse: true },
    })
    if (!found) throw notFound()
    const { holdsUse, ...removed } = found
    await write.deleteAll('SubscriptionCoupon', { id: found.id })
    if (holdsUse) await releaseUses(write.tx, { storeId, customerId, couponIds: [couponId] })
    const gone = { type: 'subscription_coupon.removed', recordType: 'subscription_coupon', id: found.id } as const
    return { changes: { coupon: { from: removed, to: null } }, emits: [gone] }
  },
})
