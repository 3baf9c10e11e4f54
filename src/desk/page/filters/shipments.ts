/** The filters of the parcels to send. */
import type { FilterSpec } from './filter-spec.ts'

export const shipmentFilters: readonly FilterSpec[] = [
  {
    name: 'fulfillments.instance.sku',
    label: 'SKU',
    kind: 'text',
    where: (sku) => ({ fulfillments: { instance: { sku: { eq: sku } } } }),
  },
  {
    name: 'adjusted_ordered_at__gte',
    label: 'Due from',
    kind: 'day',
    where: (from) => ({ adjustedOrderedAt: { ge: `${from}T00:00:00Z` } }),
  },
  {
    name: 'ship_address.country',
    label: 'Country',
    kind: 'text',
    where: (country) => ({ shipAddress: { country: { eq: country.toUpperCase() } } }),
  },
]
