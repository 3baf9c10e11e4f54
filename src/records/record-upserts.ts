/**
 * Writes records by their external ids, one or many: a record that is not there is made, one that is archived is restored, and of the
 * others what is given is changed. All are checked, then all are written, each table by one statement.
 */
import type { ModelName } from '../db/shape.ts'
import { models } from '../resources/data-model.ts'
import { mutation } from '../resources/describe.ts'
import { inputFields } from '../schema/inputs.ts'
import { capital, inWords, withArticle } from '../schema/wording.ts'
import { snakeCase } from '../values/text.ts'
import { changeable, type WritableTable } from '../values/writable.ts'
import { complete, differing } from '../values/written-values.ts'
import { changesOf, changesOfNew } from '../writes/changes.ts'
import { eventTypeOf } from '../writes/event-types.ts'
import type { Write } from '../writes/write.ts'
import { type BulkResult, type BulkWrite, bulkMutation, writeAlone } from './bulk.ts'
import { declaredWrites } from './declared-writes.ts'
import { linkedIdsOf, linksOf, relinkAll, without } from './linked-ids.ts'
import type { RecordFaults } from './record-faults.ts'
import { noSuch, refuseTaken } from './record-links.ts'
import { refuseTakenIn } from './record-taken.ts'

type FieldValues = Readonly<Record<string, unknown>>

/** A row that is there already. */
type HeldRecord = FieldValues & { id: bigint; externalId: string | null }

/** The records of a model, as their table of fields describes them. */
export type UpsertedRecords = {
  model: ModelName
  fields: WritableTable
  check: ((record: never) => void) | undefined
  derive: (record: never) => object
  columns: ((write: Write, row: object) => object | Promise<object>) | undefined
  archivedBy: string | undefined
  afterwards: ((write: Write, row: never, change: never, given: never) => void | Promise<void>) | undefined
}

/** The values to write: the columns of a new record, or what changes of one that is there. */
type RecordPlan = {
  index: number
  held: HeldRecord | undefined
  isRestored: boolean
  values: FieldValues
  beside: FieldValues
}

/** The rows that are there, and what each is linked to. */
type HeldRecords = {
  rows: ReadonlyMap<unknown, HeldRecord>
  linked: ReadonlyMap<bigint, Readonly<Record<string, readonly bigint[]>>>
}

/** The write of several records by their external ids. */
function upserting(
  of: UpsertedRecords,
  record: string,
  list: string,
): BulkWrite<FieldValues, HeldRecords, Omit<RecordPlan, 'index'>> {
  const { model, fields, archivedBy } = of
  const eventOf = (change: string) => eventTypeOf(`${snakeCase(record)}.${change}`)
  const emits = [eventOf('created'), eventOf('updated'), ...(archivedBy === undefined ? [] : [eventOf('restored')])] as const
  return {
    ...{ list, record, resource: model, emits, most, key: 'externalId' },
    async lock(write, given) {
      await write.lockKind(model)
      const ids = [...new Set(given.map(({ externalId }) => externalId as string))]
      const rows = (await write.lockAll(model, { externalId: { in: ids } })) as unknown as HeldRecord[]
      const linked = await linkedIdsOf(
        write,
        model,
        linksOf(fields),
        rows.map(({ id }) => id),
      )
      return { rows: new Map(rows.map((row) => [row.externalId, row])), linked }
    },
    judge(given, { found: { rows, linked }, compare }) {
      const held = rows.get(given.externalId)
      const sent = compare(held)
      const staysArchived = archivedBy !== undefined && archivedBy in sent
      return { ...planOf(of, held && { ...held, ...linked.get(held.id) }, given, staysArchived), held }
    },
    async refuse(write, plans, faults) {
      await refuseMissing(write, fields, plans, faults)
      await refuseTakenIn(write, of, plans, faults)
    },
    writeAll: (write, plans, { linked }) => writePlans(write, of, plans, linked),
  }
}

