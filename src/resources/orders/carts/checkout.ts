/** The checkout of a cart: places its order, or pays the one that a declined checkout has left unpaid. */
import type { Shape } from '../../../db/shape.ts'
import { lockRow } from '../../../db/transaction.ts'
import { givenUpPaymentOf, paidAgain, planOfCart } from '../../../purchases/payment/cart-payments.ts'
import { purchase, resumeByKey, resumeOrWithdraw, type Source } from '../../../purchases/payment/charge.ts'
import { lockCredit } from '../../../purchases/payment/customer-credit.ts'
import { purchaseEventTypes } from '../../../purchases/payment/purchase-events.ts'
import { badInput, Refusal } from '../../../values/errors.ts'
import { field, say } from '../../../values/sentence.ts'
import type { PendingCharge, Written } from '../../../writes/result.ts'
import type { Write } from '../../../writes/write.ts'
import { mutation } from '../../describe.ts'
import { checkReturnUrl } from '../../return-url.ts'
import { billingFields, checkBilling, type GivenBilling } from '../billing.ts'
import { pickMethod, readFacts } from '../facts.ts'
import { type Execute, frozenBilling, placeOrder } from '../place.ts'
import { askedLines } from './cart-price.ts'
import { checkPayable, checkUnpaid } from './cart-rules.ts'
import { by, contentsOf, lockCart, shows } from './fill.ts'
import { joinCustomer } from './visitor.ts'

mutation('checkoutCart', {
  permission: 'checkout',
  by,
  charges: true,
  emits: [...purchaseEventTypes, 'order.paid', 'payment_method.created', 'customer.created', 'address.created'],
  besides: () => ['orders'],
  description:
    'Orders what is in a cart and charges the payment method, by all rules of `createOrder`; all or nothing. A declined charge leaves the cart with its unpaid order, which the next checkout pays: the minute between orders does not apply to it.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The cart.' }),
    custPayId: t.id({ description: "The payment method that is charged; the customer's default payment method unless given." }),
    ...billingFields(t, 'that of the cart unless given'),
    useCredit: t.boolean({ description: "Whether the customer's credit pays what it covers; true unless given." }),
    returnUrl: t.string({
      description:
        'Where the customer comes back to from a page of the payment gateway: an address of the host of the store or of an allowed origin.',
    }),
  }),
  shows,
  showsOnce: {
    actionUrl: 'Where the customer confirms the payment, at the payment gateway; null where nothing waits for that.',
  },
  write: (write, input) => checkout(write, input),
})

type CheckoutInput = GivenBilling & {
  id: string
  custPayId?: string | null | undefined
  useCredit?: boolean | null | undefined
  returnUrl?: string | null | undefined
}

async function checkout(write: Write, input: CheckoutInput): Promise<Written | PendingCharge> {
  const cart = await lockCart(write, input.id)
  const page = await pageOf(write, cart, input.returnUrl)
  const resumed = await resumeByKey(write)
  if (resumed) return resumed
  checkPayable(cart)
  const givenUp = await givenUpPaymentOf(write, { storeId: cart.storeId, cartId: cart.id })
  const execute: Execute = async (given, plan, source) => {
    const earlier = givenUp === undefined ? undefined : await resumeOrWithdraw(given, givenUp, plan, checkedOutOtherwise())
    return earlier ?? purchase(given, plan, source)
  }
  if (cart.orderId !== null) return payOrder(write, cart, cart.orderId, { ...input, page }, execute)
  const { lines, coupons } = await contentsOf(write, cart.id)
  if (lines.length === 0) throw badInput('The cart is empty; put products into it first.', 'id')
  const { customerId, addressId } = await buyerOf(write, cart)
  const asked = {
    ...{ customerId, cartId: cart.id, custPayId: input.custPayId, useCredit: input.useCredit },
    products: askedLines(lines),
    instanceIds: lines.map(({ productInstanceId }) => productInstanceId),
    shipAddressId: addressId === null ? undefined : String(addressId),
    billing: billingOf(input, cart),
    coupons: coupons.map(({ codeUsed }) => codeUsed),
    page,
  }
  return placeOrder(write, asked, execute)
}

