/** A subscription of the model in the shape in which the product's own is read. */
import { written } from './dates.ts'
import type { Life } from './life.ts'
import type { Plan, SeenSubscription } from './story.ts'

const timeOrNone = (time: number | null): string | null => (time === null ? null : written(time))

const seenPlan = ({ product: { instanceId, termId }, quantity, fixedPrice }: Plan) => ({
  ...{ productInstanceId: instanceId, termId, quantity, fixedPrice },
})

export function seenOf(life: Life): SeenSubscription {
  const { plan, scheduled, status, autorenew, end, failures, coupons } = life
  const { credit, changeDifference, revenue, pausedAt, pausedUntil } = life
  const isTried = status === 'active' || status === 'past_due'
  const { id: productId, billingId, name } = plan.product
  return {
    plan: { ...seenPlan(plan), productId, billingId, billingName: name.toUpperCase() },
    scheduled: scheduled && seenPlan(scheduled),
    ...{ status, autorenew, endDate: written(end), skippedDate: timeOrNone(life.skipped), credit, changeDifference, revenue },
    ...{ failedRenewals: isTried ? failures.count : null, nextTryAt: isTried ? timeOrNone(failures.nextTry) : null },
    isHardDeclined: isTried ? failures.isForGood : null,
    pastDueReason: status === 'past_due' ? failures.reason : null,
    ...{ pausedAt: timeOrNone(pausedAt), pausedUntil: timeOrNone(pausedUntil) },
    coupons: coupons.map(({ coupon: { id }, left, isHeld }) => ({ id, left, isHeld })),
  }
}
