/** The REST rows for consents. */
import { detail, list, write } from '../../rest/route.ts'

export const fragments =
  'fragment Consent on Consent { id acceptedAt address customerId orderId recordedBy storeId subscriptionId surface text textHash version type url }'

export const routes = [
  list('/v1/consents/', 'ListConsents', 'consents', 'Consent', '...Consent'),
  detail('/v1/consents/{consent_id}/', 'GetConsent', 'consent', '...Consent'),
  write('POST /v1/consents/', 'recordConsent', 'consent { ...Consent }'),
]
