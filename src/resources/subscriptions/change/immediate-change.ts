/** Changes a subscription immediately: a difference to pay is charged, one to get becomes credit of the subscription. */

import { purchase, resumeOrWithdraw, withdrawPayment } from '../../../purchases/payment/charge.ts'
import { planOf } from '../../../purchases/payment/plan.ts'
import type { ImmediateChange, PlannedLine } from '../../../purchases/payment/stored-plan.ts'
import { soldBy } from '../../../purchases/price/sale-facts.ts'
import { taxLinesOfPart } from '../../../purchases/price/tax.ts'
import { parcelsOf } from '../../../purchases/stock/deliveries.ts'
import { recurringOf } from '../../../purchases/subscription/recurring.ts'
import { type RenewableChange, termsOf } from '../../../purchases/subscription/renewable.ts'
import { changesOfPlan, changesOfRenewal } from '../../../purchases/subscription/renewed.ts'
import { reserveChange } from '../../../purchases/subscription/reserve-change.ts'
import { type ChangeMove, settleChange } from '../../../purchases/subscription/settle-change.ts'
import { advance, dayOfMonth } from '../../../values/calendar.ts'
import { formatTime, wholeSecond } from '../../../values/time.ts'
import type { PendingCharge, Written } from '../../../writes/result.ts'
import type { Write } from '../../../writes/write.ts'
import { type RenewalFacts, readFacts } from '../due/renewal.ts'
import { addressOf, recipientOf, withForever } from '../forecast/renewal-price.ts'
import { type SubscriptionRow, saveSubscription, toTerm } from '../row.ts'
import { type Difference, differenceBetween } from './change-difference.ts'
import { type Offer, readOffer } from './change-offer.ts'
import {
  type AskedPlan,
  changedPlan,
  checkChangeableNow,
  checkOffered,
  isAnother,
  isSamePlan,
  type SubscriptionPlan,
  scheduledAfter,
} from './change-rules.ts'
import { lockWithTerm, type PaidTerm } from './running-term.ts'

/** Changes a subscription; one that costs more is suspended for the gateway. */
export async function changeImmediately(write: Write, id: bigint, asked: AskedPlan): Promise<Written | PendingCharge> {
  const { row, term: paid } = await lockWithTerm(write, id)
  checkChangeableNow(row, write.now)
  const plan = changedPlan(row, asked, row)
  const offer = await readOffer(write, plan.productInstanceId, isAnother(row, asked))
  checkOffered(row, plan, offer)
  const scheduled = scheduledAfter(row, asked, plan, offer)
  // A price that is agreed holds from the next renewal on.
  if (isSamePlan(row, { ...plan, fixedPrice: row.fixedPrice })) {
    const agreed = plan.fixedPrice !== row.fixedPrice && { fixedPrice: plan.fixedPrice, changeDifference: 0n }
    return saveSubscription(write, row, { ...agreed, ...scheduled }, 'subscription.changed')
  }
  const facts = await readFacts(write, row)
  const newTerm = termIn(offer, facts, plan)
  const sale = soldBy(facts.sale, write.now)
  const compared = differenceBetween({ now: { ...row, cycles: facts.term.numCycles }, plan, offer, newTerm, paid, sale })
  const difference = { ...compared, line: withForever(compared.line, facts.coupons) }
  const changing = { write, row, paid, plan, offer, facts, newTerm, difference }
  const change = { ...columnsOf(changing), ...scheduled }
  // A term that begins without an order of a term before needs one for its deliveries.
  const isCharged = difference.charge > 0 || (difference.beginsTerm && difference.unused === 0)
  return isCharged ? charged(changing, change) : changed(changing, change)
}

type Changing = {
  write: Write
  row: SubscriptionRow
  paid: PaidTerm | undefined
  plan: SubscriptionPlan
  offer: Offer
  facts: RenewalFacts
  newTerm: { id: bigint; numCycles: number }
  difference: Difference
}

/** The term of a plan: that of the subscription, or one that its product is sold for. */
function termIn({ product }: Offer, { term }: RenewalFacts, { termId }: SubscriptionPlan): { id: bigint; numCycles: number } {
  const offered = product.subscriptionTypes.flatMap(({ terms }) => terms).find(({ id }) => id === termId)
  return termId === term.id ? term : (offered ?? term)
}

/** The columns of the subscription with the new plan; of another term the full one that begins now. */
function columnsOf({ row, plan, offer, facts, newTerm, difference, write }: Changing): RenewableChange {
  const { product } = offer
  const { beginsTerm } = difference
  const billing = beginsTerm ? product.billing : facts.billing
  const columns = {
    productId: product.id,
    productInstanceId: plan.productInstanceId,
    termId: plan.termId,
    productBillingId: billing.id,
    billingName: product.id === row.productId ? row.billingName : product.name.toUpperCase(),
    quantity: plan.quantity,
    fixedPrice: plan.fixedPrice,
    changeDifference: BigInt(difference.charge - difference.credit),
  }
  if (!beginsTerm) return columns
  const { rhythm, rebillDay, numCycles } = toTerm(billing, newTerm)
  const [now, anchorDay] = [wholeSecond(write.now), dayOfMonth(write.now)]
  return { ...columns, anchorDay, skippedDate: null, endDate: advance(now, rhythm, numCycles, rebillDay || anchorDay) }
}

