/** The REST rows for products, of the store and of its storefront. */
import { list, records, route, write, writeMany } from '../../rest/route.ts'

export const fragments = `
  fragment Product on Product {
    id externalId name description slug deleted giftable hasSubscribers listed reviewable singlePurchasable visible flatShipPrice
    giftShipping shipWeight shipOption sku storeId productBillingId meta rulesets ruletypes taxClass taxonomy type url
    metadata @list { ...ProductMetadata }
    baseTermPrices { ...ProductTermPrice }
    billing { ...ProductBilling }
    giftTermPrices { ...ProductTermPrice }
    giftTerms { ...SubscriptionTypeTerm }
    giftinstances { ...ProductInstanceListItem }
    images { ...ProductImage }
    instances { ...ProductInstanceListItem }
    subscriptionTypes { ...SubscriptionType }
    variants { ...ProductVariantType }
  }

  fragment ProductDetail on Product { ...Product internalNote tags }

  fragment ProductEmbeds on Product {
    inventory(first: 100) @with { nodes { ...ProductInventoryListItem } }
    surveys @with { id deleted name type fields { id deleted name type } }
  }

  fragment ProductSummary on Product { id name deleted singlePurchasable type }

  fragment ProductBilling on ProductBilling { id rebillDay rebillMonths rebillWeeks rebillWindow storeId type }

  fragment SubscriptionType on SubscriptionType { id deleted name description type terms { ...SubscriptionTypeTerm } }

  fragment SubscriptionTypeTerm on SubscriptionTypeTerm { id deleted name description enabled numCycles type }

  fragment SubscriptionTypeDetail on SubscriptionType {
    id archivedAt deleted name description productId storeId type url terms { ...SubscriptionTypeTerm }
  }

  fragment SubscriptionTypeTermDetail on SubscriptionTypeTerm {
    id archivedAt deleted name description enabled gift numCycles storeId subscriptionTypeId type url
  }

  fragment ProductTermPrice on ProductTermPrice { id price termId type }

  fragment ProductTermPriceDetail on ProductTermPrice { id gift price productId storeId termId type url }

  fragment ProductImage on ProductImage { id url type }

  fragment ProductImageDetail on ProductImage { id productId productInstanceId productVariantValueId storeId type url }

  fragment ProductVariantTypeDetail on ProductVariantType {
    id archivedAt deleted name description productId storeId type url values { ...ProductVariantValue }
  }

  fragment ProductVariantValueDetail on ProductVariantValue {
    id archivedAt deleted value description isDefault productVariantTypeId storeId type url images { ...ProductImage }
  }

  fragment ProductVariantType on ProductVariantType {
    id deleted name description productId type values { ...ProductVariantValue }
  }

  fragment ProductVariantValue on ProductVariantValue {
    id deleted value description isDefault productVariantTypeId type images { ...ProductImage }
  }
`

const getProduct = (name: string, selection: string) => `query ${name}($prod_id: ID!) { product(id: $prod_id) { ${selection} } }`

const ofProduct = { path: '/v1/products/{product_id}/', record: 'product' } as const
const verbs = ['create', 'update', 'archive', 'restore']

export const routes = [
  list('/v1/products/', 'ListProducts', 'products', 'Product', '...ProductDetail ...ProductEmbeds'),
  route('GET /v1/products/{prod_id}/', getProduct('GetProduct', '...ProductDetail ...ProductEmbeds')),
  list('/v1/store/api/products/', 'ListStoreProducts', 'products', 'Product', '...Product'),
  // Products that can be bought once: one that is sold by subscription as well belongs in the shop too.
  list('/v1/store/api/products/ecom/', 'ListEcomProducts', 'products', 'Product', '...Product', {
    condition: '{ singlePurchasable: { eq: true } }',
  }),
  route('GET /v1/store/api/products/{prod_id}/', getProduct('GetStoreProduct', '...Product')),
  ...records(
    '/v1/product_term_prices/{product_term_price_id}/',
    'ProductTermPrice',
    {
      record: 'productTermPrice',
      list: 'productTermPrices',
      fragment: 'ProductTermPriceDetail',
      of: { ...ofProduct, kind: 'term_prices' },
    },
    ['create', 'update', 'delete'],
  ),
  ...records(
    '/v1/product_variant_types/{product_variant_type_id}/',
    'ProductVariantType',
    {
      record: 'productVariantType',
      list: 'productVariantTypes',
      fragment: 'ProductVariantTypeDetail',
      of: { ...ofProduct, kind: 'variants' },
    },
    verbs,
  ),
  ...records(
    '/v1/product_variant_values/{product_variant_value_id}/',
    'ProductVariantValue',
    {
      record: 'productVariantValue',
      list: 'productVariantValues',
      fragment: 'ProductVariantValueDetail',
      of: { path: '/v1/product_variant_types/{product_variant_type_id}/', kind: 'values', record: 'productVariantType' },
    },
    verbs,
  ),
  ...records(
    '/v1/subscription_types/{subscription_type_id}/',
    'SubscriptionType',
    { record: 'subscriptionType', list: 'subscriptionTypes', fragment: 'SubscriptionTypeDetail', of: ofProduct },
    verbs,
  ),
  ...records(
    '/v1/subscription_type_terms/{subscription_type_term_id}/',
    'SubscriptionTypeTerm',
    {
      record: 'subscriptionTypeTerm',
      list: 'subscriptionTypeTerms',
      fragment: 'SubscriptionTypeTermDetail',
      of: { path: '/v1/subscription_types/{subscription_type_id}/', kind: 'terms', record: 'subscriptionType' },
    },
    verbs,
  ),
  ...records(
    '/v1/product_images/{product_image_id}/',
    'ProductImage',
    { record: 'productImage', list: 'productImages', fragment: 'ProductImageDetail' },
    ['create', 'delete'],
  ),
  write('PUT /v1/products/{prod_id}/', 'updateProduct', 'product { ...ProductDetail }'),
  write('POST /v1/products/', 'createProduct', 'product { ...ProductDetail }'),
  {
    ...write('PUT /v1/products/external_id/{external_id}/', 'setProduct', 'product { ...ProductDetail }', undefined, {
      name: 'SetProductByExternalId',
      without: ['id'],
    }),
    mayCreate: true as const,
    takesShown: true as const,
  },
  writeMany('POST /v1/products/bulk/', 'setProducts', 'products', 'product { ...ProductDetail }'),
  { ...write('PUT /v1/products/{prod_id}/set/', 'setProduct', 'product { ...ProductDetail }'), takesShown: true as const },
  {
    ...write('PUT /v1/products/{product_id}/billing/', 'updateProductBilling', 'product { ...ProductDetail }'),
    takesShown: true as const,
    takes: 'ProductBilling',
  },
  write('DELETE /v1/products/{prod_id}/', 'archiveProduct'),
  write('PUT /v1/products/{prod_id}/restore/', 'restoreProduct', 'product { ...ProductDetail }'),
]
