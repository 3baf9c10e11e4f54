/** The rates of tax that a store charges. */
import { merchantOnly } from '../audience.ts'
import { resource } from '../describe.ts'

resource('TaxRate', {
  scope: 'admin',
  columns: {
    id: 'merchant',
    storeId: 'merchant',
    name: 'merchant',
    country: 'merchant',
    region: 'merchant',
    taxClass: 'merchant',
    rate: 'merchant',
    taxesShipping: 'merchant',
    validFrom: 'merchant',
    archivedAt: 'merchant',
    updatedAt: 'merchant',
    changedIn: 'merchant',
  },
  archivedBy: 'archivedAt',
  access: merchantOnly,
  url: '/v1/tax_rates/{id}/',
  record: 'taxRate',
  list: 'taxRates',
  markedBy: 'changedIn',
})
