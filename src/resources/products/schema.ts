/** Products, how they are billed, what they cost, and what they look like. */
import { everybody, partOfShopWindow, shopWindow } from '../../graphql/audience.ts'
import { resource } from '../../graphql/resource.ts'

resource('Product', {
  scope: 'products',
  columns: [
    'id',
    'storeId',
    'name',
    'description',
    'slug',
    'sku',
    'deleted',
    'giftable',
    'hasSubscribers',
    'listed',
    'reviewable',
    'singlePurchasable',
    'visible',
    'flatShipPrice',
    'giftShipping',
    'shipWeight',
    'shipOption',
    'productBillingId',
    'meta',
    'metadata',
    'rulesets',
    'ruletypes',
    'taxonomy',
  ],
  summaries: ['hasSubscribers'],
  relations: [
    'billing',
    'images',
    'variants',
    'subscriptionTypes',
    'surveys',
    { name: 'instances', path: ['instances'], only: { gift: false }, description: 'The forms it is sold in.' },
    { name: 'giftinstances', path: ['instances'], only: { gift: true }, description: 'The forms it is given in.' },
    { name: 'baseTermPrices', path: ['termPrices'], only: { gift: false }, description: 'What it costs for each term.' },
    { name: 'giftTermPrices', path: ['termPrices'], only: { gift: true }, description: 'What it costs for each term as a gift.' },
    { name: 'giftTerms', path: ['termPrices', 'term'], only: { gift: true }, description: 'The terms it can be given for.' },
  ],
  connections: ['subscriptions', 'inventory'],
  visible: shopWindow,
  url: {
    columns: ['id'],
    path: ({ id }, { role }) => (role === 'merchant' ? `/v1/products/${id}/` : `/v1/store/api/products/${id}/`),
  },
  record: 'product',
  list: 'products',
})

resource('ProductBilling', {
  scope: 'products',
  columns: ['id', 'storeId', 'rebillDay', 'rebillMonths', 'rebillWeeks', 'rebillWindow'],
  connections: ['products', 'subscriptions'],
  visible: everybody,
  isPart: true,
  record: 'productBilling',
  list: 'productBillings',
})

resource('SubscriptionType', {
  scope: 'products',
  columns: ['id', 'storeId', 'productId', 'name', 'description'],
  relations: ['product', 'terms'],
  visible: partOfShopWindow,
  isPart: true,
  record: 'subscriptionType',
  list: 'subscriptionTypes',
})

resource('SubscriptionTypeTerm', {
  scope: 'products',
  columns: ['id', 'storeId', 'subscriptionTypeId', 'name', 'description', 'enabled', 'numCycles', 'gift'],
  relations: ['subscriptionType', 'termPrices'],
  connections: ['subscriptions'],
  visible: everybody,
  isPart: true,
  record: 'subscriptionTypeTerm',
  list: 'subscriptionTypeTerms',
})

resource('ProductTermPrice', {
  scope: 'products',
  columns: ['id', 'storeId', 'productId', 'termId', 'price', 'gift'],
  relations: ['product', 'term'],
  visible: partOfShopWindow,
  isPart: true,
  record: 'productTermPrice',
  list: 'productTermPrices',
})

resource('ProductImage', {
  scope: 'products',
  columns: ['id', 'storeId', 'productId', 'productInstanceId', 'productVariantValueId', 'url'],
  relations: ['product', 'instance', 'variantValue'],
  visible: everybody,
  isPart: true,
  record: 'productImage',
  list: 'productImages',
})

resource('ProductVariantType', {
  scope: 'products',
  columns: ['id', 'storeId', 'productId', 'name', 'description'],
  relations: ['product', 'values'],
  visible: partOfShopWindow,
  isPart: true,
  record: 'productVariantType',
  list: 'productVariantTypes',
})

resource('ProductVariantValue', {
  scope: 'products',
  columns: ['id', 'storeId', 'productVariantTypeId', 'value', 'description', 'isDefault'],
  relations: ['variantType', 'images'],
  visible: everybody,
  isPart: true,
  record: 'productVariantValue',
  list: 'productVariantValues',
})
