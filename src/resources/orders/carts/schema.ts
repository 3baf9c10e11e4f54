/**
 * Carts. Lists and the Merchant API show those that led to an order; an open one is read by its id, by its customer, by the
 * visitor who has its token, and by keys that write carts.
 */
import { type ComputedRead, planned } from '../../../schema/reads.ts'
import { asPart, customersOwn, ofVisitors, only, owner, without } from '../../audience.ts'
import { resource } from '../../describe.ts'
import { place } from '../address-fields.ts'
import { cartPricing, pricingRead } from './price-fields.ts'

const withOrder = { orderId: { not: null } }
const ofCart = asPart(
  ofVisitors(
    customersOwn(({ customerId }) => ({ cart: { customerId } })),
    ({ cartId }) => ({ cartId }),
  ),
)
// A visitor is not told whose order it became: whether the shop knows the e-mail address.
const customerRead: ComputedRead = {
  inputs: { columns: ['customerId'] },
  compute: ({ customerId }, { viewer }) => (viewer.role === 'visitor' ? null : customerId),
}
const open = ofVisitors(owner, ({ cartId }) => ({ id: cartId }), ['order', 'address'])

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
    email: 'nobody',
    shipTo: 'nobody',
    billTo: 'nobody',
    billingAddressId: 'nobody',
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
    id: 'everybody',
    storeId: 'everybody',
    customerId: 'nobody',
    orderId: 'everybody',
    completed: 'everybody',
    isTest: 'everybody',
    createdAt: 'everybody',
    addressId: 'everybody',
    changedAt: 'everybody',
    email: 'everybody',
    shipTo: 'nobody',
    billTo: 'nobody',
    billingAddressId: 'everybody',
    abandonedAt: 'merchant',
    shipPrice: 'nobody',
    taxPrice: 'nobody',
    taxRates: 'nobody',
  },
  fields: (t) => ({
    customerId: t.id({
      nullable: true,
      description: "Whose cart it is; null for a visitor's that has led to no order, and for visitors.",
      extensions: { read: customerRead },
      resolve: planned,
    }),
    shipTo: t.field({
      type: place,
      nullable: true,
      description: "Where a visitor's is sent, until it is paid; null for a customer's.",
      extensions: { read: { inputs: { columns: ['shipTo'] }, compute: ({ shipTo }) => shipTo } satisfies ComputedRead },
      resolve: planned,
    }),
    billingAddress: t.field({
      type: place,
      nullable: true,
      description:
        "The address of its bill where it was given as a whole; null where it is one of the customer's, and once it is paid.",
      extensions: { read: { inputs: { columns: ['billTo'] }, compute: ({ billTo }) => billTo } satisfies ComputedRead },
      resolve: planned,
    }),
    pricing: t.field({
      type: cartPricing,
      description: 'Its price now and at each renewal, or the reason why it cannot be checked out.',
      extensions: { read: pricingRead },
      resolve: planned,
    }),
  }),
  relations: ['products', 'coupons', 'address', 'order'],
  access: open,
  record: 'openCart',
})

resource('CartProduct', {
  scope: 'carts',
  readBy: 'write',
  columns: {
    id: 'everybody',
    storeId: 'everybody',
    cartId: 'everybody',
    productInstanceId: 'everybody',
    termId: 'everybody',
    quantity: 'everybody',
  },
  relations: ['instance', 'term'],
  access: ofCart,
})

resource('CartCoupon', {
  scope: 'carts',
  readBy: 'write',
  columns: { id: 'everybody', storeId: 'everybody', cartId: 'everybody', couponId: 'everybody', codeUsed: 'everybody' },
  access: ofCart,
})
