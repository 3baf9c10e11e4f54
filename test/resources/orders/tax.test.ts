/** Orders with tax, added to prices or contained in them: lines, sums, deliveries, edits and refunds, to the cent. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addCustomer, addProduct, type Product } from '../../writes/rows.ts'

/** A store that sends from Germany, with rates of Germany and Austria. */
async function taxedStore(pricesIncludeTax: boolean) {
  const store = await openStore({ isApart: true })
  const { db } = store
  await db.store.update({ where: { id: 1n }, data: { dispatchCountry: 'DE', pricesIncludeTax } })
  const rate = { storeId: 1n, name: 'VAT', validFrom: new Date(0) }
  await db.taxRate.createMany({
    data: [
      { ...rate, country: 'DE', rate: 19_000 },
      { ...rate, country: 'DE', rate: 7_000, taxClass: 'food' },
      { ...rate, country: 'AT', rate: 20_000 },
    ],
  })
  return store
}

const stores = { added: await taxedStore(false), contained: await taxedStore(true) }

const orderOf = ({ db }: typeof stores.added, id: number) =>
  db.order.findUniqueOrThrow({
    where: ofStore(id),
    include: {
      products: { orderBy: { id: 'asc' } },
      fulfillments: true,
      refunds: { include: { lines: true } },
      transactions: true,
    },
  })

/** Orders products by a customer in a country. */
async function order(
  kind: keyof typeof stores,
  surface: (typeof surfaces)[number],
  products: (readonly [Product, number])[],
  { country = 'DE', number = null as string | null, input = {} } = {},
) {
  const store = stores[kind]
  const { db } = store
  const customer = await addCustomer(db)
  await db.address.update({ where: ofStore(customer.addressId), data: { country } })
  if (number) {
    const data = { taxId: 'of its own', taxIdCountry: number, taxIdStatus: 'valid' } as const
    await db.customer.update({ where: ofStore(customer.id), data })
  }
  const lines = products.map(
    ([
      {
        instanceId,
        terms: [term],
      },
      quantity,
    ]) => ({
      ...{ product_instance: { id: instanceId }, quantity },
      ...(term && { term: { id: term.id } }),
    }),
  )
  const { status, record, message } = await ask(store, surface, 'createOrder', {
    ...{ customer: { id: customer.id }, products: lines },
    ...input,
  })
  expect([status, message]).toEqual([201, undefined])
  return orderOf(store, record.id)
}

const linesOf = (products: readonly { taxLines: unknown }[]) =>
  products.map(({ taxLines }) =>
    (taxLines as { name: string; rate: number; amount: number; country: string; category: string }[]).map(
      ({ rate, amount, country, category }) => [rate, amount, country, category],
    ),
  )

/** Expects that the lines of an order add up to it, and that it was paid. */
function expectSums({ products, transactions, ...order }: Awaited<ReturnType<typeof orderOf>>) {
  const total = (name: 'total' | 'discount' | 'shipping' | 'tax' | 'charged') =>
    products.reduce((sum, line) => sum + Number(line[name]), 0)
  for (const line of products) {
    expect(line.charged).toBe(line.total - line.discount + line.shipping + (order.taxIncluded ? 0n : line.tax))
    expect(Number(line.tax)).toBe((line.taxLines as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0))
  }
  expect(Number(order.total)).toBe(total('charged'))
  expect(Number(order.totalTax)).toBe(total('tax'))
  expect(Number(order.total)).toBe(
    Number(order.subTotal - order.totalDiscount + order.totalShipping + (order.taxIncluded ? 0n : order.totalTax)),
  )
  const sign = { captured: 1, refunded: -1, failed: 0, authorized: 0 }
  return transactions.reduce((sum, { result, total }) => sum + sign[result] * Number(total), 0)
}

