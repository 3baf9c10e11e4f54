/** The forms products are sold in, with what tells them apart and what they cost. */
import { everybody } from '../../graphql/audience.ts'
import { resource } from '../../graphql/resource.ts'

const onShow = () => ({ deleted: false, product: { visible: true, deleted: false } })

resource('ProductInstance', {
  scope: 'product_instances',
  columns: ['id', 'storeId', 'productId', 'price', 'sku', 'deleted', 'gift', 'shipWeight'],
  relations: ['product', 'images', 'inventory', 'termPrices', 'variants'],
  connections: ['subscriptions'],
  visible: { merchant: () => ({}), customer: onShow, visitor: onShow },
  url: { columns: ['id'], path: ({ id }) => `/v1/product_instances/${id}/` },
  record: 'productInstance',
  list: 'productInstances',
})

resource('ProductInstanceVariant', {
  scope: 'product_instances',
  columns: ['id', 'storeId', 'productInstanceId', 'productVariantTypeId', 'productVariantValueId'],
  relations: ['instance', 'variantType', 'variantValue'],
  visible: everybody,
  isPart: true,
  record: 'productInstanceVariant',
  list: 'productInstanceVariants',
})

resource('ProductInstanceSubscriptionTypeTermPrice', {
  scope: 'product_instances',
  columns: ['id', 'storeId', 'productInstanceId', 'termId', 'price'],
  relations: ['instance', 'term'],
  visible: everybody,
  isPart: true,
  record: 'productInstanceSubscriptionTypeTermPrice',
  list: 'productInstanceSubscriptionTypeTermPrices',
})
