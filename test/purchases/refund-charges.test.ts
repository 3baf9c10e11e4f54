/** A refund is divided over the charges of its order, and its parts come to the whole of it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '../../src/purchases/price/spread.ts'
import { byCharges } from '../../src/purchases/refund/refund-charges.ts'
import type { PlannedRefund } from '../../src/purchases/refund/refund-plan.ts'
import { noShare } from '../../src/purchases/refund/sold-line.ts'

const planned = (lines: PlannedRefund['lines'], cardAmount: number): PlannedRefund => {
  const amount = sum(lines.map((line) => line.amount + line.shipping))
  return {
    ...{ amount, cardAmount, creditAmount: amount - cardAmount, shipping: sum(lines.map(({ shipping }) => shipping)) },
    ...{ tax: sum(lines.map(({ tax }) => tax)), lines },
  }
}

describe('A refund', () => {
  it('byCharges keeps a refund of one charge as planned', () => {
    const whole = planned([{ ...noShare, id: 1n, quantity: 2, amount: 500, card: 400 }], 400)
    expect(byCharges(whole, [{ charge: 'a', left: 900 }])).toEqual([{ ...whole, charge: 'a' }])
  })

  it('byCharges names no charge for a refund to credit', () => {
    const whole = planned([{ ...noShare, id: 1n, quantity: 2, amount: 500 }], 0)
    expect(byCharges(whole, [{ charge: 'a', left: 900 }])).toEqual([{ ...whole, charge: null }])
  })

  it('takes the newest charge first, and none that is used up or has no id', () => {
    const whole = planned(
      [{ ...noShare, id: 1n, quantity: 2, amount: 700, shipping: 50, shippingTax: 10, tax: 70, card: 600 }],
      600,
    )
    const charges = ['a', null, 'c', 'd'].map((charge, place) => ({ charge, left: [900, 900, 250, 0][place] ?? 0 }))
    expect(byCharges(whole, charges)).toEqual([
      {
        ...{ charge: 'c', amount: 250, cardAmount: 250, creditAmount: 0, shipping: 0, tax: 25 },
        lines: [{ id: 1n, quantity: 2, amount: 250, shipping: 0, shippingTax: 0, tax: 25, card: 250 }],
      },
      {
        ...{ charge: 'a', amount: 500, cardAmount: 350, creditAmount: 150, shipping: 50, tax: 45 },
        lines: [{ id: 1n, quantity: 0, amount: 450, shipping: 50, shippingTax: 10, tax: 45, card: 350 }],
      },
    ])
  })

  it('comes to the whole in each of its amounts, whatever the charges', () => {
    const lineOf = fc.record({
      quantity: fc.nat(5),
      ...{ amount: fc.nat(5_000), shipping: fc.nat(900), taxPart: fc.double({ min: 0, max: 1, noNaN: true }) },
    })
    fc.assert(
      fc.property(
        fc.array(lineOf, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(4_000), { minLength: 1, maxLength: 4 }),
        (given, lefts) => {
          const charges = lefts.map((left, place) => ({ charge: `charge ${place}`, left }))
          let room = sum(lefts)
          const lines = given.map(({ taxPart, ...line }, place) => {
            const card = Math.min(room, line.amount + line.shipping)
            room -= card
            const tax = Math.floor(line.amount * taxPart)
            return { ...line, id: BigInt(place + 1), tax, shippingTax: Math.floor(tax / 3), card }
          })
          const whole = planned(lines, sum(lines.map(({ card }) => card)))
          const parts = byCharges(whole, charges)
          const totals = (name: 'amount' | 'cardAmount' | 'creditAmount' | 'shipping' | 'tax') =>
            sum(parts.map((part) => part[name]))
          for (const name of ['amount', 'cardAmount', 'creditAmount', 'shipping', 'tax'] as const)
            expect(totals(name)).toBe(whole[name])
          for (const part of parts) {
            expect(part.amount).toBe(part.cardAmount + part.creditAmount)
            expect(sum(part.lines.map((line) => line.amount + line.shipping))).toBe(part.amount)
            expect(part.cardAmount).toBeLessThanOrEqual(charges.find(({ charge }) => charge === part.charge)?.left ?? 0)
          }
          for (const line of lines)
            for (const name of ['quantity', 'amount', 'shipping', 'shippingTax', 'tax', 'card'] as const)
              expect(sum(parts.map((part) => part.lines.find(({ id }) => id === line.id)?.[name] ?? 0))).toBe(line[name])
        },
      ),
    )
  })
})
