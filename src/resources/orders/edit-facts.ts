/** The facts of an edit that are not in the rows of the order itself. */
import type { Shape } from '../../db/shape.ts'
import type { EditedOrder } from '../../purchases/edit/edited-order.ts'
import type { Write } from '../../writes/write.ts'

/** Whether an order, and each of its unsent parcels, goes to an address of the customer as that is now. */
export async function isSentThere({ tx, viewer }: Write, { order, parcels }: EditedOrder, addressId: bigint): Promise<boolean> {
  if (parcels.some(({ shipment }) => shipment.shipAddressId !== addressId)) return false
  const [frozen] = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT frozen.id FROM address AS live JOIN address AS frozen
      ON frozen.store_id = live.store_id AND frozen.customer_id = live.customer_id AND frozen.frozen_key = address_content(live)
    WHERE live.store_id = ${viewer.storeId}::bigint AND live.id = ${addressId}::bigint`
  return frozen?.id === order.addressId
}

/** The lines of an order that a refund names, be it done, under way or failed. */
export async function refundedLineIds({ tx, viewer }: Write, { id: orderId }: Shape<'Order'>): Promise<ReadonlySet<bigint>> {
  const { storeId } = viewer
  const rows = await tx.refundLine.findMany({
    where: { storeId, orderProduct: { storeId, orderId } },
    select: { orderProductId: true },
  })
  return new Set(rows.map(({ orderProductId }) => orderProductId))
}
