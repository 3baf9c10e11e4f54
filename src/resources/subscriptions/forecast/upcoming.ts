/** The renewals of a subscription that are to come: what they show, and what of the subscription they are computed from. */

import type { Context } from '../../../context.ts'
import { saleSql } from '../../../purchases/price/sale-facts.ts'
import { scheduledColumns } from '../../../purchases/subscription/scheduled-plan.ts'
import type { ComputedInputs, ComputedRead, InputValues } from '../../../schema/reads.ts'
import { badInput } from '../../../values/errors.ts'
import { withIds } from '../../../values/json-ids.ts'
import { ofAnyPurchase } from '../../cards-of-visitors.ts'
import { builder } from '../../describe.ts'
import { clockColumns, type StoreClock, timeIn } from '../../store-clock.ts'
import { scheduledInputs } from '../change/scheduled-change.ts'
import { type Cover, type CoveredRenewal, coverSql, withCover } from './cover.ts'
import type { ForecastFacts } from './forecast.ts'
import type { PricedRenewal } from './renewal-price.ts'
import { type SharedFacts, upcomingWithCredit } from './upcoming-credit.ts'

const upcomingLine = builder.objectRef<PricedRenewal['lines'][number]>('UpcomingLine').implement({
  description: 'A line of an upcoming renewal.',
  fields: (t) => ({
    productId: t.id({ description: 'The product.', resolve: ({ productId }) => String(productId) }),
    productInstanceId: t.id({
      description: 'The instance of it.',
      resolve: ({ productInstanceId }) => String(productInstanceId),
    }),
    name: t.exposeString('name', { description: 'Name of the product.' }),
    sku: t.exposeString('sku', { description: 'Stock keeping unit.' }),
    price: t.expose('price', { type: 'Amount', description: 'Price of one, for the whole term.' }),
    quantity: t.exposeInt('quantity', { description: 'How many each delivery holds.' }),
    shipping: t.expose('shipping', { type: 'Amount', description: 'The cost of shipping.' }),
  }),
})

const upcomingDiscount = builder.objectRef<PricedRenewal['discounts'][number]>('UpcomingDiscount').implement({
  description: 'A coupon that lowers a renewal to come.',
  fields: (t) => ({
    couponId: t.id({ description: 'The coupon.', resolve: ({ coupon }) => String(coupon.couponId) }),
    codeUsed: t.string({ description: 'The code it was added by.', resolve: ({ coupon }) => coupon.codeUsed }),
    amount: t.expose('amount', { type: 'Amount', description: 'The discount; of the shipping, for free shipping.' }),
  }),
})

/** The points of a cover, which is computed from deliveries of the whole store. */
const pointsOfCover = 20

export const upcomingRenewal = builder.objectRef<CoveredRenewal>('UpcomingRenewal').implement({
  description: 'A renewal to come; nothing of it is stored.',
  fields: (t) => {
    const total = (name: Exclude<keyof PricedRenewal['owed'], 'grossShipping' | 'taxIncluded'>, description: string) =>
      t.field({ type: 'Amount', description, resolve: ({ priced }) => priced.owed[name] })
    return {
      date: t.expose('date', {
        type: 'DateTime',
        description: 'When it is charged: the end date, or the next try of one that failed; now, where that is over.',
      }),
      lines: t.field({ type: [upcomingLine], description: 'The lines that it sends.', resolve: ({ priced }) => priced.lines }),
      discounts: t.field({
        type: [upcomingDiscount],
        description: 'The coupons that lower it, in the order in which they come off.',
        resolve: ({ priced }) => priced.discounts,
      }),
      subTotal: total('subTotal', 'Price of the lines.'),
      totalDiscount: total('totalDiscount', 'The discount of the coupons on the price.'),
      totalShipping: total('totalShipping', 'The cost of shipping.'),
      totalTax: total('totalTax', 'Tax.'),
      taxIncluded: t.boolean({
        description: 'Whether prices contain the tax, so that it is not added to the total.',
        resolve: ({ priced }) => priced.owed.taxIncluded ?? false,
      }),
      total: total('total', 'The total.'),
      creditApplied: total('creditApplied', 'Credit of the subscription, and then of its customer, that pays a part of it.'),
      charge: total('charge', 'The charge: the total without the credit.'),
      currency: t.string({
        description: 'ISO 4217 code of the currency of the amounts.',
        resolve: (_upcoming, _args, { viewer }) => ('currency' in viewer ? viewer.currency : ''),
      }),
      covered: t.exposeBoolean('covered', {
        nullable: true,
        description:
          'Whether stock covers its first delivery, after all that is to be sent before it in the whole store, of each other subscription the ' +
          'next renewal included. Null where the count is not kept, and behind ten thousand deliveries. For merchants; null for others.',
        extensions: { points: pointsOfCover },
      }),
    }
  },
})

