/** The types of a simulated shop and of its findings, which the generator, the model and the comparison share. */
import type { Pace } from './dates.ts'

export type SimulatedProduct = {
  id: number
  instanceId: number
  billingId: number
  termId: number
  name: string
  sku: string
  /** Of today; `setPrice` changes it. */
  price: number
  /** Whether the price is the form's own, which counts before the product's. */
  hasOwnPrice: boolean
  shipping: number
  isShippedFlat: boolean
  pace: Pace
  /** Day of the month it is billed on, 0 for none. */
  rebillDay: number
  cycles: number
  /** How many are on the shelf; undefined where nobody counts. */
  stock?: number
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

export type SimulatedCustomer = { id: number; orders: number; subscriptions: number; revenue: number }

export type Standing = 'active' | 'past_due' | 'cancelled' | 'expired' | 'unpaid' | 'suspended'

/** A subscription as it is when the simulation begins. */
export type Beginning = {
  id: number
  customer: SimulatedCustomer
  product: SimulatedProduct
  quantity: number
  start: number
  end: number
  status: Standing
  cancelledAt: number | null
  autorenew: boolean
  isGift: boolean
  credit: number | null
  /** The gateway's name of its card. */
  token: string
  /** How a charge of it goes, by how often its card was asked before: 1 for the first. */
  answers: (attempt: number) => 'captured' | 'declined'
}

/** An order as the model expects it, and as it is read. */
export type SeenOrder = {
  placedAt: string
  isRenewal: boolean
  status: string
  financialStatus: string
  fulfillmentStatus: string
  subTotal: number
  totalDiscount: number
  totalPrice: number
  totalShipping: number
  totalTax: number
  total: number
  creditApplied: number
  line: {
    productId: number
    productInstanceId: number
    name: string
    sku: string
    price: number
    quantity: number
    total: number
  }
  transactions: { at: string; result: string; total: number }[]
  deliveries: { cycle: number; cycles: number; due: string; shipmentMade: string; status: string; shipmentStatus: string }[]
}

/** A subscription as the model expects it, and as it is read. */
export type SeenSubscription = {
  status: string
  autorenew: boolean
  endDate: string
  skippedDate: string | null
  credit: number | null
  revenue: number
  failedRenewals: number | null
  nextTryAt: string | null
  pastDueReason: string | null
  /** Its coupons that are not used up, in the order in which they were added, and for how many charges each still is. */
  coupons: { id: number; left: number; isHeld: boolean }[]
}

/** The settings of a shop for renewals that fail. */
export type RetryChoice = { retryDays: number[]; cancelsPastDue: boolean }
