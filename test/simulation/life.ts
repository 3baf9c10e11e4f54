/** The life of one subscription by the contract and the choices of its README, without code of the product: what becomes of it. */
import { dayMilliseconds, monthDay, plusDays, written } from './dates.ts'
import { Failures, windowDays } from './failures.ts'
import type { Line, Order } from './order.ts'
import { type Recurring, recurringOf } from './recurring.ts'
import { attempt, closeUnpaid, type Failed, forgetUnpaid } from './renewal.ts'
import type { Beginning, Plan, RetryChoice, SimulatedCoupon, SimulatedProduct, Standing } from './story.ts'

/** A coupon on a subscription, and for how many charges it still is. */
export type Waiting = { coupon: SimulatedCoupon; left: number; isHeld: boolean }

export class Life {
  readonly beginning: Beginning
  readonly choice: RetryChoice
  plan: Plan
  /** Its plan from the next renewal on that is paid. */
  scheduled: Plan | null = null
  status: Standing
  autorenew: boolean
  end: number
  /** Day of the month that renewals fall on. */
  day: number
  skipped: number | null = null
  credit: number | null
  /** The difference of its last immediate change, below 0 where it became credit. */
  changeDifference: number | null = null
  revenue = 0
  /** Its recurring price once it was paid; and whether an amount was. */
  recurring: Recurring | undefined
  isPaidOnce = false
  cancelledAt: number | null
  /** When it was paused, if that is known, and until when. */
  pausedAt: number | null = null
  pausedUntil: number | null = null
  coupons: Waiting[] = []
  readonly orders: Order[] = []
  /** When what the forecast goes by was changed, or a charge did not succeed. */
  readonly changes: number[] = []
  /** The history, for debugging. */
  readonly story: string[] = []
  readonly events: string[] = []
  readonly failures = new Failures()
  /** The unpaid order that was tried with the other card. */
  #triedWithOther: Order | undefined
  #now: number
  /** The order of a renewal that was declined, which the next try pays. */
  unpaid: Order | undefined
  /** The subscription's own credit in its orders. */
  readonly own = new Map<Order, number>()

  /** @param now when its shop begins to look after it. */
  constructor(beginning: Beginning, choice: RetryChoice, now: number) {
    this.beginning = beginning
    this.choice = choice
    this.#now = now
    const { product, quantity } = beginning
    this.plan = { product, quantity, fixedPrice: null }
    for (const other of beginning.customer.lives) other.changes.push(now)
    beginning.customer.lives.push(this)
    this.status = beginning.status
    this.autorenew = beginning.autorenew
    this.end = beginning.end
    this.day = monthDay(beginning.start)
    this.credit = beginning.credit
    this.cancelledAt = beginning.cancelledAt
  }

  get product(): SimulatedProduct {
    return this.plan.product
  }

  /** The order that paid for its running term, and the line of it, if one did. */
  get running(): { order: Order; line: Line } | undefined {
    const order = this.orders.findLast(({ isPaid }) => isPaid)
    const line = order?.lines.find(({ life }) => life === this)
    return order && line && { order, line }
  }

  tell(at: number, what: string): void {
    this.story.push(`${written(at)} ${what}`)
  }

  /** Notes an event of that time. */
  event(at: number, type: string): void {
    this.events.push(`${written(at)} ${type}`)
  }

  /** Does what is due; what was due before is due now. */
  fallDue(): void {
    this.#now = Math.max(this.due ?? this.#now, this.#now)
    this.#fallDue(this.#now)
  }

  /** Time has come so far. */
  reach(time: number): void {
    this.#now = time
  }

  /** When something is due next, if ever. */
  get due(): number | undefined {
    if (this.status === 'active') return this.end
    if (this.status === 'past_due') return this.failures.nextTry ?? undefined
    if (this.status === 'suspended') return this.pausedUntil ?? undefined
    return this.#hasEndToCome || (this.#isEnded && this.credit && !this.unpaid) ? this.end : undefined
  }

