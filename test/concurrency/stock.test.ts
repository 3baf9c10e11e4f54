/** Fifty buyers want ten pieces at the same moment. */
import { expect, it } from 'vitest'
import { movements } from '../purchases/ledger.ts'
import { openStore } from '../support/store.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'

const store = await openStore()
const { db } = store

it('Ten of fifty get a piece each, with ten movements, and none is left', async () => {
  const product = await addProduct(db, { stock: 10 })
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const { id } = await addCustomer(db)
      const order = { customer: { id }, products: [{ product_instance: { id: product.instanceId } }] }
      return ask(store, surfaces[index % surfaces.length] ?? 'REST', 'createOrder', order)
    }),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  const found = await movements(db, product.instanceId)
  expect(found.slice(1)).toEqual(Array.from({ length: 10 }, (_, index) => `taken -1 by payment, ${9 - index} left`))
})
