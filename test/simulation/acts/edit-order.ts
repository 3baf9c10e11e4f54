/** Orders that are edited while nothing of them is sent: their lines, where they go to, and what is paid or given back for that. */
import type { Chance } from '../chance.ts'
import { type AskedEdit, type AskedLine, editOrder, fewest, isEditable, mayGo } from '../edit.ts'
import type { Line, Order } from '../order.ts'
import type { Script } from '../refund.ts'
import { otherAddressOf, type Shop } from '../stage.ts'
import { elsewhere, home, type SimulatedProduct } from '../story.ts'
import { actOn, type Choice, chooseOrder, isAny, type Kind } from './kind.ts'

const kept = (lines: readonly Line[]): AskedLine[] => lines.map((line) => ({ line, quantity: line.quantity }))

/** Other pieces of one line; the others as they are. */
const withLine = ({ lines }: Order, line: Line, quantity: number): AskedLine[] => [
  ...kept(lines.filter((each) => each !== line)),
  { line, quantity },
]

const shrinkable = (order: Order): Line[] => order.lines.filter((line) => fewest(order, line) < line.quantity)

const removable = (order: Order): Line[] => (order.lines.length > 1 ? order.lines.filter((line) => mayGo(order, line)) : [])

/** Products that are sold once and were never in the order: two deliveries of one product could not be told from each other. */
const addable = ({ products }: Shop, { lines, deliveries }: Order): SimulatedProduct[] =>
  products.filter(
    (product) =>
      product.isSoldOnce && ![...lines, ...deliveries.map(({ line }) => line)].some((line) => line.product === product),
  )

type Draw = (order: Order, choice: Choice) => AskedLine[]

const more: Draw = (order, { chance }) => {
  const line = chance.one(order.lines)
  return withLine(order, line, line.quantity + chance.whole(1, 3))
}

const fewer: Draw = (order, { chance }) => {
  const line = chance.one(shrinkable(order).length > 0 ? shrinkable(order) : order.lines)
  return withLine(order, line, chance.whole(chance.is(0.05) ? 0 : Math.min(fewest(order, line), line.quantity), line.quantity))
}

const addition: Draw = (order, { shop, chance }) => {
  const products = addable(shop, order)
  return [...kept(order.lines), ...(products.length > 0 ? [{ product: chance.one(products), quantity: chance.whole(1, 3) }] : [])]
}

const removal: Draw = (order, { chance }) => {
  const line = chance.one(removable(order).length > 0 ? removable(order) : order.lines)
  return kept(order.lines.filter((each) => each !== line))
}

/** Anything at once: pieces, additions and removals. */
const mixture: Draw = (order, choice) => {
  const { chance } = choice
  const lines = order.lines.flatMap((line): AskedLine[] => {
    if (order.lines.length > 1 && mayGo(order, line) && chance.is(0.4)) return []
    const least = fewest(order, line)
    return [{ line, quantity: chance.is(0.5) ? line.quantity : chance.whole(least, least + 3) }]
  })
  const added = chance.is(0.5) ? addition(order, choice).filter(({ product }) => product) : []
  return lines.length + added.length > 0 ? [...lines, ...added] : kept(order.lines)
}

/** The lines that are kept are given in any order, those that are added in the order in which they get their ids. */
const inputOf = ({ id, customer }: Order, { lines, street }: AskedEdit, chance: Chance) => {
  const given = lines?.map(({ line, product, quantity }) => ({
    ...(line ? { id: line.id } : { productInstance: { id: product.instanceId } }),
    quantity,
  }))
  const isAdded = (each: object): boolean => 'productInstance' in each
  const old = given?.filter((each) => !isAdded(each))
  return {
    ...{ id, reason: 'It was called for.' },
    ...(street && { addressId: street === home ? customer.id : otherAddressOf(customer.id) }),
    ...(given && { lines: [...(chance.is(0.5) ? (old ?? []).reverse() : (old ?? [])), ...given.filter(isAdded)] }),
  }
}

const kind = (
  name: string,
  suits: (order: Order, choice: Choice) => boolean,
  draw: (order: Order, choice: Choice) => AskedEdit,
  script: Script = ['done'],
): Kind => ({
  name,
  choose(choice) {
    const { chance, world } = choice
    const is = isAny(choice, 0.05) ? () => true : (order: Order) => isEditable(order) && suits(order, choice)
    const order = chooseOrder(choice, is)
    if (!order) return undefined
    const asked = draw(order, choice)
    if (asked.lines?.length === 0) return undefined
    return {
      order,
      act() {
        world.gateway.script = script
        return actOn(order, 'editOrder', inputOf(order, asked, chance), (at) => editOrder(order, at, asked, script))
      },
    }
  },
})

const ofLines =
  (draw: Draw) =>
  (order: Order, choice: Choice): AskedEdit => ({ lines: draw(order, choice), street: undefined })

const isShrinkable = (order: Order): boolean => shrinkable(order).length > 0
const isCheaper = (order: Order): boolean => isShrinkable(order) && order.byCard > 0

export const edits: Kind[] = [
  kind('order edited: more pieces', () => true, ofLines(more)),
  kind('order edited: fewer pieces', isShrinkable, ofLines(fewer)),
  kind('order edited: line added', (order, { shop }) => addable(shop, order).length > 0, ofLines(addition)),
  kind('order edited: line taken off', (order) => removable(order).length > 0, ofLines(removal)),
  kind(
    'order edited: all at once',
    () => true,
    (order, choice) => ({
      lines: mixture(order, choice),
      street: choice.chance.is(0.3) ? choice.chance.one([home, elsewhere]) : undefined,
    }),
  ),
  kind('order edited, its refund declined', isCheaper, ofLines(fewer), ['failed']),
  kind('order edited, its refund pending', isCheaper, ofLines(fewer), ['pending', 'done']),
  kind('order edited, its refund reversed', isCheaper, ofLines(fewer), ['done', 'failed']),
  kind(
    'order sent elsewhere',
    () => true,
    ({ street }) => ({ lines: undefined, street: street === home ? elsewhere : home }),
  ),
]
