/** An edit of an order: the sums of its lines, to the cent, and the difference that is paid or given back. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deliveriesOfLines, planDeliveries, stockMoved } from '../../src/purchases/edit/edit-deliveries.ts'
import { addedLine, editDifferenceOf, type LineBefore, planEdit, withQuantity } from '../../src/purchases/edit/edit-plan.ts'
import { sum } from '../../src/purchases/price/spread.ts'
import type { RefundFacts } from '../../src/purchases/refund/refundable.ts'
import { noShare } from '../../src/purchases/refund/sold-line.ts'

type Given = Partial<LineBefore> & { price: number; quantity: number }

/** A line as it was sold. */
function line(id: number, { price, quantity, discount = 0, shipping = 0, tax = 0, ...others }: Given): LineBefore {
  const total = price * quantity
  const names = { productId: BigInt(id), productInstanceId: BigInt(id), name: `Product ${id}`, sku: `P-${id}` }
  return {
    ...{ id: BigInt(id), ...names, price, quantity, total, discount, shipping, tax, charged: total - discount + shipping + tax },
    ...others,
  }
}

const sumOf = (lines: readonly LineBefore[], name: 'total' | 'discount' | 'shipping' | 'tax' | 'charged') =>
  sum(lines.map((each) => each[name]))

const sumsOf = (lines: readonly LineBefore[]) => ({
  ...{ subTotal: sumOf(lines, 'total'), totalDiscount: sumOf(lines, 'discount') },
  totalPrice: sumOf(lines, 'total') - sumOf(lines, 'discount'),
  ...{ totalShipping: sumOf(lines, 'shipping'), grossShipping: sumOf(lines, 'shipping'), totalTax: sumOf(lines, 'tax') },
  total: sumOf(lines, 'charged'),
})

const paidFor = (lines: readonly LineBefore[], others: Partial<RefundFacts> = {}): RefundFacts => ({
  ...{
    orderId: 5n,
    isPaid: true,
    credited: 0,
    refunded: 0,
    cardRefunded: 0,
    charges: [{ charge: 'charge', left: Number.MAX_SAFE_INTEGER }],
  },
  captured: sumOf(lines, 'charged'),
  lines: lines.map(({ id, quantity, charged, shipping, tax }) => ({
    ...{ id, quantity, charged, shipping, tax, refunded: noShare },
  })),
  ...others,
})

const orderOf = (lines: readonly LineBefore[]) => ({ orderId: 5n, basis: 'x', sums: sumsOf(lines), lines })
const tracked = (each: LineBefore) => ({ ...each, isTracked: true })

describe('A line with another quantity', () => {
  it('keeps its price, and by its pieces its discount, its shipping and its tax', () => {
    // Ten times 23.90, 25% off, 20% tax on what is left, 1.50 shipping a piece.
    const sold = line(1, { price: 2390, quantity: 10, discount: 5975, shipping: 1500, tax: 3585 })
    expect(withQuantity(sold, 4, false)).toMatchObject({ total: 9560, discount: 2390, shipping: 600, tax: 1434, charged: 9204 })
    expect(withQuantity(sold, 20, false)).toMatchObject({ total: 47800, discount: 11950, shipping: 3000, tax: 7170 })
  })

  it('is rounded half up, and keeps contained tax out of its sum', () => {
    const sold = line(1, { price: 333, quantity: 2, discount: 33, tax: 55 })
    expect(withQuantity(sold, 1, false)).toMatchObject({ total: 333, discount: 17, tax: 27, charged: 343 })
    expect(withQuantity(sold, 1, true)).toMatchObject({ tax: 27, charged: 316 })
  })

  it('that is free keeps its tax at nothing', () => {
    expect(withQuantity(line(1, { price: 100, quantity: 2, discount: 200 }), 3, false)).toMatchObject({
      discount: 300,
      charged: 0,
    })
  })

  it('stays as it is with as many pieces', () => {
    const odd = { ...line(1, { price: 100, quantity: 3, discount: 1, tax: 7 }), charged: 299 }
    expect(withQuantity(odd, 3, false)).toBe(odd)
  })
})

describe('The difference', () => {
  it.each([
    ['to a dearer order is charged', { total: 100, captured: 100, credited: 0, edited: 0 }, 130, 30],
    ['to a cheaper one is given back', { total: 100, captured: 100, credited: 0, edited: 0 }, 70, -30],
    ['counts what an edit gave back', { total: 70, captured: 100, credited: 0, edited: 30 }, 100, 30],
    ['counts what an edit could not give back as paid', { total: 70, captured: 100, credited: 0, edited: 0 }, 100, 0],
    ['counts credit as paid', { total: 100, captured: 20, credited: 80, edited: 0 }, 100, 0],
    ['of a paid order without transactions is that of the totals', { total: 100, captured: 0, credited: 0, edited: 0 }, 90, -10],
  ])('%s', (_name, money, total, difference) => {
    expect(editDifferenceOf(money, total)).toBe(difference)
  })

  it('leaves refunds by hand as they are', () => {
    const lines = [line(1, { price: 100, quantity: 2 })]
    const facts = paidFor(lines, { refunded: 50, cardRefunded: 50 })
    expect(planEdit(orderOf(lines), lines.map(tracked), facts).difference).toBe(0)
    expect(planEdit(orderOf(lines), [tracked(withQuantity(lines[0] as LineBefore, 3, false))], facts).difference).toBe(100)
  })

  it('is at most what is left to give back', () => {
    const lines = [line(1, { price: 100, quantity: 2 })]
    const facts = paidFor(lines, { captured: 0, credited: 0 })
    expect(planEdit(orderOf(lines), [tracked(withQuantity(lines[0] as LineBefore, 1, false))], facts).difference).toBe(0)
  })
})

