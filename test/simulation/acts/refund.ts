/** Refunds: of a whole order, of lines by pieces or by amount, of shipping, of an amount; and how the gateway answers them. */
import type { Chance } from '../chance.ts'
import { refundOrder } from '../give-back.ts'
import type { Line, Order } from '../order.ts'
import { type AskedRefund, leftOf, type Script } from '../refund.ts'
import { actOn, chooseOrder, isAny, type Kind } from './kind.ts'

type Left = ReturnType<typeof leftOf>
type Asked = Omit<AskedRefund, 'to' | 'restock'>

/** A line of which pieces are left, and money too where it is of that. */
const lineOf = ({ lines }: Left, chance: Chance, isOfMoney = false): Left['lines'][number] | undefined => {
  const found = lines.filter(({ pieces, amount }) => pieces > 0 && (amount > 0 || !isOfMoney))
  return found.length > 0 ? chance.one(found) : undefined
}

/** Now and then more than there is. */
const upTo = (most: number, chance: Chance): number => (chance.is(0.08) ? most + chance.whole(1, 500) : chance.whole(1, most))

const parts: Record<string, (left: Left, chance: Chance) => Asked | undefined> = {
  'refund of all': () => ({}),
  'refund of pieces'(left, chance) {
    const found = lineOf(left, chance)
    return found && { lines: [{ line: found.line, quantity: upTo(found.pieces, chance) }] }
  },
  'refund of lines'(left, chance) {
    const lines = left.lines.filter(({ pieces, amount }) => pieces > 0 && amount > 0)
    const shipping = left.shipping > 0 && chance.is(0.5) ? { shipping: chance.whole(1, left.shipping) } : {}
    return lines.length > 0 ? { lines: lines.map(({ line }) => ({ line })), ...shipping } : undefined
  },
  'refund of a part of a line'(left, chance) {
    const found = lineOf(left, chance, true)
    return found && { lines: [{ line: found.line, amount: upTo(found.amount, chance) }] }
  },
  'refund of shipping': ({ shipping }, chance) => (shipping > 0 ? { shipping: upTo(shipping, chance) } : undefined),
  'refund of an amount': ({ amount }, chance) => (amount > 0 ? { amount: upTo(amount, chance) } : undefined),
}

const inputOf = ({ id }: Order, { amount, shipping, lines, to, restock }: AskedRefund) => ({
  ...{ id, amount, shipping, to, restock, reason: 'It was late.' },
  ...(lines && { lines: lines.map(({ line, ...part }) => ({ id: (line as Line).id, ...part })) }),
})

const isLeft = (order: Order): boolean => order.isPaid && leftOf(order).amount > 0

const refundKind =
  (draw: (left: Left, chance: Chance) => Asked | undefined, to: AskedRefund['to'], script: Script): Kind['choose'] =>
  (choice) => {
    const { chance, world } = choice
    const suits = script.length > 1 || script[0] === 'failed' ? (order: Order) => isLeft(order) && leftOf(order).card > 0 : isLeft
    const order = chooseOrder(choice, isAny(choice, 0.04) ? () => true : suits)
    const part = order && draw(leftOf(order), chance)
    if (!part) return undefined
    const asked = { ...part, to, restock: chance.is(0.5) }
    return {
      order,
      act() {
        world.gateway.script = script
        return actOn(order, 'refundOrder', inputOf(order, asked), (at) => refundOrder(order, at, asked, script))
      },
    }
  }

/** The ways of a refund that does not simply come out well. */
const scripts: Script[] = [
  ['failed'],
  ['pending', 'done'],
  ['pending', 'failed'],
  ['unknown', 'done'],
  ['unknown', 'failed'],
  ['unknown', 'pending', 'done'],
  ['done', 'failed'],
]

const byChance = (left: Left, chance: Chance): Asked | undefined => chance.one(Object.values(parts))(left, chance)

export const refunds: Kind[] = [
  ...Object.entries(parts).map(([name, draw]) => ({ name, choose: refundKind(draw, 'card', ['done']) })),
  { name: 'refund to credit', choose: refundKind(byChance, 'credit', ['done']) },
  ...scripts.map((script) => ({ name: `refund, ${script.join(', then ')}`, choose: refundKind(byChance, 'card', script) })),
]
