/** The kind of a purchase follows from its stored plan. */
import { expect, it } from 'vitest'
import { purchaseOf } from '../../src/purchases/payment/purchase-kind.ts'
import { readPlan } from '../../src/purchases/payment/stored-plan.ts'

const line = { productId: 1, productInstanceId: 2, name: 'Tea', sku: 'TEA', price: 5, quantity: 1, shipping: 0, isTracked: false }
const none = { totalDiscount: 0, totalShipping: 0, totalTax: 0, creditApplied: 0 }
const begun = {
  ...{ termId: 3, cycles: 1, rhythm: { months: 1, weeks: 0 }, rebillDay: 0 },
  ...{ productBillingId: 4, billingName: 'TEA' },
}
const renewed = { ...begun, id: 9 }
const sums = { subTotal: 5, totalPrice: 5, total: 5, ...none }

const planWith = ({ subscription, ...more }: { subscription?: object } & Record<string, unknown>) =>
  readPlan({
    ...{
      version: 2,
      storeId: 1,
      customerId: 5,
      addressId: 6,
      paymentMethodId: 7,
      shows: 'order',
      isRenewal: false,
      isTest: false,
    },
    ...{ lines: [{ ...line, ...(subscription && { subscription }) }], totals: { ...sums, charge: 5 }, subscriptionCouponIds: [] },
    ...more,
  })

const change = { deliveries: [], takes: [], releases: [], coupons: [] }
const edit = {
  ...{ orderId: 8, basis: 'as it was', difference: 5, reason: null, stock: [] },
  ...{ sums: { ...sums, grossShipping: 0 }, byCard: { before: 0, after: 5 } },
}

it.each([
  ['one that renews nothing', {}, { kind: 'new' }],
  ['one that begins a subscription', { subscription: begun }, { kind: 'new' }],
  ['one that names a subscription', { subscription: renewed }, { kind: 'renewal', renewed: { id: 9n } }],
  [
    'one that names its unpaid order too',
    { subscription: renewed, orderId: 8 },
    { kind: 'openOrder', orderId: 8n, renewed: { id: 9n } },
  ],
  [
    'one with a change',
    { subscription: renewed, change },
    { kind: 'change', changed: { storeId: 1n, subscriptionId: 9n }, instanceId: 2n },
  ],
  ['one of a cart', { cartId: 3 }, { kind: 'new' }],
  ['one of a cart that names its order', { cartId: 3, orderId: 8 }, { kind: 'cartOrder', orderId: 8n }],
  ['one with an edit', { orderId: 8, edit }, { kind: 'edit', edit: { orderId: 8n } }],
])('A plan is known by what it names: %s', (_name, more, purchase) => {
  expect(purchaseOf(planWith(more))).toMatchObject(purchase)
})
