/**
 * Writes records by their external ids, one or many: a record that is not there is made, one that is archived is restored, and of the
 * others what is given is changed. All are checked, then all are written, each table by one statement.
 */
import type { ModelName } from '../db/shape.ts'
import { mutation } from '../resources/describe.ts'
import { inputFields } from '../schema/inputs.ts'
import { capital, inWords } from '../schema/wording.ts'
import { changeable, type GivenOf, type WritableTable } from '../values/writable.ts'
import { differing } from '../values/written-values.ts'
import { changesOfNew } from '../writes/changes.ts'
import type { Write } from '../writes/write.ts'
import { type BulkResult, type BulkWrite, bulkMutation, writeAlone } from './bulk.ts'
import { declaredWrites } from './declared-writes.ts'
import { linkedIdsOf, relink, without } from './linked-ids.ts'
import { columnsOfNew, timeOfNew } from './record-create.ts'
import type { RecordFaults } from './record-faults.ts'
import { noSuch, refuseTaken } from './record-links.ts'
import { refuseTakenIn } from './record-taken.ts'
import { eventOf, type HeldRow, type RecordType, type RecordValues } from './record-type.ts'
import { changedValues, liveValue, newValues, withoutSecrets } from './record-values.ts'

/** A row that is there already, with its external id. */
type HeldRecord = HeldRow & { externalId: string | null }

/** The values to write: the columns of a new record, or what changes of one that is there. */
type RecordPlan = {
  index: number
  held: HeldRecord | undefined
  isRestored: boolean
  values: RecordValues
  beside: RecordValues
}

/** The rows that are there, and what each is linked to. */
type HeldRecords = {
  rows: ReadonlyMap<unknown, HeldRecord>
  linked: ReadonlyMap<bigint, Readonly<Record<string, readonly bigint[]>>>
}

/** The write of several records by their external ids. */
function upserting(record: RecordType, list: string): BulkWrite<RecordValues, HeldRecords, Omit<RecordPlan, 'index'>> {
  const { model, name, fields, links, archivedBy } = record
  const restored = archivedBy === undefined ? [] : [eventOf(name, 'restored')]
  return {
    ...{ list, record: name, resource: model, most, key: 'externalId' },
    emits: [eventOf(name, 'created'), eventOf(name, 'updated'), ...restored],
    async lock(write, given) {
      await write.lockKind(model)
      const ids = [...new Set(given.map(({ externalId }) => externalId as string))]
      const rows = (await write.lockAll(model, { externalId: { in: ids } })) as HeldRecord[]
      const held = rows.map(({ id }) => id)
      return { rows: new Map(rows.map((row) => [row.externalId, row])), linked: await linkedIdsOf(write, model, links, held) }
    },
    judge(given, { found: { rows, linked }, compare }) {
      const held = rows.get(given.externalId)
      const sent = compare(held)
      const staysArchived = archivedBy !== undefined && archivedBy in sent
      return { ...planOf(record, held && { ...held, ...linked.get(held.id) }, given, staysArchived), held }
    },
    async refuse(write, plans, faults) {
      await refuseMissing(write, fields, plans, faults)
      await refuseTakenIn(write, record, plans, faults)
    },
    writeAll: (write, plans, { linked }) => writePlans(write, record, plans, linked),
  }
}

/** Decides what is written of a record. Pure. @param staysArchived whether it was sent back as archived. */
function planOf(record: RecordType, row: HeldRecord | undefined, given: RecordValues, staysArchived: boolean) {
  if (!row) return { isRestored: false, values: newValues(record, given), beside: {} }
  const { model, fields, archivedBy } = record
  const isRestored = archivedBy !== undefined && !staysArchived && Boolean(row[archivedBy])
  const values = changedValues(record, row, differing(changeable(fields), row, given as GivenOf<WritableTable>))
  return { isRestored, values, beside: isRestored ? liveValue(model, archivedBy) : {} }
}

