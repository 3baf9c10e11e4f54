/** The price of one piece at the next renewal of a subscription, as it is today. */
import { priceOf } from '../../purchases/price.ts'
import type { ComputedRead } from '../../schema/reads.ts'

type TermPrice = { termId: bigint; price: bigint; gift?: boolean }
type PriceFacts = { termId: bigint; product: { termPrices: TermPrice[] }; instance: { price: bigint; termPrices: TermPrice[] } }

const numbers = (prices: readonly TermPrice[]) =>
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
    const { termId, product, instance } = values as PriceFacts
    const prices = {
      price: Number(instance.price),
      ownTermPrices: numbers(instance.termPrices),
      termPrices: numbers(product.termPrices),
    }
    return priceOf(prices, Number(termId), 'renewal') ?? null
  },
}
