/** Runs an action on shipments, one or many in a write: locked together, each checked, then all changed by the same statements. */

import { RecordFaults, severalOf } from '../../records/record-faults.ts'
import { notFound } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import type { Changes } from '../../writes/changes.ts'
import type { EventType } from '../../writes/event-types.ts'
import type { Written, WrittenRecord } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { lockParcel } from './one.ts'
import { lockParcels, type Parcel, type Parcels, type Shipment, subjectOf } from './parcels.ts'

/** An action on shipments, in two steps: all are planned before any is changed. */
export type ParcelAction<Asked, Planned extends { parcel: Parcel }> = {
  emits: readonly [EventType, ...EventType[]]
  /** Checks the input of one shipment. Throws the Refusal of one that does not allow the action. */
  plan: (parcel: Parcel, asked: Asked, now: Date) => Planned
  /** Changes the shipments, with the same number of statements for any number of them. Returns the changes of each. */
  apply: (write: Write, parcels: Parcels, planned: readonly Planned[]) => Promise<ReadonlyMap<Shipment, Changes>>
}

/** The most shipments of one write; GraphQL takes fewer, within the bounds of its documents. */
const maxShipments = 300
const maxOnRest = 1_000

/** The number of shipments, as descriptions state it. */
export const upToShipments = `up to ${maxShipments} shipments as one write (${maxOnRest.toLocaleString('en-US')} over REST)`
export const theShipments = `The shipments, 1 to ${maxShipments}.`

/** Runs an action on one shipment. */
export async function writeOne<Asked, Planned extends { parcel: Parcel }>(
  write: Write,
  { plan, apply }: ParcelAction<Asked, Planned>,
  id: string,
  asked: Asked,
): Promise<Written> {
  const { parcel, parcels } = await lockParcel(write, id)
  const changes = await apply(write, parcels, [plan(parcel, asked, write.now)])
  return { id: parcel.shipment.id, changes: changes.get(parcel.shipment) ?? {} }
}

/** Runs an action on several shipments. @throws Refusal with the faults of all, unless the policy is `keep_going`. */
export async function writeSeveral<Asked extends { id: string | number }, Planned extends { parcel: Parcel }>(
  write: Write,
  { plan, apply }: ParcelAction<Asked, Planned>,
  input: { shipments: readonly Asked[] },
): Promise<Written> {
  const most = write.context.surface === 'rest' ? maxOnRest : maxShipments
  const { given, policy } = severalOf<Asked>(input, 'shipments', most)
  const faults = new RecordFaults(write, 'shipments', given.length)
  faults.refuseTwice(
    given.map(({ id }) => String(id)),
    'id',
  )
  const named = given.flatMap((asked, index) =>
    faults.judge(index, () => ({ asked, index, id: readId(field('id'), String(asked.id)) })),
  )
  const parcels = await lockParcels(
    write,
    named.map(({ id }) => id),
  )
  const planned = named.flatMap(({ asked, index, id }) =>
    faults.judge(index, () => {
      const parcel = parcels.byId.get(id)
      if (!parcel) throw notFound(say`There is no shipment ${String(id)}: ${field('id')} must name one.`)
      return { index, ...plan(parcel, asked, write.now) }
    }),
  )
  faults.check(policy)
  const changes = planned.length > 0 ? await apply(write, parcels, planned) : new Map<Shipment, Changes>()
  const done = planned.map(({ index, parcel }): WrittenRecord => {
    const { shipment } = parcel
    return { index, id: shipment.id, ...subjectOf(parcel), change: 'updated', changes: changes.get(shipment) ?? {} }
  })
  return { many: faults.results(done) }
}
