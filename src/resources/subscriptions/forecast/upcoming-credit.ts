/** Foresees how renewals spend the credit of a customer: those of all subscriptions, in the order in which they are charged. Pure. */
import type { Shape } from '../../../db/shape.ts'
import { spendable } from '../../../purchases/payment/customer-credit.ts'
import { type ForecastFacts, hasRecipient, type UpcomingRenewal, upcomingRenewals } from './forecast.ts'
import { type RecipientFacts, withCustomerCredit } from './renewal-price.ts'

type Renewing = Pick<Shape<'Subscription'>, 'id'> & ForecastFacts & Omit<RecipientFacts<unknown>, 'customer'>

/** A subscription, and its customer with the credit and, where there is some, all subscriptions that renew. */
export type SharedFacts = Renewing & {
  customer: RecipientFacts<unknown>['customer'] & Pick<Shape<'Customer'>, 'credit'> & { subscriptions: Renewing[] }
}

/** The renewals of a subscription that are to come, see `upcomingRenewals`, with the credit of its customer; none without a recipient. */
export function* upcomingWithCredit(facts: SharedFacts, now: Date): Generator<UpcomingRenewal, void> {
  const { id, customer } = facts
  if (!hasRecipient(facts)) return
  let credit = spendable(customer.credit)
  const renewing =
    credit === 0 ? [] : customer.subscriptions.filter((each) => each.id !== id && hasRecipient({ ...each, customer }))
  const others = renewing.map((each) => new Other(each, now))
  for (const { date, priced } of upcomingRenewals(facts, now)) {
    for (const other of others) credit = other.leftBefore(date, id, credit)
    const paid = withCustomerCredit(priced, credit)
    credit -= paid.customerCredit
    yield { date, priced: paid }
  }
}

/** Another subscription of the customer, whose renewals spend the same credit. */
class Other {
  private readonly id: bigint
  private readonly renewals: Generator<UpcomingRenewal, void>
  private next: UpcomingRenewal | undefined

  constructor(facts: Renewing, now: Date) {
    this.id = facts.id
    this.renewals = upcomingRenewals(facts, now)
    this.advance()
  }

  private advance(): void {
    this.next = this.renewals.next().value ?? undefined
  }

  /** The credit that its renewals leave that are charged before another one; at one time the subscription with the lower id is. */
  leftBefore(date: Date, id: bigint, credit: number): number {
    let left = credit
    while (left > 0 && this.next && (this.next.date < date || (this.next.date.getTime() === date.getTime() && this.id < id))) {
      left -= withCustomerCredit(this.next.priced, left).customerCredit
      this.advance()
    }
    return left
  }
}
