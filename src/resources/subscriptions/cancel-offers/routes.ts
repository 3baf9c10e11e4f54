/** The REST rows for offers to customers who are about to cancel. */
import { detail, list, write } from '../../../rest/route.ts'

export const fragments = `
  fragment CancelOffer on CancelOffer { id answeredAt couponId customerId kind numRenewals outcome percent reasonCode shownAt storeId subscriptionId type url }

  fragment OwnCancelOffer on CancelOffer { id answeredAt couponCode customerId kind numRenewals outcome percent reasonCode shownAt subscriptionId type url }
`

const shown = 'cancelOffer { ...CancelOffer }'
const ownShown = 'cancelOffer { ...OwnCancelOffer }'

export const routes = [
  list('/v1/cancel_offers/', 'ListCancelOffers', 'cancelOffers', 'CancelOffer', '...CancelOffer'),
  detail('/v1/cancel_offers/{cancel_offer_id}/', 'GetCancelOffer', 'cancelOffer', '...CancelOffer'),
  write('PUT /v1/cancel_offers/{cancel_offer_id}/answer/', 'answerCancelOffer', shown),
  write('PUT /v1/subscriptions/{sub_id}/cancel_offer/', 'showCancelOffer', shown),
  list('/v1/store/api/cancel_offers/', 'ListOwnCancelOffers', 'cancelOffers', 'CancelOffer', '...OwnCancelOffer'),
  detail('/v1/store/api/cancel_offers/{cancel_offer_id}/', 'GetOwnCancelOffer', 'cancelOffer', '...OwnCancelOffer'),
  write('PUT /v1/store/api/cancel_offers/{cancel_offer_id}/answer/', 'answerCancelOffer', ownShown, undefined, {
    name: 'OwnAnswerCancelOffer',
  }),
  write('PUT /v1/store/api/subscriptions/{subscription_id}/cancel_offer/', 'showCancelOffer', ownShown, undefined, {
    name: 'OwnShowCancelOffer',
  }),
]
