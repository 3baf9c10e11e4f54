/**
 * One order of the demo store with all that follows from it: lines, payments, a cart, parcels and deliveries.
 *
 * Sums and states are worked out here from the lines, payments and parcels, never given, so that they always agree.
 */
import { type LineSum, lineSums } from '../../../src/purchases/price/line-sums.ts'
import { spread } from '../../../src/purchases/price/spread.ts'
import { byRates } from '../../../src/purchases/price/tax.ts'
import { addDays } from '../../../src/values/calendar.ts'
import { addCycles, addMinutes, type Calendar } from './calendar.ts'
import type { Customer } from './customers.ts'
import type { Form, Product, Term } from './products.ts'
import { addRefunds } from './refund.ts'
import type { Rows } from './rows.ts'

export type Line = { product: Product; form?: Form | undefined; quantity?: number; subscriptionId?: number; term?: Term }

export type Purchase = {
  customer: Customer
  placedAt: Date
  lines: Line[]
  /** The results at the payment gateway, in turn; a payment that is taken unless given. */
  payments?: ('failed' | 'captured')[]
  /** Amounts given back later; `all` is the whole total. */
  refunds?: (number | 'all')[]
  discount?: number
  /** The coupon that took it off. */
  coupon?: { id: number; code: string }
  isRenewal?: boolean
  isTest?: boolean
  note?: string
  gift?: { giftMessage: string; giftRecipientName: string; giftRecipientEmail: string; giftRenewalNotif?: boolean }
  /** How far one-time lines have got: the lines before this number have left. All of them unless given. */
  linesSent?: number
  /** The parcels were called back. */
  callOff?: true
}

/** The tax that orders of both shops paid, by a rate that has ended. */
export const salesTax = { name: 'Sales tax', rate: 8_000, country: 'US', region: '' }

const labelCost = 395

type Delivery = { line: Line; form: Form; cycle: number; cycles: number; due: Date; sent: boolean }