const stock = { inventory: { columns: ['trackInventory'] } }

/** The inputs of a price from a product. */
export const productInputs = {
  columns: ['id', 'name', 'shipOption', 'flatShipPrice', 'giftShipping', 'taxClass', 'shipWeight'],
  relations: { termPrices: { columns: ['termId', 'price', 'gift'] } },
}
/** The inputs of a price from an instance. */
export const instanceInputs = {
  columns: ['id', 'sku', 'price', 'shipWeight'],
  relations: { ...stock, termPrices: { columns: ['termId', 'price'] } },
}

/** The inputs of a subscription's renewals and their prices. */
export const forecastInputs = {
  columns: [
    ...['status', 'autorenew', 'isGift', 'startDate', 'endDate', 'skippedDate', 'anchorDay', 'cancelledAt', 'cancelReason'],
    ...['lastFailedRenewal', 'pastDueAt', 'failedRenewals', 'nextTryAt', 'paymentUnderWay', 'quantity', 'credit', 'fixedPrice'],
    ...['pausedAt', 'pausedUntil', ...scheduledColumns],
  ],
  relations: {
    billing: { columns: ['rebillMonths', 'rebillWeeks', 'rebillDay'] },
    term: { columns: ['id', 'numCycles'] },
    product: productInputs,
    instance: instanceInputs,
    ...scheduledInputs(instanceInputs, productInputs),
    coupons: {
      columns: ['id', 'couponId', 'codeUsed', 'enabled', 'numRenewals', 'forever', 'unpaidOrderId'],
      only: { appliedAt: null },
      relations: {
        coupon: {
          columns: ['enabled', 'discountType', 'discountValue'],
          relations: { products: { columns: ['productId'] } },
        },
      },
    },
    unpaidOrder: {
      columns: [
        ...['id', 'subTotal', 'totalDiscount', 'totalPrice', 'totalShipping', 'grossShipping', 'totalTax', 'total'],
        ...['taxIncluded', 'creditApplied', 'giftCardDiscount'],
      ],
      relations: {
        products: {
          columns: ['productId', 'productInstanceId', 'name', 'sku', 'price', 'quantity', 'taxLines'],
          relations: { instance: { columns: [], relations: stock } },
        },
      },
    },
  },
  computed: { sale: saleSql },
} satisfies ComputedInputs

/** The inputs of a subscription that is charged: of its renewals, its payment method and its address. */
const renewing = {
  columns: ['id', ...forecastInputs.columns],
  relations: {
    ...forecastInputs.relations,
    paymentMethod: { columns: ['id', 'archivedAt'] },
    address: { columns: ['id', 'archivedAt'] },
  },
  computed: forecastInputs.computed,
}

/** The inputs of a customer who is charged, and the subscriptions that its credit is shared with. */
const payer = {
  columns: ['credit'],
  relations: {
    paymentMethods: { columns: ['id'], only: ofAnyPurchase, most: 1 },
    addresses: { columns: ['id'], only: { frozenKey: null, archivedAt: null }, most: 1 },
    subscriptions: { ...renewing, only: { autorenew: true, customer: { credit: { gt: 0n } } } },
  },
}

/** The facts, as they were read by `forecastInputs`. */
export const factsOf = (values: InputValues): ForecastFacts => values as ForecastFacts

export const mostUpcoming = 12

type UpcomingArguments = { first?: number | null }

/** How many are asked for. */
export const sizeOf = ({ first }: UpcomingArguments): number => Math.min(Math.max(first ?? 1, 1), mostUpcoming)

function checkSize({ first }: UpcomingArguments): void {
  if (first != null && (first < 1 || first > mostUpcoming))
    throw badInput(`first must be from 1 to ${mostUpcoming}, not ${first}.`)
}

const inputs = { ...renewing, relations: { ...renewing.relations, customer: payer }, store: clockColumns }

export const upcomingRead: ComputedRead = {
  inputs: (role, isSelected) =>
    role === 'merchant' && isSelected('covered') ? { ...inputs, computed: { ...inputs.computed, cover: coverSql } } : inputs,
  check: checkSize,
  compute({ cover, ...values }: InputValues, { now }: Context, args) {
    const renewals = upcomingWithCredit(values as SharedFacts, timeIn(values.store as StoreClock, now)).take(sizeOf(args))
    return [...withCover(renewals, typeof cover === 'string' ? withIds(JSON.parse(cover) as Cover) : null)]
  },
}
