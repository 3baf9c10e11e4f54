/** The REST rows for carts. */
import { detail, list, write } from '../../../rest/route.ts'

export const fragments = `
  fragment Cart on Cart { id completed customerId orderId isTest shipPrice taxPrice taxRates storeId type }

  fragment CartEmbeds on Cart {
    customer @with { ...Customer }
    metadata @with { ...CartMetadata }
    order @with { ...Order }
  }

  fragment Place on Place { to company street unit city state zipCode country phoneNumber }

  fragment OpenCart on OpenCart {
    id completed customerId orderId isTest storeId addressId billingAddressId email createdAt changedAt type
    shipTo { ...Place }
    billingAddress { ...Place }
    products { id productInstanceId termId quantity type }
    coupons { id couponId codeUsed type }
    pricing {
      price {
        lines { productId productInstanceId termId name sku price quantity discount shipping tax total }
        subTotal totalDiscount totalPrice totalShipping totalTax taxIncluded total creditApplied charge currency
      }
      renewals {
        productInstanceId termId months weeks cycles subTotal totalDiscount totalShipping totalTax total currency
      }
      problem
    }
  }

  fragment PaidCart on OpenCart { ...OpenCart order { ...Order } }

  fragment OwnPaidCart on OpenCart { ...OpenCart order { ...OwnOrderListItem } }
`

const shown = 'cart { ...OpenCart }'

export const routes = [
  list('/v1/carts/', 'ListCarts', 'carts', 'Cart', '...Cart ...CartEmbeds url'),
  detail('/v1/carts/{cart_id}/', 'GetCart', 'cart', '...Cart ...CartEmbeds'),
  detail('/v1/carts/{cart_id}/metadata/', 'GetCartMetadata', 'cart', 'metadata { ...CartMetadata }'),
  write('POST /v1/carts/', 'createCart', shown, undefined, { without: ['email', 'shipTo'] }),
  write('PUT /v1/carts/{cart_id}/', 'updateCart', shown, undefined, { without: ['email', 'shipTo'] }),
  write('PUT /v1/carts/{cart_id}/checkout/', 'checkoutCart', 'cart { ...PaidCart } actionUrl'),
  detail('/v1/store/api/carts/{cart_id}/', 'GetOwnCart', 'openCart', '...OpenCart'),
  write('POST /v1/store/api/carts/', 'createCart', `${shown} token expiresAt`, undefined, {
    name: 'CreateOwnCart',
    without: ['customer'],
  }),
  write('PUT /v1/store/api/carts/{cart_id}/', 'updateCart', shown, undefined, { name: 'UpdateOwnCart' }),
  write('PUT /v1/store/api/carts/{cart_id}/checkout/', 'checkoutCart', 'cart { ...OwnPaidCart } actionUrl', undefined, {
    name: 'CheckoutOwnCart',
  }),
]