export function addPurchase(rows: Rows, calendar: Calendar, purchase: Purchase): number {
  const {
    customer,
    placedAt,
    lines,
    discount = 0,
    isRenewal = false,
    isTest = false,
    payments = ['captured'],
    refunds = [],
  } = purchase
  const storeId = customer.storeId
  const priced = lines.map((line) => ({ ...line, form: formOf(line), price: priceOf(line), quantity: line.quantity ?? 1 }))
  const values = priced.map(({ price, quantity }) => price * quantity)
  const subTotal = sum(values)
  const totalShipping = sum(priced.map(({ product, term, quantity }) => product.shipPrice * (term?.cycles ?? 1) * quantity))
  const totalPrice = subTotal - discount
  const discounts = spread(discount, values)
  const taxing = { isIncluded: false, category: 'S', goods: [salesTax], shipping: [] } as const
  const taxLines = byRates(values.map((value, index) => ({ price: value - (discounts[index] ?? 0), shipping: 0, taxing })))
  const taxes = taxLines.map((lines) => sum(lines.map(({ amount }) => amount)))
  const totalTax = sum(taxes)
  const total = totalPrice + totalShipping + totalTax
  const refunded = refunds.map((amount) => (amount === 'all' ? total : amount))
  const isPaid = payments.includes('captured')
  const deliveries = isPaid ? deliveriesOf(purchase, calendar) : []
  const sent = deliveries.filter((delivery) => delivery.sent)
  const parcels = new Set(sent.map(({ due }) => due.getTime())).size
  const isDone = sent.length > 0 && sent.length === deliveries.length
  const isOver = isDone || purchase.callOff

  const orderId = rows.add('order', {
    storeId,
    customerId: customer.id,
    addressId: customer.addressId,
    paymentMethodId: customer.paymentMethodId ?? null,
    cardRefundedAmount: sum(refunded),
    financialStatus: !isPaid
      ? 'unpaid'
      : sum(refunded) === 0
        ? 'paid'
        : sum(refunded) === total
          ? 'refunded'
          : 'partially_refunded',
    fulfillmentStatus: isDone ? 'fulfilled' : sent.length > 0 ? 'partial' : 'unfulfilled',
    grossShipping: totalShipping,
    isGift: purchase.gift !== undefined,
    isRenewal,
    isTest,
    note: purchase.note ?? null,
    placedAt,
    refundedAmount: sum(refunded),
    status: isOver ? 'closed' : 'open',
    subTotal,
    total,
    totalDiscount: discount,
    totalLabelCost: parcels > 0 ? parcels * labelCost : null,
    totalPrice,
    totalShipping,
    totalTax,
    transactionFee: isPaid ? Math.round(total * 0.029) + 30 : 0,
    transactionFeeStatus: isPaid ? 'paid' : null,
    ...purchase.gift,
  })
  const { coupon } = purchase
  if (coupon) rows.add('orderCoupon', { storeId, orderId, couponId: coupon.id, codeUsed: coupon.code })
  const shippingOf = ({ product, term, quantity }: (typeof priced)[number]) => product.shipPrice * (term?.cycles ?? 1) * quantity
  const sums = lineSums(
    priced.map((line, index) => ({ ...line, shipping: shippingOf(line), tax: taxes[index] ?? 0 })),
    { totalDiscount: discount, totalShipping, totalTax },
  )
  const sold = priced.map(({ product, form, price, quantity, subscriptionId, term }, index) => {
    const id = rows.add('orderProduct', {
      storeId,
      orderId,
      productId: product.id,
      productInstanceId: form.id,
      subscriptionId: subscriptionId ?? null,
      termId: term?.id ?? null,
      name: product.name,
      sku: form.sku,
      price,
      quantity,
      total: price * quantity,
      taxLines: [...(taxLines[index] ?? [])],
      ...(sums[index] as LineSum),
    })
    return { id, quantity, ...(sums[index] as LineSum) }
  })
  addTransactions(rows, { storeId, orderId, isTest }, placedAt, payments, total)
  const order = { storeId, orderId, isTest, placedAt, total, lines: sold, reason: purchase.note ?? null }
  addRefunds(rows, order, refunds, payments.length)
  addParcels(rows, purchase, orderId, deliveries, totalShipping, totalTax)
  if (!isRenewal) addCart(rows, purchase, orderId, isPaid, totalShipping, totalTax)
  return orderId
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

function formOf({ form, product }: Line): Form {
  const chosen = form ?? product.forms[0]
  if (!chosen) throw new Error(`${product.name} has no form.`)
  return chosen
}

const priceOf = (line: Line) => line.term?.price ?? formOf(line).price

/** One delivery for each cycle of a subscription line, one for a one-time line. */
function deliveriesOf({ lines, placedAt, linesSent = lines.length, callOff }: Purchase, { day }: Calendar): Delivery[] {
  const hasLeft = (due: Date) => !callOff && due < day(-2)
  return lines.flatMap((line, index) => {
    const form = formOf(line)
    const cycles = line.term?.cycles ?? 1
    return Array.from({ length: cycles }, (_, past) => {
      // Lines that wait travel in a parcel of their own, a week later.
      const due = line.term ? addCycles(placedAt, line.product.billing, past) : addDays(placedAt, index < linesSent ? 0 : 7)
      return { line, form, cycle: past + 1, cycles, due, sent: hasLeft(due) && (line.term !== undefined || index < linesSent) }
    })
  })
}

type Attempt = { storeId: number; orderId: number; isTest: boolean }

function addTransactions(rows: Rows, attempt: Attempt, placedAt: Date, payments: ('failed' | 'captured')[], total: number): void {
  for (const [index, result] of payments.entries())
    rows.add('transaction', {
      ...attempt,
      result,
      total,
      createdAt: addMinutes(placedAt, index * 20),
      gatewayReference: `sandbox_${attempt.orderId}_${index + 1}`,
    })
}

function addParcels(
  rows: Rows,
  { customer, placedAt, isTest = false, callOff }: Purchase,
  orderId: number,
  deliveries: Delivery[],
  shipping: number,
  tax: number,
): void {
  const { storeId } = customer
  const shipments = new Map<number, number>()
  for (const [index, { line, form, cycle, cycles, due, sent }] of deliveries.entries()) {
    const shipmentId =
      shipments.get(due.getTime()) ?? addShipment(rows, { customer, placedAt, isTest, callOff, orderId, due, sent })
    shipments.set(due.getTime(), shipmentId)
    rows.add('fulfillment', {
      storeId,
      shipmentId,
      orderId,
      subscriptionId: line.subscriptionId ?? null,
      instanceId: form.id,
      quantity: line.quantity ?? 1,
      cycleNumber: cycle,
      totalCycles: cycles,
      fulfillmentDate: due,
      adjustedFulfillmentDate: due,
      shipping: share(shipping, index, deliveries.length),
      tax: share(tax, index, deliveries.length),
      status: callOff ? 'cancelled' : sent ? 'fulfilled' : 'open',
      isTest,
    })
  }
}

/** An even part of an amount; the last part takes what does not divide. */
const share = (amount: number, index: number, count: number) =>
  Math.floor(amount / count) + (index === count - 1 ? amount % count : 0)

type Parcel = {
  customer: Customer
  placedAt: Date
  isTest: boolean
  callOff: true | undefined
  orderId: number
  due: Date
  sent: boolean
}

function addShipment(rows: Rows, { customer, placedAt, isTest, callOff, orderId, due, sent }: Parcel): number {
  const { storeId } = customer
  const shippedAt = sent ? addDays(due, 1) : null
  const trackingNumber = `LL${String(orderId).padStart(5, '0')}${due.toISOString().slice(2, 10).replaceAll('-', '')}`
  const carrier = orderId % 2 === 0 ? 'Parcel Post' : 'Blue Van'
  const shipmentId = rows.add('shipment', {
    storeId,
    customerId: customer.id,
    shipAddressId: customer.addressId,
    adjustedOrderedAt: placedAt,
    createdAt: placedAt,
    isTest,
    shippedAt,
    status: callOff ? 'cancelled' : sent ? 'shipped' : 'unshipped',
    carrier: sent ? carrier : null,
    trackingNumber: sent ? trackingNumber : null,
  })
  if (shippedAt) {
    rows.add('label', { storeId, shipmentId, carrier, trackingNumber, cost: labelCost, createdAt: addMinutes(due, 600) })
  }
  return shipmentId
}

function addCart(
  rows: Rows,
  { customer, placedAt, isTest = false, gift }: Purchase,
  orderId: number,
  completed: boolean,
  shipPrice: number,
  taxPrice: number,
): void {
  const { storeId } = customer
  const cartId = rows.add('cart', {
    storeId,
    customerId: customer.id,
    orderId,
    completed,
    isTest,
    shipPrice,
    taxPrice,
    taxRates: [{ name: salesTax.name, rate: salesTax.rate / 100_000 }],
    createdAt: addMinutes(placedAt, -18),
  })
  if (gift || orderId % 3 === 0) {
    rows.addMetadata(
      storeId,
      { cartId },
      { source: gift ? 'gift guide' : 'newsletter', visits: 3, seen: { first: placedAt.toISOString() } },
      placedAt,
    )
  }
}
