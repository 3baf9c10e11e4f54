/** Planning the payment of a renewal: what it costs today, and what it changes once it is paid or declined. */
import { Refusal } from '../../errors.ts'
import type { Purse } from '../../purchases/charge.ts'
import type { Plan } from '../../purchases/plan.ts'
import { totalsOf } from '../../purchases/totals.ts'
import { formatTime } from '../../values/time.ts'
import type { Write } from '../../writes/write.ts'
import { type Row, toTerm } from './row.ts'
import type { Change, Term } from './rules.ts'

/** The changes of the subscription that are settled with the payment. */
export type Outcomes = { paid: (term: Term) => Change; declined: Change }

/** Reads all a renewal depends on and plans it. */
export async function planRenewal(
  { tx, now }: Write,
  row: Row,
  { paid, declined }: Outcomes,
): Promise<{ plan: Plan; purse: Purse }> {
  const { customer, product, instance, term, billing, coupons, paymentMethod, addressId } =
    await tx.subscription.findUniqueOrThrow({
      where: { id: row.id },
      include: {
        billing: true,
        term: true,
        paymentMethod: true,
        product: { include: { termPrices: true } },
        instance: { include: { termPrices: true, inventory: { select: { trackInventory: true } } } },
        coupons: {
          where: { appliedAt: null, enabled: true },
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
      },
    })
  const method = paymentMethod ?? customer.paymentMethods[0]
  if (!method) throw new Refusal('PAYMENT_METHOD_MISSING', 'The subscription has no payment method.')
  const shipTo = addressId ?? customer.addresses[0]?.id
  if (!shipTo) throw new Refusal('BAD_INPUT', 'The subscription has no address to send to.')
  const applying = coupons.filter(({ coupon }) => coupon.enabled && appliesTo(coupon.products, product.id))
  const cycles = term.numCycles
  const line = {
    productId: Number(product.id),
    productInstanceId: Number(instance.id),
    name: product.name,
    sku: instance.sku,
    price: priceOf(row.termId, instance.termPrices, product.termPrices, product.name),
    quantity: row.quantity,
    shipping: product.shipOption === 'flat' ? Number(product.flatShipPrice) * cycles * row.quantity : 0,
    isTracked: instance.inventory?.trackInventory ?? false,
  }
  const discounts = applying.map(({ coupon }) => ({
    type: coupon.discountType,
    value: Number(coupon.discountValue),
    productIds: [],
  }))
  const totals = totalsOf([line], discounts, [], Number(row.credit ?? 0))
  const spent = totals.creditApplied > 0 ? { credit: Number(row.credit) - totals.creditApplied } : {}
  const plan: Plan = {
    storeId: Number(row.storeId),
    customerId: Number(row.customerId),
    addressId: Number(shipTo),
    paymentMethodId: Number(method.id),
    placedAt: formatTime(now),
    shows: 'subscription',
    isRenewal: true,
    isTest: row.isTest,
    lines: [
      {
        ...line,
        subscription: {
          id: Number(row.id),
          termId: Number(term.id),
          cycles,
          rhythm: toTerm(billing, term).rhythm,
          rebillDay: billing.rebillDay,
          productBillingId: Number(billing.id),
          billingName: row.billingName,
          paid: { ...paid(toTerm(billing, term)), ...spent },
          declined: declined as Record<string, unknown>,
        },
      },
    ],
    totals,
    subscriptionCouponIds: applying.map(({ id }) => Number(id)),
  }
  return { plan, purse: { token: method.gatewayToken, currency: customer.store.currency } }
}

const appliesTo = (limits: { productId: bigint }[], productId: bigint): boolean =>
  limits.length === 0 || limits.some((limit) => limit.productId === productId)

type TermPrice = { termId: bigint; price: bigint; gift?: boolean }

function priceOf(termId: bigint, own: TermPrice[], base: TermPrice[], name: string): number {
  const price = [...own, ...base.filter(({ gift }) => !gift), ...base].find((each) => each.termId === termId)
  if (!price) throw new Refusal('BAD_INPUT', `${name} has no price for the subscription's term.`)
  return Number(price.price)
}
