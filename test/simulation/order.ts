/** An order by the contract: its lines, what was paid and given back, what is to be sent, and whether it still waits for work. */
import { PiecesBack, type WayBack } from './back.ts'
import type { Card } from './card.ts'
import type { Customer } from './customer.ts'
import { written } from './dates.ts'
import type { Life } from './life.ts'
import { sum } from './money.ts'
import { type Delivery, deliveriesOf, Parcel } from './parcel.ts'
import type { Bill, Item, LineBill } from './price.ts'
import { type AskedRefund, isTaken, type Planned, planBack, planRefund, type Refund, type Script } from './refund.ts'
import { home, type SimulatedProduct, type Transaction } from './story.ts'

/** How an order is cancelled. */
export type Cancelling = { refund: boolean; restock: boolean; isEnding: boolean }

/** The customer of an order, the card, and its kind. */
export type Sale = { customer: Customer; card: Card; isRenewal: boolean; isGift: boolean }

/** A line, and the subscription that began or was renewed with it. */
export type Line = Omit<Item, 'price'> & LineBill & { id: number; name: string; sku: string; life: Life | undefined }

export class Order {
  /** The product's id of it; 0 until it was looked up. */
  id = 0
  readonly placedAt: number
  readonly customer: Customer
  readonly card: Card
  readonly isRenewal: boolean
  readonly isGift: boolean
  /** Its sums, which edits change, and those of when it was made. */
  bill: Bill
  readonly sold: Bill & { lines: readonly (LineBill & { name: string; quantity: number })[] }
  lines: Line[]
  /** The part of the lines that the card pays. */
  byCard = 0
  edited: { at: number; difference: number } | null = null
  street = home
  status: 'open' | 'closed' = 'open'
  isPaid = false
  cancelledAt: number | null = null
  readonly transactions: Transaction[] = []
  deliveries: Delivery[] = []
  readonly refunds: Refund[] = []
  readonly events: string[] = []
  /** The history, for debugging. */
  readonly story: string[] = []
  #isFulfilled = false
  readonly #back = new PiecesBack()

  constructor(placedAt: number, { customer, card, isRenewal, isGift }: Sale, items: (Item & { life?: Life })[], bill: Bill) {
    this.placedAt = placedAt
    this.customer = customer
    this.card = card
    this.isRenewal = isRenewal
    this.isGift = isGift
    this.bill = bill
    this.lines = items.map(({ life, ...item }, index) => {
      const { name, sku } = item.product
      return { ...item, ...(bill.lines[index] as LineBill), id: 0, name, sku, life }
    })
    this.sold = { ...bill, lines: this.lines.map((line) => ({ ...line })) }
    customer.orders.push(this)
    this.event(placedAt, 'order.created')
  }

  /** The payments by card. */
  get charges(): Transaction[] {
    return this.transactions.filter(({ result }) => result === 'captured')
  }

  get captured(): number {
    return sum(this.charges.map(({ total }) => total))
  }

  /** Whether a refund of it is under way. */
  get isRefunding(): boolean {
    return this.refunds.some(({ status }) => status === 'pending' || status === 'unknown')
  }

  get parcels(): Parcel[] {
    return [...new Set(this.deliveries.map(({ parcel }) => parcel))]
  }

  tell(at: number, what: string): void {
    this.story.push(`${written(at)} ${what}`)
  }

  event(at: number, type: string): void {
    this.events.push(`${written(at)} ${type}`)
  }

  /** Notes a payment, and how it came out. */
  pays(at: number, amount: number, isPaid: boolean): void {
    this.#transact(at, 'payment', isPaid ? 'captured' : 'failed', amount)
    this.event(at, isPaid ? 'payment.captured' : 'payment.failed')
    if (isPaid) this.customer.revenue += amount
  }

