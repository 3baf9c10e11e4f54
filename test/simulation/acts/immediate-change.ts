/** Immediate changes of subscriptions, those that are declined or refused, too; and other acts on the orders that were changed or that a change made. */

import { differenceOf } from '../difference.ts'
import { isChanged } from '../edit.ts'
import { changeImmediately } from '../immediate-change.ts'
import type { Life } from '../life.ts'
import type { Order } from '../order.ts'
import type { Delivery } from '../parcel.ts'
import { type AskedPlan, changedPlan, inputOfPlan } from '../plan.ts'
import type { Act } from './act.ts'
import { blockCards, cancellations } from './cancel-order.ts'
import { anyProduct } from './change.ts'
import { edits } from './edit-order.ts'
import { type Choice, isAny, type Kind } from './kind.ts'
import { refunds } from './refund.ts'
import { parcels } from './ship.ts'
import { actOn, type SubscriptionAct } from './subscription.ts'

const change = (asked: AskedPlan): SubscriptionAct => ({
  name: 'changeSubscription',
  given: { ...inputOfPlan(asked), when: 'now' },
  happen: (life, at) => changeImmediately(life, at, asked),
})

const isChangeable = ({ status, beginning }: Life): boolean => status === 'active' && !beginning.isGift

type Drawn = Pick<Choice, 'shop' | 'chance' | 'at'>
type Draw = (choice: Drawn, life: Life) => AskedPlan | undefined

/** A change of a subscription that suits; of the order of its running term nothing else is done at that time. */
const nowKind = (
  name: string,
  draw: Draw,
  more: Partial<Kind> & { suits?: (life: Life) => boolean; isDeclined?: boolean } = {},
): Kind => {
  const { suits = isChangeable, isDeclined = false, ...kind } = more
  return {
    name,
    ...kind,
    choose(choice) {
      const { shop, chance, taken } = choice
      const isFree = ({ running }: Life) => !running || (running.order.id > 0 && !taken.has(running.order))
      const found = shop.lives.filter((life) => isFree(life) && (isAny(choice, 0.02) || suits(life)))
      if (found.length === 0) return undefined
      const life = chance.one(found)
      const asked = draw(choice, life)
      const order = life.running?.order
      const act = asked && actOn(life, change(asked))
      return act && { ...(order && { order }), act: () => (isDeclined ? declined(life.beginning, act) : act) }
    },
  }
}

/** An act during which the card declines whatever it is asked for. */
function declined({ card }: Life['beginning'], act: Act): Act {
  card.isBlocked = true
  return {
    ...act,
    happen(at) {
      const code = act.happen(at)
      card.isBlocked = false
      return code
    },
  }
}

const pieces = ({ chance }: Drawn): AskedPlan => ({ quantity: chance.whole(1, 4) })

/** Now and then another quantity, too. */
const orPieces = (choice: Drawn): AskedPlan | false => choice.chance.is(0.3) && pieces(choice)

const instance: Draw = (choice, { product: { variants } }) => ({ instance: choice.chance.one(variants), ...orPieces(choice) })
const term: Draw = (choice, { product: { variants } }) => ({ term: choice.chance.one(variants), ...orPieces(choice) })
const product: Draw = (choice) => ({ ...anyProduct(choice), ...orPieces(choice) })
const price: Draw = ({ chance }) => ({ fixedPrice: chance.is(0.2) ? null : chance.whole(300, 5_000) })

/** One or more fields. */
const several: Draw = (choice, life) => {
  const { chance } = choice
  if (chance.is(0.2)) return product(choice, life)
  const draws = [pieces, instance, term, price].filter(() => chance.is(0.6))
  return draws.length > 0 ? Object.assign({}, ...draws.map((draw) => draw(choice, life))) : undefined
}

/** One field, or several. */
export function changeByChance(choice: Drawn, life: Life): SubscriptionAct {
  const draw = choice.chance.one([pieces, pieces, instance, instance, term, product, several])
  return change(draw(choice, life) ?? pieces(choice))
}

/** The first of some changes by chance that has such a difference. */
const withDifference =
  (suits: (difference: ReturnType<typeof differenceOf>) => boolean): Draw =>
  (choice, life) => {
    for (let left = 12; left > 0; left -= 1) {
      const asked = choice.chance.one([pieces, instance, term, product])(choice, life) ?? {}
      const plan = changedPlan(life.plan, asked, life.plan)
      const isOther = plan && (plan.product !== life.plan.product || plan.quantity !== life.plan.quantity)
      if (isOther && suits(differenceOf(life, plan, choice.at))) return asked
    }
    return undefined
  }

