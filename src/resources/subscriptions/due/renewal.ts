/** Planning the payment of a renewal: what it costs today, or what the order costs that waits for it, and what it changes. */

import { isDeepStrictEqual } from 'node:util'
import type { Shape } from '../../../db/shape.ts'
import { purchase, resumeOrWithdraw, type Source } from '../../../purchases/payment/charge.ts'
import { lockCredit } from '../../../purchases/payment/customer-credit.ts'
import { planOf } from '../../../purchases/payment/plan.ts'
import type { Plan } from '../../../purchases/payment/stored-plan.ts'
import type { Tried } from '../../../purchases/subscription/next-try.ts'
import { type RenewableChange, termsOf } from '../../../purchases/subscription/renewable.ts'
import { type HeldCredit, heldCredit } from '../../../purchases/subscription/replaced-order.ts'
import { planRowInputs } from '../../../read/plan/row-inputs.ts'
import { modelOf } from '../../../schema/model.ts'
import type { ComputedInputs } from '../../../schema/reads.ts'
import { dayOfMonth } from '../../../values/calendar.ts'
import { formatTime } from '../../../values/time.ts'
import type { PendingCharge, Written } from '../../../writes/result.ts'
import type { Write } from '../../../writes/write.ts'
import { ofAnyPurchase } from '../../cards-of-visitors.ts'
import { models } from '../../data-model.ts'
import { faultOfScheduled, type ScheduledFacts, withScheduledPlan } from '../change/scheduled-change.ts'
import {
  type PriceFacts,
  priceOfRenewal,
  type RecipientFacts,
  recipientOf,
  withCustomerCredit,
} from '../forecast/renewal-price.ts'
import { forecastInputs } from '../forecast/upcoming.ts'
import { endWaitOf, type SubscriptionRow, saveSubscription, toTerm } from '../row.ts'
import { noScheduledChange, type Term } from '../rules.ts'
import { untriedBackup } from './backup-method.ts'
import { checkTries, declinedTriesSql } from './tries.ts'

/** The changes of the subscription that are settled with the payment. */
type Outcomes = {
  paid: (term: Term) => RenewableChange
  declined: (tried: Tried) => RenewableChange
  /** Whether the order of a declined payment waits for a later try, which pays it. */
  isTriedAgain: boolean
  /** Whether nobody asks for it: once a try was declined, it is tried with the backup payment method. */
  isByItself?: boolean
}

/**
 * Charges a subscription once more: for the order that an earlier try left unpaid, else at today's price. One that begins anew is charged at
 * today's price whatever is unpaid, and by the plan that it has.
 *
 * @param row the subscription, locked.
 * @param page where its customer pays by another card or confirms; without it the stored method is charged.
 */
export async function chargeRenewal(
  write: Write,
  row: SubscriptionRow,
  outcomes: Outcomes,
  page?: Source['page'],
): Promise<PendingCharge | Written> {
  await endWaitOf(write, row)
  const read = await readFacts(write, row)
  const { facts, replaced } = outcomes.isTriedAgain
    ? { facts: await withItsChange(write, row, read) }
    : await anew(write, row, read)
  // It is locked where there is some, since other purchases may be about to spend it.
  const credit = facts.customer.credit > 0n && !facts.unpaidOrder ? await lockCredit(write.tx, row) : 0
  const { plan: planned, token: stored } = planRenewal(row, facts, { credit, replaced, at: write.now }, outcomes)
  const { paymentMethodId: _, ...open } = planned
  const { plan, token } = page ? { plan: open, token: null } : { plan: planned, token: stored }
  if (!page) checkTries(facts.declinedTries, plan, write.now)
  const [givenUp] = facts.payments
  const resumed = givenUp && (await resumeOrWithdraw(write, givenUp.id, plan))
  return resumed ?? purchase(write, plan, { token, currency: facts.store.currency, page })
}

