/** A cart of fifty lines takes as many statements as one of a single line, with rates of tax, shipping zones and a coupon. */
import { beforeAll, expect, it } from 'vitest'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addCustomer, addProduct, type Product } from '../../writes/rows.ts'

const store = await openStore()
const { db } = store
const products: Product[] = []
const code = 'STATEMENTS'

beforeAll(async () => {
  const storeId = 1n
  await db.store.update({ where: { id: storeId }, data: { dispatchCountry: 'US', pricesIncludeTax: false } })
  const rate = { storeId, rate: 7_000, validFrom: new Date(0) }
  await db.taxRate.createMany({ data: ['State', 'County', 'City'].map((name) => ({ ...rate, name, country: 'US' })) })
  const zone = await db.shippingZone.create({ data: { storeId, name: 'Home', country: 'US' } })
  await db.shippingBand.create({ data: { storeId, zoneId: zone.id, price: 500n } })
  const data = {
    storeId,
    code,
    name: 'x',
    discountType: 'percent',
    discountValue: 10n,
    numRenewals: 1,
    createdAt: today,
  } as const
  await db.coupon.create({ data })
  for (let count = 0; count < 50; count += 1)
    products.push(await addProduct(db, { terms: [{ cycles: 1, price: 900 }], stock: 50, more: { shipOption: 'weight' } }))
})

/** The lines of a cart. */
const linesOf = (size: number, quantity: number) =>
  products
    .slice(0, size)
    .map(({ instanceId, terms }) => ({ product_instance: { id: instanceId }, term: { id: terms[0]?.id }, quantity }))

/** The statements of each step of a cart of so many lines. */
async function statementsOf(size: number, surface: (typeof surfaces)[number]) {
  const { id: customerId } = await addCustomer(db)
  const customer = { id: String(customerId) }
  const counts: Record<string, number> = {}
  const count = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    let answer: T | undefined
    const statements = await store.statements(async () => {
      answer = await work()
    })
    counts[step] = statements.filter((sql) => !sql.includes('sandbox_charge')).length
    return answer as T
  }
  const given = { products: linesOf(size, 1), coupons: [code] }
  const { status, record } = await count('create', () => ask(store, surface, 'createCart', { customer, ...given }))
  expect([status, record.products.length]).toEqual([201, size])
  const { id } = record
  const pricing = 'pricing { price { total totalTax totalShipping lines { tax } } renewals { total } problem }'
  const read = await count('price', () => store.graphql(`{ openCart(id: ${id}) { ${pricing} } }`))
  const { price, renewals, problem } = read.data.openCart.pricing
  expect([price.lines.length, renewals.length, problem]).toEqual([size, size, null])
  expect([price.totalTax > 0, price.totalShipping]).toEqual([true, 500])
  await count('update', () => ask(store, surface, 'updateCart', { id, products: linesOf(size, 2) }))
  const paid = await count('checkout', () => ask(store, surface, 'checkoutCart', { id }))
  expect(paid).toMatchObject({ status: 200, record: { completed: true } })
  return counts
}

it.each(surfaces)('A cart takes as many statements for fifty lines as for one (%s), and its price is one', async (surface) => {
  // The first order loads what all orders share.
  await statementsOf(2, surface)
  const [one, many] = [await statementsOf(1, surface), await statementsOf(50, surface)]
  expect(many).toEqual(one)
  expect(one.price).toBe(1)
})
