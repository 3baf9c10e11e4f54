/** Refunds in turn of made-up orders: the model of the simulation and the plan of a refund come to the same, of each line. */
import { describe, expect, it } from 'vitest'
import { type PlannedRefund, planRefund } from '../../src/purchases/refund/refund-plan.ts'
import type { RefundFacts } from '../../src/purchases/refund/refundable.ts'
import { noShare, type SoldLine, withShare } from '../../src/purchases/refund/sold-line.ts'
import { Chance } from './chance.ts'
import { taxOfShipping } from './market.ts'
import type { Line, Order } from './order.ts'
import { type AskedRefund, planRefund as modelled, type Planned } from './refund.ts'

const seed = Math.floor(Math.random() * 1_000_000)

/** An order that is paid, as the product and as the model have it: tax is added to its lines and their shipping. */
function madeUp(chance: Chance): { facts: RefundFacts; order: Order } {
  const lines = Array.from({ length: chance.whole(1, 3) }, (_each, index) => {
    const goods = chance.whole(0, 3000)
    const shipping = chance.is(0.7) ? chance.whole(1, 2000) : 0
    const tax = Math.round(((goods + shipping) * chance.whole(0, 25)) / 100)
    const taxes = [{ base: goods + shipping, amount: tax }]
    return { id: index + 1, quantity: chance.whole(1, 3), charged: goods + shipping + tax, shipping, tax, taxes }
  })
  const total = lines.reduce((all, { charged }) => all + charged, 0)
  const creditApplied = chance.is(0.7) ? 0 : chance.whole(0, total)
  const captured = total - creditApplied
  const sold = lines.map(({ taxes, ...line }) => ({
    ...{ ...line, id: BigInt(line.id), refunded: noShare },
    addedShippingTax: taxOfShipping(taxes, line),
  }))
  const paid = { isPaid: true, captured, refunds: [], charges: [], byCard: captured, bill: { creditApplied } }
  return {
    facts: {
      ...{ orderId: 1n, isPaid: true, captured, credited: creditApplied, refunded: 0, cardRefunded: 0, lines: sold },
      charges: [{ charge: 'charge', left: captured }],
    },
    order: { ...paid, lines: lines.map((line) => ({ ...line, carried: 0, carriedShipping: 0 })) } as unknown as Order,
  }
}

/** A refund of an amount, of shipping, of a line, or of the whole. */
function chosen(chance: Chance, lines: readonly Line[]): AskedRefund {
  const to = chance.one(['card', 'credit'] as const)
  const restock = chance.is(0.5)
  const amount = chance.whole(1, 1500)
  const line = chance.one(lines)
  return {
    ...{ to, restock },
    ...chance.one<Partial<AskedRefund>>([
      ...[{ amount }, { shipping: amount }, { lines: [{ line }] }, { lines: [{ line, amount }] }],
      ...[{ lines: [{ line, quantity: 1 }] }, {}],
    ]),
  }
}

function planned(facts: RefundFacts, { amount, shipping, lines, ...others }: AskedRefund): PlannedRefund | string {
  const big = (value: number | undefined) => (value === undefined ? undefined : BigInt(value))
  const named = lines?.map((part) => ({ id: String(part.line.id), quantity: part.quantity, amount: big(part.amount) }))
  try {
    return planRefund(facts, { ...others, amount: big(amount), shipping: big(shipping), lines: named })
  } catch (error) {
    return (error as { code: string }).code
  }
}

/** The product's plan as the model writes it. */
const asModelled = (plan: PlannedRefund | string) =>
  typeof plan === 'string'
    ? plan
    : {
        ...{ amount: plan.amount, card: plan.cardAmount, credit: plan.creditAmount, shipping: plan.shipping },
        parts: plan.lines.map(({ id, quantity: pieces, amount, shipping, shippingTax, card }) => ({
          ...{ line: Number(id), pieces, amount, shipping, shippingTax, card },
        })),
      }

const withoutOrder = (plan: Planned | string) =>
  typeof plan === 'string'
    ? plan
    : {
        ...{ amount: plan.amount, card: plan.card, credit: plan.credit, shipping: plan.shipping },
        parts: plan.parts.map((part) => ({ ...part, line: part.line.id })),
      }

const withRefund = (facts: RefundFacts, { amount, cardAmount, lines }: PlannedRefund): RefundFacts => ({
  ...{ ...facts, refunded: facts.refunded + amount, cardRefunded: facts.cardRefunded + cardAmount },
  charges: facts.charges.map((each) => ({ ...each, left: each.left - cardAmount })),
  lines: facts.lines.map((line): SoldLine => {
    const part = lines.find(({ id }) => id === line.id)
    return part ? { ...line, refunded: withShare(line.refunded, part) } : line
  }),
})

describe('Refunds of an order, one after the other', () => {
  it(`are planned as the model of the simulation plans them: seed ${seed}`, () => {
    const chance = new Chance(seed)
    let refunds = 0
    for (let run = 0; run < 1000; run += 1) {
      let { facts, order } = madeUp(chance)
      for (let turn = 0; turn < 5; turn += 1) {
        const asked = chosen(chance, order.lines)
        const [plan, expected] = [planned(facts, asked), modelled(order, asked)]
        expect(asModelled(plan)).toEqual(withoutOrder(expected))
        if (typeof plan === 'string' || typeof expected === 'string') continue
        refunds += 1
        facts = withRefund(facts, plan)
        order = { ...order, refunds: [...order.refunds, { ...expected, status: 'done' }] } as unknown as Order
      }
    }
    expect(refunds).toBeGreaterThan(1000)
  })
})
