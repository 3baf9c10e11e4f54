/** Planning the payment of a renewal: what it costs today, or what the order costs that waits for it, and what it changes. */
import { Refusal } from '../../errors.ts'
import { purchase, resumeOrWithdraw, type Source } from '../../purchases/charge.ts'
import type { Plan, PlannedLine } from '../../purchases/plan.ts'
import { type Totals, totalsOf } from '../../purchases/totals.ts'
import { formatTime } from '../../values/time.ts'
import type { Charging, Write, Written } from '../../writes/write.ts'
import { type Row, toTerm } from './row.ts'
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
export async function chargeRenewal(write: Write, row: Row, outcomes: Outcomes): Promise<Charging | Written> {
  const facts = await readFacts(write, row)
  const { plan, source } = planRenewal(row, facts, outcomes)
  const [givenUp] = facts.payments
  const resumed = givenUp && (await resumeOrWithdraw(write, givenUp.id, plan))
  return resumed ?? purchase(write, plan, source)
}

type Facts = Awaited<ReturnType<typeof readFacts>>

/** Reads all a renewal depends on. */
function readFacts({ tx }: Write, { storeId, id }: Row) {
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

function planRenewal(row: Row, facts: Facts, outcomes: Outcomes): { plan: Plan; source: Source } {
  const { customer, billing, term, paymentMethod, addressId, unpaidOrderId, endDate, status, autorenew } = facts
  const method = paymentMethod ?? customer.paymentMethods[0]
  if (!method) throw new Refusal('PAYMENT_METHOD_MISSING', 'The subscription has no payment method.')
  const shipTo = addressId ?? customer.addresses[0]?.id
  if (!shipTo) throw new Refusal('BAD_INPUT', 'The subscription has no address to send to.')
  const { lines, totals, couponIds, creditSpent } = facts.unpaidOrder
    ? ofUnpaidOrder(facts, facts.unpaidOrder)
    : atTodaysPrice(facts)
  const renewed = {
    id: Number(row.id),
    basis: {
      status,
      autorenew,
      endDate: formatTime(endDate),
      unpaidOrderId: unpaidOrderId === null ? null : Number(unpaidOrderId),
    },
    termId: Number(term.id),
    cycles: term.numCycles,
    rhythm: toTerm(billing, term).rhythm,
    rebillDay: billing.rebillDay,
    productBillingId: Number(billing.id),
    billingName: row.billingName,
    paid: outcomes.paid(toTerm(billing, term)),
    declined: outcomes.declined as Record<string, unknown>,
    creditSpent,
  }
  const plan: Plan = {
    storeId: Number(row.storeId),
    customerId: Number(row.customerId),
    addressId: Number(shipTo),
    paymentMethodId: Number(method.id),
    shows: 'subscription',
    isRenewal: true,
    isTest: row.isTest,
    isTriedAgain: outcomes.isTriedAgain,
    ...(unpaidOrderId !== null && { orderId: Number(unpaidOrderId) }),
    lines: lines.map((line) => ({ ...line, subscription: renewed })),
    totals,
    subscriptionCouponIds: couponIds,
  }
  return { plan, source: { token: method.gatewayToken, currency: customer.store.currency } }
}

type Priced = { lines: PlannedLine[]; totals: Totals; couponIds: number[]; creditSpent: number }

/** Today's price, which the coupons that wait lower, and then the credit. */
function atTodaysPrice({ product, instance, term, coupons, quantity, credit }: Facts): Priced {
  const applying = coupons.filter(({ enabled, unpaidOrderId, coupon }) => {
    return enabled && unpaidOrderId === null && coupon.enabled && appliesTo(coupon.products, product.id)
  })
  const line = {
    productId: Number(product.id),
    productInstanceId: Number(instance.id),
    name: product.name,
    sku: instance.sku,
    price: priceOf(term.id, instance.termPrices, product.termPrices, product.name),
    quantity,
    shipping: product.shipOption === 'flat' ? Number(product.flatShipPrice) * term.numCycles * quantity : 0,
    isTracked: instance.inventory?.trackInventory ?? false,
  }
  const discounts = applying.map(({ coupon }) => ({
    type: coupon.discountType,
    value: Number(coupon.discountValue),
    productIds: [],
  }))
  const totals = totalsOf([line], discounts, [], Number(credit ?? 0))
  return { lines: [line], totals, couponIds: applying.map(({ id }) => Number(id)), creditSpent: totals.creditApplied }
}

/** What the first try was to cost, whatever has changed since; its coupons and credit are held for it already. */
function ofUnpaidOrder({ coupons }: Facts, order: NonNullable<Facts['unpaidOrder']>): Priced {
  const lines = order.products.map((line) => ({
    productId: Number(line.productId),
    productInstanceId: Number(line.productInstanceId),
    name: line.name,
    sku: line.sku,
    price: Number(line.price),
    quantity: line.quantity,
    shipping: Number(order.totalShipping),
    isTracked: line.instance.inventory?.trackInventory ?? false,
  }))
  const { subTotal, totalDiscount, totalPrice, totalShipping, totalTax, total, creditApplied, giftCardDiscount } = order
  const totals = {
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
  return { lines, totals, couponIds: held.map(({ id }) => Number(id)), creditSpent: 0 }
}

const appliesTo = (limits: { productId: bigint }[], productId: bigint): boolean =>
  limits.length === 0 || limits.some((limit) => limit.productId === productId)

type TermPrice = { termId: bigint; price: bigint; gift?: boolean }

function priceOf(termId: bigint, own: TermPrice[], base: TermPrice[], name: string): number {
  const price = [...own, ...base.filter(({ gift }) => !gift), ...base].find((each) => each.termId === termId)
  if (!price) throw new Refusal('BAD_INPUT', `${name} has no price for the subscription's term.`)
  return Number(price.price)
}
