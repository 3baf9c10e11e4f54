/** Decides when a renewal is announced, and what of it. Pure: what is announced is what is forecast, and so what is charged. */
import { contentOfLines } from '../../../purchases/payment/event-content.ts'
import { addDays } from '../../../values/calendar.ts'
import { Refusal } from '../../../values/errors.ts'
import { type ForecastFacts, upcomingRenewals } from '../forecast/forecast.ts'
import { priceOfRenewal, type RecipientFacts, recipientOf } from '../forecast/renewal-price.ts'
import type { Subscription } from '../rules.ts'
import { NotChargeable, pastDueReasonOf } from './past-due.ts'

type AnnouncedRenewal = Pick<Subscription, 'status' | 'autorenew' | 'isGift' | 'endDate' | 'paymentUnderWay'> & {
  renewalNoticedFor: Date | null
}

/**
 * Whether the renewal at the end date is to be announced: once for each date, so many days before it, or later, but not once it is due.
 * Must match `worker/announced.ts`.
 */
export function isToAnnounce(row: AnnouncedRenewal, now: Date, days: number): boolean {
  const { status, autorenew, isGift, endDate, paymentUnderWay, renewalNoticedFor } = row
  const renews = status === 'active' && autorenew && !isGift && !paymentUnderWay
  const isNear = days > 0 && endDate > now && endDate <= addDays(now, days)
  return renews && isNear && renewalNoticedFor?.getTime() !== endDate.getTime()
}

/** A payment method as an announcement shows it. */
type Card = { id: bigint; brand: string; last4: string; expMonth: number; expYear: number; isDefault: boolean }

export type NoticeFacts = ForecastFacts & RecipientFacts<Card>

/** An announcement: the sums, and what is beside them. With a `reason` it is what the renewal lacks, and it has no sums. */
type Notice = { sums: Readonly<Record<string, unknown>>; content: Readonly<Record<string, unknown>> }

/** Announces the next renewal of a subscription. */
export function noticeOf(facts: NoticeFacts, now: Date, currency: string): Notice {
  const about = { date: facts.endDate, currency }
  const method = methodOf(facts)
  const card = typeof method === 'object' && {
    paymentMethod: {
      ...{ id: method.id, brand: method.brand, last4: method.last4, expMonth: method.expMonth, expYear: method.expYear },
    },
  }
  const [renewal] = upcomingRenewals(facts, now).take(1)
  const reason = typeof method === 'string' ? method : renewal ? undefined : lackOfPrice(facts, now)
  if (!renewal || reason) return { sums: { ...about, reason }, content: { ...card } }
  const { owed, lines, discounts } = renewal.priced
  const { total, creditApplied, charge, ...others } = owed
  return {
    sums: { ...about, total, creditApplied, charge },
    content: {
      ...contentOfLines(lines),
      discounts: discounts.map(({ coupon, amount }) => ({ couponId: coupon.couponId, codeUsed: coupon.codeUsed, amount })),
      subTotal: others.subTotal,
      totalDiscount: others.totalDiscount,
      totalShipping: others.totalShipping,
      totalTax: others.totalTax,
      ...card,
    },
  }
}

/** The reason that a renewal has no price. */
function lackOfPrice(facts: NoticeFacts, now: Date): NotChargeable['reason'] {
  try {
    priceOfRenewal(facts, now)
  } catch (error) {
    if (error instanceof Refusal) return pastDueReasonOf(error) ?? 'no_price'
    throw error
  }
  return 'no_price'
}

/** The payment method that is charged, or the reason that there is none to charge, or nowhere to send to. */
function methodOf(facts: NoticeFacts): Card | NotChargeable['reason'] {
  try {
    return recipientOf(facts).method
  } catch (error) {
    if (error instanceof NotChargeable) return error.reason
    throw error
  }
}
