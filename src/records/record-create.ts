/** The mutation that creates a record. */
import type { ModelName } from '../db/shape.ts'
import { models } from '../resources/data-model.ts'
import { inputFields } from '../schema/inputs.ts'
import type { Write } from '../writes/write.ts'
import { relink, without } from './linked-ids.ts'
import { lockReferences, refuseTaken } from './record-links.ts'
import { withOptional, withOwner } from './record-owner.ts'
import { refuseOtherSpellings } from './record-taken.ts'
import { declareWrite, eventOf, type RecordType, type RecordValues } from './record-type.ts'
import { newValues, withoutSecrets } from './record-values.ts'

/** Declares the mutation. */
export function declareCreate(record: RecordType): void {
  const { model, name, called, fields, byCustomers, create = {} } = record
  const owner = byCustomers?.owner
  const isOwnerOptional = owner !== undefined && owner in fields
  declareWrite(
    record,
    'create',
    { key: undefined, fields },
    {
      description: create.description ?? `Makes ${called}.`,
      emits: [eventOf(name, 'created'), ...(create.beside ?? [])],
      shows: { field: name, resource: model },
      input: (t) => inputFields(t, isOwnerOptional ? withOptional(fields, owner) : fields, true),
      write: (write, given) => createRecord(write, record, withOwner(byCustomers, write, given, isOwnerOptional)),
    },
  )
}

async function createRecord(write: Write, record: RecordType, given: RecordValues): Promise<{ id: bigint }> {
  const { model, fields, links, parent, checkWritten } = record
  const values = newValues(record, given)
  const afterwards = await record.create?.beforehand?.(write, values)
  await lockReferences(write, fields, values, parent)
  await refuseOtherSpellings(write, record, values)
  const row = await columnsOfNew(write, record, values)
  const id = await write
    .create(model, withoutSecrets(record, row), { ...row, ...timeOfNew(write, model) })
    .catch(refuseTaken(model, fields))
  const linked = await relink(write, model, links, [{ id, after: values }])
  Object.assign(write.changes, linked.get(id))
  await checkWritten?.(write, { ...values, id })
  await afterwards?.(id)
  return { id }
}

/** The columns of a new record's row: those of its values, and those that no client gives. */
export const columnsOfNew = async (write: Write, { links, create }: RecordType, values: RecordValues): Promise<RecordValues> => ({
  ...without(links, values),
  ...(await create?.columns?.(write, values)),
})

/** The time of a new record, where its row has one. */
export const timeOfNew = ({ now }: Write, model: ModelName) =>
  models.get(model)?.columns.has('createdAt') ? { createdAt: now } : {}