/** Refuses references to records that the writer does not see; those that are there are kept from being deleted. */
async function refuseMissing(
  write: Write,
  fields: WritableTable,
  plans: readonly RecordPlan[],
  faults: RecordFaults,
): Promise<void> {
  const named = plans.flatMap(({ index, values }) =>
    Object.entries(fields).flatMap(([name, { refersTo }]) =>
      refersTo === undefined
        ? []
        : [values[name] ?? []].flat().map((id) => ({ index, name, model: refersTo as ModelName, id: id as bigint })),
    ),
  )
  for (const [model, asked] of Map.groupBy(named, ({ model }) => model)) {
    const found = await write.findAll(model, [...new Set(asked.map(({ id }) => id))])
    for (const { index, name, id } of asked) if (!found.has(id)) faults.refuse(index, noSuch(model, id, name))
  }
}

/** Writes what is planned. */
async function writePlans(
  write: Write,
  record: RecordType,
  plans: readonly RecordPlan[],
  linked: HeldRecords['linked'],
): Promise<BulkResult[]> {
  const { model, fields, links, update } = record
  const added = plans.filter(({ held }) => !held)
  const fresh = await Promise.all(
    added.map(async ({ values }) => ({ ...(await columnsOfNew(write, record, values)), ...timeOfNew(write, model) })),
  )
  const made = await write.createAll(model, fresh).catch(refuseTaken(model, fields))
  const kept = plans.flatMap(({ held, values, beside }) =>
    held ? [[held, { ...without(links, values), ...beside } as Partial<HeldRecord>] as const] : [],
  )
  const changed = await write.changeAll(new Map(kept)).catch(refuseTaken(model, fields))
  const ids = new Map(plans.map((plan) => [plan, plan.held?.id ?? (made[added.indexOf(plan)] as bigint)]))
  const relinked = [...ids].map(([plan, id]) => ({ id, before: linked.get(id), after: plan.values }))
  const ofLinks = await relink(write, model, links, relinked)
  return Promise.all(
    [...ids].map(async ([{ held, isRestored, values }, id]) => {
      const customerId = model === 'Customer' ? id : ((held?.customerId ?? values.customerId) as bigint | undefined)
      const about = { id, ...(customerId !== undefined && { customerId }) }
      if (!held) return { ...about, made: 'created', changes: changesOfNew(withoutSecrets(record, values)) }
      const changes = { ...changed.get(held), ...ofLinks.get(id) }
      if (Object.keys(changes).length > 0) await update?.afterwards?.(write, held, values, {})
      return { ...about, made: isRestored ? 'restored' : undefined, changes }
    }),
  )
}

/** The most records of one write. */
const most = 100

type InputFields = Parameters<NonNullable<Parameters<typeof mutation>[1]['input']>>[0]

/** The fields of one record. */
const recordFields = (t: InputFields, fields: WritableTable) => ({
  externalId: t.string({
    required: true,
    description: 'The identifier that another system knows it by, at most 255 characters.',
  }),
  ...inputFields(t, Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'externalId'))),
})

/** Declares the mutations that make or change records by their external ids: one, and many. @param plural the name of many. */
export function declareUpserts(record: RecordType, plural: string): void {
  const { model, name, called, fields } = record
  const bulk = upserting(record, plural)
  const what = `made, unless one has its external id; then what is given of that is changed, and it is restored if it was archived`
  declaredWrites.set(`upsert${capital(name)}`, { model, key: undefined, fields })
  declaredWrites.set(`upsert${capital(plural)}`, { model, key: undefined, list: plural, fields })
  mutation(`upsert${capital(name)}`, {
    description: `Makes or changes ${called}: it is ${what}.`,
    emits: bulk.emits,
    shows: { field: name, resource: model },
    changes: model,
    input: (t) => recordFields(t, fields),
    write: (write, given) => writeAlone(write, bulk, given as RecordValues),
  })
  bulkMutation(`upsert${capital(plural)}`, bulk, {
    description: `Makes or changes up to ${most} records as one write: each ${inWords(model)} is ${what}.`,
    input: {
      type: `${capital(name)}RecordInput`,
      description: `${capital(called)} of \`upsert${capital(plural)}\`.`,
      called: 'The records',
      fields: (t) => recordFields(t, fields),
    },
  })
}
