/**
 * Writes of several records by declaration: all are locked, each is judged by itself, and those that are not refused are written together,
 * each table by one statement.
 */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core'
import type { ScopedResource } from '../auth/scopes.ts'
import type { ModelName } from '../db/shape.ts'
import { builder, mutation, registry } from '../resources/describe.ts'
import { conditionInput, readCondition } from '../schema/condition.ts'
import type { SentColumns } from '../schema/sent-back.ts'
import type { FaultPolicy } from '../schema/several.ts'
import { badInput } from '../values/errors.ts'
import { each as readEach } from '../values/faults.ts'
import { field, say } from '../values/sentence.ts'
import { snakeCase } from '../values/text.ts'
import type { Changes } from '../writes/changes.ts'
import { checkCondition } from '../writes/condition.ts'
import type { EventType } from '../writes/event-types.ts'
import type { Subject, Written, WrittenRecord } from '../writes/result.ts'
import { checkRecord } from '../writes/sent-back.ts'
import type { Write } from '../writes/write.ts'
import { RecordFaults } from './record-faults.ts'

type ValuesByName = Readonly<Record<string, unknown>>

/** The facts that a record is judged by: the write, the rows that are locked, the place of the record, and a check of what was sent back of it. */
type Judging<Found> = {
  write: Write
  found: Found
  index: number
  /** Whether it is the one record of the write, whose fields stand in the input itself. */
  isAlone: boolean
  /** Checks the condition of the record against its locked row; undefined stands for a new record. */
  checkUnchanged: (row: ValuesByName | undefined) => void
  /** Does so, and compares what was sent back with the row. Returns the columns that were sent. */
  compare: (row: ValuesByName | undefined) => SentColumns
}

/** The result for a record. @param made how it was written, where that is not an update. */
export type BulkResult = Subject & { id: bigint; changes: Changes; made?: 'created' | 'restored' | undefined }

type Placed<Plan> = Plan & { index: number }

/** A write of several records. */
export type BulkWrite<Given, Found, Plan extends object> = {
  /** The input field that lists the records, the payload's field for each, which also begins its events, and its resource. */
  list: string
  record: string
  resource: ModelName
  /** The types that it may emit: of a record that of its change, else the first. */
  emits: readonly [EventType, ...EventType[]]
  /** The most records of one write. */
  most: number
  mostOnRest?: number
  /** The input field whose value no two records share. */
  key?: string
  /** Locks all rows that the records name. A record that names none may be refused by its place. */
  lock: (write: Write, given: readonly Given[], faults: RecordFaults) => Promise<Found>
  /** Plans one record. Pure. Throws the Refusal of it. */
  judge: (given: Given, judging: Judging<Found>) => Plan
  /** Refuses records by others, of the write or of the store. */
  refuse?: (write: Write, plans: readonly Placed<Plan>[], faults: RecordFaults, found: Found) => void | Promise<void>
  /** Writes what is planned, with the same number of statements for any number of records. Returns the result of each, in order. */
  writeAll: (write: Write, plans: readonly Placed<Plan>[], found: Found) => Promise<readonly BulkResult[]>
}

/**
 * Writes several records.
 *
 * @param list the input field of the records; none for one record, whose fields stand in the input itself; `marks` those that the
 *   records are to have.
 * @throws Refusal with the faults of all records, where one is refused and the policy is not `keep_going`.
 */
export async function writeSeveral<Given, Found, Plan extends object>(
  write: Write,
  bulk: BulkWrite<Given, Found, Plan>,
  given: readonly Given[],
  { list, policy, marks = [] }: { list?: string; policy: FaultPolicy; marks?: readonly (bigint | undefined)[] },
): Promise<WrittenRecord[]> {
  const { key, resource, emits } = bulk
  const faults = new RecordFaults(write, list, given.length)
  const placed = given.map((record, index) => ({ record, index }))
  if (key) faults.refuseTwice(key, placed, ({ record }) => (record as ValuesByName)[key])
  const found = await bulk.lock(write, given, faults)
  const plans = given.flatMap((each, index) =>
    faults.judge(index, () => {
      const checkUnchanged = (row: ValuesByName | undefined) =>
        checkCondition(resource, row, list === undefined ? write.condition?.changedIn : marks[index], true)
      const compare = (row: ValuesByName | undefined) => {
        checkUnchanged(row)
        return checkRecord(write, registry.of(resource), row, { index })
      }
      return { ...bulk.judge(each, { write, found, index, isAlone: list === undefined, checkUnchanged, compare }), index }
    }),
  )
  await bulk.refuse?.(write, plans, faults, found)
  faults.check(policy)
  const kept = plans.filter(({ index }) => !faults.has(index))
  const results = kept.length > 0 ? await bulk.writeAll(write, kept, found) : []
  const written = results.map(({ made, ...result }, place): WrittenRecord => {
    const change = made ?? (Object.keys(result.changes).length > 0 ? 'updated' : 'unchanged')
    const type = emits.find((each) => each === `${snakeCase(bulk.record)}.${change}`)
    return { ...result, index: (kept[place] as { index: number }).index, change, ...(type && { emits: [{ type }] }) }
  })
  return faults.results(written)
}

/** Writes one record as the write of several does. */
export async function writeAlone<Given, Found, Plan extends object>(
  write: Write,
  bulk: BulkWrite<Given, Found, Plan>,
  given: Given,
): Promise<Written> {
  const [written] = await writeSeveral(write, bulk, [given], { policy: 'reject_all' })
  const { index: _, ...one } = written as WrittenRecord
  return { ...one, ...(one.change === 'unchanged' && { isNothing: true as const }) }
}

/** The input of one record: its type, and what the list of them is called. */
type RecordInput<Fields extends InputFieldMap> = {
  type: string
  description: string
  called: string
  fields: (t: Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]) => Fields
}

type BulkMutation<Fields extends InputFieldMap> = {
  description: string
  besides?: (given: InputShapeFromFields<Fields>) => readonly ScopedResource[]
  input: RecordInput<Fields>
}

/** Declares a mutation that writes several records. */
export function bulkMutation<Fields extends InputFieldMap, Found, Plan extends object>(
  name: string,
  bulk: BulkWrite<InputShapeFromFields<Fields>, Found, Plan>,
  { description, besides, input }: BulkMutation<Fields>,
): void {
  type Given = InputShapeFromFields<Fields>
  const { list, record, resource, emits, most, mostOnRest = most } = bulk
  const type = builder.inputType(input.type, {
    description: input.description,
    fields: (t) => ({ ...input.fields(t), ...(registry.of(resource).markedBy && conditionInput(t)) }),
  })
  const givenIn = (all: object) => (all as Readonly<Record<string, readonly Given[]>>)[list] ?? []
  mutation(name, {
    description,
    emits,
    many: { field: list, record, resource },
    ...(besides && { besides: (all: object) => [...new Set(givenIn(all).flatMap(besides))] }),
    input: (t) => ({ [list]: t.field({ type: [type], required: true, description: `${input.called}, 1 to ${most}.` }) }),
    async write(write, all) {
      const given = givenIn(all)
      const limit = write.context.surface === 'rest' ? mostOnRest : most
      if (given.length < 1 || given.length > limit)
        throw badInput(say`${field(list)} must have 1 to ${limit} records, not ${given.length}.`)
      const { onError: policy = 'reject_all' } = all as { onError?: FaultPolicy }
      const read = readEach(given, (each) => readCondition(each, write.viewer))
      const records = read.map((each) => each.given)
      return { many: await writeSeveral(write, bulk, records, { list, policy, marks: read.map(({ changedIn }) => changedIn) }) }
    },
  })
}
