/** A subscription shows what one piece costs at its next renewal, and how many it sends. */
import { expect, it } from 'vitest'
import { openStore } from '../../support/store.ts'
import { addMonthly } from '../../writes/rows.ts'

const store = await openStore()
const { db } = store

const shown = async (id: number) => {
  const { data, errors } = await store.graphql(`{ subscription(id: ${id}) { price quantity fixedPrice } }`)
  expect(errors).toEqual([])
  return data.subscription
}

it('shows the price of its instance for the term, else that of the product, and null where there is none', async () => {
  const { id, product } = await addMonthly(db, { price: 2400, quantity: 3 })
  expect(await shown(id)).toEqual({ price: 2400, quantity: 3, fixedPrice: null })
  const own = { storeId: 1, productInstanceId: product.instanceId, termId: product.terms[0]?.id ?? 0, price: 2100 }
  const { id: priceId } = await db.productInstanceSubscriptionTypeTermPrice.create({ data: own })
  expect(await shown(id)).toMatchObject({ price: 2100 })
  await db.productInstanceSubscriptionTypeTermPrice.delete({ where: { storeId_id: { storeId: 1, id: priceId } } })
  await db.productTermPrice.deleteMany({ where: { productId: product.id } })
  expect(await shown(id)).toEqual({ price: null, quantity: 3, fixedPrice: null })
})
