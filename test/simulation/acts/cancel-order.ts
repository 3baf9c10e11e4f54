/** Orders that are cancelled before anything of them is sent, with and without their refund, their stock and their subscriptions. */
import { cancelOrder } from '../give-back.ts'
import type { Order } from '../order.ts'
import type { Script } from '../refund.ts'
import { actOn, chooseOrder, isAny, type Kind } from './kind.ts'

const isUnsent = ({ status, fulfillmentStatus, deliveries, isPaid }: Order): boolean =>
  status === 'open' && fulfillmentStatus === 'unfulfilled' && (!isPaid || deliveries.length > 0)

const kind = (name: string, suits: (order: Order) => boolean, script: Script): Kind => ({
  name,
  choose(choice) {
    const { chance, world } = choice
    const order = chooseOrder(choice, isAny(choice, 0.05) ? () => true : suits)
    if (!order) return undefined
    const subscriptions = chance.is(0.5) ? undefined : chance.one(['keep', 'cancel'] as const)
    const isFirst = !order.isRenewal && order.proratedCharge === null
    const isEnding = subscriptions === undefined ? isFirst : subscriptions === 'cancel'
    const asked = { refund: chance.is(0.8), restock: chance.is(0.8) }
    return {
      order,
      act() {
        world.gateway.script = script
        const input = { id: order.id, ...asked, subscriptions, reason: 'Ordered twice.' }
        return actOn(order, 'cancelOrder', input, (at) => cancelOrder(order, at, { ...asked, isEnding }, script))
      },
    }
  },
})

const isPaid = (order: Order): boolean => isUnsent(order) && order.isPaid

const isUnpaid = (order: Order): boolean => isUnsent(order) && !order.isPaid

/** Half of the cards decline what is due next. */
export const blockCards: Kind['prepare'] = ({ shop, chance }) => {
  for (const { beginning } of shop.lives) beginning.card.isBlocked = chance.is(0.5)
}

export const cancellations: Kind[] = [
  kind('order cancelled', isPaid, ['done']),
  kind('renewal cancelled', (order) => isPaid(order) && order.isRenewal, ['done']),
  kind('order cancelled, its refund declined', isPaid, ['failed']),
  kind('order cancelled, its refund pending', isPaid, ['pending', 'done']),
  { ...kind('unpaid order cancelled', isUnpaid, ['done']), prepare: blockCards },
]
