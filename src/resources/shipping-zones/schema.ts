/** The shipping zones of a store, and the prices of their bands. */
import { type FieldRead, planned } from '../../schema/reads.ts'
import { merchantOnly } from '../audience.ts'
import { resource } from '../describe.ts'
import { mostUnmatched, unmatchedSql } from './unmatched.ts'

resource('ShippingZone', {
  scope: 'admin',
  columns: {
    id: 'merchant',
    storeId: 'merchant',
    name: 'merchant',
    country: 'merchant',
    region: 'merchant',
    postcode: 'merchant',
    basis: 'merchant',
    freeFrom: 'merchant',
    archivedAt: 'merchant',
    updatedAt: 'merchant',
    changedIn: 'merchant',
  },
  archivedBy: 'archivedAt',
  relations: ['bands'],
  fields: (t) => ({
    unmatchedSubscriptions: t.int({
      description: `How many live subscriptions of products that are sent by weight go to none of the zones of the store; at most ${mostUnmatched} are counted.`,
      extensions: {
        points: 100,
        read: {
          inputs: { columns: [], computed: { count: unmatchedSql } },
          compute: ({ count }) => Number(count),
        } satisfies FieldRead,
      },
      resolve: planned,
    }),
  }),
  access: merchantOnly,
  url: '/v1/shipping_zones/{id}/',
  record: 'shippingZone',
  list: 'shippingZones',
  markedBy: 'changedIn',
})

resource('ShippingBand', {
  scope: 'admin',
  columns: {
    id: 'merchant',
    storeId: 'merchant',
    zoneId: 'merchant',
    atLeast: 'merchant',
    below: 'merchant',
    price: 'merchant',
  },
  relations: ['zone'],
  access: merchantOnly,
  url: '/v1/shipping_bands/{id}/',
  record: 'shippingBand',
  list: 'shippingBands',
})
