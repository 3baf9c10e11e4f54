/** Offers that were shown to customers who were about to cancel, and what became of them. */

import { type ComputedRead, planned } from '../../../schema/reads.ts'
import { owner } from '../../audience.ts'
import { resource } from '../../describe.ts'

type OfferedCoupon = { discountValue: bigint; numRenewals: number; forever: boolean; code: string }

/** A value of the coupon of an offer; null where it has none. */
const ofCoupon = (shown: (coupon: OfferedCoupon) => unknown): ComputedRead => ({
  inputs: { columns: [], relations: { coupon: { columns: ['discountValue', 'numRenewals', 'forever', 'code'] } } },
  compute: (values) => {
    const { coupon } = values as { coupon: OfferedCoupon | null }
    return coupon ? shown(coupon) : null
  },
})

resource('CancelOffer', {
  scope: 'subscriptions',
  columns: {
    id: 'customer',
    storeId: 'merchant',
    customerId: 'customer',
    subscriptionId: 'customer',
    reasonCode: 'customer',
    kind: 'customer',
    couponId: 'merchant',
    outcome: 'customer',
    shownAt: 'customer',
    answeredAt: 'customer',
  },
  fields: (t) => ({
    percent: t.int({
      nullable: true,
      description: 'The percentage of an offer of `percent`; null of others.',
      extensions: { read: ofCoupon(({ discountValue }) => Number(discountValue)) },
      resolve: planned,
    }),
    numRenewals: t.int({
      nullable: true,
      description: 'How many renewals an offer of `percent` lowers; null of others, and where it lowers all.',
      extensions: { read: ofCoupon(({ numRenewals, forever }) => (forever ? null : Math.max(1, numRenewals))) },
      resolve: planned,
    }),
    couponCode: t.string({
      nullable: true,
      description: 'The code that `addSubscriptionCoupon` takes to accept an offer of `percent`; null of others.',
      extensions: { read: ofCoupon(({ code }) => code) },
      resolve: planned,
    }),
  }),
  relations: ['subscription', 'coupon'],
  access: owner,
  url: { merchant: '/v1/cancel_offers/{id}/', others: '/v1/store/api/cancel_offers/{id}/' },
  record: 'cancelOffer',
  list: 'cancelOffers',
})
