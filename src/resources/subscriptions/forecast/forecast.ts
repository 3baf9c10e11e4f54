/**
 * Foresees the renewals of a subscription, by the rules that the worker obeys and at the price that it charges, before the credit of its
 * customer. Pure; nothing is stored.
 */
import { isRateToChange } from '../../../purchases/price/sale-facts.ts'
import { Refusal } from '../../../values/errors.ts'
import { atNextRenewal, type ScheduledFacts, withScheduledPlan } from '../change/scheduled-change.ts'
import { dueAt, dueStep, postponed } from '../due/due-rules.ts'
import { resume } from '../pause-rules.ts'
import { toTerm } from '../row.ts'
import { noScheduledChange, renewed, type Subscription } from '../rules.ts'
import {
  afterPaid,
  type PricedRenewal,
  type PriceFacts,
  priceOfRenewal,
  type RecipientFacts,
  recipientOf,
} from './renewal-price.ts'

/** The inputs of a subscription's renewals and their prices. */
export type ForecastFacts = Subscription & PriceFacts & ScheduledFacts<PriceFacts> & { billing: Parameters<typeof toTerm>[0] }

/** A renewal to come: when it is charged, and what. */
export type UpcomingRenewal = { date: Date; priced: PricedRenewal }

/** No change is scheduled, since it was made or no longer fits. */
const unscheduled = { ...noScheduledChange, scheduledTerm: null, scheduledInstance: null }

/**
 * The renewals to come, in their order, if nothing changes meanwhile, each is paid at once and everything is in stock. They end where
 * the subscription does, or where it has no price.
 *
 * @param facts of one that has a customer to charge and an address, see `hasRecipient`.
 */
export function* upcomingRenewals(facts: ForecastFacts, now: Date): Generator<UpcomingRenewal, void> {
  // A payment that is at the gateway has no result yet; until then it counts as still to come.
  const row = { ...facts, paymentUnderWay: false }
  let plain: PricedRenewal | undefined
  for (let at = now; ; ) {
    const due = dueAt(row)
    if (!due) return
    // A renewal that is due already is charged as soon as a worker finds it.
    if (due > at) at = due
    const step = dueStep(row, at, { cancelsPastDue: false })
    if (step === 'postpone') Object.assign(row, postponed(row))
    else if (step === 'resume') Object.assign(row, resume(row, at))
    else {
      if (step !== 'renew') return
      // An order that a failed renewal left unpaid was made for the scheduled plan.
      if (row.scheduledTerm) Object.assign(row, row.unpaidOrder ? withScheduledPlan(row) : atNextRenewal(row), unscheduled)
      const priced: PricedRenewal | undefined = plain ?? orNothing(() => priceOfRenewal(row, at))
      if (!priced) return
      // Where nothing lowers it, all that follow cost the same.
      if (!row.unpaidOrder && !row.credit && row.coupons.length === 0) plain = isRateToChange(row.sale, at) ? undefined : priced
      else Object.assign(row, afterPaid(row, priced))
      yield { date: at, priced }
      Object.assign(row, renewed(row, at, toTerm(row.billing, row.term)))
    }
  }
}

/** Whether there are a customer to charge and an address. */
export const hasRecipient = (facts: RecipientFacts<unknown>): boolean => orNothing(() => recipientOf(facts)) !== undefined

function orNothing<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