describe.each(surfaces)('%s', (surface) => {
  it('adds the tax of lines and their shipping, by the class of the product', async () => {
    const { db } = stores.added
    const [tea, mug] = [await addProduct(db, { price: 1_000, shipping: 300 }), await addProduct(db, { price: 2_550 })]
    await db.product.update({ where: ofStore(tea.id), data: { taxClass: 'food' } })
    const made = await order('added', surface, [
      [tea, 1],
      [mug, 3],
    ])
    expect(made).toMatchObject({ taxIncluded: false, totalTax: 91n + 1_454n, total: 1_000n + 300n + 7_650n + 1_545n })
    expect(linesOf(made.products)).toEqual([[[0.07, 91, 'DE', 'S']], [[0.19, 1_454, 'DE', 'S']]])
    expect(expectSums(made)).toBe(10_495)
  })

  it('takes contained tax out, and charges the same wherever it is taxed', async () => {
    const { db } = stores.contained
    const product = await addProduct(db, { price: 11_900, shipping: 595 })
    const home = await order('contained', surface, [[product, 1]])
    expect(home).toMatchObject({ taxIncluded: true, totalTax: 1_995n, total: 12_495n })
    const abroad = await order('contained', surface, [[product, 1]], { country: 'AT' })
    expect(abroad).toMatchObject({ totalTax: 2_083n, total: 12_495n })
    expect(expectSums(home)).toBe(expectSums(abroad))
  })

  it.each([
    ['DE', 'FR', 0.19, 'S', 11_900, 1_900],
    ['AT', 'AT', 0, 'K', 10_000, 0],
    ['AT', 'DE', 0.2, 'S', 11_900, 1_983],
    ['AT', null, 0.2, 'S', 11_900, 1_983],
    ['FR', null, 0.19, 'S', 11_900, 1_900],
    ['CH', null, 0, 'G', 10_000, 0],
  ])('sends to %s with a number of %s at the rate %d, category %s', async (country, number, rate, category, total, tax) => {
    const product = await addProduct(stores.contained.db, { price: 11_900 })
    const made = await order('contained', surface, [[product, 1]], { country, number })
    expect(made).toMatchObject({ total: BigInt(total), totalTax: BigInt(tax) })
    expect(linesOf(made.products)).toEqual([[[rate, tax, expect.any(String), category]]])
    expectSums(made)
  })

  it('an unchecked number changes nothing', async () => {
    const { db } = stores.contained
    const product = await addProduct(db, { price: 11_900 })
    const customer = await addCustomer(db)
    await db.address.update({ where: ofStore(customer.addressId), data: { country: 'AT' } })
    const data = { taxId: 'x', taxIdCountry: 'AT', taxIdStatus: 'unchecked' } as const
    await db.customer.update({ where: ofStore(customer.id), data })
    const input = { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }] }
    const { record } = await ask(stores.contained, surface, 'createOrder', input)
    expect(record.total_tax).toBe(1_983)
  })

  it.each(['added', 'contained'] as const)('is refunded piece by piece to the cent where tax is %s', async (kind) => {
    const store = stores[kind]
    const [product, other] = [
      await addProduct(store.db, { price: 333, shipping: 101 }),
      await addProduct(store.db, { price: 999, shipping: 17 }),
    ]
    const made = await order(kind, surface, [
      [product, 3],
      [other, 1],
    ])
    const { id } = made
    for (let piece = 0; piece < 3; piece += 1) {
      const lines = [{ id: Number(made.products[0]?.id), quantity: 1 }]
      expect((await ask(store, surface, 'refundOrder', { id: Number(id), lines })).status).toBe(201)
    }
    expect((await ask(store, surface, 'refundOrder', { id: Number(id) })).status).toBe(201)
    const after = await orderOf(store, Number(id))
    expect(after.refundedAmount).toBe(made.total)
    expect(expectSums(after)).toBe(0)
    const refunded = after.refunds.flatMap(({ lines }) => lines)
    for (const line of after.products) {
      const own = refunded.filter(({ orderProductId }) => orderProductId === line.id)
      expect(own.reduce((sum, { tax }) => sum + tax, 0n)).toBe(line.tax)
      expect(own.reduce((sum, { amount, shipping }) => sum + amount + shipping, 0n)).toBe(line.charged)
    }
  })

  it.each(['added', 'contained'] as const)(
    'an edit keeps the rates of lines and adds lines at those of today where tax is %s',
    async (kind) => {
      const store = stores[kind]
      const [product, other] = [await addProduct(store.db, { price: 1_000 }), await addProduct(store.db, { price: 500 })]
      const made = await order(kind, surface, [[product, 2]])
      const lines = [{ id: Number(made.products[0]?.id), quantity: 3 }, { product_instance: { id: other.instanceId } }]
      const { status } = await ask(store, surface, 'editOrder', { id: Number(made.id), lines })
      expect(status).toBe(200)
      const after = await orderOf(store, Number(made.id))
      const tax = kind === 'added' ? [570n, 95n] : [479n, 80n]
      expect(after.products.map((line) => line.tax)).toEqual(tax)
      expect(expectSums(after)).toBe(Number(after.total))
    },
  )
})

