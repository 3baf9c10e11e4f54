/** The record that a write names: the fields of the input that name it, and its row, locked. */
import type { InputFieldMap } from '@pothos/core'
import { inputFields } from '../schema/inputs.ts'
import { readId } from '../values/id.ts'
import { field } from '../values/sentence.ts'
import type { WritableTable } from '../values/writable.ts'
import type { Write } from '../writes/write.ts'
import type { MutationInput } from './record-declaration.ts'
import { holdParents } from './record-links.ts'
import { ofAsker, withOwner } from './record-owner.ts'
import { type HeldRow, isForCustomers, type RecordType, type RecordValues } from './record-type.ts'

/** Whether the record is the customer who asks, unless the input names another. */
const isAsker = ({ key, byCustomers }: RecordType): boolean => key.column === byCustomers?.owner

/** The input fields that name the record, and those of a table. */
export const naming = (
  record: RecordType,
  verb: string,
  t: Parameters<MutationInput<InputFieldMap>>[0],
  own: WritableTable = {},
) => {
  const { key, owner } = record
  const isOptional = isAsker(record) && isForCustomers(record, verb)
  return {
    [key.column]: isOptional
      ? t.id({ description: ofAsker(key.description) })
      : t.id({ required: true, description: key.description }),
    ...inputFields(t, { ...owner, ...own }),
  }
}

/** Locks the row that an input names, after the records that it belongs to. */
export async function holdRow(write: Write, record: RecordType, input: RecordValues): Promise<HeldRow> {
  const { model, key, owner, parent, byCustomers } = record
  const given = withOwner(byCustomers, write, input, isAsker(record))
  const named = [key.column, ...Object.keys(owner).filter((name) => given[name] != null)]
  const values = Object.fromEntries(named.map((name) => [name, readId(field(name), String(given[name]))]))
  if (parent) await holdParents(write, model, values)
  const row = (await write.lock(model, values)) as HeldRow
  record.checkChangeable?.(row)
  return row
}
