/** The REST rows for carts. */
import { list, route } from '../../rest/route.ts'

export const fragments = `
  fragment Cart on Cart { id completed customerId orderId isTest shipPrice taxPrice taxRates storeId type }

  fragment CartEmbeds on Cart {
    customer @with { ...Customer }
    metadata @with { ...CartMetadata }
    order @with { ...Order }
  }
`

export const routes = [
  route('GET /v1/carts/', list('ListCarts', 'carts', 'Cart', '...Cart ...CartEmbeds url')),
  route('GET /v1/carts/{cart_id}/', 'query GetCart($cart_id: ID!) { cart(id: $cart_id) { ...Cart ...CartEmbeds } }'),
  route(
    'GET /v1/carts/{cart_id}/metadata/',
    'query GetCartMetadata($cart_id: ID!) { cart(id: $cart_id) { metadata { ...CartMetadata } } }',
  ),
]
