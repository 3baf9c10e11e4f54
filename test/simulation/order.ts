/** An order by the contract: its lines, what was paid, what is to be sent, and whether it still waits for work. */
import { PiecesBack, type WayBack } from './back.ts'
import type { Card } from './card.ts'
import type { Customer } from './customer.ts'
import { written } from './dates.ts'
import type { Life } from './life.ts'
import { sum } from './money.ts'
import { type Delivery, type Parcel, planDeliveries } from './parcel.ts'
import type { Bill, Item, LineBill } from './price.ts'
import { isTaken, type Part, type Refund } from './refund.ts'
import type { Stock } from './stock.ts'
import { home, type SimulatedCoupon, type SimulatedProduct, type Transaction } from './story.ts'

/** The customer of an order, the card, and its kind; `proratedCharge` is that of an immediate change. */
export type Sale = {
  customer: Customer
  card: Card
  isRenewal: boolean
  isGift: boolean
  coupons?: readonly SimulatedCoupon[]
  proratedCharge?: number
}

/** A line, and the subscription that began, was renewed or was changed with it. */
export type Line = Omit<Item, 'price'> &
  LineBill & {
    id: number
    name: string
    sku: string
    life: Life | undefined
    /** The part of its charge that changes of the subscription took over; it counts as given back. */
    carried: number
    /** The shipping in that. */
    carriedShipping: number
    /** The worth of the pieces that were to come after the last immediate change; null before any. */
    worth: { value: number; pieces: number } | null
    /** The coupons whose percentage the running term has. */
    percentages: readonly SimulatedCoupon[]
  }

export class Order {
  /** The product's id of it; 0 until it was looked up. */
  id = 0
  /** The orders of a customer are numbered as they are made. */
  readonly number: number
  readonly placedAt: number
  readonly customer: Customer
  card: Card
  readonly isRenewal: boolean
  readonly isGift: boolean
  readonly proratedCharge: number | null
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
  /** Its share of what labels cost. */
  labelCost: number | null = null
  readonly transactions: Transaction[] = []
  deliveries: Delivery[] = []
  readonly refunds: Refund[] = []
  readonly events: string[] = []
  /** The history, for debugging. */
  readonly story: string[] = []
  #isFulfilled = false
  readonly #back = new PiecesBack()

