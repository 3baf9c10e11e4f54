/** The amounts of a refund: of lines, shipping, card and credit, and the limits of each. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spread, sum } from '../../src/purchases/price/spread.ts'
import { type AskedRefund, type PlannedRefund, planRefund } from '../../src/purchases/refund/refund-plan.ts'
import { type RefundFacts, refundableOf } from '../../src/purchases/refund/refundable.ts'
import { noShare, type SoldLine, withShare } from '../../src/purchases/refund/sold-line.ts'

const line = (id: number, charged: number, others: Partial<SoldLine> = {}): SoldLine => ({
  ...{ id: BigInt(id), charged, quantity: 1, shipping: 0, tax: 0, refunded: noShare },
  ...others,
})

const paid = (lines: SoldLine[], others: Partial<RefundFacts> = {}): RefundFacts => ({
  ...{ orderId: 5n, isPaid: true, credited: 0, refunded: 0, cardRefunded: 0, lines },
  charges: [{ charge: 'charge', left: Number.MAX_SAFE_INTEGER }],
  captured: sum(lines.map(({ charged }) => charged)),
  ...others,
})

/** The order once a refund is recorded. */
const withRefund = (facts: RefundFacts, { amount, cardAmount, lines }: PlannedRefund): RefundFacts => ({
  ...facts,
  refunded: facts.refunded + amount,
  cardRefunded: facts.cardRefunded + cardAmount,
  lines: facts.lines.map((each) => ({
    ...each,
    refunded: withShare(each.refunded, lines.find(({ id }) => id === each.id) ?? noShare),
  })),
})

/** The amounts of refunds, one after the other. */
function inTurn(facts: RefundFacts, ...requests: AskedRefund[]): number[] {
  let now = facts
  return requests.map((request) => {
    const planned = planRefund(now, request)
    now = withRefund(now, planned)
    return planned.amount
  })
}

const pieces = (id: number | bigint, quantity = 1): AskedRefund => ({ lines: [{ id: String(id), quantity }] })
const messageOf = (facts: RefundFacts, request: AskedRefund): string => {
  try {
    planRefund(facts, request)
  } catch (error) {
    return (error as Error).message
  }
  return 'planned'
}

