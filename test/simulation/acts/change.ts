/** Changes of what a subscription sends, how many, for which term and at what price, from its next renewal on. */
import type { Life } from '../life.ts'
import { type AskedPlan, changedPlan, inputOfPlan, isSamePlan } from '../plan.ts'
import { subscribedTo } from '../stage.ts'
import { type Choice, type Kind, kindOn } from './kind.ts'
import type { SubscriptionAct } from './subscription.ts'

const schedule = (asked: AskedPlan): SubscriptionAct => ({
  name: 'changeSubscription',
  given: { ...inputOfPlan(asked), when: 'next_renewal' },
  happen(life, at) {
    if (life.status !== 'active' || life.beginning.isGift || !life.autorenew) return 'WRONG_STATUS'
    const before = life.scheduled
    const plan = changedPlan(before ?? life.plan, asked, life.plan)
    if (!plan) return 'BAD_INPUT'
    life.scheduled = isSamePlan(plan, life.plan) ? null : plan
    if (before && !life.scheduled) life.event(at, 'subscription.change_cancelled')
    else if (life.scheduled && !(before && isSamePlan(plan, before))) life.event(at, 'subscription.change_scheduled')
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

const planKind = (name: string, draw: (choice: Choice, life: Life) => AskedPlan): Kind =>
  kindOn(name, isChangeable, (choice, life) => schedule(draw(choice, life)))

/** A product that anybody may subscribe to, in any of its variants. */
export function anyProduct({ shop, chance }: Pick<Choice, 'shop' | 'chance'>): AskedPlan {
  const product = chance.one(subscribedTo(shop.products))
  return { instance: product, term: product }
}

export const plans: Kind[] = [
  planKind('other quantity scheduled', ({ chance }) => ({ quantity: chance.whole(1, 4) })),
  planKind('other instance scheduled', ({ chance }, { product }) => ({ instance: chance.one(product.variants) })),
  planKind('other term scheduled', ({ chance }, { product }) => ({ term: chance.one(product.variants) })),
  planKind('other product scheduled', (choice) => ({
    ...{ ...anyProduct(choice), ...(choice.chance.is(0.3) && { quantity: choice.chance.whole(1, 3) }) },
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
