/** The instances of products, with their variant values and their prices. */
import { spellings } from '../../values/text-form.ts'
import { asPart, everybody, live, liveTerm, merchantOnly, onShow, unlessArchived, unlessArchivedElsewhere } from '../audience.ts'
import { resource } from '../describe.ts'

const instanceOnShow = { rows: () => ({ deleted: false, product: onShow }) }

resource('ProductInstance', {
  scope: 'product_instances',
  columns: {
    id: 'everybody',
    storeId: 'everybody',
    externalId: 'merchant',
    productId: 'everybody',
    price: 'everybody',
    sku: 'everybody',
    deleted: 'everybody',
    gift: 'everybody',
    shipWeight: 'everybody',
    updatedAt: 'merchant',
    changedIn: 'merchant',
  },
  matchedBy: { sku: { column: 'sku', keysOf: spellings } },
  relations: ['product', 'images', 'inventory', 'termPrices', 'variants'],
  connections: ['subscriptions'],
  access: { ...merchantOnly, customer: instanceOnShow, visitor: instanceOnShow },
  url: '/v1/product_instances/{id}/',
  record: 'productInstance',
  list: 'productInstances',
  markedBy: 'changedIn',
})

resource('ProductInstanceVariant', {
  scope: 'product_instances',
  columns: {
    id: 'everybody',
    storeId: 'everybody',
    productInstanceId: 'everybody',
    productVariantTypeId: 'everybody',
    productVariantValueId: 'everybody',
  },
  relations: ['instance', 'variantType', 'variantValue'],
  access: asPart(unlessArchivedElsewhere({ variantType: live, variantValue: live }, everybody)),
  record: 'productInstanceVariant',
  list: 'productInstanceVariants',
})

resource('ProductInstanceSubscriptionTypeTermPrice', {
  scope: 'product_instances',
  columns: { id: 'everybody', storeId: 'everybody', productInstanceId: 'everybody', termId: 'everybody', price: 'everybody' },
  relations: ['instance', 'term'],
  access: asPart(unlessArchived({ term: liveTerm }, everybody)),
  url: '/v1/product_instance_term_prices/{id}/',
  record: 'productInstanceSubscriptionTypeTermPrice',
  list: 'productInstanceSubscriptionTypeTermPrices',
})
