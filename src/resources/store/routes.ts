/** The REST rows for the store, and for its clock, which moves a test clock. */
import { route, write } from '../../rest/route.ts'

export const fragments = `
  fragment Store on Store {
    id name host currency timeZone pageBase createdAt retryDays cancelsPastDue chargeOnNewCard keepsDisputedRenewals renewalNoticeDays abandonedAfterHours customersMay visitorCheckout locale brandColour mailSender replyTo mailFooter giftMailWithParcel accountUrl withdrawalCountries gateway gatewayIsLive legalName address
    pricesIncludeTax dispatchCountry shippingTaxClass taxExemptText keepsGross untaxedWithNumber taxId invoicePrefix invoicesFrom type
  }

  fragment StoreClock on StoreClock { isTest now target isMoving }
`

export const routes = [
  route('GET /v1/store/', 'query GetStore { store { ...Store } }'),
  write('PUT /v1/store/', 'updateStore', 'store { ...Store }'),
  write('PUT /v1/store/gateway/', 'setGateway', 'store { ...Store }'),
  route('GET /v1/clock/', 'query GetClock { store { type clock { ...StoreClock } } }'),
  route(
    'PUT /v1/clock/',
    'mutation AdvanceClock($to: DateTime!) { advanceClock(input: { to: $to }) { store { type clock { ...StoreClock } } userErrors { code message } } }',
  ),
]
