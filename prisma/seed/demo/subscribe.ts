/** One subscription of the demo store, with an order for every term that was paid. */
import type { Prisma } from '../../generated/client/client.ts'
import { addCycles, addMinutes, type Calendar, onRebillDay } from './calendar.ts'
import type { Customer } from './customers.ts'
import type { Product } from './products.ts'
import { addPurchase, type Purchase } from './purchase.ts'
import type { Rows } from './rows.ts'

export type Standing = {
  customer: Customer
  product: Product
  /** Number of the form, 0 for the first. */
  form?: number
  /** Cycles that one payment covers; the product must have such a term. */
  cycles?: number
  /** Days from today to the next renewal; negative when it is in the past. */
  dueIn: number
  /** How many terms were paid for. */
  paid: number
  /** One more order, placed when the last term ended, whose payment failed. */
  failedAtEnd?: true
  /** The next renewal is skipped, so the time paid for ends one term later. */
  skipped?: true
  more?: Partial<Prisma.SubscriptionCreateManyInput>
  /** The peculiarities of the nth order, counted from 1. */
  orders?: Record<number, Partial<Purchase>>
  metadata?: Prisma.InputJsonObject
}

/** The days on which stores try a failed renewal again unless they have chosen others, and the day on which it is given up. */
export const retryDays = [1, 3, 5, 7, 14, 30]

/** Past due since so many days: tried once, and next on the day that stores try it on; one that was given up is tried no more. */
export function pastDue({ day }: Calendar, daysAgo: number): NonNullable<Standing['more']> {
  const failedAt = day(-daysAgo)
  const next = retryDays.find((days) => days > daysAgo)
  return {
    status: 'past_due',
    lastFailedRenewal: failedAt,
    pastDueAt: failedAt,
    pastDueReason: 'declined',
    failedRenewals: 1,
    nextTryAt: next === undefined ? null : day(next - daysAgo),
  }
}

export function subscribe(rows: Rows, calendar: Calendar, standing: Standing): number {
  const { customer, product, cycles = 1, paid, more } = standing
  const { storeId } = customer
  const { billing } = product
  const term = product.terms.find((candidate) => candidate.cycles === cycles && candidate.gift === (more?.isGift ?? false))
  const form = product.forms[standing.form ?? 0]
  if (!term || !form) throw new Error(`${product.name} has no term of ${cycles} cycles or no form ${standing.form}.`)

  // The time of day depends on the customer; a fixed billing day begins at midnight, so that today's is never still to come.
  const minutes = billing.rebillDay > 0 ? 0 : 8 * 60 + customer.id * 23
  const due = addMinutes(onRebillDay(calendar.day(standing.dueIn), billing), minutes)
  const startDate = addCycles(due, billing, -paid * cycles)
  const endDate = addCycles(startDate, billing, paid * cycles)
  const subscriptionId = rows.add('subscription', {
    storeId,
    customerId: customer.id,
    productId: product.id,
    productInstanceId: form.id,
    productBillingId: billing.id,
    termId: term.id,
    addressId: customer.addressId,
    paymentMethodId: customer.paymentMethodId ?? null,
    billingName: `${product.name.toUpperCase()} ${customer.storeId === 1 ? 'LARCH' : 'HARBOUR'}`,
    startDate,
    endDate: standing.skipped ? addCycles(endDate, billing, cycles) : endDate,
    skippedDate: standing.skipped ? endDate : null,
    status: 'active',
    ...more,
  })
  for (let number = 1; number <= paid + (standing.failedAtEnd ? 1 : 0); number++) {
    addPurchase(rows, calendar, {
      customer,
      placedAt: addCycles(startDate, billing, (number - 1) * cycles),
      lines: [{ product, form, term, subscriptionId }],
      isRenewal: number > 1,
      isTest: more?.isTest ?? false,
      ...(number > paid && { payments: ['failed'] as const satisfies Purchase['payments'] }),
      ...standing.orders?.[number],
    })
  }
  if (standing.metadata) rows.addMetadata(storeId, { subscriptionId }, standing.metadata, startDate)
  return subscriptionId
}
