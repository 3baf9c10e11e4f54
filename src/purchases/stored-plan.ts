/**
 * What is to be bought, complete: enough to make the order once the gateway has answered, even if another process does it.
 *
 * It is stored as JSON beside the payment, so ids and amounts are numbers and times are texts. A plan is in this form from the
 * moment it is made: whoever settles a payment, at once or late, settles by what is stored. What is read is parsed and never
 * taken for granted, since the version that stored it may have been an older one.
 */
import * as v from 'valibot'
import { PastDueReason } from '../../prisma/generated/client/enums.ts'

const whole = v.pipe(v.number(), v.safeInteger())
const amount = whole
const positive = v.pipe(whole, v.minValue(1))
const id = positive
const time = v.pipe(v.string(), v.check(isTime, 'Expected a time such as 2026-04-15T12:00:00.000Z'))

/** What a renewal changes of its subscription: these columns and no others. */
const change = v.strictObject({
  status: v.optional(v.picklist(['unpaid', 'active', 'cancelled', 'suspended', 'expired', 'past_due'])),
  autorenew: v.optional(v.boolean()),
  endDate: v.optional(time),
  skippedDate: v.optional(v.nullable(time)),
  lastFailedRenewal: v.optional(v.nullable(time)),
  pastDueAt: v.optional(v.nullable(time)),
  pastDueReason: v.optional(v.nullable(v.enum(PastDueReason))),
  failedRenewals: v.optional(whole),
  nextTryAt: v.optional(v.nullable(time)),
  anchorDay: v.optional(v.nullable(whole)),
  cancelledAt: v.optional(v.nullable(time)),
  cancelReason: v.optional(v.nullable(whole)),
})

/** A coupon that waits on a subscription as soon as it begins, and how many charges it still lowers. */
const waitingCoupon = v.object({ couponId: id, codeUsed: v.string(), numRenewals: positive })

const subscription = v.object({
  termId: id,
  cycles: positive,
  rhythm: v.object({ months: whole, weeks: whole }),
  rebillDay: whole,
  /** The day of the month that its renewals fall on; absent where one begins, which does so on its day. */
  anchorDay: v.optional(whole),
  productBillingId: id,
  billingName: v.string(),
  /** The coupons that wait on one that begins, in their order; absent where none do. */
  coupons: v.optional(v.pipe(v.array(waitingCoupon), v.minLength(1))),
  /** The subscription that is renewed; absent where one begins. */
  id: v.optional(id),
  /** How it stood when this was planned; what is charged late is used for it only if it stands so still. */
  basis: v.optional(v.object({ status: v.string(), autorenew: v.boolean(), endDate: time, unpaidOrderId: v.nullable(id) })),
  /** What a paid renewal changes of it. */
  paid: v.optional(change),
  /** What a declined renewal changes of it. */
  declined: v.optional(change),
  /** How much of its credit this takes. */
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
  /** Whether stock was taken for it. */
  isTracked: v.boolean(),
  /** What makes it a subscription; absent for a product bought once. */
  subscription: v.optional(subscription),
})

const totals = v.object({
  subTotal: amount,
  totalDiscount: amount,
  totalPrice: amount,
  totalShipping: amount,
  totalTax: amount,
  total: amount,
  creditApplied: amount,
  charge: amount,
})

const plan = v.object({
  version: v.literal(2),
  storeId: id,
  customerId: id,
  addressId: id,
  paymentMethodId: id,
  /** Which record the answer shows. */
  shows: v.picklist(['order', 'subscription']),
  isRenewal: v.boolean(),
  isTest: v.boolean(),
  gift: v.optional(v.object({ giftMessage: v.string(), giftRecipientName: v.string(), giftRecipientEmail: v.string() })),
  lines: v.pipe(v.array(line), v.minLength(1)),
  totals,
  /** Coupons on the subscription that this purchase uses once. */
  subscriptionCouponIds: v.array(id),
  /** The order it pays, which an earlier try left unpaid; absent where it makes one. */
  orderId: v.optional(id),
  /** Whether a later try may pay the order, should this one be declined. */
  isTriedAgain: v.optional(v.boolean()),
})

export type Plan = v.InferOutput<typeof plan>
export type PlannedLine = Plan['lines'][number]
export type PlannedGift = NonNullable<Plan['gift']>

/**
 * Reads a plan as it is stored, one of an earlier version as today's.
 *
 * @throws Error for one of a version that is not known here, or that says what no plan can.
 */
export function readPlan(stored: unknown): Plan {
  const read = v.safeParse(plan, inLatestVersion(stored))
  if (!read.success) throw new Error(`The stored plan cannot be read. ${v.summarize(read.issues)}`)
  return read.output
}

/**
 * A plan of version 1 has no coupon that waits, since a checkout used each coupon once. One of before there were versions is the
 * first's: it only also said when it was made, which nothing asks any more.
 */
function inLatestVersion(stored: unknown): unknown {
  if (!isObject(stored)) return stored
  const { version = 1 } = stored as { version?: unknown }
  return version === 1 ? { ...stored, version: 2 } : stored
}

/** Whether it is a time as JSON has it, or the same without its milliseconds. */
function isTime(text: string): boolean {
  const read = new Date(text)
  if (Number.isNaN(read.getTime())) return false
  const written = read.toISOString()
  return text === written || text === written.replace('.000Z', 'Z')
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
