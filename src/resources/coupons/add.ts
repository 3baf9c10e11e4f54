/** Puts a coupon on a subscription. */
import { isTaken } from '../../db/unique.ts'
import { readAnyId, readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { mutation } from '../describe.ts'
import { alreadyAdded, checkAddable } from './rules.ts'

mutation('addSubscriptionCoupon', {
  tells: ['subscription_coupon.added'],
  description: 'Puts a coupon on a subscription, where it waits for the next renewal or reactivation.',
  input: (t) => ({
    subscriptionId: t.id({ required: true, description: 'The subscription.' }),
    couponId: t.id({ required: true, description: 'The coupon.' }),
  }),
  shows: { field: 'subscriptionCoupon', resource: 'SubscriptionCoupon' },
  async write(write, input) {
    const subscriptionId = readId(field('subscriptionId'), input.subscriptionId)
    const couponId = readAnyId(field('couponId'), input.couponId)
    const { storeId, productId } = await write.hold('Subscription', { id: subscriptionId })
    const coupon = await write.tx.coupon.findUnique({
      where: { storeId_id: { storeId, id: couponId } },
      select: {
        code: true,
        enabled: true,
        numRenewals: true,
        _count: { select: { products: true } },
        products: { where: { productId }, select: { productId: true } },
        subscriptionCoupons: { where: { subscriptionId, appliedAt: null }, select: { id: true } },
      },
    })
    checkAddable(
      coupon
        ? {
            enabled: coupon.enabled,
            isLimited: coupon._count.products > 0,
            namesProduct: coupon.products.length > 0,
            isWaiting: coupon.subscriptionCoupons.length > 0,
          }
        : undefined,
    )
    const { code: codeUsed = '', numRenewals = 0 } = coupon ?? {}
    const id = await write
      .make('SubscriptionCoupon', { subscriptionId, couponId, codeUsed, numRenewals })
      .catch((error: unknown) => {
        throw isTaken(error) ? alreadyAdded() : error
      })
    return { id, changes: { coupon: { from: null, to: { id, couponId, codeUsed } } } }
  },
})