  constructor(placedAt: number, sale: Sale, items: (Item & { life?: Life })[], bill: Bill) {
    const { customer, card, isRenewal, isGift, coupons = [], proratedCharge = null } = sale
    this.placedAt = placedAt
    this.customer = customer
    this.card = card
    this.isRenewal = isRenewal
    this.isGift = isGift
    this.proratedCharge = proratedCharge
    this.bill = bill
    const percentages = coupons.filter(({ isPercent }) => isPercent)
    this.lines = items.map(({ life, ...item }, index) => {
      const { name, sku } = item.product
      const own = { id: 0, name, sku, life, carried: 0, carriedShipping: 0, worth: null, percentages }
      return { ...item, ...(bill.lines[index] as LineBill), ...own }
    })
    this.sold = { ...bill, lines: this.lines.map((line) => ({ ...line })) }
    this.number = customer.orders.push(this)
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

  /** Its deliveries by line and cycle, those of lines that are gone first. */
  get sorted(): Delivery[] {
    const place = ({ line }: Delivery) => this.lines.indexOf(line)
    return this.deliveries.toSorted(
      (one, other) => place(one) - place(other) || one.cycle - other.cycle || one.number - other.number,
    )
  }

  get parcels(): Parcel[] {
    return [...new Set(this.sorted.map(({ parcel }) => parcel))]
  }

  get open(): Delivery[] {
    return this.deliveries.filter(({ status }) => status === 'open')
  }

  /** The parcels of its open deliveries. */
  get unsent(): Parcel[] {
    return [...new Set(this.open.map(({ parcel }) => parcel))]
  }

  tell(at: number, what: string): void {
    this.story.push(`${written(at)} ${what}`)
  }

  event(at: number, type: string): void {
    this.events.push(`${written(at)} ${type}`)
  }

  /** Notes a payment, and how it came out. */
  pays(at: number, amount: number, isPaid: boolean): void {
    this.transact(at, 'payment', isPaid ? 'captured' : 'failed', amount)
    this.event(at, isPaid ? 'payment.captured' : 'payment.failed')
    if (isPaid) this.customer.revenue += amount
  }

  transact(at: number, kind: string, result: string, total: number): Transaction {
    const transaction = { at: written(at), kind, result, total, reversedAt: null }
    this.transactions.push(transaction)
    return transaction
  }

  /** Notes how a charge came out. */
  charged(at: number, isPaid: boolean): void {
    this.pays(at, this.bill.charge, isPaid)
    if (!isPaid) return
    this.isPaid = true
    this.byCard = this.bill.charge
    for (const { life, paid } of this.lines) if (life) life.revenue += paid
  }

  /** Plans its deliveries, and takes their stock. */
  begin(at: number): void {
    const parts = this.lines.map((line) => ({ line, product: line.product, quantity: line.quantity }))
    planDeliveries(this, parts, at)
    for (const { product, quantity } of parts) product.stock?.take(quantity)
  }

  /** Nothing will pay it. */
  giveUp(): void {
    this.status = 'closed'
  }

  /** Cancels deliveries, those of others not; what they took is restocked. */
  callOff(at: number, deliveries: readonly Delivery[], isRestocked = true): void {
    const own = deliveries.filter(({ order }) => order === this)
    for (const delivery of own) delivery.status = 'cancelled'
    if (isRestocked) this.bringBack((each) => own.includes(each), 'cancelled')
    this.follow(at)
  }

  /** The goods of a line that are off their stock: of a subscription those that were sent, and before any was those that wait. */
  goodsOf(line: Line): SimulatedProduct {
    const isOff = ({ product, taken, isBack }: Delivery) => product.stock && taken > 0 && !isBack
    const out = this.deliveries.filter((each) => line.life && each.line === line && isOff(each))
    return (out.find(({ status }) => status === 'fulfilled') ?? out[0])?.product ?? line.product
  }

  /** Pieces of a refund are restocked. */
  restock(at: number, refund: Refund): void {
    const { parts } = refund
    const taken = this.refunds.filter((each) => each.isRestocking && isTaken(each)).flatMap((each) => each.parts)
    const stockOf = ({ product, line }: Part) => (product ?? line.product).stock
    for (const stock of new Set(parts.map(stockOf))) {
      const asked = taken.filter((part) => stockOf(part) === stock)
      this.#back.refund(stock, sum(asked.map(({ pieces }) => pieces)), this.#of(stock))
    }
    for (const product of new Set(parts.map(({ line }) => line.product))) this.#keepAtHome(at, refund, product)
  }

  /** Pieces of lines bought once that are refunded and were neither sent nor cancelled leave their deliveries. */
  #keepAtHome(at: number, refund: Refund, product: SimulatedProduct): void {
    const isOnce = (line: Line) => !line.life && line.product === product
    const piecesOf = ({ parts }: Refund) => sum(parts.map(({ line, pieces }) => (isOnce(line) ? pieces : 0)))
    const open = this.open.filter(({ line }) => isOnce(line))
    const gone = sum(this.lines.map((line) => (isOnce(line) ? line.quantity : 0))) - sum(open.map(({ quantity }) => quantity))
    const others = this.refunds.filter((each) => each !== refund && each.isRestocking && isTaken(each))
    let leaving = piecesOf(refund) - Math.max(0, gone - sum(others.map(piecesOf)))
    for (const delivery of open) {
      const pieces = Math.max(0, Math.min(leaving, delivery.quantity))
      leaving -= pieces
      if (pieces < delivery.quantity) delivery.quantity -= pieces
      else if (pieces > 0) delivery.status = 'cancelled'
    }
    for (const { parcel } of open.filter(({ status }) => status === 'cancelled'))
      if (parcel.open.length === 0 && parcel.status === 'unshipped') {
        parcel.status = 'cancelled'
        this.event(at, 'shipment.cancelled')
      }
  }

  /** The pieces of deliveries that came back, or are cancelled, as far as they were taken. */
  bringBack(isIn: (delivery: Delivery) => boolean, how: WayBack): void {
    const coming = this.deliveries.filter(isIn)
    for (const delivery of coming) delivery.isBack = true
    for (const stock of new Set(coming.map(({ product }) => product.stock))) {
      const asked = this.#of(stock).filter(({ isBack }) => isBack)
      this.#back.put(stock, sum(asked.map(({ taken }) => taken)), how, this.#of(stock))
    }
  }

  #of(stock: Stock | undefined): Delivery[] {
    return this.deliveries.filter(({ product }) => product.stock === stock)
  }

  /** It is closed where it is paid, no delivery is open, and no refund is under way; one that was asked for opens it again. */
  follow(at: number): void {
    const isUnderWay = this.isRefunding
    const isAsked = this.refunds.some(({ status, isAsked }) => isAsked && (status === 'pending' || status === 'unknown'))
    const isFulfilled = this.fulfillmentStatus === 'fulfilled'
    if (isFulfilled && !this.#isFulfilled) this.event(at, 'order.fulfilled')
    this.#isFulfilled = isFulfilled
    const isClosed = (this.isPaid || this.cancelledAt !== null) && this.open.length === 0 && !isUnderWay
    if (isClosed && this.status === 'open') this.event(at, 'order.closed')
    if (isClosed) this.status = 'closed'
    if (isAsked) this.status = 'open'
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
