/** Places a new order: plans it by all rules of orders, and purchases it. `createOrder` and the checkout of a cart share it. */
import { frozenAddress } from '../../purchases/payment/billing-address.ts'
import { purchase, type Source } from '../../purchases/payment/charge.ts'
import { spendable } from '../../purchases/payment/customer-credit.ts'
import { planOf } from '../../purchases/payment/plan.ts'
import type { Plan, PlannedName } from '../../purchases/payment/stored-plan.ts'
import { soldTo } from '../../purchases/price/sale-facts.ts'
import { withWaitingCoupons } from '../../purchases/price/waiting-coupons.ts'
import { badInput, Refusal } from '../../values/errors.ts'
import { complete } from '../../values/written-values.ts'
import type { PendingCharge, Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { type Billing, checkBilling, type GivenBilling } from './billing.ts'
import { checkMinute, claimMinute } from './buyer.ts'
import { couponsOf } from './coupons.ts'
import { pick, pickMethod, readFacts } from './facts.ts'
import { type AskedLine, plannedLines } from './lines.ts'
import { instancesFor } from './sold-to.ts'
import type { GiftInfo } from './update-rules.ts'
import { giftInfo } from './writable.ts'

/** An order as it is asked for, by a customer who need not exist. */
type AskedOrder = {
  customerId: bigint
  products: readonly AskedLine[]
  /** The instances of the lines, in their order. */
  instanceIds: readonly bigint[]
  shipAddressId?: string | null | undefined
  /** The address of the bill. */
  billing?: GivenBilling | undefined
  custPayId?: string | null | undefined
  coupons?: readonly string[] | null | undefined
  orderGiftInfo?: GiftInfo | null | undefined
  useCredit?: boolean | null | undefined
  named?: PlannedName | undefined
  /** The cart that it is the checkout of. */
  cartId?: bigint
  /** The page of the gateway on which its customer, who is there, confirms it, or pays it where there is no method. */
  page?: Source['page']
}

/** Executes a purchase once it is planned: `purchase`, unless an earlier payment of the same is to be resumed. */
export type Execute = typeof purchase

/**
 * Plans an order and purchases it. The customer's minute is claimed first and judged last: every other refusal comes before it. A visitor's
 * order, of which its cart has one alone, does not wait for it: whether there is such a customer is not told.
 *
 * @throws Refusal for whatever cannot be ordered so, DUPLICATE_ORDER within a minute of another order.
 */
export async function placeOrder(write: Write, asked: AskedOrder, execute: Execute = purchase): Promise<Written | PendingCharge> {
  const { customerId, products, instanceIds, orderGiftInfo, useCredit, named, cartId, page } = asked
  const isGift = orderGiftInfo != null
  const isVisitors = write.viewer.role === 'visitor'
  const minute = isVisitors ? undefined : await claimMinute(write, customerId)
  const read = await readFacts(write, customerId, instanceIds)
  const facts = isVisitors ? ofVisitor(read) : read
  const address = pick(facts.addresses, asked.shipAddressId, 'shipAddressId')
  const method = pickMethod(facts, asked.custPayId)
  if (!method && !page) throw new Refusal('PAYMENT_METHOD_MISSING', 'The customer has no payment method.', 'customer')
  if (!address) throw badInput('The customer has no address; create one first.', 'shipAddressId')
  const { zone, ...sale } = soldTo({ ...facts, sentTo: address }, write.now)
  const lines = plannedLines(products, instanceIds, await instancesFor(write, instanceIds, facts.instances), { isGift, ...sale })
  const coupons = await couponsOf(write, asked.coupons ?? [], lines)
  const billing = checkBilling(asked.billing ?? {}, isVisitors ? [] : facts.addresses)
  const billingAddressId = await frozenBilling(write, customerId, billing)
  const buyer = {
    storeId: write.viewer.storeId,
    customerId,
    addressId: address.id,
    ...(billingAddressId !== undefined && { billingAddressId }),
    ...(method && { paymentMethodId: method.id }),
  }
  const gift = isGift ? complete(giftInfo, orderGiftInfo) : undefined
  const price = { zone, discounts: coupons, credit: useCredit === false || !minute ? 0 : spendable(minute.credit) }
  const plan: Plan = planOf(
    { buyer, price, gift, named, cartId, isVisitors, isTest: facts.isTest },
    withWaitingCoupons(lines, coupons, { isGift }),
  )
  const purchased = await execute(write, plan, { token: method?.token ?? null, currency: facts.currency, page })
  if (minute) checkMinute(minute)
  return purchased
}

/** The facts of a visitor's order: nothing of the customer of the e-mail address counts, neither cards nor the tax number. */
const ofVisitor = (facts: Awaited<ReturnType<typeof readFacts>>): typeof facts => ({
  ...facts,
  paymentMethods: [],
  tax: facts.tax && { ...facts.tax, numberCountry: null },
})

/** The frozen copy of the address of a bill; undefined for the one where the order is sent. */
export async function frozenBilling(write: Write, customerId: bigint, billing: Billing | undefined): Promise<bigint | undefined> {
  const of = billing?.billingAddressId ?? billing?.billTo
  return of == null ? undefined : frozenAddress(write.tx, { storeId: write.viewer.storeId, customerId }, of)
}
