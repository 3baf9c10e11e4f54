/**
 * The complete plan of a purchase: enough to create the order once the gateway has answered, even in another process.
 *
 * It is stored as JSON beside the payment, so ids and amounts are numbers and times are texts. A plan has this form from its creation: a
 * payment is always settled, at once or late, by the stored plan, which a repeated request may have replaced (`claimAgain`). A stored plan is
 * parsed and never trusted, since an older version may have written it.
 */
import * as v from 'valibot'
import { storedText } from '../../values/json-ids.ts'
import { storedEdit } from '../edit/stored-edit.ts'
import { storedRenewableChange } from '../subscription/renewable.ts'
import { stored, storedTaxLine } from './stored-values.ts'

const { amount, id, positive, whole } = stored

/** A coupon attached to a new subscription, and the number of charges it still discounts. */
const waitingCoupon = v.object({
  couponId: id,
  codeUsed: v.string(),
  numRenewals: whole,
  /** Whether it discounts every charge; `numRenewals` is then 0. */
  forever: v.optional(v.boolean()),
})

const subscription = v.object({
  termId: id,
  cycles: positive,
  rhythm: v.object({ months: whole, weeks: whole }),
  rebillDay: whole,
  /** The day of the month of its renewals; absent for a new subscription, which renews on the day it begins. */
  anchorDay: v.optional(whole),
  productBillingId: id,
  billingName: v.string(),
  /** The external id of a new subscription; absent where it has none. */
  externalId: v.optional(v.string()),
  /** The coupons attached to a new subscription, in order; absent where there are none. */
  coupons: v.optional(v.pipe(v.array(waitingCoupon), v.minLength(1))),
  /** The renewed subscription; absent for a new one. */
  id: v.optional(id),
  /** Its state when the plan was made; a late charge is used for it only if the state is unchanged. */
  basis: v.optional(
    v.object({
      status: v.string(),
      autorenew: v.boolean(),
      endDate: stored.time,
      unpaidOrderId: v.nullable(id),
      /** Its terms, see `termsOf`; absent in plans from before they could change. */
      terms: v.optional(v.string()),
    }),
  ),
  /** The changes of a paid renewal. */
  paid: v.optional(storedRenewableChange),
  /** The changes of a declined renewal. */
  declined: v.optional(storedRenewableChange),
  /** The further changes where the payment method is not to be tried again; absent where there are none. */
  declinedForGood: v.optional(storedRenewableChange),
  /** The subscription's credit that is spent. */
  creditSpent: v.optional(amount),
})

const line = v.object({
  productId: id,
  productInstanceId: id,
  name: v.string(),
  sku: v.string(),
  price: amount,
  quantity: whole,
  shipping: amount,
  /** The discount of the line; absent where the line is the only one, and in plans from before lines had it. */
  discount: v.optional(amount),
  /** How much of the discount is by coupons for ever; absent where there is none, and in plans from before lines had it. */
  foreverDiscount: v.optional(amount),
  /** The shipping that coupons leave; absent where they leave it all. */
  shippingDue: v.optional(amount),
  /** The tax of the line; absent where it has none, and in plans from before lines had it. */
  tax: v.optional(amount),
  /** Its tax by rates; absent where it has none, and in plans from before lines had it. */
  taxLines: v.optional(v.array(storedTaxLine)),
  /** Whether stock was taken for the line. */
  isTracked: v.boolean(),
  /** The subscription's part; absent for a product bought once. */
  subscription: v.optional(subscription),
})

const totals = v.object({
  subTotal: amount,
  totalDiscount: amount,
  totalPrice: amount,
  totalShipping: amount,
  /** The shipping before coupons; absent where none lowers it. */
  grossShipping: v.optional(amount),
  totalTax: amount,
  /** Whether the prices contain the tax; absent where it is added to them. */
  taxIncluded: v.optional(v.boolean()),
  total: amount,
  creditApplied: amount,
  charge: amount,
})

const pieces = v.array(v.object({ instanceId: id, quantity: positive }))

/** An immediate change of a subscription, whose difference the purchase pays; see change.ts. */
const immediateChange = v.object({
  /**
   * The line that the running term was paid with, its order, and how much of it is taken over; absent where there is none. Of that the
   * shipping, and the tax in the rest, as they were reserved; absent before that, and in plans of an earlier version.
   */
  from: v.optional(
    v.object({
      ...{ orderId: id, lineId: id, carried: amount },
      ...{ carriedShipping: v.optional(amount), carriedTax: v.optional(amount) },
    }),
  ),
  /**
   * The open deliveries: their pieces, the pieces that they are to have, none where they are cancelled, and how many of these are taken;
   * `tookBefore` is how many were when the change was planned, absent where an earlier version has planned it.
   */
  deliveries: v.array(v.object({ id, quantity: positive, to: whole, taken: whole, tookBefore: v.optional(whole) })),
  /** The pieces that the change takes off the stock, and those that it puts back. */
  takes: pieces,
  releases: pieces,
  /** The worth of the deliveries that are open from here on, and their pieces; absent where a new term begins. */
  open: v.optional(v.object({ value: amount, pieces: positive })),
  /** The coupons whose percentage the price has. */
  coupons: v.array(v.object({ couponId: id, codeUsed: v.string() })),
})

