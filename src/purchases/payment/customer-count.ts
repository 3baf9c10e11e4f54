/** Counts a purchase on its customer: orders, subscriptions, revenue, and the time of the last order. */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Clock } from '../../db/clock.ts'
import { staysOpen } from './plan.ts'
import type { Plan } from './stored-plan.ts'

/** The update of the customer's counters, as an UPDATE that ends with a condition. */
export function customerCount(plan: Plan, isPaid: boolean, clock: Clock): Prisma.Sql {
  const begun = isPaid ? plan.lines.filter(({ subscription }) => subscription && subscription.id === undefined).length : 0
  // The trigger subscription_summaries would set the status by another update; new subscriptions are active, which comes before any other.
  const isNew = plan.orderId === undefined
  // The trigger order_placed_counted takes off orders that close unpaid later on.
  const placed = isNew && staysOpen(plan, isPaid) ? 1 : 0
  // A new order sets the mark at its request and again here, since it may be settled late: the guard then starts anew.
  const marked = isNew
    ? Prisma.sql`coalesce((SELECT clock_now FROM store WHERE id = ${plan.storeId}::bigint), ${clock.inSql()})`
    : Prisma.sql`last_order_at`
  return Prisma.sql`
      UPDATE customer SET num_orders = num_orders + ${placed}::int, num_subscriptions = num_subscriptions + ${begun}::int,
        total_revenue = total_revenue + ${isPaid ? plan.totals.charge : 0}::bigint, last_order_at = ${marked},
        subscription_status = CASE WHEN ${begun}::int > 0 THEN 'active' ELSE subscription_status END
      WHERE store_id = ${plan.storeId}::bigint AND id = ${plan.customerId}::bigint`
}
