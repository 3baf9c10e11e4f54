/** Plans shipments for what leaves others: a part that is not sent with them, or goes to another address. */
import type { Shape } from '../db/shape.ts'
import { wholeSecond } from '../values/time.ts'
import type { Subject } from '../writes/result.ts'
import type { Write } from '../writes/write.ts'

/** A shipment that something leaves: the subject of the event, and the address of the new one. */
type LeftShipment = { shipment: Shape<'Shipment'>; subject: Subject; shipAddressId: bigint }

/** Plans a shipment for what leaves each of some. @returns its id, by that of the shipment that it leaves. */
export async function splitShipments(write: Write, left: readonly LeftShipment[]): Promise<ReadonlyMap<bigint, bigint>> {
  const ids = await write.nextIds('Shipment', left.length)
  const createdAt = wholeSecond(write.now)
  const split = left.map((each, place) => ({ ...each, id: ids[place] as bigint }))
  await write.insertAll(
    'Shipment',
    split.map(({ id, shipAddressId, shipment: { customerId, adjustedOrderedAt, isTest } }) => ({
      ...{ id, customerId, shipAddressId, adjustedOrderedAt, isTest, createdAt, status: 'unshipped' as const },
    })),
  )
  for (const { id, shipment, subject } of split) {
    const changes = { leftBy: { from: null, to: shipment.id } }
    write.emit({ type: 'shipment.split', recordType: 'shipment', id, ...subject, changes })
  }
  return new Map(split.map(({ shipment, id }) => [shipment.id, id]))
}
