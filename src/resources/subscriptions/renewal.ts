/** Planning the payment of a renewal: what it costs today, or what the order costs that waits for it, and what it changes. */
import { purchase, resumeOrWithdraw, type Source } from '../../purchases/charge.ts'
import { planOf } from '../../purchases/plan.ts'
import type { Plan } from '../../purchases/stored-plan.ts'
import { dayOfMonth } from '../../values/calendar.ts'
import { formatTime } from '../../values/time.ts'
import type { Charging, Write, Written } from '../../writes/write.ts'
import { priceOfRenewal, recipientOf } from './renewal-price.ts'
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
  const { customer, billing, term, unpaidOrderId, endDate, status, autorenew } = facts
  const { method, shipTo } = recipientOf(facts)
  const { lines, owed, creditSpent, discounts } = priceOfRenewal(facts)
  const paid = outcomes.paid(toTerm(billing, term))
  const subscription = {
    id: row.id,
    basis: { status, autorenew, endDate: formatTime(endDate), unpaidOrderId },
    termId: term.id,
    cycles: term.numCycles,
    rhythm: toTerm(billing, term).rhythm,
    rebillDay: billing.rebillDay,
    anchorDay: paid.anchorDay ?? row.anchorDay ?? dayOfMonth(row.startDate),
    productBillingId: billing.id,
    billingName: row.billingName,
    paid,
    declined: outcomes.declined,
  }
  const { isTest } = row
  const { isTriedAgain } = outcomes
  const buyer = { storeId: row.storeId, customerId: row.customerId, addressId: shipTo, paymentMethodId: method.id }
  const couponIds = discounts.map(({ coupon }) => coupon.id)
  const renewal = { subscription, isTest, isTriedAgain, unpaidOrderId, couponIds }
  const plan = planOf({ buyer, price: { owed, creditSpent }, renewal }, lines)
  return { plan, source: { token: method.gatewayToken, currency: customer.store.currency } }
}