const wholeOf = ({ whole }: Delivery): number => whole

const hasOpen = (life: Life): boolean =>
  isChangeable(life) && life.running?.order.open.some(({ line }) => line.life === life) === true

/** Fields as they are. */
const nothing: Draw = (_choice, { plan }) => ({ quantity: plan.quantity, instance: plan.product })

/** A change where a part is sent, of the first such subscriptions that there are. */
const sentInPart = (...all: ((life: Life) => boolean)[]): Kind => {
  const [name, draw] = ['changed once a part is sent', withDifference(({ amount }) => amount !== 0)]
  const tried = all.map((suits) => nowKind(name, draw, { suits: (life) => hasOpen(life) && suits(life) }))
  return {
    name,
    choose(choice) {
      for (const { choose } of tried) {
        const chosen = choose(choice)
        if (chosen) return chosen
      }
      return undefined
    },
  }
}

/** Whether a part of an open delivery is sent. */
const isPartSent = ({ running, orders }: Life): boolean => {
  const sent = new Set(orders.flatMap(({ deliveries }) => deliveries.filter(({ status }) => status === 'fulfilled')).map(wholeOf))
  return running?.order.open.some((delivery) => sent.has(wholeOf(delivery))) === true
}

const refused = { code: 'WRONG_STATUS', prepare: blockCards } as const

const changes: Kind[] = [
  nowKind('quantity changed', pieces),
  nowKind('quantity changed of what is to come', pieces, { suits: hasOpen }),
  nowKind('instance changed', instance, { suits: hasOpen }),
  nowKind('term changed', term),
  nowKind('product changed', product),
  nowKind('price agreed immediately', price),
  nowKind('several changed at once', several),
  nowKind('changed to what it is', nothing),
  nowKind(
    'changed, for credit',
    withDifference(({ amount, beginsTerm }) => amount < 0 && !beginsTerm),
    { suits: hasOpen },
  ),
  nowKind(
    'term changed, for credit',
    withDifference(({ amount, beginsTerm }) => amount < 0 && beginsTerm),
    { suits: hasOpen },
  ),
  sentInPart(isPartSent, (life) => life.running?.order.fulfillmentStatus === 'partial'),
  nowKind(
    'change declined',
    withDifference(({ amount }) => amount > 0),
    { code: 'PAYMENT_DECLINED', isDeclined: true },
  ),
  nowKind('change of a gift', pieces, { code: 'WRONG_STATUS', suits: ({ beginning }) => beginning.isGift }),
  nowKind('change of one that is paused', pieces, { code: 'WRONG_STATUS', suits: ({ status }) => status === 'suspended' }),
  nowKind('change of one that is past due', pieces, { ...refused, suits: ({ status }) => status === 'past_due' }),
  nowKind(
    'change to what is not sold',
    ({ chance, shop }, life) => {
      const others = shop.products.filter(({ id, isSoldOnce }) => id !== life.product.id && !isSoldOnce)
      return { [chance.is(0.5) ? 'term' : 'instance']: chance.one(others) }
    },
    { code: 'BAD_INPUT' },
  ),
]

const isOfChange = ({ proratedCharge, lines }: Order): boolean => proratedCharge !== null || lines.some(isChanged)

/** The same act, on an order that was changed or that a change made. */
const onChanged = (kind: Kind): Kind => ({
  ...kind,
  name: `${kind.name}, once changed`,
  choose(choice) {
    const known = new Map([...choice.shop.known].filter(([, order]) => isOfChange(order)))
    return kind.choose({ ...choice, shop: { ...choice.shop, known } })
  },
})

const later = [...refunds, ...parcels, ...cancellations, ...edits].filter(({ name }) =>
  [
    ...['refund of all', 'refund of pieces', 'refund of an amount', 'parcel sent', 'parcel sent in part', 'parcel cancelled'],
    ...['order cancelled', 'order edited: line added', 'order edited: all at once'],
  ].includes(name),
)

export const immediateChanges: Kind[] = [...changes, ...later.map(onChanged)]
