/** The mutations that change a record: `update`, and those in one named way, such as `disableCoupon`. */
import { readId } from '../values/id.ts'
import { field } from '../values/sentence.ts'
import { changeable, type GivenOf, type WritableTable } from '../values/writable.ts'
import { differing } from '../values/written-values.ts'
import type { Write } from '../writes/write.ts'
import { linkedIdsOf, relink, without } from './linked-ids.ts'
import type { NamedChange } from './record-declaration.ts'
import { holdRow, naming } from './record-hold.ts'
import { lockReferences, refuseTaken } from './record-links.ts'
import { refuseOtherSpellings } from './record-taken.ts'
import { declareWrite, eventOf, type HeldRow, type RecordType, type RecordValues } from './record-type.ts'
import { changedValues } from './record-values.ts'

/** Declares `update`. */
export function declareUpdate(record: RecordType): void {
  const { model, name, called, key, owner, fields, update = {} } = record
  const own = changeable(fields)
  const {
    rule = (row: RecordValues, given: GivenOf<WritableTable>): RecordValues => differing(own, row, given),
    beforehand,
    afterwards,
    others,
  } = update
  declareWrite(
    record,
    'update',
    { key: key.column, fields: { ...owner, ...own } },
    {
      description: update.description ?? `Changes what may be written of ${called}; fields that are left out stay as they are.`,
      emits: [eventOf(name, 'updated'), ...(update.beside ?? [])],
      shows: { field: name, resource: model },
      changes: model,
      input: (t) => ({ ...naming(record, 'update', t, own), ...others?.(t) }),
      async write(write, input: RecordValues) {
        const { [key.column]: id, ...given } = input as GivenOf<WritableTable>
        await beforehand?.(write, readId(field(key.column), String(id)), given)
        const { row, changed } = await changeRecord(write, record, input, async (held) => {
          const decided = rule(held, given, write.now)
          await update.check?.(write, held, decided)
          return decided
        })
        await afterwards?.(write, row, changed, given)
        return { id: row.id }
      },
    },
  )
}

/** Declares a change with a name, which is the verb. */
export function declareChange(
  record: RecordType,
  verb: string,
  { description, event, sets, check }: NamedChange<RecordValues>,
): void {
  const { model, name, key, owner } = record
  declareWrite(
    record,
    verb,
    { key: key.column, fields: owner },
    {
      description,
      emits: [eventOf(name, event)],
      shows: { field: name, resource: model },
      changes: model,
      input: (t) => naming(record, verb, t),
      async write(write, input: RecordValues) {
        const { row } = await changeRecord(write, record, input, async (held) => {
          await check?.(write, held)
          return sets(held, write.now)
        })
        return { id: row.id }
      },
    },
  )
}

/** Changes the record that an input names by what a rule decides of it. @returns the row before, and what changed. */
async function changeRecord(
  write: Write,
  record: RecordType,
  input: RecordValues,
  decide: (row: HeldRow) => Promise<RecordValues>,
): Promise<{ row: HeldRow; changed: RecordValues }> {
  const { model, fields, links, archivedBy, checkWritten } = record
  const held = await holdRow(write, record, input)
  const before = (await linkedIdsOf(write, model, links, [held.id])).get(held.id)
  const row = { ...held, ...before }
  const decided = await decide(row)
  await lockReferences(write, fields, decided)
  const changed = changedValues(record, row, decided)
  const isRestored = archivedBy !== undefined && archivedBy in changed && !changed[archivedBy]
  await refuseOtherSpellings(write, record, isRestored ? { ...row, ...changed } : changed, held.id)
  await write.change<RecordValues>(held, without(links, changed)).catch(refuseTaken(model, fields))
  const linked = await relink(write, model, links, [{ id: held.id, before, after: changed }])
  Object.assign(write.changes, linked.get(held.id))
  if (Object.keys(changed).length > 0) await checkWritten?.(write, { ...row, ...changed })
  return { row: held, changed }
}
