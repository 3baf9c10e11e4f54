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

const day = 86_400_000

/** Renewals of terms of more days are announced early as well. */
export const longTermDays = 180

/** How many days before its date the renewal of a long term is announced as well. */
export const earlyNoticeDays = [30, 7] as const

export const daysOfMonth = 365.25 / 12

/** Whether a term is a long one, by how often its product renews. */
export const isLongTerm = ({ billing: { rebillMonths, rebillWeeks }, term: { numCycles } }: LengthOfTerm): boolean =>
  numCycles * (rebillMonths * daysOfMonth + (rebillWeeks ?? 0) * 7) > longTermDays

type LengthOfTerm = { billing: { rebillMonths: number; rebillWeeks: number | null }; term: { numCycles: number } }

/**
 * The days by which `renewalNoticedFor` lies before the end date as long as a notice is to follow, with those of the last notice added. Once all
 * were given it is the end date itself. So far off it is the end date of no other renewal.
 */
export const markedDays = 36_525

/** How many days before the end date the last notice for it was given; undefined before the first. */
function lastNoticeDays({ endDate, renewalNoticedFor }: AnnouncedRenewal): number | undefined {
  if (renewalNoticedFor === null) return undefined
  const days = (endDate.getTime() - renewalNoticedFor.getTime()) / day - markedDays
  return days >= 0 && days <= 366 ? days : undefined
}

/** A notice that is due: what is noted of it, and whether it is given, or only noted since it was given before the term changed. */
type DueNotice = { noticedFor: Date; isGiven: boolean }

/**
 * The notice of the renewal at the end date that is due: so many days before it, and of a long term 30 and 7 days as well; each once for each date, or
 * later, but not once the renewal is due. Of several that are late the last is given. Must match `worker/announced.ts`.
 *
 * @param days before the renewal, as the store has chosen; 0 for none.
 */
export function dueNotice(row: AnnouncedRenewal, now: Date, days: number, isLong: boolean): DueNotice | undefined {
  const { status, autorenew, isGift, endDate, paymentUnderWay, renewalNoticedFor } = row
  const renews = status === 'active' && autorenew && !isGift && !paymentUnderWay
  if (!renews || days <= 0 || endDate <= now || renewalNoticedFor?.getTime() === endDate.getTime()) return undefined
  const all = isLong ? [days, ...earlyNoticeDays] : [days]
  const begun = all.filter((each) => endDate <= addDays(now, each))
  if (begun.length === 0) return undefined
  const current = Math.min(...begun)
  const isLast = current === Math.min(...all)
  const isGiven = current < (lastNoticeDays(row) ?? Number.POSITIVE_INFINITY)
  if (!isGiven && !isLast) return undefined
  return { noticedFor: isLast ? endDate : new Date(endDate.getTime() - (markedDays + current) * day), isGiven }
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
