/** The one shipment of a write, which its log entry refers to. */
import { notFound } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'
import { lockParcels, type Parcel, type Parcels, subjectOf } from './parcels.ts'

/**
 * Locks a shipment with its orders and fulfillments.
 *
 * @throws Refusal NOT_FOUND for one that is missing or another's.
 */
export async function lockParcel(write: Write, id: string): Promise<{ parcel: Parcel; parcels: Parcels }> {
  const shipmentId = readId(field('id'), id)
  const parcels = await lockParcels(write, [shipmentId])
  const parcel = parcels.byId.get(shipmentId)
  if (!parcel) throw notFound()
  Object.assign(write.subject, subjectOf(parcel))
  return { parcel, parcels }
}