/** The subscription's part of the line of an order. */
function lineParts({ row, facts, offer, plan, newTerm, difference }: Changing, change: RenewableChange) {
  const billing = difference.beginsTerm ? offer.product.billing : facts.billing
  const { status, autorenew, endDate, unpaidOrderId } = row
  const { rhythm, rebillDay, numCycles } = toTerm(billing, newTerm)
  return {
    id: row.id,
    basis: { status, autorenew, endDate: formatTime(endDate), unpaidOrderId, terms: termsOf(row) },
    ...{ termId: plan.termId, cycles: numCycles, rhythm, rebillDay, productBillingId: billing.id },
    ...(change.anchorDay != null && { anchorDay: change.anchorDay }),
    billingName: change.billingName ?? row.billingName,
    paid: change,
    declined: {},
  }
}

/** Charges the difference: the order has the part of the term that is to come, which the unused worth pays too. */
async function charged(changing: Changing, change: RenewableChange): Promise<Written | PendingCharge> {
  const { write, row, facts, difference } = changing
  const { line, part, net, taxIncluded, unused, charge, beginsTerm } = difference
  const { method, shipTo } = recipientOf(facts)
  const subTotal = line.price * line.quantity
  const totals = {
    ...{ subTotal, totalDiscount: part.discount, totalPrice: subTotal - part.discount },
    ...(taxIncluded && { taxIncluded }),
    ...{ totalShipping: part.shipping, totalTax: part.tax, total: part.charged, creditApplied: unused, charge },
  }
  const { taxLines } = line
  const ofPart = {
    shipping: part.shipping,
    ...(taxLines && { taxLines: taxLinesOfPart(taxLines, part.tax, { line: net, part: part.charged - part.tax }) }),
  }
  const planned: PlannedLine = { ...line, ...ofPart, isTracked: line.isTracked && beginsTerm }
  const plan = planOf(
    {
      buyer: { storeId: row.storeId, customerId: row.customerId, addressId: shipTo, paymentMethodId: method.id },
      price: { owed: totals, creditSpent: 0, customerCredit: 0 },
      change: { subscription: lineParts(changing, change), isTest: row.isTest, change: difference.change },
    },
    [planned],
  )
  const [givenUp] = facts.payments
  const resumed = givenUp && (await resumeOrWithdraw(write, givenUp.id, plan))
  if (resumed) return resumed
  const reserved = { ...plan, change: await reserve(changing) }
  return purchase(write, reserved, { token: method.gatewayToken, currency: facts.store.currency })
}

/** Reserves what the change takes; the order is locked, and its deliveries were read behind the lock. */
async function reserve({ write, row, difference }: Changing): Promise<ImmediateChange> {
  const of = { storeId: row.storeId, subscriptionId: row.id, change: difference.change }
  const reserved = await reserveChange(write.tx, of, wholeSecond(write.now), write.emit)
  if (!reserved) throw new Error(`The deliveries of subscription ${row.id} changed under the lock of their order.`)
  return reserved
}

/** Makes a change that costs nothing: the rest of the worth becomes credit. */
async function changed(changing: Changing, change: RenewableChange): Promise<Written> {
  const { write, row, facts, difference } = changing
  const [givenUp] = facts.payments
  if (givenUp) await withdrawPayment(write, givenUp.id)
  const at = wholeSecond(write.now)
  const move = freeChange(changing, change, at)
  const settled = await settleChange(
    write.tx,
    { ...move, change: await reserve({ ...changing, difference: { ...difference, change: move.change } }) },
    { orderId: undefined, at },
  )
  if (!settled?.renewed) throw new Error(`The deliveries of subscription ${row.id} changed under the lock of their order.`)
  settled.events.forEach(write.emit)
  const changes = { ...changesOfRenewal(settled.renewed), ...changesOfPlan(settled.renewed) }
  return { id: row.id, changes, emits: [{ type: 'subscription.changed' }], moved: { subscriptionIds: [row.id], at } }
}

/** The change that costs nothing: the order of the running term pays for the new plan too, and has the deliveries of a term that begins. Pure. */
function freeChange(changing: Changing, columns: RenewableChange, at: Date): ChangeMove {
  const { row, facts, plan, newTerm, difference } = changing
  const { credit, line, beginsTerm, part, taxIncluded } = difference
  const taken = beginsTerm && line.isTracked ? plan.quantity : 0
  const change = {
    ...difference.change,
    // The order of the running term has the coupons already.
    coupons: [],
    ...(beginsTerm && { open: { value: part.charged, pieces: plan.quantity * newTerm.numCycles } }),
    ...(taken > 0 && { takes: [{ instanceId: plan.productInstanceId, quantity: taken }] }),
  }
  const begun = beginsTerm && {
    ...{ customerId: row.customerId, addressId: addressOf(facts), isTest: row.isTest, quantity: plan.quantity },
    dues: parcelsOf([{ ...line, subscription: partOfLine(changing, columns) }], at).map(({ due }) => due),
  }
  return {
    ...{ storeId: row.storeId, subscriptionId: row.id, change, instanceId: plan.productInstanceId, part },
    columns: { ...columns, ...recurringOf(line, partOfLine(changing, columns), taxIncluded) },
    ...{ brought: 0, credit, ...(begun && { begun }) },
  }
}

/** The subscription's part of a line, with ids as numbers. */
function partOfLine(changing: Changing, change: RenewableChange): NonNullable<PlannedLine['subscription']> {
  const { termId, cycles, rhythm, rebillDay, productBillingId, billingName } = lineParts(changing, change)
  return {
    ...{ termId, cycles, rhythm, rebillDay, productBillingId, billingName },
    ...(change.anchorDay != null && { anchorDay: change.anchorDay }),
  }
}
