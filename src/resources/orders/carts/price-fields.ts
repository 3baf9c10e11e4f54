/** The price of a cart: its types, and the inputs that are read with the cart for it. */

import { cartSaleSql } from '../../../purchases/price/sale-facts.ts'
import type { Totals } from '../../../purchases/price/totals.ts'
import type { ComputedInputs, ComputedRead, InputValues } from '../../../schema/reads.ts'
import { inContract, inGraphql } from '../../../values/sentence.ts'
import { builder } from '../../describe.ts'
import { clockColumns, type StoreClock, timeIn } from '../../store-clock.ts'
import { type CartFacts, type CartRenewal, type PricedCart, type PricedCartLine, priceOfCart } from './cart-price.ts'

type Priced = Extract<PricedCart, { totals: Totals }>

const currency = {
  description: 'ISO 4217 code of the currency of the amounts.',
  resolve: (_price: unknown, _args: unknown, { viewer }: { viewer: object }) =>
    'currency' in viewer ? String(viewer.currency) : '',
}

const cartLine = builder.objectRef<PricedCartLine>('CartLine').implement({
  description: 'A line of a cart with its price.',
  fields: (t) => ({
    productId: t.id({ description: 'The product.', resolve: ({ productId }) => String(productId) }),
    productInstanceId: t.id({
      description: 'The instance of it.',
      resolve: ({ productInstanceId }) => String(productInstanceId),
    }),
    termId: t.id({
      nullable: true,
      description: 'The term that it is bought for; null for a product that is bought once.',
      resolve: ({ subscription }) => (subscription ? String(subscription.termId) : null),
    }),
    name: t.exposeString('name', { description: 'Name of the product.' }),
    sku: t.exposeString('sku', { description: 'Stock keeping unit.' }),
    price: t.expose('price', { type: 'Amount', description: 'Price of one, for the whole term.' }),
    quantity: t.exposeInt('quantity', { description: 'How many each delivery holds.' }),
    discount: t.expose('discount', { type: 'Amount', description: 'The discount of the coupons on its price.' }),
    shipping: t.expose('shipping', { type: 'Amount', description: 'The cost of its shipping.' }),
    tax: t.expose('tax', { type: 'Amount', description: 'Its tax.' }),
    total: t.expose('charged', { type: 'Amount', description: 'Its price without the discount, with shipping and tax.' }),
  }),
})

const cartPrice = builder.objectRef<Priced>('CartPrice').implement({
  description: 'The price of a cart, as it is today; nothing of it is stored.',
  fields: (t) => {
    const total = (name: Exclude<keyof Totals, 'grossShipping' | 'taxIncluded'>, description: string) =>
      t.field({ type: 'Amount', description, resolve: ({ totals }) => totals[name] })
    return {
      lines: t.expose('lines', { type: [cartLine], description: 'Its lines, each with its price.' }),
      subTotal: total('subTotal', 'Price of the lines.'),
      totalDiscount: total('totalDiscount', 'The discount of the coupons on the price.'),
      totalPrice: total('totalPrice', 'The price without the discount.'),
      totalShipping: total('totalShipping', 'The cost of shipping.'),
      totalTax: total('totalTax', 'Tax.'),
      taxIncluded: t.boolean({
        description: 'Whether prices contain the tax, so that it is not added to the total.',
        resolve: ({ totals }) => totals.taxIncluded ?? false,
      }),
      total: total('total', 'The total.'),
      creditApplied: total('creditApplied', 'Credit of the customer that pays a part of it.'),
      charge: total('charge', 'The charge: the total without the credit.'),
      currency: t.string(currency),
    }
  },
})

