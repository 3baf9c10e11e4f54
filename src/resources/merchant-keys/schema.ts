/** Merchant keys, as merchants who manage the store see them: never with a hash. */
import { merchantOnly } from '../../graphql/audience.ts'
import { resource } from '../../graphql/resource.ts'

resource('MerchantKey', {
  scope: 'admin',
  columns: ['id', 'storeId', 'name', 'clientId', 'createdAt', 'rotatedAt', 'previousWorksUntil', 'revokedAt'],
  fields: (t) => ({ scopes: t.expose('scopes', { type: ['String'] }) }),
  visible: merchantOnly,
  record: 'merchantKey',
  list: 'merchantKeys',
})
