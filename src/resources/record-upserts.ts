/**
 * Writes records by their external ids, one or many: a record that is not there is made, one that is archived is restored, and of the
 * others what is given is changed. All are checked, then all are written, each table by one statement.
 */
import type { ModelName } from '../db/shape.ts'
import { inputFields } from '../schema/inputs.ts'
import type { FaultPolicy } from '../schema/several.ts'
import { capital, inWords, withArticle } from '../schema/wording.ts'
import { badInput, Refusal } from '../values/errors.ts'
import { at, Faults, faultsOf } from '../values/faults.ts'
import { field, say } from '../values/sentence.ts'
import { changeable, type WritableTable } from '../values/writable.ts'
import { complete, differing } from '../values/written-values.ts'
import { type Changes, changesOf } from '../writes/changes.ts'
import type { EventType } from '../writes/event-types.ts'
import type { WrittenRecord } from '../writes/result.ts'
import type { Write } from '../writes/write.ts'
import { models } from './data-model.ts'
import { declaredWrites } from './declared-writes.ts'
import { builder, mutation, registry } from './describe.ts'
import { linkedIdsOf, linksOf, relinkAll, without } from './linked-ids.ts'
import { noSuch, taken } from './record-links.ts'

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
  place: string
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
  const faults = new Map<number, Refusal>()
  const places = given.map((_, index) => write.context.places?.[index] ?? index)
  const placeOf = (index: number) => (list === undefined ? '' : `${list}[${places[index]}]`)
  const refuse = (index: number, refusal: Refusal) =>
    void faults.set(index, list === undefined ? refusal : at(placeOf(index), refusal))
  const judge = <Result>(index: number, work: () => Result): Result[] => {
    try {
      return faults.has(index) ? [] : [work()]
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(index, error)
      return []
    }
  }

  refuseTwice(
    given.map(({ externalId }) => externalId),
    'externalId',
    placeOf,
    (index, refusal) => faults.set(index, refusal),
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
    judge(index, () => {
      const row = held.get(each.externalId as string)
      return { index, place: placeOf(index), ...planOf(of, row && { ...row, ...linked.get(row.id) }, each), held: row }
    }),
  )
  for (const { index, refusal } of await missingIn(write, fields, plans)) refuse(index, refusal)
  for (const { index, refusal } of await takenIn(write, of, plans)) refuse(index, refusal)
  refuseTwiceIn(fields, plans, placeOf, (index, refusal) => faults.set(index, refusal))
  if (faults.size > 0 && policy === 'reject_all') throw all([...faults].sort(([one], [other]) => one - other))

  const written = await writePlans(
    write,
    of,
    plans.filter(({ index }) => !faults.has(index)),
    linked,
  )
  const refused = [...faults].map(([index, refusal]): WrittenRecord => ({ index, refusal }))
  return [...written, ...refused]
    .sort((one, other) => one.index - other.index)
    .map((each) => ({ ...each, index: places[each.index] ?? each.index }))
}

/** The one refusal, or all of them. */
function all(faults: readonly (readonly [number, Refusal])[]): Refusal {
  const refusals = faults.flatMap(([, refusal]) => faultsOf(refusal))
  return refusals.length === 1 ? (refusals[0] as Refusal) : new Faults(refusals)
}

/** Decides what is written of a record. Pure. */
function planOf({ fields, check, derive, archivedBy }: UpsertedRecords, row: HeldRecord | undefined, given: FieldValues) {
  const derived = derive as (record: FieldValues) => FieldValues
  if (!row) {
    const values = complete(fields, given as never) as FieldValues
    check?.(values as never)
    return { isRestored: false, values: { ...values, ...derived(values) }, beside: {} }
  }
  const isRestored = archivedBy !== undefined && Boolean(row[archivedBy])
  const changed: FieldValues = differing(changeable(fields), row, given as never)
  const whole = { ...row, ...changed }
  if (Object.keys(changed).length > 0) check?.(whole as never)
  const beside = archivedBy !== undefined && isRestored ? { [archivedBy]: row[archivedBy] === true ? false : null } : {}
  return { isRestored, values: { ...changed, ...changesFrom(row, derived(whole)) }, beside }
}

/** The values that differ from a row's. */
const changesFrom = (row: FieldValues, values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(changesOf(row, values)).map(([name, { to }]) => [name, to]))

type RecordFault = { index: number; refusal: Refusal }

/** The references to records that the writer does not see; those that are there are kept from being deleted. */
async function missingIn(write: Write, fields: WritableTable, plans: readonly RecordPlan[]): Promise<RecordFault[]> {
  const named = plans.flatMap(({ index, values }) =>
    Object.entries(fields).flatMap(([name, { refersTo }]) =>
      refersTo === undefined
        ? []
        : [values[name] ?? []].flat().map((id) => ({ index, name, model: refersTo as ModelName, id: id as bigint })),
    ),
  )
  const faults: RecordFault[] = []
  for (const [model, asked] of Map.groupBy(named, ({ model }) => model)) {
    const found = await write.findAll(model, [...new Set(asked.map(({ id }) => id))])
    for (const { index, name, id } of asked) if (!found.has(id)) faults.push({ index, refusal: noSuch(model, id, name) })
  }
  return faults
}

