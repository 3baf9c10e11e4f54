/**
 * What is to be bought, complete: enough to make the order once the gateway has answered, even if another process does it.
 * It is stored as JSON beside the payment, so ids and amounts are numbers and times are texts.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Rhythm } from '../values/calendar.ts'
import type { Totals } from './totals.ts'

export type PlannedLine = {
  productId: number
  productInstanceId: number
  name: string
  sku: string
  price: number
  quantity: number
  shipping: number
  /** Whether stock was taken for it. */
  isTracked: boolean
  /** What makes it a subscription; absent for a product bought once. */
  subscription?: PlannedSubscription
}

type PlannedSubscription = {
  termId: number
  cycles: number
  rhythm: Rhythm
  rebillDay: number
  productBillingId: number
  billingName: string
  /** The subscription that is renewed; absent where one begins. */
  id?: number
  /** How it stood when this was planned; what is charged late is used for it only if it stands so still. */
  basis?: { status: string; autorenew: boolean; endDate: string; unpaidOrderId: number | null }
  /** What a paid renewal changes of it. */
  paid?: Record<string, unknown>
  /** What a declined renewal changes of it. */
  declined?: Record<string, unknown>
  /** How much of its credit this takes. */
  creditSpent?: number
}

export type GiftInfo = { giftMessage: string; giftRecipientName: string; giftRecipientEmail: string }

export type Plan = {
  storeId: number
  customerId: number
  addressId: number
  paymentMethodId: number
  /** Which record the answer shows. */
  shows: 'order' | 'subscription'
  isRenewal: boolean
  isTest: boolean
  gift?: GiftInfo
  lines: PlannedLine[]
  totals: Totals
  /** Coupons on the subscription that this purchase uses once. */
  subscriptionCouponIds: number[]
  /** The order it pays, which an earlier try left unpaid; absent where it makes one. */
  orderId?: number
  /** Whether a later try may pay the order, should this one be declined. */
  isTriedAgain?: boolean
}

/** The subscription a plan renews, if it renews one. */
export const renewedId = ({ lines }: Plan): number | undefined =>
  lines.find(({ subscription }) => subscription?.id !== undefined)?.subscription?.id

/** Whether two plans are for the same purchase: they charge, sell and use up the same, whenever each was made. */
export const isSamePurchase = (one: Plan, other: Plan): boolean => isDeepStrictEqual(timeless(one), timeless(other))

/** A plan as it is stored, without its times: what it changes of a subscription follows from how that stood, and from them. */
function timeless(plan: Plan): unknown {
  const lines = plan.lines.map(({ subscription, ...line }) => ({
    ...line,
    subscription: subscription && { ...subscription, paid: undefined, declined: undefined },
  }))
  // Plans that an older version stored also say when they were made.
  return JSON.parse(JSON.stringify({ ...plan, placedAt: undefined, lines }))
}
