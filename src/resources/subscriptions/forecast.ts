/** Foresees the renewals of a subscription, by the rules that the worker obeys and at the price that it charges. Pure; nothing is stored. */
import { Refusal } from '../../errors.ts'
import { dueAt, dueStep, postponed } from './due-rules.ts'
import {
  afterPaid,
  type PricedRenewal,
  type PriceFacts,
  priceOfRenewal,
  type RecipientFacts,
  recipientOf,
} from './renewal-price.ts'
import { toTerm } from './row.ts'
import { renewed, type Subscription } from './rules.ts'

/** All that the renewals of a subscription depend on. */
export type ForecastFacts = Subscription & { isGift: boolean } & PriceFacts &
  RecipientFacts<unknown> & { billing: Parameters<typeof toTerm>[0] }

/** A renewal to come: when it is charged, and what. */
export type UpcomingRenewal = PricedRenewal & { date: Date }

/**
 * The renewals to come, in their order, if nothing changes meanwhile, each is paid at once and everything is in stock. They end where
 * the subscription does, or where nothing can be asked for: without a card, an address or a price.
 */
export function* upcomingRenewals(facts: ForecastFacts, now: Date): Generator<UpcomingRenewal, void> {
  const term = toTerm(facts.billing, facts.term)
  // What the gateway is asked for just now has no result yet: until it has one, it is still to come.
  let row = { ...facts, paymentUnderWay: false }
  for (let at = now; ; ) {
    const due = dueAt(row)
    if (!due) return
    // What is due already is charged as soon as a worker finds it.
    if (due > at) at = due
    const step = dueStep(row, at, { cancelsPastDue: false })
    if (step === 'postpone') row = { ...row, ...postponed(row) }
    else {
      const priced = step === 'renew' && orNothing(row)
      if (!priced) return
      yield { ...priced, date: at }
      row = { ...row, ...afterPaid(row, priced), ...renewed(row, at, term) }
    }
  }
}

function orNothing(facts: ForecastFacts): PricedRenewal | undefined {
  try {
    recipientOf(facts)
    return priceOfRenewal(facts)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
