/** Products that are set while others set them, and while their stock is sold. */
import { expect, it } from 'vitest'
import { mutate } from '../resources/writing.ts'
import { openStore } from '../support/store.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addProduct, addSubscription } from '../writes/rows.ts'

const store = await openStore()
const { db } = store

it('sells no piece twice, and gives none back, while a product is set', async () => {
  const product = await addProduct(db, { stock: 100 })
  const shows = 'product { instances { id sku } }'
  const { record } = await mutate(
    store,
    'setProduct',
    { id: product.id, instances: [{ id: product.instanceId }, { sku: 'BESIDE', price: 1, stock: { quantityOnHand: 1 } }] },
    shows,
  )
  const [sold, beside] = record.instances
  const settings = Array.from({ length: 12 }, (_, index) => async () => {
    const stock = [{ confidence: (index % 9) + 1 }, { quantityOnHand: index + 2 }]
    const instances = [sold, beside].map(({ id }, place) => ({ id, stock: stock[place] }))
    const { userErrors } = await mutate(store, 'setProduct', { id: product.id, instances })
    expect(userErrors).toEqual([])
    return 0
  })
  const sales = Array.from({ length: 24 }, (_, index) => async () => {
    const { id } = await addCustomer(db)
    const order = { customer: { id }, products: [{ product_instance: { id: product.instanceId } }] }
    const { status } = await ask(store, surfaces[index % surfaces.length] ?? 'REST', 'createOrder', order)
    return status === 201 ? 1 : 0
  })
  const all = [...settings, ...sales].sort((one, other) => String(one).length - String(other).length)
  const counted = await Promise.all(all.map((work) => work()))
  const orders = counted.reduce<number>((sum, each) => sum + each, 0)
  expect(orders).toBe(24)
  const { quantityOnHand } = await db.productInventory.findFirstOrThrow({ where: { productInstanceId: product.instanceId } })
  expect(quantityOnHand).toBe(100 - orders)
})

it('sets it to what one of two says, whole, where both are sent at once', async () => {
  const product = await addProduct(db)
  const names = Array.from({ length: 8 }, (_, index) => `v${index}`)
  await Promise.all(
    names.map(async (name) => {
      const variants = [{ name: 'Size', values: [{ value: name }] }]
      const { userErrors } = await mutate(store, 'setProduct', {
        ...{ id: product.id, name, variants, images: [{ url: `https://img.example/${name}` }] },
      })
      expect(userErrors).toEqual([])
    }),
  )
  const found = await db.product.findFirstOrThrow({
    where: { id: product.id },
    include: { images: true, variants: { include: { values: { where: { archivedAt: null } } } } },
  })
  expect(found.variants).toHaveLength(1)
  expect(found.variants[0]?.values.map(({ value }) => value)).toEqual([found.name])
  expect(found.images.map(({ url }) => url)).toEqual([`https://img.example/${found.name}`])
})

it('makes one of instances that are sent at once with one sku, and leaves the product as it is set beside', async () => {
  const product = await addProduct(db)
  const input = { productId: product.id, sku: 'ONE', price: 5 }
  const racing = Array.from({ length: 8 }, async (_, index) => {
    if (index % 4 === 3) {
      const images = [{ url: `https://img.example/${index}` }]
      return (await mutate(store, 'setProduct', { id: product.id, images })).userErrors.length
    }
    if (index % 2 === 0) return (await mutate(store, 'createProductInstance', input)).userErrors.length
    const body = JSON.stringify({ sku: 'ONE', price: 5 })
    const { status } = await store.rest(`POST /v1/products/${product.id}/instances/`, store.merchant, { body })
    return status === 201 ? 0 : 1
  })
  const refused = (await Promise.all(racing)).reduce((sum, each) => sum + each, 0)
  expect(refused).toBe(5)
  expect(await db.productInstance.count({ where: { productId: product.id, sku: 'ONE' } })).toBe(1)
  expect(await db.productImage.count({ where: { productId: product.id } })).toBe(1)
})

it('makes one term in the place of another, where two ask for it at once', async () => {
  const product = await addProduct(db, { terms: [{ cycles: 1, price: 700 }] })
  const [{ id } = { id: 0 }] = product.terms
  await addSubscription(db, { customer: await addCustomer(db), product })
  const asks = [6, 6, 12].map((numCycles) => mutate(store, 'updateSubscriptionTypeTerm', { id, numCycles }))
  const answers = await Promise.all(asks)
  expect(answers.filter(({ userErrors }) => userErrors.length === 0)).toHaveLength(1)
  const messages = answers.flatMap(({ userErrors }) => userErrors.map(({ message }) => message))
  const sentence = 'numCycles of an archived subscription type term that is subscribed to stays; make another one.'
  expect(messages).toEqual([sentence, sentence])
  expect(await db.subscriptionTypeTerm.count({ where: { subscriptionType: { productId: product.id } } })).toBe(2)
})
