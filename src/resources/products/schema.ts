/** Products, how they are billed, what they cost, and what they look like. */
import { spellings } from '../../values/text-form.ts'
import {
  asPart,
  deleted,
  everybody,
  live,
  liveTerm,
  liveValue,
  partOfStorefront,
  storefront,
  unlessArchived,
  unlessArchivedElsewhere,
  without,
} from '../audience.ts'
import { resource } from '../describe.ts'
import { tagsMatched } from '../labels.ts'
import { searched } from '../searched.ts'

/** The condition of prices for terms that are not archived, nor their kind of subscription. */
const ofLiveTerm = { term: liveTerm }

/** The condition of pictures that show nothing that is archived. */
const ofLive = {
  AND: [
    { OR: [{ productInstanceId: null }, { instance: { deleted: false } }] },
    { OR: [{ productVariantValueId: null }, { variantValue: liveValue }] },
  ],
}

resource('Product', {
  scope: 'products',
  columns: {
    id: 'everybody',
    storeId: 'everybody',
    externalId: 'merchant',
    name: 'everybody',
    description: 'everybody',
    slug: 'everybody',
    sku: 'everybody',
    deleted: 'everybody',
    giftable: 'everybody',
    hasSubscribers: 'everybody',
    listed: 'everybody',
    reviewable: 'everybody',
    singlePurchasable: 'everybody',
    visible: 'everybody',
    flatShipPrice: 'everybody',
    giftShipping: 'everybody',
    shipWeight: 'everybody',
    shipOption: 'everybody',
    productBillingId: 'everybody',
    meta: 'everybody',
    rulesets: 'everybody',
    ruletypes: 'everybody',
    taxonomy: 'everybody',
    taxClass: 'everybody',
    tags: 'merchant',
    tagKeys: 'nobody',
    internalNote: 'merchant',
    updatedAt: 'merchant',
    changedIn: 'merchant',
  },
  summaries: ['hasSubscribers'],
  matchedBy: {
    tags: tagsMatched,
    name: { column: 'name', keysOf: spellings },
    slug: { column: 'slug', keysOf: spellings },
    sku: { column: 'sku', keysOf: spellings },
  },
  relations: [
    'metadata',
    'billing',
    'images',
    'variants',
    'subscriptionTypes',
    'surveys',
    { name: 'instances', path: ['instances'], only: { gift: false }, description: 'The instances it is sold in.' },
    { name: 'giftinstances', path: ['instances'], only: { gift: true }, description: 'The instances that are given as gifts.' },
    {
      name: 'baseTermPrices',
      path: ['termPrices'],
      only: { gift: false, ...ofLiveTerm },
      description: 'Its price for each term that is not archived.',
    },
    {
      name: 'giftTermPrices',
      path: ['termPrices'],
      only: { gift: true, ...ofLiveTerm },
      description: 'Its price for each term as a gift, but for archived terms.',
    },
    {
      name: 'giftTerms',
      path: ['termPrices', 'term'],
      only: { gift: true, ...ofLiveTerm },
      description: 'The terms it can be given for.',
    },
  ],
  connections: [
    'subscriptions',
    'inventory',
    { name: 'surveyList', path: ['surveys'], description: 'Its surveys, a page at a time, which may have the archived ones.' },
  ],
  access: without(['metadata'], storefront),
  url: { merchant: '/v1/products/{id}/', others: '/v1/store/api/products/{id}/' },
  record: 'product',
  list: 'products',
  searched: searched.product,
  markedBy: 'changedIn',
})

resource('ProductBilling', {
  scope: 'products',
  columns: {
    id: 'everybody',
    storeId: 'everybody',
    rebillDay: 'everybody',
    rebillMonths: 'everybody',
    rebillWeeks: 'everybody',
    rebillWindow: 'everybody',
  },
  connections: ['products', 'subscriptions'],
  access: asPart(everybody),
  record: 'productBilling',
  list: 'productBillings',
})

resource('SubscriptionType', {
  scope: 'products',
  columns: {
    id: 'everybody',
    storeId: 'everybody',
    productId: 'everybody',
    name: 'everybody',
    description: 'everybody',
    archivedAt: 'everybody',
  },
  derived: deleted('everybody'),
  archivedBy: 'archivedAt',
  relations: ['product', 'terms'],
  access: asPart(unlessArchived(live, partOfStorefront)),
  url: '/v1/subscription_types/{id}/',
  record: 'subscriptionType',
  list: 'subscriptionTypes',
})

resource('SubscriptionTypeTerm', {
  scope: 'products',
  columns: {
    id: 'everybody',
    storeId: 'everybody',
    subscriptionTypeId: 'everybody',
    name: 'everybody',
    description: 'everybody',
    enabled: 'everybody',
    numCycles: 'everybody',
    gift: 'everybody',
    archivedAt: 'everybody',
  },
  derived: deleted('everybody'),
  archivedBy: 'archivedAt',
  relations: ['subscriptionType', 'termPrices'],
  connections: ['subscriptions'],
  access: asPart(unlessArchived(liveTerm, everybody)),
  url: '/v1/subscription_type_terms/{id}/',
  record: 'subscriptionTypeTerm',
  list: 'subscriptionTypeTerms',
})

resource('ProductTermPrice', {
  scope: 'products',
  columns: {
    id: 'everybody',
    storeId: 'everybody',
    productId: 'everybody',
    termId: 'everybody',
    price: 'everybody',
    gift: 'everybody',
  },
  relations: ['product', 'term'],
  access: asPart(unlessArchived(ofLiveTerm, partOfStorefront)),
  url: '/v1/product_term_prices/{id}/',
  record: 'productTermPrice',
  list: 'productTermPrices',
})

resource('ProductImage', {
  scope: 'products',
  columns: {
    id: 'everybody',
    storeId: 'everybody',
    productId: 'everybody',
    productInstanceId: 'everybody',
    productVariantValueId: 'everybody',
    url: 'everybody',
  },
  relations: ['product', 'instance', 'variantValue'],
  access: asPart(unlessArchivedElsewhere(ofLive, everybody)),
  record: 'productImage',
  list: 'productImages',
})

resource('ProductVariantType', {
  scope: 'products',
  columns: {
    id: 'everybody',
    storeId: 'everybody',
    productId: 'everybody',
    name: 'everybody',
    description: 'everybody',
    archivedAt: 'everybody',
  },
  derived: deleted('everybody'),
  archivedBy: 'archivedAt',
  relations: ['product', 'values'],
  access: asPart(unlessArchived(live, partOfStorefront)),
  url: '/v1/product_variant_types/{id}/',
  record: 'productVariantType',
  list: 'productVariantTypes',
})

resource('ProductVariantValue', {
  scope: 'products',
  columns: {
    id: 'everybody',
    storeId: 'everybody',
    productVariantTypeId: 'everybody',
    value: 'everybody',
    description: 'everybody',
    isDefault: 'everybody',
    archivedAt: 'everybody',
  },
  derived: deleted('everybody'),
  archivedBy: 'archivedAt',
  relations: ['variantType', 'images'],
  access: asPart(unlessArchived(liveValue, everybody)),
  url: '/v1/product_variant_values/{id}/',
  record: 'productVariantValue',
  list: 'productVariantValues',
})
