/** The order of the tests of edits, cancellations and refunds. */
import type { Store } from '../support/store.ts'
import { ask } from '../writes/ask.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'

/** Orders 3 pieces for 100 each, of which 10 were on hand. */
export async function orderThreePieces(store: Store) {
  const customer = await addCustomer(store.db)
  const product = await addProduct(store.db, { price: 100, stock: 10 })
  const products = [{ product_instance: { id: product.instanceId }, quantity: 3 }]
  const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
  return { id: record.id as number, line: record.products[0].id as number, customer, product }
}
