/**
 * The life of one subscription by the contract and the choices in `src/resources/subscriptions/README.md`: given how it begins, what
 * is asked of it and how its card answers, what must become of it. Written from the documents; it shares no code with the product.
 */
import { dayMilliseconds, monthDay, plusDays, stepped, written } from './dates.ts'
import { Failures, windowDays } from './failures.ts'
import { Order } from './order.ts'
import { billOf, fits } from './price.ts'
import type { Beginning, Plan, RetryChoice, SeenSubscription, SimulatedCoupon, SimulatedProduct, Standing } from './story.ts'

/** A coupon on a subscription, and for how many charges it still is. */
export type Waiting = { coupon: SimulatedCoupon; left: number; isHeld: boolean }

type Failed = 'declined' | 'no stock'
type Attempt = 'paid' | Failed

const seenPlan = ({ product: { instanceId, termId }, quantity, fixedPrice }: Plan) => ({
  ...{ productInstanceId: instanceId, termId, quantity, fixedPrice },
})

const isOutOfStock = ({ product: { stock }, quantity }: Plan): boolean => stock !== undefined && stock.onHand < quantity

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
  revenue = 0
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
  #now: number
  #unpaid: Order | undefined
  /** The subscription's own credit in its orders. */
  readonly #own = new Map<Order, number>()

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

  get seen(): SeenSubscription {
    const isTried = this.status === 'active' || this.status === 'past_due'
    const { id: productId, billingId, name } = this.product
    return {
      plan: { ...seenPlan(this.plan), productId, billingId, billingName: name.toUpperCase() },
      scheduled: this.scheduled && seenPlan(this.scheduled),
      status: this.status,
      autorenew: this.autorenew,
      endDate: written(this.end),
      skippedDate: this.skipped === null ? null : written(this.skipped),
      credit: this.credit,
      revenue: this.revenue,
      failedRenewals: isTried ? this.failures.count : null,
      nextTryAt: isTried && this.failures.nextTry !== null ? written(this.failures.nextTry) : null,
      pastDueReason: this.status === 'past_due' ? this.failures.reason : null,
      pausedAt: this.pausedAt === null ? null : written(this.pausedAt),
      pausedUntil: this.pausedUntil === null ? null : written(this.pausedUntil),
      coupons: this.coupons.map(({ coupon: { id }, left, isHeld }) => ({ id, left, isHeld })),
    }
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
    if (this.status === 'cancelled' && this.cancelledAt !== null && this.cancelledAt < this.end) return this.end
    return undefined
  }

  #fallDue(at: number): void {
    const isPastDue = this.status === 'past_due'
    if (this.status === 'suspended') this.resume(at)
    else if (this.status === 'cancelled' || !this.autorenew) this.#expire(at)
    else if (isPastDue && this.end > at) this.#waitForEnd(at)
    else if (isPastDue && this.failures.isGivenUp(at)) this.#giveUp(at)
    else if (!isPastDue && plusDays(this.end, windowDays) < at) this.#miss(at)
    else {
      const came = this.attempt(at)
      if (came !== 'paid') this.#failByItself(at, came)
    }
  }

  #expire(at: number): void {
    this.closeUnpaid(at)
    this.status = 'expired'
    this.scheduled = null
    this.autorenew = false
    this.failures.forget()
    this.tell(at, 'expires')
    this.event(at, 'subscription.expired')
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

  #failByItself(at: number, came: Failed): void {
    if (this.status === 'active') this.#fallBehind(at)
    this.failures.add(at, this.choice.retryDays, came === 'declined' ? 'declined' : 'out_of_stock')
  }

  #fallBehind(at: number): void {
    this.status = 'past_due'
    this.failures.forget()
    this.failures.begin(at)
    this.event(at, 'subscription.past_due')
  }

  /** Charges for the next renewal, or for the one that an earlier try left unpaid. */
  attempt(at: number): Attempt {
    const plan = this.scheduled ?? this.plan
    if (isOutOfStock(plan)) {
      this.changes.push(at)
      this.tell(at, 'is out of stock')
      return 'no stock'
    }
    const isFirst = this.#unpaid === undefined
    const order = this.#unpaid ?? this.#order(at, plan)
    const isPaid = this.#charge(at, order)
    if (isFirst) this.#spend(at, order)
    else if (isPaid) order.event(at, 'order.paid')
    this.#unpaid = isPaid ? undefined : order
    if (!isPaid) return 'declined'
    this.#useCoupons()
    this.status = 'active'
    this.event(at, 'subscription.renewed')
    this.#changePlan(at)
    const { pace, cycles, rebillDay } = this.product
    do this.end = stepped(this.end, pace, cycles, rebillDay || this.day)
    while (this.end <= at)
    this.skipped = null
    return 'paid'
  }

  /** Charges for a term that begins now; one that is declined is not tried again. */
  beginAnew(at: number): Attempt {
    const { product, beginning } = this
    if (isOutOfStock(this.plan)) return 'no stock'
    const order = this.#order(at, this.plan)
    const dayBefore = this.day
    this.day = monthDay(at)
    if (!this.#charge(at, order)) {
      this.day = dayBefore
      order.giveUp()
      beginning.customer.spendInVain(at, this.#shareOf(order).customers)
      for (const waiting of this.coupons) waiting.isHeld = false
      return 'declined'
    }
    this.#spend(at, order)
    this.#useCoupons()
    this.end = stepped(at, product.pace, product.cycles, product.rebillDay || this.day)
    this.skipped = null
    return 'paid'
  }

  /** The plan that was scheduled is the plan once its order is paid. */
  #changePlan(at: number): void {
    if (!this.scheduled) return
    this.plan = this.scheduled
    this.scheduled = null
    this.event(at, 'subscription.changed')
  }

  /** Makes the order of a renewal at today's price; the coupons that count for it are held. */
  #order(at: number, { product, quantity, fixedPrice }: Plan): Order {
    const { beginning } = this
    const used = this.coupons.filter(({ coupon, isHeld }) => !isHeld && coupon.isEnabled && fits(coupon, product))
    for (const waiting of used) waiting.isHeld = true
    const coupons = used.map(({ coupon }) => coupon)
    const item = { product, quantity, price: fixedPrice ?? undefined, life: this }
    const { customer, card } = beginning
    const bill = billOf([item], coupons, (this.credit ?? 0) + customer.spendable)
    const order = new Order(at, { customer, card, isRenewal: true, isGift: false }, [item], bill)
    this.#own.set(order, Math.min(this.credit ?? 0, order.bill.creditApplied))
    this.orders.push(order)
    return order
  }

  #charge(at: number, order: Order): boolean {
    const { charge } = order.bill
    const isPaid = this.beginning.card.pays(charge)
    if (!isPaid) this.changes.push(at)
    order.charged(at, isPaid)
    this.tell(at, `${isPaid ? 'pays' : 'is declined'} ${charge}`)
    return isPaid
  }

  /** The credit of an order is spent with its first try. */
  #spend(at: number, order: Order): void {
    const { own, customers } = this.#shareOf(order)
    this.credit = this.credit === null ? null : this.credit - own
    this.beginning.customer.spend(at, customers)
  }

  /** The credit of an order: the subscription's own, and behind it the customer's. */
  #shareOf(order: Order): { own: number; customers: number } {
    const own = this.#own.get(order) ?? 0
    return { own, customers: order.bill.creditApplied - own }
  }

  /** The coupons of an order that is paid count one charge less. */
  #useCoupons(): void {
    for (const waiting of this.coupons.filter(({ isHeld }) => isHeld)) {
      waiting.left -= 1
      waiting.isHeld = false
    }
    this.coupons = this.coupons.filter(({ left }) => left > 0)
    this.failures.forget()
  }

  /** A skip that lies ahead is undone: the end is again the one that was paid for. @returns whether there was one. */
  takeSkipBack(at: number): boolean {
    if (this.skipped === null || this.skipped <= at) return false
    this.end = this.skipped
    this.skipped = null
    return true
  }

  cancel(at: number): void {
    this.closeUnpaid(at)
    this.takeSkipBack(at)
    this.#endPause(at)
    this.status = 'cancelled'
    this.scheduled = null
    this.autorenew = false
    this.cancelledAt = at
    this.failures.forget()
    this.tell(at, 'is cancelled')
    this.event(at, 'subscription.cancelled')
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

  /** Its time, and its deliveries that are not sent, move by the paused days. */
  #endPause(at: number): void {
    const days = this.#pausedDays(at)
    this.pausedAt = null
    this.pausedUntil = null
    if (days === 0) return
    this.end = plusDays(this.end, days)
    this.day = monthDay(this.end)
    for (const delivery of this.orders.flatMap(({ deliveries }) => deliveries))
      if (delivery.line.life === this && delivery.status === 'open') delivery.adjusted = plusDays(delivery.adjusted, days)
  }

  /** One of its orders is cancelled: it ends with it, or goes on; one that waited for its payment waits no more. */
  orderIsCancelled(at: number, order: Order, isEnding: boolean): void {
    if (this.#unpaid === order) this.#forgetUnpaid(at, order)
    this.changes.push(at)
    if (!isEnding) return
    if (this.status !== 'cancelled' && this.status !== 'expired') this.cancel(at)
    if (this.end <= at) return
    this.end = at
    this.skipped = null
  }

  /** Closes the order that waits for its payment: its coupons wait again, and its credit comes back. */
  closeUnpaid(at: number): void {
    const order = this.#unpaid
    if (!order) return
    order.giveUp()
    order.event(at, 'order.closed')
    this.#forgetUnpaid(at, order)
  }

  #forgetUnpaid(at: number, order: Order): void {
    const { own, customers } = this.#shareOf(order)
    if (own > 0) this.credit = (this.credit ?? 0) + own
    this.beginning.customer.addCredit(at, customers)
    for (const waiting of this.coupons) waiting.isHeld = false
    this.#unpaid = undefined
  }
}
