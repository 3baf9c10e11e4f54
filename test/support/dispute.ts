/** A dispute that is lost, of an order. */
import type { Db } from '../../src/db/connect.ts'

/** @returns its id. */
export async function addDispute(db: Db, { storeId, orderId }: { storeId: bigint; orderId: bigint }): Promise<number> {
  const about = { storeId, orderId, gateway: 'sandbox', gatewayReference: `dp_${Math.random()}`, charge: 'ch_7' }
  const dispute = await db.dispute.create({
    data: { ...about, amount: 5n, reason: 'fraudulent', status: 'lost', createdAt: new Date(0), closedAt: new Date(0) },
  })
  return Number(dispute.id)
}