/** The key that two records must not share in a field: the value, or what it is matched by. */
const keyIn = (model: ModelName, name: string) => registry.of(model).columns.get(name)?.matchedBy

/** The values that another live record has. */
async function takenIn(
  write: Write,
  { model, fields, archivedBy }: UpsertedRecords,
  plans: readonly RecordPlan[],
): Promise<RecordFault[]> {
  const isTime = archivedBy !== undefined && models.get(model)?.columns.get(archivedBy)?.kind === 'time'
  const isLive = archivedBy === undefined ? {} : { [archivedBy]: isTime ? null : false }
  const faults: RecordFault[] = []
  for (const name of uniqueIn(fields)) {
    const { column = name, of = (text: string) => text } = keyIn(model, name) ?? {}
    const asked = plans.flatMap(({ index, held, isRestored, values }) => {
      const value = name in values ? values[name] : isRestored ? held?.[name] : undefined
      return value == null ? [] : [{ index, own: held?.id, key: of(value as string) }]
    })
    if (asked.length === 0) continue
    const found = (await write.read(model, {
      [column]: { in: asked.map(({ key }) => key) },
      ...isLive,
    })) as unknown as HeldRecord[]
    const owners = Map.groupBy(found, (row) => row[column])
    for (const { index, own, key } of asked)
      if (owners.get(key)?.some(({ id }) => id !== own)) faults.push({ index, refusal: taken(model, name) })
  }
  return faults
}

/** The fields whose values are one record's alone, but for the external id, by which the records are found. */
const uniqueIn = (fields: WritableTable): string[] =>
  Object.entries(fields).flatMap(([name, { isUnique }]) => (isUnique && name !== 'externalId' ? [name] : []))

type RefuseAt = (index: number, refusal: Refusal) => void

/** Refuses each record that shares a value with another of the same write. */
function refuseTwice(values: readonly unknown[], name: string, placeOf: (index: number) => string, refuse: RefuseAt): void {
  const known = values.map((value, index) => ({ value, index })).filter(({ value }) => value != null)
  for (const same of Map.groupBy(known, ({ value }) => value).values())
    for (const { index } of same.length > 1 ? same : []) {
      const other = same.find((each) => each.index !== index)?.index ?? 0
      const [own, others] = [`${placeOf(index)}.${name}`, `${placeOf(other)}.${name}`]
      refuse(index, badInput(say`${field(own)} is that of ${field(others)} too.`, own))
    }
}

function refuseTwiceIn(
  fields: WritableTable,
  plans: readonly RecordPlan[],
  placeOf: (index: number) => string,
  refuse: RefuseAt,
): void {
  for (const name of uniqueIn(fields)) {
    const values: unknown[] = []
    for (const { index, values: given } of plans)
      values[index] = typeof given[name] === 'string' ? given[name].toLowerCase() : given[name]
    refuseTwice(values, name, placeOf, refuse)
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
  const made = await write.createAll(model, fresh as never)
  const kept = plans.filter(({ held }) => held)
  const changed = await write.changeAll(
    new Map(
      kept.map(({ held, values, beside }) => [
        held as HeldRecord,
        { ...without(links, values), ...beside } as Partial<HeldRecord>,
      ]),
    ),
  )
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
      return one
    },
  })
  const record = builder.inputType(`${capital(name)}RecordInput`, {
    description: `${capital(called)} of \`upsert${capital(plural)}\`.`,
    fields: (t) => recordFields(t, fields),
  })
  mutation(`upsert${capital(plural)}`, {
    description: `Makes or changes up to ${maxRecords} records as one write: each ${inWords(model)} is ${what}.`,
    emits,
    many: { field: plural, record: name, resource: model, most: maxRecords },
    input: (t) => ({ [plural]: t.field({ type: [record], required: true, description: `The records, 1 to ${maxRecords}.` }) }),
    async write(write, input) {
      const { onError: policy = 'reject_all' } = input as { onError?: FaultPolicy }
      const given = (input as unknown as Readonly<Record<string, readonly FieldValues[]>>)[plural] ?? []
      checkCount(given.length, plural)
      return { many: await upsertRecords(write, of, given, { field: plural, policy }) }
    },
  })
}

/** @throws Refusal BAD_INPUT for no records, or too many. */
function checkCount(count: number, name: string): void {
  if (count < 1 || count > maxRecords) throw badInput(say`${field(name)} must have 1 to ${maxRecords} records, not ${count}.`)
}
