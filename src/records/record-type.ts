/** A type of records: its declaration, what follows from that, and how a mutation of it is declared. */
import type { InputFieldMap } from '@pothos/core'
import type { ModelName } from '../db/shape.ts'
import { mutation } from '../resources/describe.ts'
import { capital, inWords, withArticle } from '../schema/wording.ts'
import { snakeCase } from '../values/text.ts'
import type { Field, WritableTable } from '../values/writable.ts'
import { type EventType, eventTypeOf } from '../writes/event-types.ts'
import { type DeclaredWrite, declaredWrites } from './declared-writes.ts'
import { type Links, linksOf } from './linked-ids.ts'
import type { RecordWrites } from './record-declaration.ts'

/** The values of a record by the names of its columns, or of an input by those of its fields. */
export type RecordValues = Readonly<Record<string, unknown>>

/** A row that is there already. */
export type HeldRow = RecordValues & { id: bigint }

/** A declaration whose rows are any. */
export type AnyRecordWrites = RecordWrites<RecordValues, WritableTable, InputFieldMap>

export type RecordType = AnyRecordWrites & {
  model: ModelName
  /** Its name in mutations, payloads and events, and in words with an article. */
  name: string
  called: string
  /** The input field and column that say which record. */
  key: { column: string; description: string }
  links: Links
  /** The field that names the parent, where the paths of its writes have both. */
  owner: WritableTable
}

/** Resolves a declaration: its defaults, its words and its links. */
export function recordType(model: ModelName, declared: AnyRecordWrites): RecordType {
  const { fields, parent, isNested } = declared
  const words = inWords(model)
  return {
    name: model.charAt(0).toLowerCase() + model.slice(1),
    key: { column: 'id', description: `The ${words}.` },
    ...declared,
    ...{ model, called: withArticle(words), links: linksOf(fields) },
    owner: isNested && parent ? { [parent]: { ...(fields[parent] as Field), initially: undefined } } : {},
  }
}

/** Whether customers may do a write of their records. */
export const isForCustomers = ({ byCustomers }: RecordType, verb: string): boolean => byCustomers?.verbs.includes(verb) ?? false

/** The type of an event of a record. */
export const eventOf = (name: string, what: string): EventType => eventTypeOf(`${snakeCase(name)}.${what}`)

/** Declares a mutation of a record, and enters it in `declaredWrites`. @param verb that begins its name: `update`. */
export function declareWrite<Fields extends InputFieldMap>(
  record: RecordType,
  verb: string,
  write: Pick<DeclaredWrite, 'key' | 'fields'>,
  options: Parameters<typeof mutation<Fields>>[1],
): void {
  const { model, name, byCustomers } = record
  mutation(`${verb}${capital(name)}`, {
    ...options,
    ...(byCustomers && isForCustomers(record, verb) && { permission: byCustomers.permission }),
  })
  declaredWrites.set(`${verb}${capital(name)}`, { model, ...write })
}