  #transact(at: number, kind: string, result: string, total: number): Transaction {
    const transaction = { at: written(at), kind, result, total, reversedAt: null }
    this.transactions.push(transaction)
    return transaction
  }

  /** Notes how a charge came out; one that is paid begins to be delivered. */
  charged(at: number, isPaid: boolean): void {
    this.pays(at, this.bill.charge, isPaid)
    if (!isPaid) return
    this.isPaid = true
    this.byCard = this.bill.charge
    this.deliveries = deliveriesOf(this.lines, at)
    for (const { life, product, quantity, paid } of this.lines) {
      if (life) life.revenue += paid
      product.stock?.take(quantity)
    }
  }

  /** Nothing will pay it. */
  giveUp(): void {
    this.status = 'closed'
  }

  /** Sends a parcel, or those pieces of it that are named; the rest waits in a new one. */
  ship(at: number, parcel: Parcel, part: ReadonlyMap<Delivery, number> | undefined, labelCost: number | undefined): void {
    let rest: Parcel | undefined
    this.deliveries = this.deliveries.flatMap((delivery) => {
      if (delivery.parcel !== parcel || delivery.status !== 'open') return [delivery]
      const sent = part ? (part.get(delivery) ?? 0) : delivery.quantity
      if (sent < delivery.quantity && !rest) {
        rest = new Parcel(at, parcel.due, parcel.street)
        this.event(at, 'shipment.split')
      }
      const { quantity, taken } = delivery
      const left = rest &&
        sent < quantity && { ...delivery, quantity: quantity - sent, taken: Math.max(0, taken - sent), parcel: rest }
      if (sent === 0 && rest) delivery.parcel = rest
      else {
        delivery.line.product.stock?.take(Math.max(0, sent - taken))
        Object.assign(delivery, { quantity: sent, taken: sent, status: 'fulfilled' })
      }
      return sent > 0 && left ? [delivery, left] : [delivery]
    })
    Object.assign(parcel, { status: 'shipped', shippedAt: at })
    if (labelCost !== undefined) parcel.labels.push(labelCost)
    this.event(at, 'shipment.shipped')
    this.#follow(at)
  }

  deliver(at: number, parcel: Parcel): void {
    parcel.deliveredAt = at
    this.event(at, 'shipment.delivered')
  }

  /** A parcel comes back. */
  takeBack(at: number, parcel: Parcel, isRestocked: boolean): void {
    parcel.returnedAt = at
    this.event(at, 'shipment.returned')
    if (isRestocked) this.#bringBack((each) => each.parcel === parcel && each.status === 'fulfilled', 'returned')
  }

  cancelParcel(at: number, parcel: Parcel): void {
    const called = this.deliveries.filter((delivery) => delivery.parcel === parcel && delivery.status === 'open')
    for (const delivery of called) delivery.status = 'cancelled'
    parcel.status = 'cancelled'
    this.event(at, 'shipment.cancelled')
    this.#bringBack((each) => called.includes(each), 'called off')
    this.#follow(at)
  }

  /**
   * Cancels it: what it has is called off, its subscriptions go on or end, and what was paid is given back.
   *
   * @returns the code of the refusal, if it is refused.
   */
  cancel(at: number, { refund, restock, isEnding }: Cancelling, script: Script): string | undefined {
    if (this.cancelledAt !== null) return undefined
    if (this.fulfillmentStatus !== 'unfulfilled' || this.status === 'closed' || this.isRefunding) return 'WRONG_STATUS'
    this.cancelledAt = at
    this.event(at, 'order.cancelled')
    for (const parcel of this.parcels.filter(({ status }) => status === 'unshipped')) {
      parcel.status = 'cancelled'
      this.event(at, 'shipment.cancelled')
    }
    const called = this.deliveries.filter(({ status }) => status === 'open')
    for (const delivery of called) delivery.status = 'cancelled'
    if (restock && this.isPaid) this.#bringBack((each) => called.includes(each), 'called off')
    for (const { life } of this.lines) life?.orderIsCancelled(at, this, isEnding)
    const code = refund ? this.giveBack(at, undefined, script) : undefined
    this.#follow(at)
    return code
  }

  /**
   * Gives back an amount that is of no line, or all that is left: one refund of each charge, all of them planned before the first is asked
   * for.
   *
   * @returns the code of the refusal of the last one that is declined.
   */
  giveBack(at: number, amount: number | undefined, script: Script): string | undefined {
    const reserved: Refund[] = []
    for (let given = 0; ; given += reserved.at(-1)?.amount ?? 0) {
      const planned = planBack(this, amount === undefined ? undefined : amount - given)
      if (!planned) break
      reserved.push(this.#reserve(at, planned, false, script))
    }
    return reserved.map((refund) => this.#ask(at, refund)).findLast((code) => code !== undefined)
  }

  /** @returns the code of the refusal, if it is refused. */
  refund(at: number, asked: AskedRefund, script: Script): string | undefined {
    const planned = planRefund(this, asked)
    return typeof planned === 'string' ? planned : this.#ask(at, this.#reserve(at, planned, asked.restock, script))
  }

  #reserve(at: number, planned: Planned, isRestocking: boolean, script: Script): Refund {
    const answers: Script = planned.card > 0 ? script : ['done']
    const refund: Refund = { at, status: 'pending', ...planned, isRestocking, settledAt: null, script: answers }
    this.refunds.push(refund)
    this.event(at, 'refund.created')
    this.tell(at, `refund of ${JSON.stringify(shown(planned))}: ${answers}`)
    return refund
  }

  /** Asks the gateway for a refund. @returns the code of the refusal, if it is declined. */
  #ask(at: number, refund: Refund): string | undefined {
    const [first, ...script] = refund.script
    refund.script = script
    this.#settle(at, refund, first)
    return first === 'failed' ? 'REFUND_DECLINED' : undefined
  }

  /** The gateway is asked what became of a refund. */
  lookAfter(at: number, refund: Refund): void {
    const [next, ...script] = refund.script
    refund.script = script
    this.tell(at, `a refund that is ${refund.status} is ${next}`)
    this.#settle(at, refund, next)
  }

  #settle(at: number, refund: Refund, answer: Script[number] | undefined): void {
    if (answer === undefined) return
    const isReversed = refund.status === 'done'
    refund.status = answer
    if (answer !== 'unknown') this.event(at, isReversed ? 'refund.reversed' : `refund.${answer}`)
    if ((answer === 'done' || answer === 'pending') && refund.isRestocking) this.#restock(refund)
    if (answer === 'done' || answer === 'failed') this.#end(at, refund, isReversed)
    this.#follow(at)
  }

  /** A refund is done, or has failed, be it after it was done. */
  #end(at: number, refund: Refund, isReversed: boolean): void {
    const { status, card, credit, parts } = refund
    refund.settledAt = at
    if (isReversed && refund.transaction) refund.transaction.reversedAt = written(at)
    if (card > 0) refund.transaction = this.#transact(at, 'refund', status === 'done' ? 'refunded' : 'failed', card)
    if (status !== 'done' && !isReversed) return
    const sign = isReversed ? -1 : 1
    this.customer.revenue -= sign * card
    this.customer.addCredit(at, sign * credit)
    for (const { line, card: paidBack } of parts) if (line.life) line.life.revenue -= sign * paidBack
    if (status === 'done') this.event(at, 'order.refunded')
  }

  #restock({ parts }: Refund): void {
    const taken = this.refunds.filter((each) => each.isRestocking && isTaken(each)).flatMap((each) => each.parts)
    for (const product of productsOf(parts)) {
      const isOf = ({ line }: { line: Line }) => line.product === product
      this.#back.refund(product.stock, sum(taken.filter(isOf).map(({ pieces }) => pieces)), this.deliveries.filter(isOf))
    }
  }

  /** The pieces of deliveries that came back, or are called off, as far as they were taken. */
  #bringBack(isIn: (delivery: Delivery) => boolean, how: WayBack): void {
    const coming = this.deliveries.filter(isIn)
    for (const delivery of coming) delivery.isBack = true
    for (const product of productsOf(coming)) {
      const all = this.deliveries.filter(({ line, isBack }) => isBack && line.product === product)
      this.#back.put(product.stock, sum(all.map(({ taken }) => taken)), how)
    }
  }

  /** It is closed where it is paid, no delivery is open, and no refund is under way, which opens it again. */
  #follow(at: number): void {
    const isUnderWay = this.isRefunding
    const hasOpen = this.deliveries.some(({ status }) => status === 'open')
    const isFulfilled = this.fulfillmentStatus === 'fulfilled'
    if (isFulfilled && !this.#isFulfilled) this.event(at, 'order.fulfilled')
    this.#isFulfilled = isFulfilled
    const isClosed = (this.isPaid || this.cancelledAt !== null) && !hasOpen && !isUnderWay
    if (isClosed && this.status === 'open') this.event(at, 'order.closed')
    if (isClosed) this.status = 'closed'
    if (isUnderWay) this.status = 'open'
  }

  get fulfillmentStatus(): string {
    const has = (wanted: Delivery['status']) => this.deliveries.some(({ status }) => status === wanted)
    if (!has('fulfilled')) return 'unfulfilled'
    return has('open') ? 'partial' : 'fulfilled'
  }

  /** The amount that was given back. */
  refunded(name: 'amount' | 'card'): number {
    return sum(this.refunds.map((refund) => (refund.status === 'done' ? refund[name] : 0)))
  }

  get financialStatus(): string {
    const refunded = this.refunded('amount')
    if (!this.isPaid) return 'unpaid'
    if (refunded === 0) return 'paid'
    return refunded >= this.captured + this.bill.creditApplied ? 'refunded' : 'partially_refunded'
  }
}

const productsOf = (parts: readonly { line: Line }[]): Set<SimulatedProduct> => new Set(parts.map(({ line }) => line.product))

const shown = ({ parts, charge: _charge, ...amounts }: Planned) => ({
  ...amounts,
  parts: parts.map(({ line, ...part }) => ({ line: line.id, ...part })),
})
