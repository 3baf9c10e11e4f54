/** The REST rows for carts. */
import { detail, list } from '../../rest/route.ts'

export const fragments = `
  fragment Cart on Cart { id completed customerId orderId isTest shipPrice taxPrice taxRates storeId type }

  fragment CartEmbeds on Cart {
    customer @with { ...Customer }
    metadata @with { ...CartMetadata }
    order @with { ...Order }
  }
`

export const routes = [
  list('/v1/carts/', 'ListCarts', 'carts', 'Cart', '...Cart ...CartEmbeds url'),
  detail('/v1/carts/{cart_id}/', 'GetCart', 'cart', '...Cart ...CartEmbeds'),
  detail('/v1/carts/{cart_id}/metadata/', 'GetCartMetadata', 'cart', 'metadata { ...CartMetadata }'),
]
