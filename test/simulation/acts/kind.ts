/** A kind of act on orders or customers: it chooses what it is about. */
import type { Chance } from '../chance.ts'
import type { Life } from '../life.ts'
import type { Order } from '../order.ts'
import type { World } from '../simulate.ts'
import type { Shop } from '../stage.ts'
import { toldOrder } from '../told.ts'
import type { Act } from './act.ts'
import { actOn as actOnLife, type SubscriptionAct } from './subscription.ts'

/** An act that is about to be done: on an order, the ids of whose parts are looked up before. */
export type Chosen = { order?: Order; act(at: number): Act }

/** The situation in which an act is chosen. */
export type Choice = {
  world: World
  shop: Shop
  chance: Chance
  at: number
  /** Orders that are acted on already. */
  taken: ReadonlySet<Order>
  /** Whether it is to be about one that suits, and not now and then about any. */
  isOwed: boolean
}

/** Whether an act is about any, now and then, which may be refused. */
export const isAny = ({ chance, isOwed }: Choice, share: number): boolean => !isOwed && chance.is(share)

export type Kind = {
  name: string
  /** The code with which it is refused; undefined for none. */
  code?: string
  /** The name of the kind that makes what it is about. */
  needs?: string
  /** Brings a shop to where it suits something before long. */
  prepare?(choice: Pick<Choice, 'shop' | 'chance'>): void
  /** @returns undefined where nothing suits it now. */
  choose(choice: Choice): Chosen | undefined
}

/** How many of the newest orders are looked at. */
const newest = 150

/** An order that suits, of the newest. */
export function chooseOrder({ shop, chance, taken }: Choice, suits: (order: Order) => boolean): Order | undefined {
  const found = [...shop.known.values()].slice(-newest).filter((order) => !taken.has(order) && suits(order))
  return found.length > 0 ? chance.one(found) : undefined
}

/** An act on an order, but for its kind. */
export const actOn = (order: Order, name: string, input: object, happen: Act['happen']): Act => ({
  ...{ name, input, happen },
  tell: (at, what) => order.tell(at, what),
  told: (...difference) => toldOrder(order, ...difference),
})

/** A kind of act on a subscription that suits, now and then on any. */
export const kindOn = (
  name: string,
  suits: (life: Life) => boolean,
  act: (choice: Choice, life: Life, at: number) => SubscriptionAct,
): Kind => ({
  name,
  choose(choice) {
    const { shop, chance } = choice
    const found = shop.lives.filter((life) => isAny(choice, 0.02) || suits(life))
    if (found.length === 0) return undefined
    const life = chance.one(found)
    return { act: (at) => actOnLife(life, act(choice, life, at)) }
  },
})