/** Decides what is written of a record. Pure. @param staysArchived whether it was sent back as archived. */
function planOf(
  { fields, check, derive, archivedBy }: UpsertedRecords,
  row: HeldRecord | undefined,
  given: FieldValues,
  staysArchived: boolean,
) {
  const derived = derive as (record: FieldValues) => FieldValues
  if (!row) {
    const values = complete(fields, given as never) as FieldValues
    check?.(values as never)
    return { isRestored: false, values: { ...values, ...derived(values) }, beside: {} }
  }
  const isRestored = archivedBy !== undefined && !staysArchived && Boolean(row[archivedBy])
  const changed: FieldValues = differing(changeable(fields), row, given as never)
  const whole = { ...row, ...changed }
  if (Object.keys(changed).length > 0) check?.(whole as never)
  const beside = archivedBy !== undefined && isRestored ? { [archivedBy]: row[archivedBy] === true ? false : null } : {}
  return { isRestored, values: { ...changed, ...changesFrom(row, derived(whole)) }, beside }
}

/** The values that differ from a row's. */
const changesFrom = (row: FieldValues, values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(changesOf(row, values)).map(([name, { to }]) => [name, to]))

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
  { model, fields, columns, afterwards }: UpsertedRecords,
  plans: readonly RecordPlan[],
  linked: HeldRecords['linked'],
): Promise<BulkResult[]> {
  const links = linksOf(fields)
  const isDated = models.get(model)?.columns.has('createdAt')
  const added = plans.filter(({ held }) => !held)
  const fresh = await Promise.all(
    added.map(async ({ values }) => ({
      ...without(links, values),
      ...(isDated && { createdAt: write.now }),
      ...(await columns?.(write, values)),
    })),
  )
  const made = await write.createAll(model, fresh as never).catch(refuseTaken(model, fields))
  const kept = plans.flatMap(({ held, values, beside }) =>
    held ? [[held, { ...without(links, values), ...beside } as Partial<HeldRecord>] as const] : [],
  )
  const changed = await write.changeAll(new Map(kept)).catch(refuseTaken(model, fields))
  const ids = new Map(plans.map((plan) => [plan, plan.held?.id ?? (made[added.indexOf(plan)] as bigint)]))
  const relinked = [...ids].map(([plan, id]) => ({ id, before: linked.get(id) ?? {}, after: plan.values }))
  await relinkAll(write, model, links, relinked)
  return Promise.all(
    [...ids].map(async ([{ held, isRestored, values }, id]) => {
      const customerId = model === 'Customer' ? id : ((held?.customerId ?? values.customerId) as bigint | undefined)
      const about = { id, ...(customerId !== undefined && { customerId }) }
      if (!held) return { ...about, made: 'created', changes: changesOfNew(values) }
      const ofLinks = links.flatMap(([name]) => (name in values ? [[name, values[name]]] : []))
      const changes = { ...changed.get(held), ...changesOf<object>(linked.get(id) ?? {}, Object.fromEntries(ofLinks)) }
      if (Object.keys(changes).length > 0) await afterwards?.(write, held as never, { ...values } as never, {} as never)
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
export function declareUpserts(of: UpsertedRecords, name: string, plural: string): void {
  const { model, fields } = of
  const called = withArticle(inWords(model))
  const bulk = upserting(of, name, plural)
  const what = `made, unless one has its external id; then what is given of that is changed, and it is restored if it was archived`
  declaredWrites.set(`upsert${capital(name)}`, { model, key: undefined, fields })
  declaredWrites.set(`upsert${capital(plural)}`, { model, key: undefined, list: plural, fields })
  mutation(`upsert${capital(name)}`, {
    description: `Makes or changes ${called}: it is ${what}.`,
    emits: bulk.emits,
    shows: { field: name, resource: model },
    input: (t) => recordFields(t, fields),
    write: (write, given) => writeAlone(write, bulk, given as FieldValues),
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
