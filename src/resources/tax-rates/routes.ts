/** The REST rows for rates of tax. */
import { records } from '../../rest/route.ts'

export const fragments =
  'fragment TaxRate on TaxRate { id archivedAt country name rate region storeId taxClass taxesShipping validFrom type url }'

export const routes = records('/v1/tax_rates/{tax_rate_id}/', 'TaxRate', { record: 'taxRate', list: 'taxRates' }, [
  'create',
  'update',
  'archive',
  'restore',
])
