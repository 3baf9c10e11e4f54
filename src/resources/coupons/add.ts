/** Puts a coupon on a subscription. */
import { isTaken } from '../../db/unique.ts'
import { countUses, limitReached } from '../../purchases/price/coupon-uses.ts'
import { priceOf, pricesOf } from '../../purchases/price/price.ts'
import { codeKeys, couponNamed } from '../../values/case-key.ts'
import { badInput, forbidden } from '../../values/errors.ts'
import { readAnyId, readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import type { Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { findingCoupons } from '../coupon-answers.ts'
import { mutation } from '../describe.ts'
import { alreadyAdded, checkAddable } from './rules.ts'

mutation('addSubscriptionCoupon', {
  permission: 'add_coupon',
  emits: ['subscription_coupon.added'],
  description:
    'Puts a coupon on a subscription, where it waits for the next renewal or reactivation. It counts as a use of the coupon, which ' +
    'removing it gives back as long as it has lowered nothing.',
  input: (t) => ({
    subscriptionId: t.id({ required: true, description: 'The subscription.' }),
    couponId: t.id({ description: 'The coupon; merchants alone name it by its id.' }),
    code: t.string({ description: 'The code of the coupon, in any case, in the place of its id.' }),
  }),
  shows: { field: 'subscriptionCoupon', resource: 'SubscriptionCoupon' },
  changes: 'Subscription',
  write: (write, input) => findingCoupons(write, 'couponId', () => addCoupon(write, input)),
})

type CouponInput = { subscriptionId: string; couponId?: string | null | undefined; code?: string | null | undefined }

async function addCoupon(write: Write, input: CouponInput): Promise<Written> {
  const subscriptionId = readId(field('subscriptionId'), input.subscriptionId)
  const which = whichOf(write, input)
  const { storeId, productId, customerId } = await write.lock('Subscription', { id: subscriptionId })
  const found = await write.tx.coupon.findMany({
    where: { storeId, ...which },
    orderBy: { codeRepetition: 'asc' },
    include: {
      _count: { select: { products: true } },
      products: { where: { productId }, select: { productId: true } },
      subscriptionCoupons: { where: { subscriptionId, appliedAt: null }, select: { id: true } },
    },
  })
  const coupon = input.code == null ? found[0] : couponNamed(found, input.code)
  const facts = coupon && {
    ...coupon,
    isLimited: coupon._count.products > 0,
    namesProduct: coupon.products.length > 0,
    isWaiting: coupon.subscriptionCoupons.length > 0,
    subTotal: coupon.minSubTotal > 0n ? await renewalSubTotal(write, subscriptionId) : 0n,
  }
  checkAddable(facts, write.now)
  const { id: couponId, code: codeUsed, numRenewals, forever } = facts
  if (!(await countUses(write.tx, { storeId, customerId, couponIds: [couponId] }))) throw limitReached('couponId')
  const id = await write
    .insert('SubscriptionCoupon', { subscriptionId, couponId, codeUsed, numRenewals, forever, holdsUse: true })
    .catch((error: unknown) => {
      throw isTaken(error) ? alreadyAdded() : error
    })
  return { id, changes: { coupon: { from: null, to: { id, couponId, codeUsed } } } }
}

/**
 * The condition of the coupon that an input names, by its id or its code.
 *
 * @throws Refusal FORBIDDEN for a customer who names it by its id, which is guessed too easily.
 */
function whichOf({ viewer }: Write, { couponId, code }: CouponInput) {
  if (couponId != null && viewer.role === 'customer') throw forbidden(say`A customer names a coupon by its ${field('code')}.`)
  if (couponId != null && code == null) return { id: readAnyId(field('couponId'), couponId) }
  if (code != null && couponId == null) return { codeKey: { in: codeKeys(code) } }
  throw badInput(say`Either ${field('couponId')} or ${field('code')} must be given.`)
}

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
  return BigInt((priceOf(pricesOf(instance, product), termId, 'renewal') ?? 0) * quantity)
}
