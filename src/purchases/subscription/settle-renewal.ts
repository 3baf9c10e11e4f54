/** Settles the payment of a renewal: its order, the next term of its subscription, and the coupons that wait there. */

import type { Prisma } from '../../../prisma/generated/client/client.ts'
import type { PastDueReason } from '../../../prisma/generated/client/enums.ts'
import { keptPlan } from '../../db/kept-plan.ts'
import type { Tx } from '../../db/transaction.ts'
import { isForGood } from '../../payments/declines.ts'
import type { Charge } from '../../payments/gateway.ts'
import { customerCount } from '../payment/customer-count.ts'
import { makeRows } from '../payment/order.ts'
import { countsAsPaid } from '../payment/plan.ts'
import type { Purchase, RenewedPart } from '../payment/purchase-kind.ts'
import type { Settler, Settling } from '../payment/settling.ts'
import type { Plan } from '../payment/stored-plan.ts'
import { recurringOfPlan } from './recurring.ts'
import { type Renewed, writeRenewed } from './renewed.ts'
import { closeReplaced } from './replaced-order.ts'

/** Settles a renewal or a reactivation, for which an order is made; paid, it closes the unpaid order that it replaces. */
export const settleRenewal: Settler<'renewal'> = async (tx, settling, purchase) => {
  const made = await makeRows(tx, settling)
  if (!made) return undefined
  const { plan, renewed } = purchase
  const { isPaid, at, clock } = settling
  const replaced = isPaid ? await closeReplaced(tx, plan, { subscriptionId: renewed.id, orderId: made.orderId, at }) : undefined
  const by = { orderId: made.orderId, counted: customerCount(plan, isPaid, clock), replaced: replaced?.change }
  return { ...made, renewed: await changeRenewed(tx, settling, purchase, by), others: replaced?.events }
}

/** Settles another attempt to pay the open order of a renewal. */
export const settleOpenOrder: Settler<'openOrder'> = async (tx, settling, purchase) => {
  const made = await makeRows(tx, settling)
  if (!made) return undefined
  const { plan, orderId } = purchase
  const { isPaid, at, clock } = settling
  if (isPaid) await payOrder(tx, plan, orderId, at)
  const counted = isPaid ? customerCount(plan, isPaid, clock) : undefined
  return { ...made, renewed: await changeRenewed(tx, settling, purchase, { orderId, counted }) }
}

/** Marks an open order as paid, with its payment method and its current address, of which a trigger makes a frozen one, and numbers its lines. */
async function payOrder(tx: Tx, plan: Plan, id: bigint, at: Date): Promise<void> {
  const { storeId, addressId, paymentMethodId } = plan
  await tx.$executeRaw`
    WITH numbered AS (
      UPDATE order_product AS line SET paid_number = held.paid_orders + 1
      FROM subscription AS held WHERE line.store_id = ${storeId}::bigint AND line.order_id = ${id}::bigint AND ${countsAsPaid(plan)}::boolean
        AND held.store_id = line.store_id AND held.id = line.subscription_id
    )
    UPDATE "order" SET financial_status = 'paid', paid_at = ${at}::timestamptz, address_id = ${addressId}::bigint,
      payment_method_id = ${paymentMethodId ?? null}::bigint
    WHERE store_id = ${storeId}::bigint AND id = ${id}::bigint AND financial_status = 'unpaid' ${keptPlan}`
}

type RenewalChange = {
  orderId: bigint
  /** The customer's counters. */
  counted: Prisma.Sql | undefined
  /** The changes of closing the order that it replaces. */
  replaced?: object | undefined
}

/**
 * Applies the change of a renewed subscription, and then of its customer: other writes lock them in that order. Its credit and coupons belong
 * to the order of the first attempt: they are used when it is paid and reserved for it until then.
 *
 * @returns the old and new values, if there is a subscription.
 */
async function changeRenewed(
  tx: Tx,
  { isPaid, at, charge, settledAt }: Settling,
  { plan, renewed: part }: Purchase<'renewal' | 'openOrder'>,
  { orderId, counted, replaced }: RenewalChange,
): Promise<Renewed | undefined> {
  const { storeId, totals, isTriedAgain, subscriptionCouponIds } = plan
  const isOfOrder = isPaid || isTriedAgain
  const kept = isOfOrder && { unpaidOrderId: isPaid ? null : Number(orderId) }
  const recurring = isPaid ? recurringOfPlan(plan) : {}
  const change = { ...changeOf(part, charge), ...recurring, ...kept, ...replaced }
  const renewed = await writeRenewed(tx, { storeId, id: part.id }, change, {
    brought: isPaid ? totals.charge : 0,
    spent: isOfOrder ? (part.creditSpent ?? 0) : 0,
    paidAt: isPaid && countsAsPaid(plan) ? at : undefined,
    pageDueAt: wantsCustomer(charge) && isTriedAgain ? settledAt : undefined,
    counted,
  })
  if (isOfOrder && subscriptionCouponIds.length > 0) await (isPaid ? useCoupons(tx, plan, at) : reserveCoupons(tx, plan, orderId))
  return renewed
}

/** Whether the bank wants the customer to confirm the payment. */
const wantsCustomer = (charge: Charge): boolean => charge.result === 'declined' && charge.advice === 'customer'

/** The changes of a payment to the subscription it renews; a plan of version 1 has no reason for the past due status. */
function changeOf({ paid, declined, declinedForGood }: RenewedPart, charge: Charge): object {
  if (charge.result === 'captured') return { pastDueReason: null, ...paid }
  const because = (pastDueReason: PastDueReason) => declined?.lastFailedRenewal && { pastDueReason }
  const forCustomer = wantsCustomer(charge) && because('customer_action')
  return { ...because('declined'), ...declined, ...(isForGood(charge) && declinedForGood), ...forCustomer }
}

const couponsOf = ({ storeId, subscriptionCouponIds: ids }: Plan) => ({ storeId, id: { in: ids } })

async function reserveCoupons(tx: Tx, plan: Plan, unpaidOrderId: bigint): Promise<void> {
  await tx.subscriptionCoupon.updateMany({ where: couponsOf(plan), data: { unpaidOrderId } })
}

async function useCoupons(tx: Tx, plan: Plan, at: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE subscription_coupon SET num_renewals = GREATEST(num_renewals - 1, 0), unpaid_order_id = NULL, holds_use = false,
      applied_at = CASE WHEN num_renewals <= 1 AND NOT forever THEN ${at}::timestamptz END
    WHERE store_id = ${plan.storeId}::bigint AND id = ANY(${plan.subscriptionCouponIds}::bigint[])`
}
