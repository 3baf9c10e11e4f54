/** Planning the payment of a renewal: what it costs today, or what the order costs that waits for it, and what it changes. */
import { Refusal } from '../../errors.ts'
import { purchase, resumeOrWithdraw, type Source } from '../../purchases/charge.ts'
import { type Form, lineOf, planOf } from '../../purchases/plan.ts'
import { appliesTo, type Discount, type Totals } from '../../purchases/price.ts'
import type { Plan, PlannedLine } from '../../purchases/stored-plan.ts'
import { formatTime } from '../../values/time.ts'
import type { Charging, Write, Written } from '../../writes/write.ts'
import { type SubscriptionRow, toTerm } from './row.ts'
import type { Change, Term } from './rules.ts'

/** The changes of the subscription that are settled with the payment. */
type Outcomes = {
  paid: (term: Term) => Change
  declined: Change
  /** Whether the order of a declined payment waits for a later try, which pays it. */
  isTriedAgain: boolean
}

/**
 * Charges a subscription once more: for the order that an earlier try left unpaid, else at today's price.
 *
 * @param row the subscription, locked.
 */
export async function chargeRenewal(write: Write, row: SubscriptionRow, outcomes: Outcomes): Promise<Charging | Written> {
  const facts = await readFacts(write, row)
  const { plan, source } = planRenewal(row, facts, outcomes)
  const [givenUp] = facts.payments
  const resumed = givenUp && (await resumeOrWithdraw(write, givenUp.id, plan))
  return resumed ?? purchase(write, plan, source)
}

type RenewalFacts = Awaited<ReturnType<typeof readFacts>>

/** Reads all a renewal depends on. */
function readFacts({ tx }: Write, { storeId, id }: SubscriptionRow) {
  const isTracked = { select: { trackInventory: true } } as const
  return tx.subscription.findUniqueOrThrow({
    where: { storeId_id: { storeId, id } },
    include: {
      billing: true,
      term: true,
      paymentMethod: true,
      product: { include: { termPrices: true } },
      instance: { include: { termPrices: true, inventory: isTracked } },
      coupons: {
        where: { appliedAt: null },
        orderBy: { id: 'asc' },
        include: { coupon: { include: { products: true } } },
      },
      customer: {
        include: {
          store: { select: { currency: true } },
          addresses: { orderBy: { id: 'asc' }, take: 1 },
          paymentMethods: { orderBy: [{ isDefault: 'desc' }, { id: 'asc' }], take: 1 },
        },
      },
      unpaidOrder: {
        include: { products: { orderBy: { id: 'asc' }, include: { instance: { select: { inventory: isTracked } } } } },
      },
      payments: { where: { state: 'given_up' }, select: { id: true } },
    },
  })
}

function planRenewal(row: SubscriptionRow, facts: RenewalFacts, outcomes: Outcomes): { plan: Plan; source: Source } {
  const { customer, billing, term, paymentMethod, addressId, unpaidOrderId, endDate, status, autorenew } = facts
  const method = paymentMethod ?? customer.paymentMethods[0]
  if (!method) throw new Refusal('PAYMENT_METHOD_MISSING', 'The subscription has no payment method.')
  const shipTo = addressId ?? customer.addresses[0]?.id
  if (!shipTo) throw new Refusal('BAD_INPUT', 'The subscription has no address to send to.')
  const { lines, price, couponIds } = facts.unpaidOrder ? ofUnpaidOrder(facts, facts.unpaidOrder) : atTodaysPrice(facts)
  const subscription = {
    id: row.id,
    basis: { status, autorenew, endDate: formatTime(endDate), unpaidOrderId },
    termId: term.id,
    cycles: term.numCycles,
    rhythm: toTerm(billing, term).rhythm,
    rebillDay: billing.rebillDay,
    productBillingId: billing.id,
    billingName: row.billingName,
    paid: outcomes.paid(toTerm(billing, term)),
    declined: outcomes.declined,
  }
  const { isTest } = row
  const { isTriedAgain } = outcomes
  const buyer = { storeId: row.storeId, customerId: row.customerId, addressId: shipTo, paymentMethodId: method.id }
  const renewal = { subscription, isTest, isTriedAgain, unpaidOrderId, couponIds }
  const plan = planOf({ buyer, price, renewal }, lines)
  return { plan, source: { token: method.gatewayToken, currency: customer.store.currency } }
}

type Priced = {
  lines: PlannedLine[]
  price: { discounts: Discount[]; credit: number } | { owed: Totals }
  couponIds: bigint[]
}

/** Today's price, which the coupons that wait lower, and then the credit. */
function atTodaysPrice(facts: RenewalFacts): Priced {
  const { product, term, coupons, quantity, credit } = facts
  const line = lineOf(formOf(facts), { id: Number(term.id), numCycles: term.numCycles }, quantity, 'renewal')
  if (!line) throw new Refusal('BAD_INPUT', `${product.name} has no price for the subscription's term.`)
  const waiting = coupons
    .filter(({ enabled, unpaidOrderId, coupon }) => enabled && unpaidOrderId === null && coupon.enabled)
    .map(({ id, coupon: { discountType, discountValue, products } }) => ({
      id,
      type: discountType,
      value: Number(discountValue),
      productIds: products.map(({ productId }) => Number(productId)),
    }))
  const discounts = waiting.filter((coupon) => appliesTo(coupon, line.productId))
  return { lines: [line], price: { discounts, credit: Number(credit ?? 0) }, couponIds: discounts.map(({ id }) => id) }
}

/** The form that is renewed, as it is sold today. */
function formOf({ product, instance }: RenewalFacts): Form {
  return {
    id: Number(instance.id),
    productId: Number(product.id),
    name: product.name,
    sku: instance.sku,
    isTracked: instance.inventory?.trackInventory ?? false,
    price: Number(instance.price),
    ownTermPrices: instance.termPrices.map(({ termId, price }) => ({ termId: Number(termId), price: Number(price) })),
    termPrices: product.termPrices.map(({ termId, price, gift }) => ({ termId: Number(termId), price: Number(price), gift })),
    shipOption: product.shipOption,
    flatShipPrice: Number(product.flatShipPrice),
    giftShipping: Number(product.giftShipping),
  }
}

/** What the first try was to cost, whatever has changed since; its coupons and credit are held for it already. */
function ofUnpaidOrder({ coupons }: RenewalFacts, order: NonNullable<RenewalFacts['unpaidOrder']>): Priced {
  const lines = order.products.map(({ productId, productInstanceId, name, sku, price, quantity, instance }) => ({
    productId: Number(productId),
    productInstanceId: Number(productInstanceId),
    name,
    sku,
    price: Number(price),
    quantity,
    shipping: Number(order.totalShipping),
    isTracked: instance.inventory?.trackInventory ?? false,
  }))
  const { subTotal, totalDiscount, totalPrice, totalShipping, totalTax, total, creditApplied, giftCardDiscount } = order
  const owed = {
    subTotal: Number(subTotal),
    totalDiscount: Number(totalDiscount),
    totalPrice: Number(totalPrice),
    totalShipping: Number(totalShipping),
    totalTax: Number(totalTax),
    total: Number(total),
    creditApplied: Number(creditApplied),
    charge: Math.max(0, Number(total - creditApplied - giftCardDiscount)),
  }
  const held = coupons.filter(({ unpaidOrderId }) => unpaidOrderId === order.id)
  return { lines, price: { owed }, couponIds: held.map(({ id }) => id) }
}
