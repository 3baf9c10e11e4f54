/** The key of the demo store, as the viewer that it admits. */
import type { Merchant } from '../../src/auth/viewer.ts'

export const demoMerchant: Merchant = {
  ...{ role: 'merchant', storeId: 1n, pageBase: null, currency: 'USD', timeZone: 'UTC', hasTestClock: false },
  ...{ clientId: 'demo', scopes: ['*'], stillOpens: () => true },
}
