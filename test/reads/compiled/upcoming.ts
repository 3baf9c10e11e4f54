/** The renewals of a subscription to come, by the rules of the source, over rows in memory. */
import { withCover } from '../../../src/resources/subscriptions/forecast/cover.ts'
import { type SharedFacts, upcomingWithCredit } from '../../../src/resources/subscriptions/forecast/upcoming-credit.ts'
import { today } from '../../support/template.ts'
import { coverOver } from './cover.ts'
import type { Row, Rows } from './rows.ts'

/** The values of the fields of each. */
export function upcomingOver(rows: Rows, row: Row, first: number, isMerchant: boolean) {
  const customer = rows.related('Subscription', row, 'customer')[0] as Row
  const own = (name: string) => rows.related('Customer', customer, name)
  const payer = {
    ...customer,
    paymentMethods: own('paymentMethods').filter(({ archivedAt }) => archivedAt === null),
    addresses: own('addresses').filter(({ archivedAt, frozenKey }) => archivedAt === null && frozenKey === null),
    subscriptions: own('subscriptions')
      .filter(({ autorenew }) => autorenew)
      .map((each) => factsOf(rows, each)),
  }
  const facts = { ...factsOf(rows, row), customer: payer } as never as SharedFacts
  const renewals = withCover(upcomingWithCredit(facts, today).take(first), isMerchant ? coverOver(rows, row) : null)
  return [...renewals].map(({ date, covered, priced: { owed, lines, discounts } }) => ({
    ...owed,
    ...{ date, covered, taxIncluded: owed.taxIncluded ?? false },
    lines,
    discounts: discounts.map(({ amount, coupon: { couponId, codeUsed } }) => ({ couponId: String(couponId), codeUsed, amount })),
  }))
}

function factsOf(rows: Rows, row: Row) {
  const one = (model: string, of: Row, name: string) => rows.related(model, of, name)[0] ?? null
  const many = (model: string, of: Row, name: string) => rows.related(model, of, name)
  const required = (model: string, of: Row, name: string) => one(model, of, name) as Row
  const stocked = (instance: Row) => ({ ...instance, inventory: one('ProductInstance', instance, 'inventory') })
  const [product, instance] = [required('Subscription', row, 'product'), required('Subscription', row, 'instance')]
  const order = one('Subscription', row, 'unpaidOrder')
  const [scheduledTerm, scheduled] = [one('Subscription', row, 'scheduledTerm'), one('Subscription', row, 'scheduledInstance')]
  const priced = (of: Row) => ({ ...stocked(of), termPrices: many('ProductInstance', of, 'termPrices') })
  const lines = order && many('Order', order, 'products')
  return {
    ...row,
    billing: one('Subscription', row, 'billing'),
    term: one('Subscription', row, 'term'),
    product: { ...product, termPrices: many('Product', product, 'termPrices') },
    instance: priced(instance),
    scheduledTerm: scheduledTerm && {
      ...scheduledTerm,
      subscriptionType: one('SubscriptionTypeTerm', scheduledTerm, 'subscriptionType'),
    },
    scheduledInstance: scheduled && { ...priced(scheduled), product: soldProduct(rows, scheduled) },
    paymentMethod: one('Subscription', row, 'paymentMethod'),
    address: one('Subscription', row, 'address'),
    coupons: many('Subscription', row, 'coupons')
      .filter(({ appliedAt }) => appliedAt === null)
      .map((each) => {
        const coupon = required('SubscriptionCoupon', each, 'coupon')
        return { ...each, coupon: { ...coupon, products: many('Coupon', coupon, 'products') } }
      }),
    unpaidOrder: order && {
      ...order,
      products: lines?.map((line) => ({ ...line, instance: stocked(required('OrderProduct', line, 'instance')) })),
    },
  }
}

/** The product of an instance, with its prices and its rhythm. */
function soldProduct(rows: Rows, instance: Row) {
  const product = rows.related('ProductInstance', instance, 'product')[0] as Row
  return {
    ...product,
    termPrices: rows.related('Product', product, 'termPrices'),
    billing: rows.related('Product', product, 'billing')[0],
  }
}

/** Whether a subscription has a change to come that is sold, for a term that has a price. */
export function scheduledFits(rows: Rows, row: Row): boolean {
  const one = (model: string, of: Row, name: string) => rows.related(model, of, name)[0] as Row
  if (row.scheduledTermId === null) return false
  const [term, instance] = [one('Subscription', row, 'scheduledTerm'), one('Subscription', row, 'scheduledInstance')]
  const [type, product] = [one('SubscriptionTypeTerm', term, 'subscriptionType'), one('ProductInstance', instance, 'product')]
  const isSold = instance.id === row.productInstanceId || !(instance.deleted || product.deleted)
  const isOffered = term.id === row.termId || (term.enabled && !term.gift && term.archivedAt === null && type.archivedAt === null)
  const prices = [...rows.related('ProductInstance', instance, 'termPrices'), ...rows.related('Product', product, 'termPrices')]
  const hasPrice = row.scheduledFixedPrice !== null || prices.some(({ termId }) => termId === term.id)
  return Boolean(isSold && type.productId === product.id && isOffered && hasPrice)
}