const cartRenewal = builder.objectRef<CartRenewal>('CartRenewal').implement({
  description: 'The next renewal of a subscription that a cart begins, as its price is today; credit may lower its charge.',
  fields: (t) => {
    const total = (name: 'subTotal' | 'totalDiscount' | 'totalShipping' | 'totalTax' | 'total', description: string) =>
      t.field({ type: 'Amount', description, resolve: ({ totals }) => totals[name] })
    return {
      productInstanceId: t.id({
        description: 'The instance that it sends.',
        resolve: ({ line }) => String(line.productInstanceId),
      }),
      termId: t.id({ description: 'Its term.', resolve: ({ line }) => String(line.subscription?.termId) }),
      months: t.exposeInt('months', { description: 'The months of each of its cycles, beside the weeks.' }),
      weeks: t.exposeInt('weeks', { description: 'The weeks of each of its cycles, beside the months.' }),
      cycles: t.int({ description: 'How many cycles it pays for.', resolve: ({ line }) => line.subscription?.cycles ?? 1 }),
      subTotal: total('subTotal', 'Price of its pieces.'),
      totalDiscount: total('totalDiscount', 'The discount of the coupons that still lower it.'),
      totalShipping: total('totalShipping', 'The cost of shipping.'),
      totalTax: total('totalTax', 'Tax.'),
      total: total('total', 'The total.'),
      currency: t.string(currency),
    }
  },
})

const live = { only: { archivedAt: null } }

/** The inputs of a cart's price. */
const cartInputs = {
  columns: ['orderId'],
  relations: {
    products: {
      columns: ['productInstanceId', 'termId', 'quantity'],
      relations: {
        instance: {
          columns: ['id', 'sku', 'price', 'deleted', 'shipWeight'],
          relations: {
            termPrices: { columns: ['termId', 'price'] },
            inventory: { columns: ['trackInventory'] },
            product: {
              columns: [
                ...['id', 'name', 'shipOption', 'flatShipPrice', 'giftShipping', 'deleted', 'singlePurchasable'],
                ...['taxClass', 'shipWeight'],
              ],
              relations: {
                termPrices: { columns: ['termId', 'price', 'gift'] },
                billing: { columns: ['id', 'rebillDay', 'rebillMonths', 'rebillWeeks'] },
                subscriptionTypes: {
                  ...{ columns: [], ...live },
                  relations: { terms: { columns: ['id', 'name', 'enabled', 'gift', 'numCycles'], ...live } },
                },
              },
            },
          },
        },
      },
    },
    coupons: {
      columns: [],
      relations: {
        coupon: {
          columns: [
            ...['id', 'code', 'enabled', 'startsAt', 'endsAt', 'minSubTotal', 'uses', 'maxUses'],
            ...['discountType', 'discountValue', 'numRenewals', 'forever'],
          ],
          relations: { products: { columns: ['productId'] } },
        },
      },
    },
    customer: { columns: ['credit'] },
  },
  computed: { sale: cartSaleSql },
  store: clockColumns,
} satisfies ComputedInputs

/** The pricing of a cart: its price, the renewals that follow, and the reason why it cannot be checked out. */
export const cartPricing = builder.objectRef<PricedCart>('CartPricing').implement({
  description: 'The price of a cart and of the renewals that follow it, by the rules and the prices of now.',
  fields: (t) => ({
    price: t.field({
      type: cartPrice,
      nullable: true,
      description:
        'Its price, which its checkout charges; null where it is empty or cannot be priced, and once it has an order, which says what it costs.',
      resolve: (priced) => (priced.lines ? priced : null),
    }),
    renewals: t.field({
      type: [cartRenewal],
      description: 'The next renewal of each subscription that it begins; none where it has no price.',
      resolve: (priced) => (priced.lines ? priced.renewals : []),
    }),
    problem: t.string({
      nullable: true,
      description:
        'The reason why it cannot be checked out as it is; null where none is known. Stock and payment are judged at the checkout.',
      resolve: ({ problem }, _args, { surface }) =>
        problem ? (surface === 'graphql' ? inGraphql : inContract)(problem.sentence) : null,
    }),
  }),
})

export const pricingRead: ComputedRead = {
  inputs: cartInputs,
  compute: (values: InputValues, { now }) => priceOfCart(values as CartFacts, timeIn(values.store as StoreClock, now)),
}