/** The address of the bill: the one that is given, or that of the cart. */
function billingOf({ billingAddressId, billingAddress }: CheckoutInput, cart: Shape<'Cart'>): GivenBilling {
  if (billingAddressId !== undefined || billingAddress !== undefined) return { billingAddressId, billingAddress }
  const id = cart.billingAddressId
  return { billingAddressId: id === null ? null : String(id), billingAddress: cart.billTo as GivenBilling['billingAddress'] }
}

/** The customer who buys a cart, and the address that it names. @throws Refusal WRONG_STATUS for a visitor's, which no other may buy. */
async function buyerOf(write: Write, cart: Shape<'Cart'>): Promise<{ customerId: bigint; addressId: bigint | null }> {
  if (write.viewer.role === 'visitor') return joinCustomer(write, cart)
  const { customerId, addressId } = cart
  if (customerId === null) throw new Refusal('WRONG_STATUS', "The cart is a visitor's, who checks it out with its token.", 'id')
  return { customerId, addressId }
}

const checkedOutOtherwise = () => new Refusal('WRONG_STATUS', 'The cart was checked out in another way.')

/** Pays the order of a declined checkout, at its price. */
async function payOrder(
  write: Write,
  { storeId, customerId, id: cartId }: Shape<'Cart'>,
  orderId: bigint,
  { custPayId, useCredit, page, ...billing }: CheckoutInput & Pick<Source, 'page'>,
  execute: Execute,
): Promise<Written | PendingCharge> {
  const isVisitors = write.viewer.role === 'visitor'
  // A visitor sees no order, but that of the cart is the visitor's to pay.
  const order = isVisitors
    ? await lockRow(write.tx, 'Order', { storeId, id: orderId })
    : await write.lock('Order', { id: orderId })
  if (!order) throw new Error(`There is no order ${orderId}.`)
  checkUnpaid(order)
  const before = await planOfCart(write.tx, { storeId, cartId })
  if (!before) throw new Refusal('WRONG_STATUS', `Order ${orderId} of the cart was not placed here; make another cart.`, 'id')
  if (customerId === null) throw new Error(`Cart ${cartId} has an order and no customer.`)
  const spendable = await lockCredit(write.tx, { storeId, customerId })
  const { addresses, paymentMethods, currency } = await readFacts(write, customerId, [])
  const billed = checkBilling(billing, isVisitors ? [] : addresses)
  if (billed && ((await frozenBilling(write, customerId, billed)) ?? null) !== order.billingAddressId)
    throw new Refusal('WRONG_STATUS', `Order ${orderId} of the cart keeps the address of its bill.`, 'billingAddress')
  const method = pickMethod({ paymentMethods: isVisitors ? [] : paymentMethods }, custPayId)
  if (!method && !page) throw new Refusal('PAYMENT_METHOD_MISSING', 'The customer has no payment method.', 'custPayId')
  const credit = useCredit === false || isVisitors ? 0 : spendable
  const plan = paidAgain(before, { orderId, paymentMethodId: method?.id, credit, isVisitors })
  return execute(write, plan, { token: method?.token ?? null, currency, page })
}

/** The seconds for which a checkout waits for its customer, with its stock. */
const waitSeconds = 3_600

/**
 * The page of the gateway that a checkout may lead to: where its customer is there, and says where to come back to.
 *
 * @throws Refusal for an address to come back to that is neither of the store nor of a site that it allows.
 */
async function pageOf(
  { tx, viewer, context }: Write,
  { storeId, customerId, email: given }: Shape<'Cart'>,
  returnUrl: string | null | undefined,
): Promise<Source['page']> {
  if (returnUrl == null) {
    if (viewer.role !== 'visitor') return undefined
    throw badInput(
      say`${field('returnUrl')} is required of visitors, who enter a card on the page of the payment gateway.`,
      'returnUrl',
    )
  }
  const { name, gateway, ...places } = await tx.store.findUniqueOrThrow({
    where: { id: storeId },
    select: { host: true, accountUrl: true, name: true, gateway: true, allowedOrigins: { select: { origin: true } } },
  })
  checkReturnUrl(returnUrl, places)
  if (viewer.role === 'merchant' || !context.gateways.of(gateway).setups) return undefined
  // An e-mail address as a visitor has written it, not as the shop may know it.
  const { email } =
    given !== null || customerId === null
      ? { email: given ?? '' }
      : await tx.customer.findUniqueOrThrow({
          where: { storeId_id: { storeId, id: customerId } },
          select: { email: true },
        })
  return { returnUrl, email, title: name, seconds: waitSeconds }
}
