/** The price of one piece at the next renewal of a subscription, as it is today. */
import { priceOf, pricesOf } from '../../purchases/price.ts'
import type { ComputedRead } from '../../schema/reads.ts'

type PricedTerm = { termId: bigint; price: bigint; gift?: boolean }
type CurrentPriceFacts = {
  termId: bigint
  product: { termPrices: PricedTerm[] }
  instance: { price: bigint; termPrices: PricedTerm[] }
}

export const priceRead: ComputedRead = {
  inputs: {
    columns: ['termId'],
    relations: {
      product: { columns: [], relations: { termPrices: { columns: ['termId', 'price', 'gift'] } } },
      instance: { columns: ['price'], relations: { termPrices: { columns: ['termId', 'price'] } } },
    },
  },
  compute(values) {
    const { termId, product, instance } = values as CurrentPriceFacts
    return priceOf(pricesOf(instance, product), Number(termId), 'renewal') ?? null
  },
}
