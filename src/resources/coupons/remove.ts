/** Takes a coupon off a subscription. */
import { notFound, paymentUnderWay } from '../../values/errors.ts'
import { readAnyId, readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { mutation } from '../describe.ts'

mutation('removeSubscriptionCoupon', {
  tells: ['subscription_coupon.removed'],
  description: 'Takes a coupon off a subscription; only one that still waits can be taken off.',
  scope: 'subscriptions',
  input: (t) => ({
    subscriptionId: t.id({ required: true, description: 'The subscription.' }),
    couponId: t.id({ required: true, description: 'The coupon.' }),
  }),
  async write(write, input) {
    const subscriptionId = readId(field('subscriptionId'), input.subscriptionId)
    const couponId = readAnyId(field('couponId'), input.couponId)
    const subscription = await write.hold('Subscription', { id: subscriptionId })
    // The payment may already count on the coupon.
    if (subscription.paymentUnderWay) throw paymentUnderWay()

    const { storeId } = subscription
    const found = await write.tx.subscriptionCoupon.findFirst({
      where: { storeId, subscriptionId, couponId, appliedAt: null, unpaidOrderId: null },
      select: { id: true, couponId: true, codeUsed: true },
    })
    if (!found) throw notFound()
    await write.removeAll('SubscriptionCoupon', { id: found.id })
    const gone = { type: 'subscription_coupon.removed', recordType: 'subscription_coupon', id: found.id } as const
    return { changes: { coupon: { from: found, to: null } }, tells: [gone] }
  },
})
