/**
 * What is to be bought, complete: enough to make the order once the gateway has answered, even if another process does it.
 *
 * It is stored as JSON beside the payment, so ids and amounts are numbers and times are texts. A plan is in this form from the
 * moment it is made: whoever settles a payment, at once or late, settles by what is stored. What is read is parsed and never
 * taken for granted, since the version that stored it may have been an older one.
 */
import { z } from 'zod'

const id = z.int().positive()
const amount = z.int()
const time = z.iso.datetime()

/** What a renewal changes of its subscription: these columns and no others. */
const change = z.strictObject({
  status: z.enum(['unpaid', 'active', 'cancelled', 'suspended', 'expired', 'past_due']).optional(),
  autorenew: z.boolean().optional(),
  endDate: time.optional(),
  skippedDate: time.nullable().optional(),
  lastFailedRenewal: time.nullable().optional(),
  pastDueAt: time.nullable().optional(),
  failedRenewals: z.int().optional(),
  nextTryAt: time.nullable().optional(),
  anchorDay: z.int().nullable().optional(),
  cancelledAt: time.nullable().optional(),
  cancelReason: z.int().nullable().optional(),
})

const subscription = z.object({
  termId: id,
  cycles: z.int().positive(),
  rhythm: z.object({ months: z.int(), weeks: z.int() }),
  rebillDay: z.int(),
  /** The day of the month that its renewals fall on; absent where one begins, which does so on its day. */
  anchorDay: z.int().optional(),
  productBillingId: id,
  billingName: z.string(),
  /** The subscription that is renewed; absent where one begins. */
  id: id.optional(),
  /** How it stood when this was planned; what is charged late is used for it only if it stands so still. */
  basis: z.object({ status: z.string(), autorenew: z.boolean(), endDate: time, unpaidOrderId: id.nullable() }).optional(),
  /** What a paid renewal changes of it. */
  paid: change.optional(),
  /** What a declined renewal changes of it. */
  declined: change.optional(),
  /** How much of its credit this takes. */
  creditSpent: amount.optional(),
})

const line = z.object({
  productId: id,
  productInstanceId: id,
  name: z.string(),
  sku: z.string(),
  price: amount,
  quantity: z.int(),
  shipping: amount,
  /** Whether stock was taken for it. */
  isTracked: z.boolean(),
  /** What makes it a subscription; absent for a product bought once. */
  subscription: subscription.optional(),
})

const totals = z.object({
  subTotal: amount,
  totalDiscount: amount,
  totalPrice: amount,
  totalShipping: amount,
  totalTax: amount,
  total: amount,
  creditApplied: amount,
  charge: amount,
})

const plan = z.object({
  version: z.literal(1),
  storeId: id,
  customerId: id,
  addressId: id,
  paymentMethodId: id,
  /** Which record the answer shows. */
  shows: z.enum(['order', 'subscription']),
  isRenewal: z.boolean(),
  isTest: z.boolean(),
  gift: z.object({ giftMessage: z.string(), giftRecipientName: z.string(), giftRecipientEmail: z.string() }).optional(),
  lines: z.array(line).min(1),
  totals,
  /** Coupons on the subscription that this purchase uses once. */
  subscriptionCouponIds: z.array(id),
  /** The order it pays, which an earlier try left unpaid; absent where it makes one. */
  orderId: id.optional(),
  /** Whether a later try may pay the order, should this one be declined. */
  isTriedAgain: z.boolean().optional(),
})

export type Plan = z.infer<typeof plan>
export type PlannedLine = Plan['lines'][number]
export type PlannedGift = NonNullable<Plan['gift']>

/**
 * Reads a plan as it is stored. One of before there were versions is the first's: it only also said when it was made, which
 * nothing asks any more.
 *
 * @throws Error for one of a version that is not known here, or that says what no plan can.
 */
export function readPlan(stored: unknown): Plan {
  const { data, error } = plan.safeParse(isObject(stored) && !('version' in stored) ? { ...stored, version: 1 } : stored)
  if (!data) throw new Error(`The stored plan cannot be read. ${z.prettifyError(error)}`)
  return data
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A plan as it is stored; values are what JSON makes of them, ids and amounts of the database numbers. */
export const storedText = (value: Plan | PlanDraft): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? Number(each) : each))

/** What a plan is made of, before it has the form it is stored in: times may still be dates, and ids as they were read. */
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
