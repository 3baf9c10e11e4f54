/** The REST rows for the instances of products, and how products show them. */
import { detail, list, records, write } from '../../rest/route.ts'

export const fragments = `
  fragment ProductInstanceListItem on ProductInstance { id deleted externalId price productId sku type url }

  fragment ProductInstance on ProductInstance {
    ...ProductInstanceListItem
    gift shipWeight
    images { ...ProductImage }
    inventory { ...ProductInventoryListItem }
    product { ...ProductSummary }
    termPrices { ...ProductInstanceSubscriptionTypeTermPrice }
    variants { ...ProductInstanceVariant }
  }

  fragment ProductInstanceEmbeds on ProductInstance {
    images @with { ...ProductImage }
    inventory @with { ...ProductInventoryListItem }
    product @with { ...ProductSummary }
    termPrices @with { ...ProductInstanceSubscriptionTypeTermPrice }
    variants @with { ...ProductInstanceVariant }
  }

  fragment ProductInstanceSubscriptionTypeTermPrice on ProductInstanceSubscriptionTypeTermPrice { id price termId type }

  fragment ProductInstanceSubscriptionTypeTermPriceDetail on ProductInstanceSubscriptionTypeTermPrice {
    id price productInstanceId storeId termId type url
  }

  fragment ProductInstanceVariant on ProductInstanceVariant {
    id productInstanceId productVariantTypeId productVariantValueId type
    variantType { ...ProductVariantType }
    variantValue { ...ProductVariantValue }
  }
`

const shown = 'productInstance { ...ProductInstance }'

export const routes = [
  list(
    '/v1/product_instances/',
    'ListProductInstances',
    'productInstances',
    'ProductInstance',
    '...ProductInstanceListItem ...ProductInstanceEmbeds',
  ),
  detail('/v1/product_instances/{product_instance_id}/', 'GetProductInstance', 'productInstance', '...ProductInstance'),
  write('POST /v1/products/{product_id}/instances/', 'createProductInstance', shown),
  write('PUT /v1/product_instances/{product_instance_id}/', 'updateProductInstance', shown),
  { ...write('PUT /v1/product_instances/{product_instance_id}/set/', 'setProductInstance', shown), takesShown: true as const },
  write('DELETE /v1/product_instances/{product_instance_id}/', 'archiveProductInstance'),
  write('PUT /v1/product_instances/{product_instance_id}/restore/', 'restoreProductInstance', shown),
  ...records(
    '/v1/product_instance_term_prices/{product_instance_term_price_id}/',
    'ProductInstanceSubscriptionTypeTermPrice',
    {
      record: 'productInstanceSubscriptionTypeTermPrice',
      list: 'productInstanceSubscriptionTypeTermPrices',
      fragment: 'ProductInstanceSubscriptionTypeTermPriceDetail',
      of: { path: '/v1/product_instances/{product_instance_id}/', kind: 'term_prices', record: 'productInstance' },
    },
    ['create', 'update', 'delete'],
  ),
]
