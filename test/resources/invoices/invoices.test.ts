/** Invoices of paid orders: their numbers, both parties, and sums that equal the order's to the cent. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../../support/of-store.ts'
import { today } from '../../support/template.ts'
import { surfaces } from '../../writes/ask.ts'
import { addProduct, giveCredit } from '../../writes/rows.ts'
import { expectAddsUp, openShop, type Shop } from './shop.ts'

const added = await openShop({ dispatchCountry: 'US', rates: [{ country: 'US', rate: 10_750, taxesShipping: false }] })
const contained = await openShop({
  pricesIncludeTax: true,
  rates: [
    { country: 'DE', rate: 20_000 },
    { country: 'DE', rate: 10_000, taxClass: 'food' },
  ],
})

const addCoupon = ({ db }: Shop, code: string, discountType: 'percent' | 'amount', discountValue: bigint) =>
  db.coupon.create({ data: { storeId: 1n, name: code, code, discountType, discountValue, numRenewals: 0, createdAt: today } })

describe.each(surfaces)('%s', (surface) => {
  it('an invoice has the tax that is added to prices: 24.99 + 10.75% + 6.44 shipping = 34.12', async () => {
    const product = await addProduct(added.db, { price: 2_499, shipping: 644 })
    const order = await added.buy([[product, 1]], { surface, country: 'US' })
    const [invoice, ...others] = await added.invoicesOf(order.id)
    expect(others).toEqual([])
    expect(invoice).toMatchObject({
      ...{
        kind: 'invoice',
        type_code: '380',
        cause: 'payment',
        order_id: order.id,
        total: 3_412,
        total_tax: 269,
        tax_included: false,
      },
      ...{ corrects: null, invoice_id: null, currency_code: 'USD', locale: 'en-US' },
      sums: { amount: 2_499, shipping: 644, net: 3_143, tax: 269, gross: 3_412 },
      taxes: [{ name: 'VAT', category: 'S', rate: 0.1075, base: 2_499, amount: 269, reason: null, reason_code: null }],
      payments: [{ means: 'card', amount: 3_412 }],
      seller: { name: 'Alder Goods GmbH', address: 'Hafenstrasse 1\n20457 Hamburg', country: 'US', tax_id: 'DE136695976' },
      buyer: { email: order.customer.email, tax_id: null, address: { name: 'Test Buyer', street: '1 Lane', country: 'US' } },
      lines: [{ quantity: 1, price: 2_499, net_price: 2_499, discount: 0, shipping: 644, tax: 269, charged: 3_412 }],
    })
    expectAddsUp(invoice)
  })
})

describe('an invoice', () => {
  it('has a discount before the tax that prices contain: 10 × 23.90 incl. 20%, −25% = 179.25', async () => {
    const product = await addProduct(contained.db, { price: 2_390 })
    await addCoupon(contained, 'QUARTER', 'percent', 25n)
    const order = await contained.buy([[product, 10]], { input: { coupons: ['QUARTER'] } })
    const [invoice] = await contained.invoicesOf(order.id)
    expect(invoice).toMatchObject({
      ...{ total: 17_925, total_tax: 2_988, tax_included: true, locale: 'de-DE' },
      lines: [{ total: 23_900, discount: 5_975, net_amount: 14_937, net_price: 1_493.7 }],
      taxes: [{ category: 'S', rate: 0.2, base: 14_937, amount: 2_988 }],
    })
    expectAddsUp(invoice)
  })

  it('has an amount off: 50 incl. 10%, −10 = 40, and a percentage off: 34.90 − 15% = 29.66', async () => {
    const { db } = contained
    const food = await addProduct(db, { price: 5_000 })
    await db.product.update({ where: ofStore(food.id), data: { taxClass: 'food' } })
    const other = await addProduct(db, { price: 3_490 })
    await addCoupon(contained, 'TEN', 'amount', 1_000n)
    await addCoupon(contained, 'SOME', 'percent', 15n)
    const ten = await contained.buy([[food, 1]], { input: { coupons: ['TEN'] } })
    const some = await contained.buy([[other, 1]], { input: { coupons: ['SOME'] } })
    const [[first], [second]] = [await contained.invoicesOf(ten.id), await contained.invoicesOf(some.id)]
    expect(first).toMatchObject({ total: 4_000, total_tax: 364, taxes: [{ rate: 0.1, base: 3_636, amount: 364 }] })
    expect(second).toMatchObject({ total: 2_966, total_tax: 494 })
    expectAddsUp(first)
    expectAddsUp(second)
  })

  it('has the category, its reason and both tax numbers: K to another member state, G out of the EU', async () => {
    const product = await addProduct(contained.db, { price: 11_900 })
    const within = await contained.buy([[product, 1]], { country: 'AT', taxId: 'ATU13585627' })
    const out = await contained.buy([[product, 1]], { country: 'CH' })
    const [[k], [g]] = [await contained.invoicesOf(within.id), await contained.invoicesOf(out.id)]
    expect(k).toMatchObject({
      ...{ total_tax: 0, seller: { tax_id: 'DE136695976' }, buyer: { tax_id: 'ATU13585627', tax_id_country: 'AT' } },
      taxes: [{ category: 'K', rate: 0, amount: 0, reason: 'Intra-community supply', reason_code: 'VATEX-EU-IC' }],
    })
    expect(g).toMatchObject({ total_tax: 0, taxes: [{ category: 'G', reason: 'Export', reason_code: 'VATEX-EU-G' }] })
    for (const each of [k, g]) expectAddsUp(each)
  })

  it('has credit as a way of paying, not as a discount', async () => {
    const product = await addProduct(contained.db, { price: 2_400 })
    const credit = (amount: number) => (id: number) => giveCredit(contained.db, { id, storeId: 1 }, amount)
    const [part, all] = [
      await contained.buy([[product, 1]], { before: credit(1_000) }),
      await contained.buy([[product, 1]], { before: credit(9_000) }),
    ]
    const [[first], [second]] = [await contained.invoicesOf(part.id), await contained.invoicesOf(all.id)]
    const payments = [
      { means: 'card', amount: 1_400 },
      { means: 'credit', amount: 1_000 },
    ]
    expect(first).toMatchObject({ total: 2_400, total_tax: 400, payments })
    expect(second).toMatchObject({ total: 2_400, total_tax: 400, payments: [{ means: 'credit', amount: 2_400 }] })
  })

  it('is made of neither an order of nothing, nor a test, nor one that was paid before, nor a decline', async () => {
    const { db } = contained
    const product = await addProduct(db, { price: 0 })
    const free = await contained.buy([[product, 1]])
    expect(await contained.invoicesOf(free.id)).toEqual([])
    const row = await db.order.findUniqueOrThrow({ where: ofStore(free.id) })
    const { changedIn: _, receivedGift: _r, sentGift: _s, ...copied } = row
    const other = { ...copied, total: 100n, totalPrice: 100n, subTotal: 100n }
    const changes = [{ isTest: true }, { paidAt: new Date(row.placedAt.getTime() - 1_000) }, { paidAt: null }]
    for (const [index, change] of changes.entries())
      await db.order.create({ data: { ...other, id: row.id + 1_000n + BigInt(index), ...change } })
    expect(await db.invoiceDue.count({ where: { storeId: 1n } })).toBe(0)
  })

  it('stays as it was issued, whatever the store, the customer and the address become', async () => {
    const { db, store } = contained
    const product = await addProduct(db, { price: 1_200 })
    const order = await contained.buy([[product, 1]])
    const [invoice] = await contained.invoicesOf(order.id)
    await db.customer.update({ where: ofStore(order.customer.id), data: { name: 'Other', email: 'other@example.net' } })
    await db.store.update({ where: { id: 1n }, data: { address: 'Elsewhere' } })
    expect((await store.rest(`GET /v1/invoices/${invoice.id}/`, store.merchant)).body).toEqual(invoice)
    const refused = new RegExp(`Invoice ${invoice.id} of store 1 stays as it was issued`)
    await expect(db.$executeRaw`UPDATE invoice SET total = 1 WHERE store_id = 1 AND id = ${BigInt(invoice.id)}`).rejects.toThrow(
      refused,
    )
    await expect(db.$executeRaw`DELETE FROM invoice WHERE store_id = 1 AND id = ${BigInt(invoice.id)}`).rejects.toThrow(refused)
  })

  it('is numbered without a gap, each series by itself, and leaves an event', async () => {
    const { db } = contained
    const product = await addProduct(db, { price: 500 })
    for (let count = 0; count < 3; count += 1) await contained.buy([[product, 1]])
    expect(await contained.issue()).toBeGreaterThanOrEqual(3)
    const rows = await db.invoice.findMany({ where: { storeId: 1n, series: 'invoice' }, orderBy: { place: 'asc' } })
    expect(rows.length).toBeGreaterThanOrEqual(3)
    expect(rows.map(({ place }) => Number(place))).toEqual(rows.map((_row, index) => index + 1))
    expect(rows.map(({ number }) => number)).toEqual(rows.map(({ place }) => `AG-${place}`))
    const event = await db.event.findFirstOrThrow({ where: { type: 'invoice.created', recordId: rows[0]?.id ?? 0n } })
    expect(event).toMatchObject({ recordType: 'invoice', orderId: rows[0]?.orderId, operation: 'issueInvoices' })
  })
})