describe('A refund', () => {
  // 24.99, 10.75% tax and 6.44 of shipping.
  const taxed = paid([line(1, 3_412, { tax: 269, shipping: 644 })])

  it('of the price alone, or of the shipping alone, gives back the tax that it contains', () => {
    // 49.98 and 12.88 of shipping, which contain 19%.
    const contained = paid([line(1, 6_286, { quantity: 2, tax: 1_004, shipping: 1_288, shippingTax: 206 })])
    expect(planRefund(contained, pieces(1)).tax).toBe(399)
    expect(planRefund(contained, { shipping: 644n }).tax).toBe(103)
    expect(planRefund(contained, {}).tax).toBe(1_004)
  })

  it('of the goods alone, or of the shipping alone, gives back the tax that is added to it', () => {
    // Twice 50.00 and 10.00 of shipping, and 10% of both.
    const added = paid([line(1, 12_100, { quantity: 2, tax: 1_100, shipping: 1_000, addedShippingTax: 100 })])
    expect(refundableOf(added)).toMatchObject({ shipping: 1_000, lines: [{ amount: 11_000, shipping: 1_000 }] })
    expect(planRefund(added, pieces(1))).toMatchObject({ amount: 5_500, shipping: 0, tax: 500 })
    expect(planRefund(added, { shipping: 500n })).toMatchObject({ amount: 550, shipping: 500, tax: 50 })
    expect(planRefund(added, { amount: 1_210n })).toMatchObject({ amount: 1_210, shipping: 100, tax: 110 })
    expect(planRefund(added, {})).toMatchObject({ amount: 12_100, shipping: 1_000, tax: 1_100 })
    expect(inTurn(added, pieces(1), { shipping: 300n }, pieces(1), { shipping: 700n })).toEqual([5_500, 330, 5_500, 770])
  })

  it('of the shipping of free goods gives back all tax', () => {
    const free = paid([line(1, 1_100, { tax: 100, shipping: 1_000, addedShippingTax: 100 })])
    expect(planRefund(free, { shipping: 1_000n })).toMatchObject({ amount: 1_100, shipping: 1_000, tax: 100 })
  })

  it('of the whole gives back price, tax and shipping', () => {
    expect(planRefund(taxed, {})).toEqual({
      ...{ amount: 3_412, cardAmount: 3_412, creditAmount: 0, shipping: 644, tax: 269 },
      lines: [{ id: 1n, quantity: 1, amount: 2_768, shipping: 644, shippingTax: 0, tax: 269, card: 3_412 }],
    })
  })

  it('of a line leaves the shipping, which can be refunded by itself', () => {
    expect(planRefund(taxed, pieces(1))).toMatchObject({ amount: 2_768, shipping: 0, tax: 269 })
    expect(planRefund(taxed, { shipping: 644n })).toMatchObject({ amount: 644, shipping: 644, tax: 0 })
    expect(inTurn(taxed, pieces(1), { shipping: 600n }, {})).toEqual([2_768, 600, 44])
  })

  it.each([
    ['ten of 23.90 with tax in the price, less 25%, piece by piece', [line(1, 17_925, { quantity: 10, tax: 2_988 })], 10],
    ['three of 10.00 in all', [line(1, 1_000, { quantity: 3 })], 3],
    ['seven of 0.10 in all', [line(1, 10, { quantity: 7 })], 7],
  ])('adds up: %s', (_what, lines, count) => {
    const facts = paid(lines)
    const requests = Array.from({ length: count }, () => pieces(1))
    const amounts = inTurn(facts, ...requests)
    expect(sum(amounts)).toBe(facts.captured)
    expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1)
  })

  it('of ten lines less 25% comes to 179.25 line by line', () => {
    const lines = spread(17_925, Array(10).fill(2_390)).map((charged, index) => line(index + 1, charged))
    expect(sum(inTurn(paid(lines), ...lines.map(({ id }) => pieces(id))))).toBe(17_925)
  })

  it.each<[string, SoldLine[], AskedRefund[], number[]]>([
    ['19.99 less 25%', [line(1, 1_499)], [pieces(1)], [1_499]],
    ['50.00 with 10% tax in the price, less 10.00', [line(1, 4_000, { tax: 364 })], [pieces(1)], [4_000]],
    ['6.00 and 4.00 less 10%', [line(1, 540), line(2, 360)], [pieces(1), pieces(2)], [540, 360]],
    ['34.90 less 15%', [line(1, 2_966)], [pieces(1)], [2_966]],
  ])('gives back what was charged: %s', (_what, lines, requests, amounts) => {
    expect(inTurn(paid(lines), ...requests)).toEqual(amounts)
  })

  it('of two lines of 1.00 for which 1.03 was paid gives back 0.52 and 0.51', () => {
    const facts = paid([line(1, 100), line(2, 100)], { captured: 103 })
    const lines = [{ id: '1' }, { id: '2' }]
    for (const request of [{}, { lines }, { amount: 103n }])
      expect(planRefund(facts, request).lines.map(({ amount }) => amount)).toEqual([52, 51])
  })

  it('of an amount is spread over what is left of lines and shipping, with the tax', () => {
    const facts = paid([line(1, 1_200, { shipping: 200, tax: 100 }), line(2, 500)])
    expect(planRefund(facts, { amount: 340n })).toMatchObject({
      ...{ amount: 340, shipping: 40, tax: 20 },
      lines: [
        { id: 1n, quantity: 0, amount: 200, shipping: 40, tax: 20 },
        { id: 2n, quantity: 0, amount: 100 },
      ],
    })
  })

  it('of pieces after an amount gives the rest of their share', () => {
    const facts = paid([line(1, 100, { quantity: 4 })])
    expect(inTurn(facts, { amount: 30n }, pieces(1, 2), pieces(1, 2))).toEqual([30, 20, 50])
  })

  it('of pieces whose share is less than half a cent comes to what was paid', () => {
    const facts = paid([line(1, 4, { quantity: 10 }), line(2, 500)])
    expect(inTurn(facts, ...Array.from({ length: 10 }, () => pieces(1)))).toEqual([0, 1, 0, 1, 0, 0, 1, 0, 1, 0])
    expect(messageOf(withRefund(facts, planRefund(facts, pieces(1, 10))), pieces(1))).toBe(
      'lines[0].quantity must not be given: no piece of line 1 is left to refund.',
    )
  })

  it('of a free line counts its pieces, beside other lines and alone', () => {
    const facts = paid([line(1, 0, { quantity: 2 }), line(2, 500)])
    expect(planRefund(facts, pieces(1, 2))).toMatchObject({
      amount: 0,
      cardAmount: 0,
      lines: [{ id: 1n, quantity: 2, amount: 0 }],
    })
    expect(planRefund(facts, { lines: [{ id: '1' }, { id: '2' }] })).toMatchObject({
      amount: 500,
      lines: [{ id: 1n }, { id: 2n }],
    })
    const free = paid([line(1, 0, { quantity: 2 })])
    expect(planRefund(free, { restock: true })).toMatchObject({ amount: 0, lines: [{ id: 1n, quantity: 2 }] })
    expect(messageOf(free, {})).toBe(
      'Nothing of order 5 is left to refund. Its pieces can still be taken back: name them in lines, or set restock.',
    )
    expect(messageOf(withRefund(free, planRefund(free, pieces(1, 2))), { restock: true })).toBe(
      'Nothing of order 5 is left to refund.',
    )
  })

  it('of pieces of which more money was given back already is of 0 where they are restocked, and else refused', () => {
    const facts = paid([line(1, 300, { quantity: 3 })])
    const later = withRefund(facts, planRefund(facts, { amount: 250n }))
    expect(planRefund(later, { ...pieces(1), restock: true })).toMatchObject({ amount: 0, lines: [{ quantity: 1, amount: 0 }] })
    expect(messageOf(later, pieces(1))).toBe(
      'lines[0].quantity must be left out, or restock be true: 250 of line 1 is refunded already, more than the share of 1 of its pieces, which is 100; 50 of it is left.',
    )
    expect(inTurn(later, pieces(1, 3))).toEqual([50])
    const all = withRefund(facts, planRefund(facts, { amount: 300n }))
    expect(planRefund(all, { lines: [{ id: '1' }] })).toMatchObject({ amount: 0, lines: [{ quantity: 3 }] })
  })

  it('of a line with an amount of its own takes that, up to what is left of it', () => {
    const facts = paid([line(1, 100, { quantity: 4 }), line(2, 900)])
    expect(planRefund(facts, { lines: [{ id: '1', quantity: 1, amount: 90n }] }).lines).toMatchObject([
      { id: 1n, quantity: 1, amount: 90 },
    ])
    expect(messageOf(facts, { lines: [{ id: '1', amount: 101n }] })).toBe(
      'lines[0].amount must be from 1 to 100, what is left of line 1, not 101.',
    )
  })

  it('goes to the card first, up to what it paid, and the rest to credit', () => {
    const facts = paid([line(1, 600), line(2, 400)], { captured: 700, credited: 300 })
    const first = planRefund(facts, { amount: 600n })
    expect(first).toMatchObject({ cardAmount: 600, creditAmount: 0 })
    const second = planRefund(withRefund(facts, first), {})
    expect(second).toMatchObject({ amount: 400, cardAmount: 100, creditAmount: 300 })
    expect(planRefund(facts, {})).toMatchObject({ amount: 1_000, cardAmount: 700, creditAmount: 300 })
  })

  it('of lines puts on the card no more than the card paid for them, and names no other line', () => {
    const facts = paid([line(1, 600), line(2, 400)], { captured: 700, credited: 300 })
    const first = planRefund(facts, pieces(1))
    expect(first).toMatchObject({ amount: 600, cardAmount: 420, creditAmount: 180, lines: [{ id: 1n, card: 420 }] })
    expect(first.lines).toHaveLength(1)
    const second = planRefund(withRefund(facts, first), pieces(2))
    expect(second).toMatchObject({ amount: 400, cardAmount: 280, creditAmount: 120, lines: [{ id: 2n, card: 280 }] })
  })

  it('of a line that came with a subscription for which the card paid a part leaves the rest of that alone', () => {
    const lines = [line(1, 1_651), line(2, 11_660, { quantity: 5, shipping: 1_665 })]
    const facts = paid(lines, { captured: 8_311, credited: 5_000 })
    const first = planRefund(facts, { lines: [{ id: '2' }] })
    expect(first).toMatchObject({ amount: 9_995, cardAmount: 7_280, creditAmount: 2_715, shipping: 0 })
    expect(first.lines).toMatchObject([{ id: 2n, card: 7_280 }])
    const shipping = planRefund(withRefund(facts, first), { shipping: 1_665n })
    expect(shipping).toMatchObject({ cardAmount: 0, creditAmount: 1_665, lines: [{ id: 2n, shipping: 1_665, card: 0 }] })
    expect(planRefund(facts, { shipping: 100n })).toMatchObject({ cardAmount: 100, lines: [{ id: 2n, card: 100 }] })
  })

  it('goes to credit alone where that is asked for', () => {
    expect(planRefund(paid([line(1, 600)]), { to: 'credit' })).toMatchObject({ cardAmount: 0, creditAmount: 600 })
  })

  it('from before refunds had lines is spread over them', () => {
    const facts = paid([line(1, 600, { shipping: 100 }), line(2, 400)], { refunded: 500, cardRefunded: 500 })
    expect(refundableOf(facts)).toEqual({
      ...{ amount: 500, cardAmount: 500, creditAmount: 0, shipping: 50 },
      lines: [
        { id: 1n, quantity: 1, amount: 250, shipping: 50, whole: 300 },
        { id: 2n, quantity: 1, amount: 200, shipping: 0, whole: 200 },
      ],
    })
    expect(planRefund(facts, {}).amount).toBe(500)
  })

  describe('is refused with the number that would be right', () => {
    const facts = paid([line(1, 100, { quantity: 4 }), line(2, 900, { shipping: 50 })])
    it.each<[string, AskedRefund, string]>([
      ['an amount of 0', { amount: 0n }, 'amount must be from 1 to 1000, what is left of order 5, not 0.'],
      ['an amount below 0', { amount: -60n }, 'amount must be from 1 to 1000, what is left of order 5, not -60.'],
      ['more than is left', { amount: 1_001n }, 'amount must be from 1 to 1000, what is left of order 5, not 1001.'],
      ['more shipping', { shipping: 51n }, 'shipping must be from 1 to 50, what is left of the shipping of order 5, not 51.'],
      ['no piece', pieces(1, 0), 'lines[0].quantity must be from 1 to 4, what is left of line 1, not 0.'],
      ['more than was bought', pieces(1, 5), 'lines[0].quantity must be from 1 to 4, what is left of line 1, not 5.'],
      ['a line twice', { lines: [{ id: '1' }, { id: '1', quantity: 1 }] }, 'lines[1].id names line 1 a second time.'],
      ['no line', { lines: [] }, 'lines must name one; the lines of the order are 1, 2.'],
      ['an unknown line', pieces(3), 'lines[0].id names none of them; the lines of the order are 1, 2.'],
      [
        'an amount beside lines',
        { amount: 5n, ...pieces(1) },
        'amount must not be given with lines: the refund is what the parts come to.',
      ],
    ])('%s', (_what, request, message) => expect(messageOf(facts, request)).toBe(message))

    it('a line of which all pieces are refunded', () => {
      const done = withRefund(facts, planRefund(facts, pieces(1, 4)))
      expect(messageOf(done, pieces(1))).toBe('lines[0].quantity must not be given: no piece of line 1 is left to refund.')
      expect(messageOf(done, { lines: [{ id: '1' }] })).toBe('Nothing of this is left to refund; 900 of order 5 is.')
    })

    it('parts that come to more than was paid', () => {
      const less = { ...facts, captured: 500 }
      expect(messageOf(less, { lines: [{ id: '2', amount: 501n }] })).toBe(
        'The refund must be at most 500, what is left of order 5, not 501.',
      )
    })

    it('refuses to refund an unpaid or fully refunded order', () => {
      expect(messageOf({ ...facts, isPaid: false }, {})).toBe('Order 5 is not paid: there is nothing to refund.')
      expect(messageOf({ ...facts, refunded: 1_000 }, { amount: 1n })).toBe('Nothing of order 5 is left to refund.')
    })
  })

  it('of lines and shipping, in any turn, comes to what the card paid for each line', () => {
    const money = fc.record({
      quantity: fc.integer({ min: 1, max: 5 }),
      money: fc.integer({ min: 0, max: 5_000 }),
      shipping: fc.integer({ min: 0, max: 900 }),
      taxOfShipping: fc.double({ min: 0, max: 0.3, noNaN: true }),
    })
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    const turn = fc.record({
      line: fc.nat(3),
      others: fc.boolean(),
      part: share,
      kind: fc.constantFrom('pieces', 'money', 'shipping'),
    })
    fc.assert(
      fc.property(
        fc.array(money, { minLength: 1, maxLength: 4 }),
        share,
        fc.array(turn, { maxLength: 8 }),
        (given, byCard, turns) => {
          const lines = given.map(({ taxOfShipping, ...each }, index) => {
            const tax = Math.round(each.shipping * taxOfShipping)
            return line(index + 1, each.money + each.shipping + tax, { ...each, tax, addedShippingTax: tax })
          })
          const total = sum(lines.map(({ charged }) => charged))
          const captured = Math.floor(total * byCard)
          const cards = spread(
            captured,
            lines.map(({ charged }) => charged),
          )
          let now = paid(lines, { captured, credited: total - captured })
          const refund = (request: AskedRefund) => {
            const planned = planOrNothing(now, request)
            if (!planned) return
            expect(planned.cardAmount + planned.creditAmount).toBe(planned.amount)
            expect(sum(planned.lines.map(({ amount, shipping }) => amount + shipping))).toBe(planned.amount)
            expect(sum(planned.lines.map(({ card }) => card))).toBe(planned.cardAmount)
            const named = request.lines?.map(({ id }) => BigInt(id))
            for (const { id, amount, shipping, card } of planned.lines) {
              if (named) expect(named).toContain(id)
              expect(card).toBeLessThanOrEqual(amount + shipping)
            }
            now = withRefund(now, planned)
            for (const [place, { refunded }] of now.lines.entries())
              expect(refunded.card).toBeLessThanOrEqual(cards[place] as number)
          }
          for (const { line: place, others, part, kind } of turns) {
            const left = refundableOf(now)
            const [id, ofOne] = [(place % lines.length) + 1, left.lines[place % lines.length]]
            const portion = (most: number) => Math.max(1, Math.floor(most * part))
            if (kind === 'shipping') refund({ shipping: BigInt(portion(left.shipping)) })
            else if (kind === 'money') refund({ lines: [{ id: String(id), amount: BigInt(portion(ofOne?.amount ?? 0)) }] })
            else refund({ lines: (others ? lines : lines.slice(id - 1, id)).map((each) => ({ id: String(each.id) })) })
          }
          for (const { id } of lines) refund({ lines: [{ id: String(id) }] })
          refund({ shipping: BigInt(refundableOf(now).shipping) })
          expect(refundableOf(now).amount).toBe(0)
          expect(now.cardRefunded).toBe(captured)
          expect(now.lines.map(({ refunded }) => refunded.card)).toEqual(cards)
        },
      ),
    )
  })

  it('of shipping takes nothing off the money of a line, and its rest can be refunded to the last, whatever came before', () => {
    const lineOf = fc.record({
      money: fc.integer({ min: 0, max: 5_000 }),
      shipping: fc.integer({ min: 0, max: 900 }),
      taxOfShipping: fc.double({ min: 0, max: 0.3, noNaN: true }),
    })
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    const request = fc.record({ kind: fc.constantFrom('amount', 'shipping', 'line'), part: share, line: fc.nat(3) })
    fc.assert(
      fc.property(fc.array(lineOf, { minLength: 1, maxLength: 4 }), fc.array(request, { maxLength: 10 }), (given, requests) => {
        const lines = given.map(({ money, shipping, taxOfShipping }, index) => {
          const tax = Math.round(shipping * taxOfShipping)
          return line(index + 1, money + shipping + tax, { shipping, tax, addedShippingTax: tax })
        })
        let now = paid(lines)
        const refund = (asked: AskedRefund) => {
          now = withRefund(now, planRefund(now, asked))
        }
        const goods = () => refundableOf(now).lines.map(({ amount }) => amount)
        const shippings = () => refundableOf(now).lines.map(({ whole, amount }) => whole - amount)
        for (const { kind, part, line: place } of requests) {
          const left = refundableOf(now)
          const portion = (most: number) => BigInt(Math.ceil(most * part))
          const [amount, shipping] = [portion(left.amount), portion(left.shipping)]
          const one = left.lines[place % lines.length]
          const before = { goods: goods(), shippings: shippings() }
          if (kind === 'amount' && amount > 0n) refund({ amount })
          if (kind === 'shipping' && shipping > 0n) {
            refund({ shipping })
            expect(refundableOf(now).shipping).toBe(left.shipping - Number(shipping))
            expect(goods()).toEqual(before.goods)
          }
          if (kind === 'line' && one && one.amount > 0) {
            refund({ lines: [{ id: String(one.id), amount: BigInt(one.amount) }] })
            expect(shippings()).toEqual(before.shippings)
          }
        }
        const { shipping } = refundableOf(now)
        if (shipping > 0) refund({ shipping: BigInt(shipping) })
        expect(shippings()).toEqual(lines.map(() => 0))
      }),
      { numRuns: 1_000 },
    )
  })

  it('never gives back more than was paid, of anything, whatever came before', () => {
    const lineOf = fc.record({
      quantity: fc.integer({ min: 1, max: 9 }),
      money: fc.integer({ min: 0, max: 5_000 }),
      shipping: fc.integer({ min: 0, max: 900 }),
      taxPart: fc.double({ min: 0, max: 1, noNaN: true }),
      taxOfShipping: fc.double({ min: 0, max: 0.3, noNaN: true }),
    })
    const request = fc.oneof(
      fc.constant({}),
      fc.record({ part: fc.double({ min: 0, max: 1, noNaN: true }), to: fc.constantFrom('card', 'credit') }),
      fc.record({ line: fc.nat(3), to: fc.constantFrom('card', 'credit') }),
    )
    fc.assert(
      fc.property(
        fc.array(lineOf, { minLength: 1, maxLength: 4 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(request, { maxLength: 8 }),
        (given, byCredit, requests) => {
          const lines = given.map(({ quantity, money, shipping, taxPart, taxOfShipping }, index) => {
            const addedShippingTax = Math.round(shipping * taxOfShipping)
            const tax = Math.floor(money * taxPart) + addedShippingTax
            return line(index + 1, money + shipping + addedShippingTax, { quantity, shipping, tax, addedShippingTax })
          })
          const total = sum(lines.map(({ charged }) => charged))
          const credited = Math.floor(total * byCredit)
          let now = paid(lines, { captured: total - credited, credited })
          const refund = (each: AskedRefund) => {
            const planned = planRefund(now, each)
            expect(sum(planned.lines.map(({ amount, shipping }) => amount + shipping))).toBe(planned.amount)
            expect(sum(planned.lines.map(({ card }) => card))).toBe(planned.cardAmount)
            now = withRefund(now, planned)
          }
          for (const each of requests) {
            const left = refundableOf(now)
            if (left.amount === 0) break
            const to = 'to' in each ? (each.to as 'card' | 'credit') : undefined
            if ('part' in each) refund({ amount: BigInt(Math.max(1, Math.floor(left.amount * each.part))), to })
            else if ('line' in each) {
              const of = left.lines[each.line % left.lines.length]
              const share = of && planOrNothing(now, { ...pieces(of.id, 1), to })
              if (share) refund({ ...pieces(of.id, 1), to })
            } else refund({})
          }
          if (refundableOf(now).amount > 0) refund({})
          expect(refundableOf(now)).toMatchObject({ amount: 0, cardAmount: 0, shipping: 0 })
          expect(now.refunded).toBe(total)
          expect(now.cardRefunded).toBeLessThanOrEqual(total - credited)
          for (const { quantity, charged, shipping, tax, refunded } of now.lines) {
            expect(refunded.quantity).toBeLessThanOrEqual(quantity)
            expect(refunded).toMatchObject({ amount: charged - shipping, shipping, tax })
          }
        },
      ),
    )
  })
})

function planOrNothing(facts: RefundFacts, request: AskedRefund): PlannedRefund | undefined {
  try {
    return planRefund(facts, request)
  } catch {
    return undefined
  }
}
