/** Products that are set while others set them, and while their stock is sold. */
import { expect, it } from 'vitest'
import { mutate } from '../resources/writing.ts'
import { openStore } from '../support/store.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'

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
}, 60_000)

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
}, 60_000)
