/** Lowers forecast charges by the credit of customers, once the renewals of all subscriptions are known. */
import type { Shape } from '../../../db/shape.ts'
import { spendable } from '../../../purchases/payment/customer-credit.ts'
import { type PricedRenewal, withCustomerCredit } from './renewal-price.ts'

/** A customer, as credit is spent. */
export type CreditOwner = Pick<Shape<'Customer'>, 'id' | 'credit'>

/** A sum of charges that credit lowers. */
type Sum = { amount: bigint }

type Charged = { date: Date; priced: PricedRenewal; sum: Sum | undefined }

type Shared = { credit: number; charges: Charged[] }

export class SharedCredits {
  private readonly ofCustomers = new Map<bigint, Shared>()

  /** The charges of a subscription of a customer; undefined where there is no credit to spend. */
  of({ id, credit }: CreditOwner): Spending | undefined {
    if (credit <= 0n) return undefined
    const shared = this.ofCustomers.get(id) ?? { credit: spendable(credit), charges: [] }
    this.ofCustomers.set(id, shared)
    return new Spending(shared)
  }

  /** Spends the credit of each customer in the order of the charges. */
  spend(): void {
    for (const { credit, charges } of this.ofCustomers.values()) {
      let left = credit
      charges.sort((one, other) => one.date.getTime() - other.date.getTime())
      for (const { priced, sum } of charges) {
        const { customerCredit } = withCustomerCredit(priced, left)
        left -= customerCredit
        if (sum) sum.amount -= BigInt(customerCredit)
      }
    }
  }
}

/** The charges of one subscription, in their order: those behind which nothing of the credit is left are not kept. */
class Spending {
  private readonly shared: Shared
  private left: number

  constructor(shared: Shared) {
    this.shared = shared
    this.left = shared.credit
  }

  /** @param sum of the charges among which it is forecast; none for one before those asked for. */
  add(date: Date, priced: PricedRenewal, sum?: Sum): void {
    if (this.left === 0) return
    this.left -= withCustomerCredit(priced, this.left).customerCredit
    this.shared.charges.push({ date, priced, sum })
  }
}
