/** The types of a simulated shop and of its findings, which the generator, the model and the comparison share. */
import type { Card } from './card.ts'
import type { Customer } from './customer.ts'
import type { Pace } from './dates.ts'
import type { Stock } from './stock.ts'

/** An instance of a product, on one of its terms. */
export type SimulatedProduct = {
  id: number
  instanceId: number
  billingId: number
  termId: number
  /** Whether it is bought once, and never subscribed to. */
  isSoldOnce: boolean
  name: string
  sku: string
  /** Of today; `setPrice` changes it. */
  price: number
  /** Whether the price is the instance's own, which counts before the product's. */
  hasOwnPrice: boolean
  shipping: number
  giftShipping: number
  /** Whether it is sent at a flat price, or by zones. */
  isShippedFlat: boolean
  /** Of a piece, in ounces. */
  weight: number
  taxClass: string
  pace: Pace
  /** Day of the month it is billed on, 0 for none. */
  rebillDay: number
  cycles: number
  /** The stock of the instance; undefined where nobody counts. */
  stock: Stock | undefined
  /** Whether one subscription has the product to itself, which may find none. */
  isScarce: boolean
  /** Each instance of the product on each of its terms, this one among them. */
  variants: readonly SimulatedProduct[]
}

export type SimulatedCoupon = {
  id: number
  code: string
  isPercent: boolean
  value: number
  /** The only product it applies to; undefined for every one. */
  product?: SimulatedProduct
  renewals: number
  isEnabled: boolean
}

export type Standing = 'active' | 'past_due' | 'cancelled' | 'expired' | 'unpaid' | 'suspended'

/** The street of a customer's first address, and that of the other one. */
export const home = '1 Lane'
export const elsewhere = '2 Lane'

/** A subscription as it is when the simulation begins. */
export type Beginning = {
  id: number
  customer: Customer
  product: SimulatedProduct
  quantity: number
  start: number
  end: number
  status: Standing
  cancelledAt: number | null
  autorenew: boolean
  isGift: boolean
  credit: number | null
  card: Card
  /** The card that a renewal is tried with once, after the other one was declined. */
  otherCard: Card | undefined
}

/** An order as the model expects it, and as it is read. */
export type SeenOrder = {
  placedAt: string
  isRenewal: boolean
  status: string
  cancelledAt: string | null
  editedAt: string | null
  editDifference: number | null
  /** Of its address. */
  street: string
  financialStatus: string
  fulfillmentStatus: string
  subTotal: number
  totalDiscount: number
  totalPrice: number
  totalShipping: number
  totalTax: number
  isTaxIncluded: boolean
  total: number
  creditApplied: number
  refundedAmount: number
  cardRefundedAmount: number
  labelCost: number | null
  proratedCharge: number | null
  lines: SeenLine[]
  transactions: Transaction[]
  refunds: SeenRefund[]
  /** By line and cycle. */
  deliveries: SeenDelivery[]
}

export type Transaction = { at: string; kind: string; result: string; total: number; reversedAt: string | null }

type SeenLine = {
  productId: number
  productInstanceId: number
  subscriptionId: number | null
  termId: number | null
  name: string
  sku: string
  price: number
  quantity: number
  total: number
  discount: number
  shipping: number
  tax: number
  charged: number
  carried: number
  carriedShipping: number
}

/** A refund; its lines are named by their places in the order. */
export type SeenRefund = {
  at: string
  status: string
  amount: number
  cardAmount: number
  creditAmount: number
  shipping: number
  settledAt: string | null
  lines: { line: number; quantity: number; amount: number; shipping: number; cardAmount: number }[]
}

/** A delivery, and its parcel; parcels have numbers by their first deliveries. */
export type SeenDelivery = {
  line: number
  productInstanceId: number
  cycle: number
  cycles: number
  quantity: number
  due: string
  /** The time that counts, which pauses put off. */
  adjusted: string
  status: string
  isOnHold: boolean
  parcel: number
  shipmentMade: string
  shipmentStatus: string
  /** Of its parcel's address. */
  street: string
  shippedAt: string | null
  deliveredAt: string | null
  returnedAt: string | null
  labels: number[]
}

/** The plan of a subscription: its product, how many of it, and the price of a piece where one was agreed. */
export type Plan = { product: SimulatedProduct; quantity: number; fixedPrice: number | null }

type SeenPlan = { productInstanceId: number; termId: number; quantity: number; fixedPrice: number | null }

/** A subscription as the model expects it, and as it is read. */
export type SeenSubscription = {
  plan: SeenPlan & { productId: number; billingId: number; billingName: string }
  /** The plan from its next renewal on. */
  scheduled: SeenPlan | null
  status: string
  autorenew: boolean
  endDate: string
  skippedDate: string | null
  credit: number | null
  /** Of its last immediate change. */
  changeDifference: number | null
  revenue: number
  failedRenewals: number | null
  nextTryAt: string | null
  isHardDeclined: boolean | null
  pastDueReason: string | null
  pausedAt: string | null
  pausedUntil: string | null
  /** Its coupons that are not used up, in the order in which they were added, and for how many charges each still is. */
  coupons: { id: number; left: number; isHeld: boolean }[]
}

/** The settings of a shop for renewals that fail. */
export type RetryChoice = { retryDays: number[]; cancelsPastDue: boolean }
