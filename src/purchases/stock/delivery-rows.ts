/** The rows of the deliveries of a purchase, as parts of the statement that makes its order. */

import { Prisma } from '../../../prisma/generated/client/client.ts'
import { storedText } from '../../values/json-ids.ts'
import type { Plan } from '../payment/stored-plan.ts'
import { lineSums } from '../price/line-sums.ts'
import { sharesOf } from '../price/spread.ts'
import { parcelsOf } from './deliveries.ts'

/** The parts that make the parcels and their deliveries, dated from the payment of the order; `settled` and `planned` are parts before them. */
export function deliveries({ lines, totals, storeId, customerId, addressId, isTest }: Plan, paidAt: Date): Prisma.Sql[] {
  const planned = parcelsOf(lines, paidAt)
  const parcels = planned.map(({ due }, number) => ({ number, due }))
  // The deliveries of a line have as many pieces each.
  const shares = lineSums(lines, totals).map((line, index) =>
    sharesOf(line, Array(lines[index]?.subscription?.cycles ?? 1).fill(1)),
  )
  const contents = planned.flatMap((parcel, number) =>
    parcel.deliveries.map((delivery) => ({ ...delivery, ...shares[delivery.lineIndex]?.[delivery.cycle - 1], parcel: number })),
  )
  return [
    Prisma.sql`
    parcel AS MATERIALIZED (
      SELECT nextval('shipment_id_seq') AS id, given.* FROM settled, jsonb_to_recordset(${storedText(parcels)}::jsonb) AS given ("number" int, "due" timestamptz)
    )`,
    Prisma.sql`
    sent AS (
      INSERT INTO shipment (store_id, id, customer_id, ship_address_id, adjusted_ordered_at, created_at, is_test, status)
      SELECT ${storeId}::bigint, id, ${customerId}::bigint, ${addressId}::bigint, due, ${paidAt}::timestamptz, ${isTest}::boolean, 'unshipped'
      FROM parcel
    )`,
    Prisma.sql`
    delivered AS (
      INSERT INTO fulfillment (store_id, shipment_id, order_id, subscription_id, instance_id, quantity, taken, shipping, tax,
        cycle_number, total_cycles, fulfillment_date, adjusted_fulfillment_date, is_test, status)
      SELECT ${storeId}::bigint, parcel.id, planned.order_id, planned.subscription_id, planned."productInstanceId", planned.quantity,
        CASE WHEN planned."isTracked" AND delivery.cycle = 1 THEN planned.quantity ELSE 0 END, delivery.shipping, delivery.tax,
        delivery.cycle, delivery.cycles, parcel.due, parcel.due, ${isTest}::boolean, 'open'
      FROM jsonb_to_recordset(${storedText(contents)}::jsonb) AS delivery ("parcel" int, "lineIndex" int, "cycle" int, "cycles" int, "shipping" bigint, "tax" bigint)
      JOIN parcel ON parcel.number = delivery.parcel
      JOIN planned ON planned.number = delivery."lineIndex"
      ORDER BY delivery.parcel, delivery."lineIndex", delivery.cycle
    )`,
  ]
}
