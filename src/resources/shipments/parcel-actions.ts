/** Actions on shipments, each a mutation of one shipment and one of many: locked together, each checked, then all changed by the same statements. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core'
import { type BulkWrite, bulkMutation, writeAlone } from '../../records/bulk.ts'
import type { RunMutation } from '../../schema/mutation-options.ts'
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
  /** The sentence of one shipment, and that of many: `Cancels up to 300 shipments`. */
  description: string
  ofMany: (shipments: string) => string
  emits: readonly [EventType, ...EventType[]]
  /** The fields of its input, of which `id` names the shipment. */
  input: (t: Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]) => Fields
  /** Checks the input of one shipment. Throws the Refusal of one that does not allow the action. */
  plan: (parcel: Parcel, asked: InputShapeFromFields<Fields>, now: Date) => Planned
  /** Changes the shipments, with the same number of statements for any number of them. Returns the changes of each. */
  apply: (write: Write, parcels: Parcels, planned: readonly Planned[]) => Promise<ReadonlyMap<Shipment, Changes>>
}

/** The most shipments of one write; GraphQL takes fewer, within the bounds of its documents. */
const most = 300
const mostOnRest = 1_000
const upTo = `up to ${most} shipments as one write (${mostOnRest.toLocaleString('en-US')} over REST)`

const idOf = (asked: unknown): bigint => readId(field('id'), String((asked as { id: string }).id))

/** Declares the mutations of an action: of one shipment and of many. @param verb that begins their names: `cancel`. @returns that of one. */
export function parcelAction<Fields extends InputFieldMap, Planned extends { parcel: Parcel }>(
  verb: string,
  { description, ofMany, emits, input, plan, apply }: ParcelAction<Fields, Planned>,
): RunMutation<InputShapeFromFields<Fields>> {
  const bulk: BulkWrite<InputShapeFromFields<Fields>, Parcels, Planned> = {
    ...{ list: 'shipments', record: 'shipment', resource: 'Shipment', emits, most, mostOnRest, key: 'id' },
    async lock(write, given, faults) {
      const ids = faults.each(given, idOf).filter((id) => id !== undefined)
      const parcels = await lockParcels(write, ids)
      const [only, ...others] = parcels.byId.values()
      // The log entry of a refusal names them as well.
      if (only && others.length === 0) Object.assign(write.subject, subjectOf(only))
      return parcels
    },
    judge(asked, { found, write, isAlone, checkUnchanged }) {
      const id = idOf(asked)
      const parcel = found.byId.get(id)
      if (!parcel) throw notFound(isAlone ? undefined : say`There is no shipment ${String(id)}: ${field('id')} must name one.`)
      checkUnchanged(parcel.shipment)
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
  const run = mutation(name, {
    description,
    emits,
    input,
    shows: { field: 'shipment', resource: 'Shipment' },
    write: (write, asked) => writeAlone(write, bulk, asked),
  })
  bulkMutation(`${name}s`, bulk, {
    description: `${ofMany(upTo)}, each as \`${name}\` does.`,
    input: {
      ...{ type: `${capital(verb)}ShipmentsRecordInput`, description: `A shipment of \`${name}s\`.` },
      ...{ called: 'The shipments', fields: input },
    },
  })
  return run
}
