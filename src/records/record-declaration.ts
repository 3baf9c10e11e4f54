/** The declaration of a record's writes: its fields, what makes, updates, archives and deletes it, and who may. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core'
import type { mutation } from '../resources/describe.ts'
import type { Permission } from '../schema/permission.ts'
import type { Complete, GivenOf, WritableTable } from '../values/writable.ts'
import type { EventType } from '../writes/event-types.ts'
import type { Write } from '../writes/write.ts'

type Creation<Row extends object> = {
  description?: string
  /** Columns of a new row that no client gives, or that are not as given; what it belongs to is locked. */
  columns?: (write: Write, row: object) => Partial<Row> | Promise<Partial<Row>>
  /** Events that it may emit beside its own. */
  beside?: readonly EventType[]
  /** Called before what it belongs to is locked, for locks that are taken before it. @returns the work to do once the row is there. */
  beforehand?: (write: Write, row: object) => Promise<(id: bigint) => Promise<void>>
}

type RecordUpdate<Row extends object, Of extends WritableTable, Others extends InputFieldMap> = {
  description?: string
  /** Input fields that no table has; the rule reads them. */
  others?: MutationInput<Others>
  /** The rule that decides what an update changes, where that is more than the fields that differ. Pure. */
  rule?: (row: Row, given: UpdateGiven<Of, Others>, now: Date) => Partial<Row>
  /** Events that it may emit beside its own. */
  beside?: readonly EventType[]
  /** Called before the row is locked, for locks that are taken before it. */
  beforehand?: (write: Write, id: bigint, given: UpdateGiven<Of, Others>) => Promise<void>
  /** Called once the row is changed. */
  afterwards?: (write: Write, row: Row, change: Partial<Row>, given: UpdateGiven<Of, Others>) => void | Promise<void>
  /** Checks by other records what a rule decided, in the transaction, before it is written. */
  check?: (write: Write, row: Row, change: Partial<Row>) => Promise<void>
}

/** The input of an update without the id of its record. */
type UpdateGiven<Of extends WritableTable, Others extends InputFieldMap> = GivenOf<Of> & InputShapeFromFields<Others>

export type MutationInput<Others extends InputFieldMap> = NonNullable<Parameters<typeof mutation<Others>>[1]['input']>

/** A change with a name: what it sets, by a pure rule, which may refuse. A row that has it already stays as it is. */
export type NamedChange<Row extends object> = {
  description: string
  /** The name of its event: `disabled`. */
  event: string
  sets: (row: Row, now: Date) => Partial<Row>
  /** Refuses the change by what other records say, in the transaction, once the row is locked. */
  check?: ((write: Write, row: Row) => Promise<void>) | undefined
}

/** The writes that a store may open to its customers. */
export type CustomerWrites = {
  permission: Permission
  /** The verbs of the writes: `create`, `update`. */
  verbs: readonly string[]
  /** The field that names the customer, who need not give it. */
  owner?: string
  /** Fields that customers do not write. */
  closed?: readonly string[]
}

export type RecordWrites<Row extends object, Of extends WritableTable, Others extends InputFieldMap> = {
  fields: Of
  /** The name in mutations, payloads and events, where that is not the model's: `inventory`. */
  name?: string
  /** The input field and column that say which record, and what it means; its `id` unless given. */
  key?: { column: keyof Row & string; description: string }
  /**
   * The field that refers to the record it belongs to, which is fixed. Every write locks that record first, or the one that it belongs to
   * itself, so that the writes of what belongs together wait for each other; an insert locks nothing else for a change.
   */
  parent?: keyof Of & string
  /** Whether its writes take the parent's id as well, for paths below the parent's; another parent's record is then not found. */
  isNested?: true
  /** The writes that a store may open to its customers, on records of their own. */
  byCustomers?: CustomerWrites
  /** Refuses a row that no write changes. Pure. */
  checkChangeable?: (row: Row) => void
  /** Refuses to archive a record that is in use, in the transaction, once its row is locked. */
  checkUnused?: (write: Write, row: Row) => Promise<void>
  /** Refuses to restore an archived record, in the transaction, once its row is locked. */
  checkRestorable?: (write: Write, row: Row) => Promise<void>
  /** Checks the record as it is after the write, beside the limits of each field. Pure. */
  check?: (record: Complete<Of>) => void
  /** Checks the records that belong together, in the transaction, once the row is written. */
  checkWritten?: (write: Write, row: Readonly<Record<string, unknown>>) => Promise<void>
  /**
   * Columns that follow from those that may be written; an update changes them when it changes what they follow from. Pure.
   *
   * @param before the record before an update that changes it.
   */
  derive?: (record: Complete<Of>, before?: Complete<Of>) => Partial<Row>
  create?: Creation<Row>
  /** Makes or changes records by their external ids, one or many. @param plural their name: `customers`. */
  upsert?: { plural: string }
  update?: RecordUpdate<Row, Of, Others>
  /** The column that says whether it is archived, a time or true: `archive` sets it and `restore` takes it back. */
  archivedBy?: keyof Row & string
  /** False where `archive` is a mutation of its own, which does more. */
  archives?: false
  /** Whether it can be deleted, which is refused while another record refers to it. */
  isDeletable?: true
  changes?: Readonly<Record<string, NamedChange<Row>>>
}