/** The inputs of a renewal: those of its price, its payer, and the records of an earlier try. */
export type RenewalFacts = PriceFacts &
  ScheduledFacts<PriceFacts> &
  RecipientFacts<ChargedMethod> &
  Pick<Shape<'Subscription'>, 'status' | 'autorenew' | 'endDate' | 'unpaidOrderId'> & {
    billing: Pick<Shape<'ProductBilling'>, 'id' | 'rebillMonths' | 'rebillWeeks' | 'rebillDay'>
    /** Payments for it that were given up. */
    payments: { id: bigint }[]
    /** Read beside them: what a credential remembers of its store may be some seconds old. */
    store: Pick<Shape<'Store'>, 'currency'>
    customer: Pick<Shape<'Customer'>, 'credit'>
    backupPaymentMethod: (ChargedMethod & Pick<Shape<'PaymentMethod'>, 'archivedAt'>) | null
    /** The tries that `declinedTriesSql` finds, of a renewal that was tried before. */
    declinedTries?: string | null
  }

/** The columns of a payment method that a charge needs. */
type ChargedMethod = Pick<Shape<'PaymentMethod'>, 'id' | 'gatewayToken' | 'isDefault'>

const method = { columns: ['id', 'gatewayToken', 'isDefault', 'archivedAt'] }

const { scheduledTerm, scheduledInstance, unpaidOrder, ...relations } = forecastInputs.relations

/** @param others relations beside those that every subscription has. */
const planRead = (others: ComputedInputs['relations'], computed: ComputedInputs['computed'] = {}) =>
  planRowInputs(modelOf(models, 'Subscription'), {
    columns: [...forecastInputs.columns, 'unpaidOrderId'],
    relations: {
      ...relations,
      ...others,
      billing: { columns: ['id', ...relations.billing.columns] },
      paymentMethod: method,
      address: { columns: ['id', 'archivedAt'] },
      customer: {
        columns: ['credit'],
        relations: {
          paymentMethods: { ...method, only: ofAnyPurchase },
          addresses: { columns: ['id'], only: { frozenKey: null, archivedAt: null }, most: 1 },
        },
      },
      payments: { columns: ['id'], only: { state: 'given_up' } },
    },
    store: { model: modelOf(models, 'Store'), columns: ['currency'] },
    computed: { ...forecastInputs.computed, ...computed },
  })

const readPlain = planRead({})
const readWhole = planRead(
  { scheduledTerm, scheduledInstance, unpaidOrder, backupPaymentMethod: method },
  { declinedTries: declinedTriesSql },
)

/** Reads all a renewal depends on. @param row the subscription, locked: what it does not refer to is not read. */
export async function readFacts({ tx, context }: Write, row: SubscriptionRow): Promise<RenewalFacts> {
  const isPlain = row.scheduledTermId === null && row.unpaidOrderId === null && row.backupPaymentMethodId === null
  const none = { scheduledTerm: null, scheduledInstance: null, unpaidOrder: null, backupPaymentMethod: null }
  const values = isPlain ? { ...none, ...(await readPlain(tx, context, row.id)) } : await readWhole(tx, context, row.id)
  const facts = values as RenewalFacts
  // Of several ways to pay the default one comes first, and else the oldest.
  facts.customer.paymentMethods.sort((one, other) => Number(other.isDefault) - Number(one.isDefault))
  return facts
}

/**
 * The facts of a renewal with the change that is scheduled for it. One that no longer fits is dropped: the old plan renews. An order that
 * waits for its payment was made with the change.
 */
async function withItsChange(write: Write, row: SubscriptionRow, facts: RenewalFacts): Promise<RenewalFacts> {
  const fault = facts.unpaidOrder ? undefined : faultOfScheduled(facts)
  if (fault === undefined) return withScheduledPlan(facts)
  await saveSubscription(write, row, noScheduledChange)
  const { id, customerId } = row
  const changes = { ...write.changes, reason: { from: null, to: fault } }
  write.emit({ type: 'subscription.change_failed', recordType: 'subscription', id, subscriptionId: id, customerId, changes })
  if (write.subject.note == null) write.note(fault)
  return { ...facts, ...noScheduledChange, scheduledTerm: null, scheduledInstance: null }
}

/** An unpaid order that the charge replaces, and the credit that it holds. */
type Replaced = HeldCredit & { orderId: bigint }

