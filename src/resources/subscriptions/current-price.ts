/** The price of one piece at the next renewal of a subscription, as it is today. */
import { priceOf } from '../../purchases/price.ts'
import type { ComputedRead } from '../../schema/reads.ts'

type PricedTerm = { termId: bigint; price: bigint; gift?: boolean }
type CurrentPriceFacts = {
  termId: bigint
  product: { termPrices: PricedTerm[] }
  instance: { price: bigint; termPrices: PricedTerm[] }
}

const numbers = (prices: readonly PricedTerm[]) =>
  prices.map(({ termId, price, gift = false }) => ({ termId: Number(termId), price: Number(price), gift }))

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
    const prices = {
      price: Number(instance.price),
      ownTermPrices: numbers(instance.termPrices),
      termPrices: numbers(product.termPrices),
    }
    return priceOf(prices, Number(termId), 'renewal') ?? null
  },
}
