/**
 * Carts. Lists and the Merchant API show those that led to an order; an open one is read by its id, by its customer and by keys that write
 * carts.
 */
import { planned } from '../../../schema/reads.ts'
import { asPart, customersOwn, only, owner, without } from '../../audience.ts'
import { resource } from '../../describe.ts'
import { cartPricing, pricingRead } from './price-fields.ts'

const withOrder = { orderId: { not: null } }
const ofCart = customersOwn(({ customerId }) => ({ cart: { customerId } }))

resource('Cart', {
  scope: 'carts',
  columns: {
    id: 'customer',
    storeId: 'customer',
    customerId: 'customer',
    orderId: 'customer',
    completed: 'customer',
    isTest: 'customer',
    shipPrice: 'customer',
    taxPrice: 'customer',
    taxRates: 'customer',
    createdAt: 'customer',
    addressId: 'nobody',
    changedAt: 'nobody',
    abandonedAt: 'nobody',
  },
  relations: ['customer', 'order', 'metadata'],
  access: without(['metadata'], only(withOrder, owner)),
  url: '/v1/carts/{id}/',
  record: 'cart',
  list: 'carts',
})

resource('Cart', {
  name: 'OpenCart',
  scope: 'carts',
  readBy: 'write',
  columns: {
    id: 'customer',
    storeId: 'customer',
    customerId: 'customer',
    orderId: 'customer',
    completed: 'customer',
    isTest: 'customer',
    createdAt: 'customer',
    addressId: 'customer',
    changedAt: 'customer',
    abandonedAt: 'merchant',
    shipPrice: 'nobody',
    taxPrice: 'nobody',
    taxRates: 'nobody',
  },
  fields: (t) => ({
    pricing: t.field({
      type: cartPricing,
      description: 'Its price now and at each renewal, or the reason why it cannot be checked out.',
      extensions: { read: pricingRead },
      resolve: planned,
    }),
  }),
  relations: ['products', 'coupons', 'address', 'order'],
  access: owner,
  record: 'openCart',
})

resource('CartProduct', {
  scope: 'carts',
  readBy: 'write',
  columns: {
    id: 'customer',
    storeId: 'customer',
    cartId: 'customer',
    productInstanceId: 'customer',
    termId: 'customer',
    quantity: 'customer',
  },
  relations: ['instance', 'term'],
  access: asPart(ofCart),
})

resource('CartCoupon', {
  scope: 'carts',
  readBy: 'write',
  columns: { id: 'customer', storeId: 'customer', cartId: 'customer', couponId: 'customer', codeUsed: 'customer' },
  access: asPart(ofCart),
})
