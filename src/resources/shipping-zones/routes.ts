/** The REST rows for shipping zones and their bands. */
import { records, write } from '../../rest/route.ts'

export const fragments = `
  fragment ShippingZone on ShippingZone {
    id archivedAt basis country freeFrom name postcode region storeId type url
    bands { ...ShippingBand }
  }

  fragment ShippingBand on ShippingBand { id atLeast below price storeId zoneId type url }
`

const of = { path: '/v1/shipping_zones/{zone_id}/', kind: 'bands', record: 'shippingZone' } as const

const saved = 'shippingZone { ...ShippingZone unmatchedSubscriptions }'

export const routes = [
  ...records('/v1/shipping_zones/{shipping_zone_id}/', 'ShippingZone', { record: 'shippingZone', list: 'shippingZones' }, [
    'archive',
    'restore',
  ]),
  write('POST /v1/shipping_zones/', 'createShippingZone', saved),
  write('PUT /v1/shipping_zones/{shipping_zone_id}/', 'updateShippingZone', saved),
  ...records('/v1/shipping_bands/{shipping_band_id}/', 'ShippingBand', { record: 'shippingBand', list: 'shippingBands', of }, [
    'create',
    'update',
    'delete',
  ]),
]
