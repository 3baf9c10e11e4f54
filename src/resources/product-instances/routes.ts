/** The REST rows for the forms of products, and how products show them. */
import { list, route } from '../../rest/route.ts'

export const fragments = `
  fragment ProductInstanceListItem on ProductInstance { id price productId sku type url }

  fragment ProductInstance on ProductInstance {
    ...ProductInstanceListItem
    deleted gift shipWeight
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

  fragment ProductInstanceVariant on ProductInstanceVariant {
    id productInstanceId productVariantTypeId productVariantValueId type
    variantType { ...ProductVariantType }
    variantValue { ...ProductVariantValue }
  }
`

export const routes = [
  route(
    'GET /v1/product_instances/',
    list('ListProductInstances', 'productInstances', 'ProductInstance', '...ProductInstanceListItem ...ProductInstanceEmbeds'),
  ),
  route(
    'GET /v1/product_instances/{product_instance_id}/',
    'query GetProductInstance($product_instance_id: ID!) { productInstance(id: $product_instance_id) { ...ProductInstance } }',
  ),
]
