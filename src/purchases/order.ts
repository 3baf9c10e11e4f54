/** The rows of a purchase: its order, the lines, the subscriptions that begin with it, and its parcels. */
import type { Tx } from '../db/transaction.ts'
import { advance, dayOfMonth } from '../values/calendar.ts'
import { parcelsOf } from './deliveries.ts'
import type { Plan, PlannedLine } from './plan.ts'
import { sharesOf } from './totals.ts'

/** Makes the order of a plan, without its lines, placed at this time. */
export async function makeOrder(tx: Tx, plan: Plan, isPaid: boolean, placedAt: Date): Promise<bigint> {
  const { charge: _charge, ...totals } = plan.totals
  const { id } = await tx.order.create({
    data: {
      storeId: plan.storeId,
      customerId: plan.customerId,
      addressId: plan.addressId,
      paymentMethodId: plan.paymentMethodId,
      ...totals,
      grossShipping: totals.totalShipping,
      financialStatus: isPaid ? 'paid' : 'unpaid',
      fulfillmentStatus: 'unfulfilled',
      // Nothing will pay the order of a reactivation that was declined: the next one begins anew.
      status: isPaid || !plan.isRenewal || plan.isTriedAgain ? 'open' : 'closed',
      isGift: plan.gift !== undefined,
      ...plan.gift,
      isRenewal: plan.isRenewal,
      isTest: plan.isTest,
      placedAt,
    },
    select: { id: true },
  })
  return id
}

/** Makes an order that waited for its payment a paid one, with the way it was paid and the address it goes to now. */
export async function payOrder(tx: Tx, plan: Plan, orderId: bigint): Promise<void> {
  await tx.order.update({
    where: { storeId_id: { storeId: plan.storeId, id: orderId }, financialStatus: 'unpaid' },
    data: { financialStatus: 'paid', addressId: plan.addressId, paymentMethodId: plan.paymentMethodId },
    select: { id: true },
  })
}

type SubscriptionId = bigint | number | undefined

/** Makes the lines of a new order; `subscriptionIds` has the subscription of each, where it has one. */
export async function makeLines(tx: Tx, plan: Plan, orderId: bigint, subscriptionIds: readonly SubscriptionId[]): Promise<void> {
  await tx.orderProduct.createMany({
    data: plan.lines.map(({ productId, productInstanceId, name, sku, price, quantity, subscription }, index) => ({
      storeId: plan.storeId,
      orderId,
      productId,
      productInstanceId,
      subscriptionId: subscriptionIds[index] ?? null,
      termId: subscription?.termId ?? null,
      name,
      sku,
      price,
      quantity,
      total: price * quantity,
    })),
  })
}

/** The subscription of each line: one that begins at this time, the one it renews, or none. */
export async function beginSubscriptions(tx: Tx, plan: Plan, startDate: Date): Promise<SubscriptionId[]> {
  const beginning = plan.lines.filter(({ subscription }) => subscription && subscription.id === undefined)
  const shares = sharesOf(plan.lines, plan.totals.charge)
  const begun =
    beginning.length > 0
      ? await tx.subscription.createManyAndReturn({
          data: beginning.map((line) => newSubscription(plan, line, startDate, shares[plan.lines.indexOf(line)] ?? 0)),
          select: { id: true },
        })
      : []
  const ids = begun.values()
  return plan.lines.map(({ subscription }) => (subscription ? (subscription.id ?? ids.next().value?.id) : undefined))
}

function newSubscription(plan: Plan, line: PlannedLine, startDate: Date, revenue: number) {
  const { subscription, quantity, productId, productInstanceId } = line
  if (!subscription) throw new Error('The line begins no subscription')
  const { termId, cycles, rhythm, rebillDay, productBillingId, billingName } = subscription
  return {
    storeId: plan.storeId,
    customerId: plan.customerId,
    productId,
    productInstanceId,
    productBillingId,
    termId,
    addressId: plan.addressId,
    paymentMethodId: plan.paymentMethodId,
    // Nobody is charged again for a gift without being asked.
    autorenew: plan.gift === undefined,
    billingName,
    startDate,
    endDate: advance(startDate, rhythm, cycles, rebillDay || dayOfMonth(startDate)),
    isTest: plan.isTest,
    isGift: plan.gift !== undefined,
    quantity,
    revenue,
    status: 'active' as const,
  }
}

/** Makes the parcels and deliveries of an order, from the time on that it is paid. */
export async function planDeliveries(
  tx: Tx,
  plan: Plan,
  orderId: bigint,
  subscriptionIds: readonly SubscriptionId[],
  paidAt: Date,
): Promise<void> {
  const parcels = parcelsOf(plan.lines, paidAt)
  const shipments = await tx.shipment.createManyAndReturn({
    data: parcels.map(({ due }) => ({
      storeId: plan.storeId,
      customerId: plan.customerId,
      shipAddressId: plan.addressId,
      adjustedOrderedAt: due,
      createdAt: paidAt,
      isTest: plan.isTest,
      status: 'unshipped' as const,
    })),
    select: { id: true },
  })
  await tx.fulfillment.createMany({
    data: parcels.flatMap(({ deliveries }, parcel) =>
      deliveries.map(({ lineIndex, cycle, cycles, due }) => ({
        storeId: plan.storeId,
        shipmentId: shipments[parcel]?.id ?? 0n,
        orderId,
        subscriptionId: subscriptionIds[lineIndex] ?? null,
        instanceId: plan.lines[lineIndex]?.productInstanceId ?? 0,
        cycleNumber: cycle,
        totalCycles: cycles,
        fulfillmentDate: due,
        adjustedFulfillmentDate: due,
        status: 'open' as const,
        isTest: plan.isTest,
      })),
    ),
  })
}
