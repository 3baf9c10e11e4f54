/** Actions on shipments, each a mutation of one shipment and one of many: locked together, each checked, then all changed by the same statements. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core'
import { type BulkWrite, bulkMutation } from '../../records/bulk.ts'
import { capital } from '../../schema/wording.ts'
import { notFound } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import type { Changes } from '../../writes/changes.ts'
import type { EventType } from '../../writes/event-types.ts'
import type { Write } from '../../writes/write.ts'
import { type builder, mutation } from '../describe.ts'
import { lockParcels, type Parcel, type Parcels, type Shipment, subjectOf } from './parcels.ts'

/** An action on shipments, in two steps: all are planned before any is changed. */
type ParcelAction<Fields extends InputFieldMap, Planned extends { parcel: Parcel }> = {
  /** What it does to a shipment, and to many: `Cancels these, each as the mutation of one does.` */
  description: string
  ofMany: (shipments: string) => string
  emits: readonly [EventType, ...EventType[]]
  /** The shipments that it may be done to: `The shipment, which is unshipped.` */
  allowed: string
  /** The fields of its input beside the id. */
  input?: (t: Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]) => Fields
  /** Checks the input of one shipment. Throws the Refusal of one that does not allow the action. */
  plan: (parcel: Parcel, asked: InputShapeFromFields<Fields>, now: Date) => Planned
  /** Changes the shipments, with the same number of statements for any number of them. Returns the changes of each. */
  apply: (write: Write, parcels: Parcels, planned: readonly Planned[]) => Promise<ReadonlyMap<Shipment, Changes>>
}

/** The most shipments of one write; GraphQL takes fewer, within the bounds of its documents. */
const most = 300
const mostOnRest = 1_000
const upTo = `up to ${most} shipments as one write (${mostOnRest.toLocaleString('en-US')} over REST)`

/** Declares the mutations of an action: of one shipment and of many. @param verb that begins their names: `cancel`. */
export function parcelAction<Planned extends { parcel: Parcel }, Fields extends InputFieldMap = InputFieldMap>(
  verb: string,
  { description, ofMany, emits, allowed, input, plan, apply }: ParcelAction<Fields, Planned>,
): void {
  type Asked = InputShapeFromFields<Fields> & { id: string }
  const fields = (t: Parameters<NonNullable<typeof input>>[0]) => ({
    id: t.id({ required: true, description: allowed }),
    ...(input?.(t) as Fields),
  })
  const bulk: BulkWrite<Asked, Parcels, Planned> = {
    ...{ list: 'shipments', record: 'shipment', resource: 'Shipment', emits, most, mostOnRest, key: 'id' },
    lock(write, given, faults) {
      const ids = faults.each(given, ({ id }) => readId(field('id'), String(id)))
      return lockParcels(
        write,
        ids.filter((id) => id !== undefined),
      )
    },
    judge(asked, { found, write }) {
      const parcel = found.byId.get(readId(field('id'), String(asked.id)))
      if (!parcel) throw notFound(say`There is no shipment ${String(asked.id)}: ${field('id')} must name one.`)
      return plan(parcel, asked, write.now)
    },
    async writeAll(write, planned, parcels) {
      const changes = await apply(write, parcels, planned)
      return planned.map(({ parcel }) => {
        const { shipment } = parcel
        return { id: shipment.id, ...subjectOf(parcel), changes: changes.get(shipment) ?? {} }
      })
    },
  }
  const name = `${verb}Shipment`
  mutation(name, {
    description,
    emits,
    input: fields as never,
    shows: { field: 'shipment', resource: 'Shipment' },
    async write(write, given) {
      const asked = given as Asked
      const parcels = await lockParcels(write, [readId(field('id'), asked.id)])
      const [parcel] = parcels.byId.values()
      if (!parcel) throw notFound()
      Object.assign(write.subject, subjectOf(parcel))
      const changes = await apply(write, parcels, [plan(parcel, asked, write.now)])
      return { id: parcel.shipment.id, changes: changes.get(parcel.shipment) ?? {} }
    },
  })
  bulkMutation(`${name}s`, bulk as never, {
    description: `${ofMany(upTo)}, each as \`${name}\` does.`,
    input: {
      ...{ type: `${capital(verb)}ShipmentsRecordInput`, description: `A shipment of \`${name}s\`.` },
      ...{ called: 'The shipments', fields: fields as never },
    },
  })
}
