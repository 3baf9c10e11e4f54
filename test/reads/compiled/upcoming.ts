/** The renewals of a subscription to come, by the rules of the source, over rows in memory. */
import { type ForecastFacts, hasRecipient, upcomingRenewals } from '../../../src/resources/subscriptions/forecast.ts'
import type { RecipientFacts } from '../../../src/resources/subscriptions/renewal-price.ts'
import { today } from '../../support/template.ts'
import type { Row, Rows } from './rows.ts'

/** The values of the fields of each. */
export function upcomingOver(rows: Rows, row: Row, first: number) {
  const one = (model: string, of: Row, name: string) => rows.related(model, of, name)[0] ?? null
  const many = (model: string, of: Row, name: string) => rows.related(model, of, name)
  const required = (model: string, of: Row, name: string) => one(model, of, name) as Row
  const stocked = (instance: Row) => ({ ...instance, inventory: one('ProductInstance', instance, 'inventory') })
  const [product, instance] = [required('Subscription', row, 'product'), required('Subscription', row, 'instance')]
  const customer = required('Subscription', row, 'customer')
  const order = one('Subscription', row, 'unpaidOrder')
  const lines = order && many('Order', order, 'products')
  const facts = {
    ...row,
    billing: one('Subscription', row, 'billing'),
    term: one('Subscription', row, 'term'),
    product: { ...product, termPrices: many('Product', product, 'termPrices') },
    instance: { ...stocked(instance), termPrices: many('ProductInstance', instance, 'termPrices') },
    paymentMethod: one('Subscription', row, 'paymentMethod'),
    address: one('Subscription', row, 'address'),
    customer: {
      paymentMethods: many('Customer', customer, 'paymentMethods').filter(({ archivedAt }) => archivedAt === null),
      addresses: many('Customer', customer, 'addresses').filter(
        ({ archivedAt, frozenKey }) => archivedAt === null && frozenKey === null,
      ),
    },
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
  } as never as ForecastFacts & RecipientFacts<Row>
  if (!hasRecipient(facts)) return []
  return [...upcomingRenewals(facts, today).take(first)].map(({ date, priced: { owed, lines, discounts } }) => ({
    ...owed,
    date,
    lines,
    discounts: discounts.map(({ amount, coupon: { couponId, codeUsed } }) => ({ couponId: String(couponId), codeUsed, amount })),
  }))
}
