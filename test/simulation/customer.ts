/** A customer by the contract: what was ordered and paid, and the ledger of what the store owes. */
import { byTime, written } from './dates.ts'
import type { Life } from './life.ts'
import { sum } from './money.ts'
import type { Order } from './order.ts'

export class Customer {
  readonly id: number
  readonly orders: Order[] = []
  readonly lives: Life[] = []
  revenue = 0
  /** The entries of the credit, in their order. */
  readonly entries: { at: string; amount: number }[] = []
  /** Events that are no subscription's and no order's. */
  readonly events: string[] = []

  constructor(id: number) {
    this.id = id
  }

  get credit(): number {
    return sum(this.entries.map(({ amount }) => amount))
  }

  /** Adds to the credit, or takes some off. */
  addCredit(at: number, amount: number): void {
    if (amount === 0) return
    this.entries.push({ at: written(at), amount })
    this.events.push(`${written(at)} credit_entry.created`)
  }

  /** The sums that the product keeps of a customer. */
  get seen() {
    const { revenue, credit, entries } = this
    return { orders: this.orders.length, subscriptions: this.lives.length, revenue, credit, entries: [...entries].sort(byTime) }
  }
}