it('An order takes as many statements with rates as without', async () => {
  const { db } = stores.added
  const count = async () => {
    const [customer, product] = [await addCustomer(db), await addProduct(db)]
    const input = { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }] }
    return (await stores.added.statements(() => ask(stores.added, 'REST', 'createOrder', input))).length
  }
  const taxed = await count()
  await db.taxRate.updateMany({ data: { archivedAt: new Date() } })
  expect(taxed).toBe(await count())
  await db.taxRate.updateMany({ data: { archivedAt: null } })
})

describe.each(['added', 'contained'] as const)('The figure of tax that is %s', (kind) => {
  it('is the tax of orders and of refunds, by rate and country', async () => {
    const { db, graphql } = stores[kind]
    // The orders of the demo store, some of which are unpaid or old, are no part of the sums.
    await db.$executeRaw`UPDATE order_product SET tax_lines = '[]' WHERE store_id = 1 AND tax_lines -> 0 ->> 'name' = 'Sales tax'`
    const columns = 'key salesNet salesTax refundsNet refundsTax'
    const query = (by: string) => `{ figures(by: ${by}) { tax { rows { ${columns} } groups { ${columns} } } } }`
    const { data, errors } = await graphql(query('rate'))
    expect(errors).toEqual([])
    type Row = { key: string; salesNet: number; salesTax: number; refundsNet: number; refundsTax: number }
    const total = (rows: Row[], name: Exclude<keyof Row, 'key'>) => rows.reduce((sum, row) => sum + row[name], 0)
    const { rows, groups } = data.figures.tax as { rows: Row[]; groups: Row[] }
    const isTaxed = { taxLines: { not: [] } }
    const sold = await db.orderProduct.aggregate({ where: { storeId: 1n, ...isTaxed }, _sum: { tax: true, charged: true } })
    const refunded = await db.refundLine.aggregate({
      where: { storeId: 1n, refund: { status: 'done' }, orderProduct: isTaxed },
      _sum: { tax: true, amount: true, shipping: true },
    })
    const of = (amount: bigint | null) => Number(amount ?? 0n)
    for (const some of [rows, groups]) {
      expect(total(some, 'salesTax')).toBe(of(sold._sum.tax))
      expect(total(some, 'salesNet')).toBe(of(sold._sum.charged) - of(sold._sum.tax))
      expect(total(some, 'refundsTax')).toBe(of(refunded._sum.tax))
      expect(total(some, 'refundsNet')).toBe(of(refunded._sum.amount) + of(refunded._sum.shipping) - of(refunded._sum.tax))
    }
    expect(groups.map(({ key }) => key)).toContain('DE 0.19 VAT S')
    const { data: byCountry } = await graphql(query('country'))
    expect(total(byCountry.figures.tax.groups, 'salesTax')).toBe(of(sold._sum.tax))
    const { status, body } = await stores[kind].rest('GET /v1/figures/tax/?by=country', stores[kind].merchant)
    expect([status, body.groups.length]).toEqual([200, byCountry.figures.tax.groups.length])
  })
})
