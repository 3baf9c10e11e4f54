/**
 * Writes records by their external ids, one or many: a record that is not there is made, one that is archived is restored, and of the
 * others what is given is changed. All are checked, then all are written, each table by one statement.
 */
import type { ModelName } from '../db/shape.ts'
import { models } from '../resources/data-model.ts'
import { builder, mutation, registry } from '../resources/describe.ts'
import { inputFields } from '../schema/inputs.ts'
import type { FaultPolicy } from '../schema/several.ts'
import { capital, inWords, withArticle } from '../schema/wording.ts'
import { changeable, type WritableTable } from '../values/writable.ts'
import { complete, differing } from '../values/written-values.ts'
import { type Changes, changesOf } from '../writes/changes.ts'
import type { EventType } from '../writes/event-types.ts'
import type { WrittenRecord } from '../writes/result.ts'
import { checkRecord } from '../writes/sent-back.ts'
import type { Write } from '../writes/write.ts'
import { declaredWrites } from './declared-writes.ts'
import { linkedIdsOf, linksOf, relinkAll, without } from './linked-ids.ts'
import { RecordFaults, severalOf } from './record-faults.ts'
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
  eventOf: (change: string) => EventType
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

/**
 * Writes records by their external ids.
 *
 * @param given each with its `externalId`, and the fields to write.
 * @param field the input field that lists them; none for one record, whose fields stand in the input itself.
 *
 * @throws Refusal with the faults of all records, where one is refused and the policy is not `keep_going`.
 */
async function upsertRecords(
  write: Write,
  of: UpsertedRecords,
  given: readonly FieldValues[],
  { field: list, policy }: { field?: string; policy: FaultPolicy },
): Promise<WrittenRecord[]> {
  const { model, fields } = of
  const faults = new RecordFaults(write, list, given.length)
  faults.refuseTwice(
    given.map(({ externalId }) => externalId),
    'externalId',
  )
  await write.lockKind(model)
  const ids = [...new Set(given.map(({ externalId }) => externalId as string))]
  const rows = (await write.lockAll(model, { externalId: { in: ids } })) as unknown as HeldRecord[]
  const held = new Map(rows.map((row) => [row.externalId, row]))
  const links = linksOf(fields)
  const linked = await linkedIdsOf(
    write,
    model,
    links,
    rows.map(({ id }) => id),
  )
  const plans = given.flatMap((each, index) =>
    faults.judge(index, () => {
      const row = held.get(each.externalId as string)
      const sent = checkRecord(write, registry.of(model), row, { index })
      const archived = of.archivedBy !== undefined && of.archivedBy in sent
      return { index, ...planOf(of, row && { ...row, ...linked.get(row.id) }, each, archived), held: row }
    }),
  )
  await refuseMissing(write, fields, plans, faults)
  await refuseTakenIn(write, of, plans, faults)
  faults.check(policy)
  return faults.results(
    await writePlans(
      write,
      of,
      plans.filter(({ index }) => !faults.has(index)),
      linked,
    ),
  )
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
  of: UpsertedRecords,
  plans: readonly RecordPlan[],
  linked: ReadonlyMap<bigint, Readonly<Record<string, readonly bigint[]>>>,
): Promise<WrittenRecord[]> {
  const { model, fields, columns, eventOf, afterwards } = of
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
  const ids = new Map(added.map(({ index }, place) => [index, place] as const))
  const made = await write.createAll(model, fresh as never).catch(refuseTaken(model, fields))
  const kept = plans.filter(({ held }) => held)
  const changed = await write
    .changeAll(
      new Map(
        kept.map(({ held, values, beside }) => [
          held as HeldRecord,
          { ...without(links, values), ...beside } as Partial<HeldRecord>,
        ]),
      ),
    )
    .catch(refuseTaken(model, fields))
  const idOf = ({ index, held }: RecordPlan): bigint => held?.id ?? (made[ids.get(index) ?? -1] as bigint)
  await relinkAll(
    write,
    model,
    links,
    plans.map((plan) => ({ id: idOf(plan), before: linked.get(idOf(plan)) ?? {}, after: plan.values })),
  )
  const records = plans.map(async (plan): Promise<WrittenRecord> => {
    const { index, held, isRestored, values } = plan
    const id = idOf(plan)
    const before = held ? { ...held, ...linked.get(id) } : Object.fromEntries(Object.keys(values).map((name) => [name, null]))
    const ofLinks = changesOf<object>(
      before,
      Object.fromEntries(links.flatMap(([name]) => (name in values ? [[name, values[name]]] : []))),
    )
    const changes: Changes = held ? { ...changed.get(held), ...ofLinks } : changesOf<object>(before, values)
    const isChanged = Object.keys(changes).length > 0
    if (held && isChanged) await afterwards?.(write, held as never, { ...values } as never, {} as never)
    const change = !held ? 'created' : isRestored ? 'restored' : isChanged ? 'updated' : 'unchanged'
    const customerId = model === 'Customer' ? id : ((held?.customerId ?? values.customerId) as bigint | undefined)
    return {
      ...{ index, id, change, changes },
      ...(change !== 'unchanged' && { emits: [{ type: eventOf(change) }] }),
      ...(customerId !== undefined && { customerId }),
    }
  })
  return Promise.all(records)
}

/** The most records of one write. */
const maxRecords = 100

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
  const { model, fields, archivedBy } = of
  const called = withArticle(inWords(model))
  const emits = [
    of.eventOf('created'),
    of.eventOf('updated'),
    ...(archivedBy === undefined ? [] : [of.eventOf('restored')]),
  ] as const
  const what = `made, unless one has its external id; then what is given of that is changed, and it is restored if it was archived`
  declaredWrites.set(`upsert${capital(name)}`, { model, key: undefined, fields })
  declaredWrites.set(`upsert${capital(plural)}`, { model, key: undefined, list: plural, fields })
  mutation(`upsert${capital(name)}`, {
    description: `Makes or changes ${called}: it is ${what}.`,
    emits,
    shows: { field: name, resource: model },
    input: (t) => recordFields(t, fields),
    async write(write, given) {
      const [written] = await upsertRecords(write, of, [given], { policy: 'reject_all' })
      const { index: _, ...one } = written as WrittenRecord
      return { ...one, ...(one.change === 'unchanged' && { isNothing: true as const }) }
    },
  })
  const record = builder.inputType(`${capital(name)}RecordInput`, {
    description: `${capital(called)} of \`upsert${capital(plural)}\`.`,
    fields: (t) => recordFields(t, fields),
  })
  mutation(`upsert${capital(plural)}`, {
    description: `Makes or changes up to ${maxRecords} records as one write: each ${inWords(model)} is ${what}.`,
    emits,
    many: { field: plural, record: name, resource: model },
    input: (t) => ({ [plural]: t.field({ type: [record], required: true, description: `The records, 1 to ${maxRecords}.` }) }),
    async write(write, input) {
      const { given, policy } = severalOf<FieldValues>(input, plural, maxRecords)
      return { many: await upsertRecords(write, of, given, { field: plural, policy }) }
    },
  })
}
