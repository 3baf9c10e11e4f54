/** When, and for which price, a coupon can be used. Pure. */

/** The columns of a coupon that say when, and for which price, it can be used. */
type Usable = { enabled: boolean; startsAt: Date | null; endsAt: Date | null; minSubTotal: bigint }

/** Whether a coupon was used as often as it may be in all, by what was read of it: the count decides, and this spares it the wait. */
export const isUsedUp = ({ uses, maxUses }: { uses: number; maxUses: number | null }): boolean =>
  maxUses !== null && uses >= maxUses

/** Whether a coupon can be used now. @param subTotal the price of what it applies to. */
export const isUsable = ({ enabled, startsAt, endsAt, minSubTotal }: Usable, now: Date, subTotal: number | bigint): boolean =>
  enabled && (!startsAt || startsAt <= now) && (!endsAt || now < endsAt) && subTotal >= minSubTotal