const plan = v.object({
  version: v.literal(2),
  storeId: id,
  customerId: id,
  addressId: id,
  /** The frozen address of the bill; absent for the one where it is sent. */
  billingAddressId: v.optional(id),
  /** The method that is charged; absent where the customer enters a card on a page of the gateway. */
  paymentMethodId: v.optional(id),
  /** The kind of record in the answer. */
  shows: v.picklist(['order', 'subscription']),
  isRenewal: v.boolean(),
  isTest: v.boolean(),
  /** The external id of a new order, and the fingerprint of the request that names it; absent where it has none. */
  named: v.optional(v.object({ externalId: v.string(), request: v.string() })),
  gift: v.optional(v.object({ giftMessage: v.string(), giftRecipientName: v.string(), giftRecipientEmail: v.string() })),
  lines: v.pipe(v.array(line), v.minLength(1)),
  totals,
  /** The coupons given at a checkout, which lower the order, and whose uses are counted; absent where there are none. */
  coupons: v.optional(v.array(v.object({ couponId: id, codeUsed: v.string() }))),
  /** The customer's credit that is spent, which the payment has taken; absent where none is. */
  customerCredit: v.optional(positive),
  /** Coupons on the subscription that this purchase uses once. */
  subscriptionCouponIds: v.array(id),
  /** The order to pay, left unpaid by an earlier attempt; absent where a new one is created. */
  orderId: v.optional(id),
  /** The cart that it is the checkout of; absent where there is none. */
  cartId: v.optional(id),
  /** Whether a visitor has checked it out, who may not be the customer whose e-mail address was given; absent where none has. */
  isVisitors: v.optional(v.boolean()),
  /**
   * The unpaid order that is closed when this is paid, the credit of the subscription that it gives back, and the part of the customer's credit
   * held there that this spends; absent where it replaces none.
   */
  replaces: v.optional(v.object({ orderId: id, credit: amount, customerCredit: v.optional(positive) })),
  /** Whether a later attempt may pay the order, if this one is declined. */
  isTriedAgain: v.optional(v.boolean()),
  /** The edit of an order that it pays for; absent where it makes or pays an order. The lines are then the pieces that are taken. */
  edit: v.optional(storedEdit),
  /** The change of its subscription that is made when it is paid; absent for any other purchase. */
  change: v.optional(immediateChange),
})

export type Plan = v.InferOutput<typeof plan>
export type PlannedLine = Plan['lines'][number]
export type ImmediateChange = NonNullable<Plan['change']>

/** Identifies a payment: its id and, in its plan, its store. */
export type PlannedPayment = { id: bigint; plan: Plan }
export type PlannedName = NonNullable<Plan['named']>
export type PlannedGift = NonNullable<Plan['gift']>

/**
 * Parses a stored plan, and upgrades one of an earlier version.
 *
 * @throws Error for an unknown version, or an invalid plan.
 */
export function readPlan(value: unknown): Plan {
  const read = v.safeParse(plan, inLatestVersion(value))
  if (!read.success) throw new Error(`The stored plan cannot be read. ${v.summarize(read.issues)}`)
  return read.output
}

/**
 * A plan of version 1 has no attached coupons, since a checkout used each coupon once. A plan without a version is of version 1: it only
 * has a creation time in addition, which nothing reads any more.
 */
function inLatestVersion(value: unknown): unknown {
  if (!isObject(value)) return value
  const { version = 1 } = value as { version?: unknown }
  return version === 1 ? { ...value, version: 2 } : value
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A plan as it is read back once it is stored. */
export const planFrom = (draft: PlanDraft): Plan => readPlan(JSON.parse(storedText(draft)))

/** A plan before serialization: times may be dates, and ids as they were read. */
export type PlanDraft = Draft<Plan>

type Draft<T> = T extends readonly (infer Each)[]
  ? readonly Draft<Each>[]
  : T extends object
    ? { [Key in keyof T]: Draft<T[Key]> }
    : T extends number
      ? number | bigint
      : T extends string
        ? string extends T
          ? string | Date
          : T
        : T
