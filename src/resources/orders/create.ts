/** Creates an order: who, what, for how much, then the purchase. */

import { purchase, resumeByKey } from '../../purchases/payment/charge.ts'
import { spendable } from '../../purchases/payment/customer-credit.ts'
import { planOf } from '../../purchases/payment/plan.ts'
import { purchaseEventTypes } from '../../purchases/payment/purchase-events.ts'
import type { Plan } from '../../purchases/payment/stored-plan.ts'
import { withWaitingCoupons } from '../../purchases/price/waiting-coupons.ts'
import { badInput, notFound, Refusal } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { complete } from '../../values/written-values.ts'
import type { PendingCharge, Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { builder, mutation } from '../describe.ts'
import { checkMinute, claimMinute, findCustomer } from './buyer.ts'
import { couponsOf } from './coupons.ts'
import { maxLines } from './create-rules.ts'
import { checkSubscriptionIds, findNamed, nameOf } from './external-ids.ts'
import { readFacts } from './facts.ts'
import { orderGiftInfoInput } from './gift-info.ts'
import { type AskedLine, plannedLines } from './lines.ts'
import type { GiftInfo } from './update-rules.ts'
import { giftInfo } from './writable.ts'

const customerInput = builder.inputType('OrderCustomerInput', {
  description: 'The customer who orders; exactly one customer of the store must match.',
  fields: (t) => ({ id: t.field({ type: 'CustomerKey', required: true, description: "The customer's id or e-mail address." }) }),
})

export const instanceInput = builder.inputType('OrderProductInstanceInput', {
  description: 'The instance ordered.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Its identifier.' }) }),
})

const termInput = builder.inputType('OrderTermInput', {
  description: 'The term of a subscription: by its id, or by its name and number of cycles.',
  fields: (t) => ({
    id: t.id({ description: 'Its identifier.' }),
    name: t.string({ description: 'Its name, together with `numCycles`.' }),
    numCycles: t.int({ description: 'How many cycles it covers, together with `name`.' }),
  }),
})

const productInput = builder.inputType('OrderProductInput', {
  description: 'One line of the order.',
  fields: (t) => ({
    productInstance: t.field({ type: instanceInput, required: true, description: 'The instance ordered.' }),
    term: t.field({
      type: termInput,
      description: 'The term of a subscription. Products that can be bought once are bought once without it.',
    }),
    quantity: t.int({ description: 'How many; 1 unless given.' }),
    subscriptionExternalId: t.string({
      description:
        'The identifier that another system knows the subscription by that the line begins, at most 255 characters; no other subscription has it.',
    }),
  }),
})

mutation('createOrder', {
  charges: true,
  emits: purchaseEventTypes,
  description: 'Orders products for a customer and charges the stored payment method; all or nothing.',
  input: (t) => ({
    customer: t.field({ type: customerInput, required: true, description: 'The customer who orders.' }),
    products: t.field({ type: [productInput], required: true, description: `The lines of the order, 1 to ${maxLines} lines.` }),
    shipAddressId: t.id({ description: "Where it is sent; the customer's first address unless given." }),
    custPayId: t.id({ description: "The payment method that is charged; the customer's default payment method unless given." }),
    coupons: t.stringList({ description: 'Codes of coupons.' }),
    orderGiftInfo: t.field({ type: orderGiftInfoInput, description: 'Makes the order a gift.' }),
    externalId: t.string({
      description:
        'The identifier that another system knows the order by, at most 255 characters. An equal request with the same one answers the order that there is, and charges nothing; any other is refused. An order that is declined does not have it.',
    }),
    useCredit: t.boolean({ description: "Whether the customer's credit pays what it covers; true unless given." }),
  }),
  shows: { field: 'order', resource: 'Order' },
  write: (write, input) => createOrder(write, input),
})

type Input = {
  customer: { id: string }
  products: readonly AskedLine[]
  shipAddressId?: string | null | undefined
  custPayId?: string | null | undefined
  coupons?: string[] | null | undefined
  orderGiftInfo?: GiftInfo | null | undefined
  useCredit?: boolean | null | undefined
  externalId?: string | null | undefined
}

async function createOrder(write: Write, input: Input): Promise<Written | PendingCharge> {
  const claimAgain = async ({ customerId }: Plan) => checkMinute(await claimMinute(write, customerId))
  const named = nameOf(input)
  const made = (await resumeByKey(write, claimAgain)) ?? (named && (await findNamed(write, named, claimAgain)))
  if (made) return made
  const { products, orderGiftInfo, useCredit } = input
  if (products.length < 1 || products.length > maxLines)
    throw badInput(say`${field('products')} must have 1 to ${maxLines} lines, not ${products.length}.`)
  const isGift = orderGiftInfo != null
  const instanceIds = products.map(({ productInstance }, line) =>
    readId(field(`products[${line}].productInstance.id`), productInstance.id),
  )
  await checkSubscriptionIds(write, products)
  const customerId = await findCustomer(write, input.customer.id)
  const minute = await claimMinute(write, customerId)
  const facts = await readFacts(write, customerId, instanceIds)
  const address = pick(facts.addresses, input.shipAddressId, 'shipAddressId')
  const method = pick(facts.paymentMethods, input.custPayId, 'custPayId')
  if (!method) throw new Refusal('PAYMENT_METHOD_MISSING', 'The customer has no payment method.', 'customer')
  if (!address) throw badInput('The customer has no address; create one first.', 'shipAddressId')
  const lines = plannedLines(products, instanceIds, facts.instances, isGift)
  const coupons = await couponsOf(write, input.coupons ?? [], lines)
  const buyer = { storeId: write.viewer.storeId, customerId, addressId: address.id, paymentMethodId: method.id }
  const gift = isGift ? complete(giftInfo, orderGiftInfo) : undefined
  const price = { discounts: coupons, credit: useCredit === false ? 0 : spendable(minute.credit) }
  const plan = planOf({ buyer, price, gift, named }, withWaitingCoupons(lines, coupons, { isGift }))
  const purchased = await purchase(write, plan, { token: method.token, currency: facts.currency })
  // Judged last: every other refusal comes before it.
  checkMinute(minute)
  return purchased
}

/** The one asked for, which must be the customer's, or the first. */
export function pick<Row extends { id: bigint }>(rows: Row[], asked: string | null | undefined, name: string): Row | undefined {
  if (asked == null) return rows[0]
  const id = readId(field(name), asked)
  const row = rows.find((each) => each.id === id)
  if (!row) throw notFound(say`${field(name)} is none of the customer's.`)
  return row
}
