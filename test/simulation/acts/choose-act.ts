/** Chooses the acts of people on subscriptions. */
import type { Chance } from '../chance.ts'
import { plusDays } from '../dates.ts'
import type { Life } from '../life.ts'
import type { Shop } from '../stage.ts'
import { changeByChance } from './immediate-change.ts'
import {
  addCoupon,
  cancel,
  giveCredit,
  moveEnd,
  reactivate,
  removeCoupon,
  renew,
  type SubscriptionAct,
  skip,
  turn,
  unskip,
} from './subscription.ts'

/** The acts of people on a subscription that is past due, on one that is over, and on any. */
export function chooseAct(shop: Shop, life: Life, at: number, chance: Chance): SubscriptionAct {
  const { coupons } = shop
  const isOver = life.status === 'cancelled' || life.status === 'expired'
  if (life.status === 'past_due' && chance.is(0.6)) return chance.one([renew, renew, renew, cancel, turn(false)])
  if (isOver && chance.is(0.6)) return reactivate
  const choices: (() => SubscriptionAct)[] = [
    () => skip,
    () => skip,
    () => unskip,
    () => cancel,
    () => reactivate,
    () => renew,
    () => turn(chance.is(0.6)),
    () => moveEnd(plusDays(at, chance.whole(-3, 45))),
    () => giveCredit(chance.is(0.1) ? null : chance.whole(0, 80) * 100),
    () => addCoupon(chance.one(coupons)),
    () => addCoupon(chance.one(coupons)),
    () => removeCoupon(life.coupons.length > 0 && chance.is(0.8) ? chance.one(life.coupons).coupon : chance.one(coupons)),
  ]
  if (life.status === 'active' && chance.is(0.35)) return changeByChance({ shop, chance, at }, life)
  return chance.one(choices)()
}
