/** A customer by the contract: what was ordered and paid, and the ledger of what the store owes. */
import { byTime, written } from './dates.ts'
import type { Life } from './life.ts'
import type { Home, Market } from './market.ts'
import { sum } from './money.ts'
import type { Order } from './order.ts'

export class Customer {
  readonly id: number
  readonly market: Market
  readonly home: Home
  readonly orders: Order[] = []
  readonly lives: Life[] = []
  revenue = 0
  /** The entries of the credit, in their order. */
  readonly entries: { at: string; amount: number }[] = []
  /** Events that are no subscription's and no order's. */
  readonly events: string[] = []

  constructor(id: number, market: Market, home: Home) {
    this.id = id
    this.market = market
    this.home = home
  }

  get credit(): number {
    return sum(this.entries.map(({ amount }) => amount))
  }

  /** The credit that orders may spend. */
  get spendable(): number {
    return Math.max(0, this.credit)
  }

  /** Adds to the credit, or takes some off; what was forecast for its subscriptions holds no longer. */
  addCredit(at: number, amount: number): void {
    if (amount === 0) return
    this.#enter(at, amount)
    for (const life of this.lives) life.changes.push(at)
  }

  /** Spends credit for an order. */
  spend(at: number, amount: number): void {
    if (amount > 0) this.#enter(at, -amount)
  }

  #enter(at: number, amount: number): void {
    this.entries.push({ at: written(at), amount })
    this.events.push(`${written(at)} credit_entry.created`)
  }

  /** Takes credit for an order that is declined, and gets it back; no event tells of it. */
  spendInVain(at: number, amount: number): void {
    if (amount > 0) this.entries.push({ at: written(at), amount: -amount }, { at: written(at), amount })
  }

  /** Its subscriptions do what is due until a time, that included, each in its turn: they spend the same credit. */
  liveUntil(time: number): void {
    const isDue = (life: Life): life is Life & { due: number } => life.due !== undefined && life.due <= time
    for (;;) {
      const [first] = this.lives.filter(isDue).sort((one, other) => one.due - other.due || one.beginning.id - other.beginning.id)
      if (!first) break
      first.fallDue()
    }
    for (const life of this.lives) life.reach(time)
  }

  /** The sums that the product keeps of a customer. */
  get seen() {
    const { revenue, credit, entries } = this
    // An order that closed unpaid is not placed.
    const placed = this.orders.filter(({ isPaid, status }) => isPaid || status === 'open')
    return { orders: placed.length, subscriptions: this.lives.length, revenue, credit, entries: [...entries].sort(byTime) }
  }
}
