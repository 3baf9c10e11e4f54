/** Merchant keys, as merchants who manage the store see them: never with a hash. */
import { merchantOnly } from '../audience.ts'
import { resource } from '../describe.ts'

resource('MerchantKey', {
  scope: 'admin',
  columns: {
    id: 'merchant',
    storeId: 'merchant',
    name: 'merchant',
    clientId: 'merchant',
    createdAt: 'merchant',
    rotatedAt: 'merchant',
    previousWorksUntil: 'merchant',
    revokedAt: 'merchant',
    staffId: 'merchant',
    scopes: 'merchant',
    secretHash: 'nobody',
    previousSecretHash: 'nobody',
  },
  relations: ['staff'],
  access: merchantOnly,
  record: 'merchantKey',
  list: 'merchantKeys',
})