/** The facts of a term that begins anew, without the change that was scheduled: what an unpaid order holds can be spent. */
async function anew(
  write: Write,
  row: SubscriptionRow,
  facts: RenewalFacts,
): Promise<{ facts: RenewalFacts; replaced?: Replaced }> {
  const kept = { ...facts, ...noScheduledChange, scheduledTerm: null, scheduledInstance: null }
  const { unpaidOrder } = facts
  if (!unpaidOrder) return { facts: kept }
  const held = await heldCredit(write.tx, row.storeId, unpaidOrder)
  const coupons = facts.coupons.map((coupon) => ({ ...coupon, unpaidOrderId: null }))
  const credit = held.own > 0 ? (facts.credit ?? 0n) + BigInt(held.own) : facts.credit
  return { facts: { ...kept, unpaidOrder: null, coupons, credit }, replaced: { ...held, orderId: unpaidOrder.id } }
}

/** The changes of a decline, and those beside them of one for good. */
function declinedBy({ unpaidOrderId }: SubscriptionRow, outcomes: Outcomes, tried: Tried) {
  const declined = { ...outcomes.declined(tried), ...(tried.isBackup && { backupTriedFor: unpaidOrderId }) }
  const forGood = Object.entries(outcomes.declined({ ...tried, isForGood: true }))
  const further = forGood.filter(([name, value]) => !isDeepStrictEqual(value, declined[name as keyof typeof declined]))
  return { declined, ...(further.length > 0 && { declinedForGood: Object.fromEntries(further) as RenewableChange }) }
}

/** The columns of a subscription that change with the plan that it renews with. */
function planColumns(
  row: SubscriptionRow,
  { product, instance, term, billing, quantity, fixedPrice }: RenewalFacts,
): RenewableChange {
  if (row.scheduledTermId === null) return {}
  const billingName = product.id === row.productId ? row.billingName : product.name.toUpperCase()
  const plan = { productId: product.id, productInstanceId: instance.id, termId: term.id, productBillingId: billing.id }
  return { ...plan, billingName, quantity, fixedPrice, ...noScheduledChange }
}

function planRenewal(
  row: SubscriptionRow,
  facts: RenewalFacts,
  { credit, replaced, at }: { credit: number; replaced?: Replaced | undefined; at: Date },
  outcomes: Outcomes,
): { plan: Plan; token: string } {
  const { billing, term, unpaidOrderId, endDate, status, autorenew } = facts
  const { method: own, shipTo } = recipientOf(facts)
  const backup = untriedBackup(row, facts.backupPaymentMethod, own)
  const isBackup = outcomes.isByItself === true && backup !== undefined && unpaidOrderId !== null
  const method = isBackup ? backup : own
  const held = replaced?.customers ?? 0
  const { lines, discounts, owed, creditSpent, customerCredit } = withCustomerCredit(priceOfRenewal(facts, at), credit + held)
  // Held credit is given back before it is spent: the payment takes the rest.
  const ofHeld = customerCredit - Math.max(0, customerCredit - held)
  const paid = { ...outcomes.paid(toTerm(billing, term)), ...(outcomes.isTriedAgain && planColumns(row, facts)) }
  const subscription = {
    id: row.id,
    basis: { status, autorenew, endDate: formatTime(endDate), unpaidOrderId, terms: termsOf(row) },
    termId: term.id,
    cycles: term.numCycles,
    rhythm: toTerm(billing, term).rhythm,
    rebillDay: billing.rebillDay,
    anchorDay: paid.anchorDay ?? row.anchorDay ?? dayOfMonth(row.startDate),
    productBillingId: billing.id,
    billingName: paid.billingName ?? row.billingName,
    paid,
    ...declinedBy(row, outcomes, { isBackup, hasBackup: backup !== undefined }),
  }
  const { isTest } = row
  const { isTriedAgain } = outcomes
  const replaces = replaced && {
    ...{ orderId: replaced.orderId, credit: replaced.own },
    ...(ofHeld > 0 && { customerCredit: ofHeld }),
  }
  const buyer = { storeId: row.storeId, customerId: row.customerId, addressId: shipTo, paymentMethodId: method.id }
  const couponIds = discounts.map(({ coupon }) => coupon.id)
  const ofOrder = { unpaidOrderId: replaces ? null : unpaidOrderId, ...(replaces && { replaces }) }
  const renewal = { subscription, isTest, isTriedAgain, couponIds, ...ofOrder }
  const plan = planOf({ buyer, price: { owed, creditSpent, customerCredit: customerCredit - ofHeld }, renewal }, lines)
  return { plan, token: method.gatewayToken }
}
