/** Creates an order: who, what, for how much, then the purchase. */

import { resumeByKey } from '../../purchases/payment/charge.ts'
import { purchaseEventTypes } from '../../purchases/payment/purchase-events.ts'
import type { Plan } from '../../purchases/payment/stored-plan.ts'
import { badInput } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import type { PendingCharge, Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { builder, mutation } from '../describe.ts'
import { billingFields, type GivenBilling } from './billing.ts'
import { checkMinute, claimMinute, findCustomer } from './buyer.ts'
import { maxLines } from './create-rules.ts'
import { checkSubscriptionIds, findNamed, nameOf } from './external-ids.ts'
import { orderGiftInfoInput } from './gift-info.ts'
import { customerInput, instanceInput, termInput } from './inputs.ts'
import type { AskedLine } from './lines.ts'
import { placeOrder } from './place.ts'
import type { GiftInfo } from './update-rules.ts'

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
    ...billingFields(t, 'the one where it is sent unless given'),
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
  billingAddressId?: GivenBilling['billingAddressId']
  billingAddress?: GivenBilling['billingAddress']
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
  const { products } = input
  if (products.length < 1 || products.length > maxLines)
    throw badInput(say`${field('products')} must have 1 to ${maxLines} lines, not ${products.length}.`)
  const instanceIds = products.map(({ productInstance }, line) =>
    readId(field(`products[${line}].productInstance.id`), productInstance.id),
  )
  await checkSubscriptionIds(write, products)
  const customerId = await findCustomer(write, input.customer.id)
  const { billingAddressId, billingAddress } = input
  return placeOrder(write, { ...input, billing: { billingAddressId, billingAddress }, customerId, instanceIds, named })
}
