import { lockRow } from '../../db/transaction.ts'
import { notFound, paymentUnderWay } from '../../errors.ts'
import { readAnyId, readId } from '../../values/id.ts'
import { mutation } from '../describe.ts'

mutation('removeSubscriptionCoupon', {
  description: 'Takes a coupon off a subscription; only one that still waits can be taken off.',
  scope: 'subscriptions',
  input: (t) => ({
    subscriptionId: t.id({ required: true, description: 'The subscription.' }),
    couponId: t.id({ required: true, description: 'The coupon, or else the coupon on the subscription, by its own id.' }),
  }),
  async write({ tx, viewer: { storeId } }, input, subject) {
    const subscriptionId = readId('subscription_id', input.subscriptionId)
    const couponId = readAnyId('coupon_id', input.couponId)
    const subscription = await lockRow<{ paymentUnderWay: boolean }>(tx, 'subscription', { id: subscriptionId, storeId })
    if (!subscription) throw notFound()
    subject.subscriptionId = subscriptionId
    // The payment may already count on the coupon.
    if (subscription.paymentUnderWay) throw paymentUnderWay()

    const waiting = await tx.subscriptionCoupon.findMany({
      where: { storeId, subscriptionId, appliedAt: null, unpaidOrderId: null, OR: [{ couponId }, { id: couponId }] },
      select: { id: true, couponId: true, codeUsed: true },
    })
    const found = waiting.find((each) => each.couponId === couponId) ?? waiting[0]
    if (!found) throw notFound()
    await tx.subscriptionCoupon.delete({ where: { storeId_id: { storeId, id: found.id } }, select: { id: true } })
    return { subscriptionId, changes: { coupon: { from: found, to: null } } }
  },
})