describe('The sums', () => {
  const amount = fc.integer({ min: 0, max: 5_000 })
  const sold = fc.record({
    price: amount,
    quantity: fc.integer({ min: 1, max: 9 }),
    cut: fc.integer({ min: 0, max: 100 }),
    shipping: amount,
    tax: amount,
  })
  const lines = fc
    .array(sold, { minLength: 1, maxLength: 5 })
    .map((each) =>
      each.map(({ price, quantity, cut, ...others }, index) =>
        line(index + 1, { price, quantity, discount: Math.floor((price * quantity * cut) / 100), ...others }),
      ),
    )

  it('of any edit add up: the lines to the order, and the order to its total', () => {
    fc.assert(
      fc.property(
        lines,
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 5, maxLength: 5 }),
        fc.array(sold, { maxLength: 3 }),
        (before, pieces, more) => {
          const kept = before.flatMap((each, index) => (pieces[index] ? [tracked(withQuantity(each, pieces[index], false))] : []))
          const added = more.map(({ price, quantity, shipping }, index) =>
            addedLine({
              ...{ productId: 90n, productInstanceId: 90n + BigInt(index), name: 'New', sku: '' },
              price,
              quantity,
              shipping,
              isTracked: false,
            }),
          )
          const after = [...kept, ...added]
          if (after.length === 0) return
          const { sums, difference, byCard } = planEdit(orderOf(before), after, paidFor(before))
          expect(sums).toEqual(sumsOf(after as LineBefore[]))
          expect(sums.total).toBe(sums.totalPrice + sums.totalShipping + sums.totalTax)
          expect(difference).toBe(sums.total - sumOf(before, 'charged'))
          expect(byCard).toEqual({ before: sumOf(before, 'charged'), after: sums.total })
        },
      ),
    )
  })

  it('of an order from before lines had sums change by what its lines change', () => {
    const [only] = [line(1, { price: 100, quantity: 2 })]
    const order = { ...orderOf([only]), sums: { ...sumsOf([only]), totalShipping: 40, grossShipping: 40, total: 240 } }
    const { sums, difference } = planEdit(order, [tracked(withQuantity(only, 3, false))], paidFor([only], { captured: 240 }))
    expect(sums).toMatchObject({ subTotal: 300, totalShipping: 40, total: 340 })
    expect(difference).toBe(100)
  })

  it('are too large where no number holds them', () => {
    const [only] = [line(1, { price: 9_000_000_000_000_000, quantity: 1 })]
    const dear = () => planEdit(orderOf([only]), [tracked(withQuantity(only, 1_000, false))], paidFor([only]))
    expect(dear).toThrow('The order is too large to add up.')
  })
})

describe('The deliveries', () => {
  const delivery = (id: number, instanceId: number, quantity: number, others: object = {}) => ({
    ...{ id: BigInt(id), instanceId: BigInt(instanceId), subscriptionId: null as bigint | null, quantity, taken: quantity },
    ...{ cycleNumber: 1, shipping: 0n, tax: 0n, ...others },
  })

  it('of two lines of one instance are told apart by their order, and of a subscription are all its cycles', () => {
    const lines = [
      line(1, { price: 1, quantity: 2, productInstanceId: 7n }),
      line(2, { price: 1, quantity: 3, productInstanceId: 7n }),
      line(3, { price: 1, quantity: 1, subscriptionId: 9n }),
    ]
    const cycle = (id: number, cycleNumber: number) => delivery(id, 8, 1, { subscriptionId: 9n, cycleNumber })
    const open = [delivery(11, 7, 2), delivery(12, 7, 3), cycle(13, 1), cycle(14, 2)]
    const own = deliveriesOfLines(lines, open)
    expect([1, 2, 3].map((id) => own.get(BigInt(id))?.map((each) => Number(each.id)))).toEqual([[11], [12], [13, 14]])
    expect(deliveriesOfLines(lines, open.slice(1)).get(2n)).toEqual([])
  })

  it('follow their lines, and the stock follows the first ones of tracked instances', () => {
    const before = [
      line(1, { price: 1, quantity: 2 }),
      line(2, { price: 1, quantity: 3 }),
      line(3, { price: 1, quantity: 1, subscriptionId: 9n }),
    ]
    const [mug, box, sub] = before as [LineBefore, LineBefore, LineBefore]
    const later = delivery(14, 3, 1, { subscriptionId: 9n, cycleNumber: 2, taken: 0 })
    const open = [delivery(11, 1, 2), delivery(12, 2, 3), delivery(13, 3, 1, { subscriptionId: 9n }), later]
    const added = addedLine({
      ...{ productId: 2n, productInstanceId: 2n, name: 'Box', sku: '' },
      price: 1,
      quantity: 4,
      shipping: 0,
      isTracked: true,
    })
    const planned = planDeliveries(
      before,
      [tracked(withQuantity(mug, 5, false)), tracked(withQuantity(sub, 2, false)), added],
      open,
    )
    expect([...planned.changed].map(([{ id }, { quantity, taken }]) => [Number(id), quantity, taken])).toEqual([
      [11, 5, 5],
      [13, 2, 2],
      [14, 2, 0],
    ])
    expect(planned.cancelled.map(({ id }) => Number(id))).toEqual([12])
    expect(planned.added).toEqual([{ instanceId: 2n, quantity: 4, taken: 4, shipping: 0, tax: 0 }])
    expect(stockMoved(planned)).toEqual([
      { instanceId: 1n, quantity: 3 },
      { instanceId: 2n, quantity: 1 },
      { instanceId: 3n, quantity: 1 },
    ])
    expect(box.quantity).toBe(3)
  })
})
