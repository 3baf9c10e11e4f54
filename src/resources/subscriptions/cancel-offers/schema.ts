/** Offers that were shown to customers who were about to cancel, and what became of them. */
import { owner } from '../../audience.ts'
import { resource } from '../../describe.ts'

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
  relations: ['subscription', 'coupon'],
  access: owner,
  url: { merchant: '/v1/cancel_offers/{id}/', others: '/v1/store/api/cancel_offers/{id}/' },
  record: 'cancelOffer',
  list: 'cancelOffers',
})
