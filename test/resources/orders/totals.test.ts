/** Numbers add up: total = sub_total + total_shipping + total_tax − total_discount, and is never negative. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Discount, PricedLine } from '../../../src/purchases/price/steps.ts'
import { totalsOf } from '../../purchases/totals.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addCustomer, addProduct, chargesOf } from '../../writes/rows.ts'

const store = await openStore()
const { db } = store

const productIds = fc.bigInt({ min: 1n, max: 4n })
const lines: fc.Arbitrary<PricedLine[]> = fc.array(
  fc.record({
    productId: productIds,
    price: fc.integer({ min: 0, max: 1_000_000 }),
    quantity: fc.integer({ min: 1, max: 1_000 }),
    shipping: fc.integer({ min: 0, max: 100_000 }),
  }),
  { minLength: 1, maxLength: 6 },
)
const discounts: fc.Arbitrary<Discount[]> = fc.array(
  fc.record({
    type: fc.constantFrom('percent' as const, 'amount' as const),
    value: fc.integer({ min: 0, max: 5_000_000 }),
    productIds: fc.uniqueArray(productIds, { maxLength: 3 }),
  }),
  { maxLength: 4 },
)
const taxes = fc.array(
  fc.integer({ min: 0, max: 30_000 }).map((thousandths) => thousandths / 1_000),
  { maxLength: 3 },
)
const credits = fc.integer({ min: 0, max: 10_000_000 })

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
const line = (price: number, more: Partial<PricedLine> = {}): PricedLine => ({
  productId: 1n,
  price,
  quantity: 1,
  shipping: 0,
  ...more,
})

describe('the rule', () => {
  it('holds over generated carts', () => {
    fc.assert(
      fc.property(lines, discounts, taxes, credits, (cart, coupons, percents, credit) => {
        const totals = totalsOf(cart, coupons, percents, credit)
        expect(totals.total).toBe(totals.subTotal + totals.totalShipping + totals.totalTax - totals.totalDiscount)
        expect(totals.subTotal).toBe(sum(cart.map(({ price, quantity }) => price * quantity)))
        expect(totals.totalShipping).toBe(sum(cart.map(({ shipping }) => shipping)))
        expect(totals.totalPrice).toBe(totals.subTotal - totals.totalDiscount)
        expect(totals.charge + totals.creditApplied).toBe(totals.total)
        expect(totals.creditApplied).toBeLessThanOrEqual(credit)
        const { taxIncluded: _, ...amounts } = totals
        for (const amount of Object.values(amounts)) {
          expect(amount).toBeGreaterThanOrEqual(0)
          expect(Number.isSafeInteger(amount)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('never takes more off than the lines a coupon is for cost', () => {
    fc.assert(
      fc.property(lines, discounts, (cart, coupons) => {
        const within = (ids: readonly bigint[]) =>
          sum(
            cart
              .filter(({ productId }) => ids.length === 0 || ids.includes(productId))
              .map(({ price, quantity }) => price * quantity),
          )
        const most = sum(
          coupons.map(({ type, value, productIds: ids }) => (type === 'amount' ? Math.min(value, within(ids)) : within(ids))),
        )
        expect(totalsOf(cart, coupons, [], 0).totalDiscount).toBeLessThanOrEqual(most)
      }),
    )
  })

  it('takes coupons off in their order, each off what the one before left', () => {
    const tenth: Discount = { type: 'percent', value: 10, productIds: [] }
    const five: Discount = { type: 'amount', value: 500, productIds: [] }
    expect(totalsOf([line(2000)], [tenth, five], [], 0).totalDiscount).toBe(700)
    expect(totalsOf([line(2000)], [five, tenth], [], 0).totalDiscount).toBe(650)
  })

  it('takes a coupon off the products it is for, and off nothing else', () => {
    const cart = [line(100), line(1000, { productId: 2n })]
    expect(totalsOf(cart, [{ type: 'amount', value: 500, productIds: [1n] }], [], 0).total).toBe(1000)
    expect(totalsOf(cart, [{ type: 'percent', value: 50, productIds: [2n] }], [], 0).total).toBe(600)
  })

  it('does not discount shipping, taxes what remains, and lets credit lower only the charge', () => {
    const everything: Discount = { type: 'percent', value: 200, productIds: [] }
    expect(totalsOf([line(1000, { shipping: 300 })], [everything], [8], 0)).toMatchObject({ totalTax: 0, total: 300 })
    expect(totalsOf([line(1000)], [], [6, 2], 50)).toMatchObject({ totalTax: 80, total: 1080, creditApplied: 50, charge: 1030 })
  })
})

describe.each(surfaces)('%s', (surface) => {
  it('holds for real orders over generated carts', async () => {
    const carts = fc.record({
      lines: fc.array(
        fc.record({
          price: fc.integer({ min: 0, max: 5_000 }),
          shipping: fc.integer({ min: 0, max: 900 }),
          quantity: fc.integer({ min: 1, max: 9 }),
          cycles: fc.constantFrom(0, 1, 3),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      coupons: fc.uniqueArray(fc.constantFrom('TENTH', 'FIVER', 'THRICE')),
    })
    await fc.assert(
      fc.asyncProperty(carts, async ({ lines: asked, coupons }) => {
        const customer = await addCustomer(db)
        const products: object[] = []
        for (const { price, shipping, cycles, quantity } of asked) {
          const { instanceId, terms } = await addProduct(db, { price, shipping, terms: cycles ? [{ cycles, price }] : [] })
          products.push({ product_instance: { id: instanceId }, quantity, ...(terms[0] && { term: { id: terms[0].id } }) })
        }
        const { status, record } = await ask(store, surface, 'createOrder', { customer: { id: customer.id }, products, coupons })
        expect(status).toBe(201)
        const order = await db.order.findUniqueOrThrow({ where: ofStore(record.id) })
        expect(order.total).toBe(order.subTotal + order.totalShipping + order.totalTax - order.totalDiscount)
        expect(Number(order.subTotal)).toBe(sum(asked.map(({ price, quantity }) => price * quantity)))
        expect(Number(order.totalShipping)).toBe(
          sum(asked.map(({ shipping, quantity, cycles }) => shipping * quantity * (cycles || 1))),
        )
        expect(order.total).toBeGreaterThanOrEqual(0n)
        expect(record.total).toBe(Number(order.total))
        const paid = (await chargesOf(db, customer.id)).map(({ amount }) => amount)
        expect(paid).toEqual(order.total === 0n ? [] : [Number(order.total)])
      }),
      { numRuns: 12 },
    )
  })
})