  get #isEnded(): boolean {
    return this.status === 'cancelled' || this.status === 'expired'
  }

  /** One that was cancelled when its time was over has none. */
  get #hasEndToCome(): boolean {
    return this.status === 'cancelled' && this.cancelledAt !== null && this.cancelledAt < this.end
  }

  #fallDue(at: number): void {
    const isPastDue = this.status === 'past_due'
    if (this.status === 'suspended') this.resume(at)
    else if (this.#isEnded && !this.#hasEndToCome) this.yieldCredit(at)
    else if (this.status === 'cancelled' || !this.autorenew) this.#expire(at)
    else if (isPastDue && this.end > at) this.#waitForEnd(at)
    else if (isPastDue && this.failures.isGivenUp(at)) this.#giveUp(at)
    else if (!isPastDue && plusDays(this.end, windowDays) < at) this.#miss(at)
    else {
      const isOther = this.unpaid !== undefined && this.isOtherLeft
      if (isOther) this.#triedWithOther = this.unpaid
      const came = attempt(this, at, isOther ? this.beginning.otherCard : undefined)
      // A try that was not even asked for is none.
      if (isOther && came === 'no stock') this.#triedWithOther = undefined
      if (came !== 'paid') this.#failByItself(at, came, isOther)
    }
  }

  #expire(at: number): void {
    closeUnpaid(this, at)
    this.status = 'expired'
    this.scheduled = null
    this.autorenew = false
    this.failures.forget()
    this.tell(at, 'expires')
    this.event(at, 'subscription.expired')
    this.yieldCredit(at)
  }

  /** The credit of one that has ended, and whose time is over, becomes its customer's. */
  yieldCredit(at: number): void {
    if (!this.#isEnded || this.end > at || this.unpaid || !this.credit) return
    this.beginning.customer.addCredit(at, this.credit)
    this.credit = 0
  }

  #waitForEnd(at: number): void {
    this.failures.wait(this.end)
    this.tell(at, `is tried when its new time is over, ${written(this.end)}`)
  }

  #giveUp(at: number): void {
    this.failures.nextTry = null
    if (this.choice.cancelsPastDue) this.cancel(at)
    else this.tell(at, 'is tried no more')
  }

  #miss(at: number): void {
    this.#fallBehind(at)
    this.failures.miss(at)
    this.changes.push(at)
    this.tell(at, 'was not renewed in time')
  }

  #failByItself(at: number, came: Failed, isOther: boolean): void {
    if (this.status === 'active') this.#fallBehind(at)
    const reason = came === 'no stock' ? 'out_of_stock' : 'declined'
    const isForGood = came === 'declined for good' && !isOther
    // One that was not asked for at all has no other card to go on with.
    const isOtherLeft = this.isOtherLeft && this.unpaid !== undefined
    this.failures.add(at, { retryDays: this.choice.retryDays, reason, isForGood, isOtherLeft })
  }

  /** Whether the renewal was not tried with the other card. */
  get isOtherLeft(): boolean {
    return this.beginning.otherCard !== undefined && (this.unpaid === undefined || this.#triedWithOther !== this.unpaid)
  }

  #fallBehind(at: number): void {
    this.status = 'past_due'
    this.failures.forget()
    this.failures.begin(at)
    this.event(at, 'subscription.past_due')
  }

  /** An order for a term of it was paid. */
  wasPaid(order: Order): void {
    const line = order.lines.find(({ life }) => life === this)
    if (line) this.recurring = recurringOf({ ...this.plan, product: line.product, quantity: line.quantity }, line)
    this.isPaidOnce ||= order.bill.total > 0
  }

  addOrder(order: Order): Order {
    this.orders.push(order)
    return order
  }

  /** The plan that was scheduled is the plan once its order is paid. */
  followSchedule(at: number): void {
    if (!this.scheduled) return
    this.plan = this.scheduled
    this.scheduled = null
    this.event(at, 'subscription.changed')
  }

  /** The end that was paid for. */
  paidFor = (at: number): number => (this.skipped !== null && this.skipped > at ? this.skipped : this.end)

  /** A skip that lies ahead is undone: the end is again the one that was paid for. @returns whether there was one. */
  takeSkipBack(at: number): boolean {
    if (this.skipped === null || this.skipped <= at) return false
    this.end = this.skipped
    this.skipped = null
    return true
  }

  cancel(at: number): void {
    closeUnpaid(this, at)
    this.takeSkipBack(at)
    this.#endPause(at)
    this.status = 'cancelled'
    this.scheduled = null
    this.autorenew = false
    this.cancelledAt = at
    this.failures.forget()
    this.tell(at, 'is cancelled')
    this.event(at, 'subscription.cancelled')
    this.yieldCredit(at)
  }

  pause(at: number, until: number | null): void {
    this.takeSkipBack(at)
    Object.assign(this, { status: 'suspended', pausedAt: at, pausedUntil: until })
    this.event(at, 'subscription.paused')
  }

  resume(at: number): void {
    this.#endPause(at)
    this.status = 'active'
    this.tell(at, 'is resumed')
    this.event(at, 'subscription.resumed')
  }

  /** The whole days for which it has been paused. */
  #pausedDays(at: number): number {
    if (this.status !== 'suspended' || this.pausedAt === null) return 0
    return Math.floor((Math.min(at, this.pausedUntil ?? at) - this.pausedAt) / dayMilliseconds)
  }

  /** When the time paid for ends, if it is resumed then. */
  paidUntil(at: number): number {
    return plusDays(this.end, this.#pausedDays(at))
  }

  /** Its time and its unsent deliveries move by the paused days. */
  #endPause(at: number): void {
    const days = this.#pausedDays(at)
    this.pausedAt = null
    this.pausedUntil = null
    if (days === 0) return
    this.end = plusDays(this.end, days)
    this.day = monthDay(this.end)
    for (const delivery of this.orders.flatMap(({ open }) => open))
      if (delivery.line.life === this) delivery.adjusted = plusDays(delivery.adjusted, days)
  }

  /** One of its orders is cancelled: it ends with it, or goes on; one that waited for its payment waits no more. */
  orderIsCancelled(at: number, order: Order, isEnding: boolean): void {
    if (this.unpaid === order) forgetUnpaid(this, at)
    this.changes.push(at)
    if (!isEnding) return
    if (this.status !== 'cancelled' && this.status !== 'expired') this.cancel(at)
    if (this.end <= at) return
    this.end = at
    this.skipped = null
    this.yieldCredit(at)
  }
}
