/** Changes of what a subscription sends, how many and at what price, from its next renewal on. */
import type { Life } from '../life.ts'
import { subscribedTo } from '../stage.ts'
import type { Plan } from '../story.ts'
import { type Choice, type Kind, kindOn } from './kind.ts'
import type { SubscriptionAct } from './subscription.ts'

const isSame = (one: Plan, other: Plan): boolean =>
  one.product === other.product && one.quantity === other.quantity && one.fixedPrice === other.fixedPrice

/** The fields that are given; a price that was agreed holds for its product. */
function changed({ plan: now, scheduled }: Life, asked: Partial<Plan>): Plan {
  const plan = scheduled ?? now
  const after = { ...plan, ...asked }
  if (asked.fixedPrice !== undefined) return after
  return { ...after, fixedPrice: [plan, now].find(({ product }) => product === after.product)?.fixedPrice ?? null }
}

const change = (asked: Partial<Plan>): SubscriptionAct => ({
  name: 'changeSubscription',
  given: {
    ...(asked.product && { productInstanceId: asked.product.instanceId, termId: asked.product.termId }),
    ...(asked.quantity !== undefined && { quantity: asked.quantity }),
    ...(asked.fixedPrice !== undefined && { fixedPrice: asked.fixedPrice }),
    when: 'next_renewal',
  },
  happen(life, at) {
    if (life.status !== 'active' || life.beginning.isGift || !life.autorenew) return 'WRONG_STATUS'
    const before = life.scheduled
    const plan = changed(life, asked)
    life.scheduled = isSame(plan, life.plan) ? null : plan
    if (before && !life.scheduled) life.event(at, 'subscription.change_cancelled')
    else if (life.scheduled && !(before && isSame(plan, before))) life.event(at, 'subscription.change_scheduled')
    return undefined
  },
})

const takeBack: SubscriptionAct = {
  name: 'cancelScheduledChange',
  given: {},
  happen(life, at) {
    if (!life.scheduled) return undefined
    if (life.status === 'past_due') return 'WRONG_STATUS'
    life.scheduled = null
    life.event(at, 'subscription.change_cancelled')
    return undefined
  },
}

const isChangeable = ({ status, autorenew, beginning }: Life): boolean => status === 'active' && autorenew && !beginning.isGift

const planKind = (name: string, draw: (choice: Choice) => Partial<Plan>): Kind =>
  kindOn(name, isChangeable, (choice) => change(draw(choice)))

export const plans: Kind[] = [
  planKind('other quantity scheduled', ({ chance }) => ({ quantity: chance.whole(1, 4) })),
  planKind('other product scheduled', ({ shop, chance }) => ({
    ...{ product: chance.one(subscribedTo(shop.products)), ...(chance.is(0.3) && { quantity: chance.whole(1, 3) }) },
  })),
  planKind('price agreed', ({ chance }) => ({ fixedPrice: chance.is(0.2) ? null : chance.whole(300, 5_000) })),
  {
    ...kindOn(
      'scheduled change taken back',
      ({ scheduled }) => scheduled !== null,
      () => takeBack,
    ),
    needs: 'other quantity scheduled',
  },
]
