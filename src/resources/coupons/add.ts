/** Puts a coupon on a subscription. */
import { isTaken } from '../../db/unique.ts'
import { countUses, limitReached } from '../../purchases/coupon-uses.ts'
import { priceOf } from '../../purchases/price.ts'
import { readAnyId, readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'
import { mutation } from '../describe.ts'
import { alreadyAdded, checkAddable } from './rules.ts'

mutation('addSubscriptionCoupon', {
  emits: ['subscription_coupon.added'],
  description:
    'Puts a coupon on a subscription, where it waits for the next renewal or reactivation. It counts as a use of the coupon, which ' +
    'removing it gives back as long as it has lowered nothing.',
  input: (t) => ({
    subscriptionId: t.id({ required: true, description: 'The subscription.' }),
    couponId: t.id({ required: true, description: 'The coupon.' }),
  }),
  shows: { field: 'subscriptionCoupon', resource: 'SubscriptionCoupon' },
  async write(write, input) {
    const subscriptionId = readId(field('subscriptionId'), input.subscriptionId)
    const couponId = readAnyId(field('couponId'), input.couponId)
    const { storeId, productId, customerId } = await write.lock('Subscription', { id: subscriptionId })
    const coupon = await write.tx.coupon.findUnique({
      where: { storeId_id: { storeId, id: couponId } },
      include: {
        _count: { select: { products: true } },
        products: { where: { productId }, select: { productId: true } },
        subscriptionCoupons: { where: { subscriptionId, appliedAt: null }, select: { id: true } },
      },
    })
    const facts = coupon && {
      ...coupon,
      isLimited: coupon._count.products > 0,
      namesProduct: coupon.products.length > 0,
      isWaiting: coupon.subscriptionCoupons.length > 0,
      subTotal: coupon.minSubTotal > 0n ? await renewalSubTotal(write, subscriptionId) : 0n,
    }
    checkAddable(facts ?? undefined, write.now)
    if (!(await countUses(write.tx, { storeId, customerId, couponIds: [couponId] }))) throw limitReached('couponId')
    const { code: codeUsed = '', numRenewals = 0, forever = false } = coupon ?? {}
    const id = await write
      .insert('SubscriptionCoupon', { subscriptionId, couponId, codeUsed, numRenewals, forever, holdsUse: true })
      .catch((error: unknown) => {
        throw isTaken(error) ? alreadyAdded() : error
      })
    return { id, changes: { coupon: { from: null, to: { id, couponId, codeUsed } } } }
  },
})

/** The price of what the subscription sends at its next renewal, before coupons. */
async function renewalSubTotal({ tx, viewer }: Write, id: bigint): Promise<bigint> {
  const prices = { select: { termId: true, price: true } } as const
  const { quantity, termId, instance, product } = await tx.subscription.findUniqueOrThrow({
    where: { storeId_id: { storeId: viewer.storeId, id } },
    select: {
      quantity: true,
      termId: true,
      instance: { select: { price: true, termPrices: prices } },
      product: { select: { termPrices: { select: { termId: true, price: true, gift: true } } } },
    },
  })
  const numbered = <Price extends { termId: bigint; price: bigint }>(each: Price) => ({
    ...each,
    ...{ termId: Number(each.termId), price: Number(each.price) },
  })
  const own = {
    price: Number(instance.price),
    ownTermPrices: instance.termPrices.map(numbered),
    termPrices: product.termPrices.map(numbered),
  }
  return BigInt((priceOf(own, Number(termId), 'renewal') ?? 0) * quantity)
}
