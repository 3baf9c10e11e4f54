/** The mutation that deletes a record, which is refused while another refers to it. */
import { registry } from '../resources/describe.ts'
import { snakeCase } from '../values/text.ts'
import { holdRow, naming } from './record-hold.ts'
import { refuseReferred } from './record-links.ts'
import { declareWrite, eventOf, type RecordType, type RecordValues } from './record-type.ts'

/** Declares the mutation. */
export function declareDelete(record: RecordType): void {
  const { model, name, called, key, owner, fields } = record
  const [scope] = registry.of(model).scopes
  if (!scope) throw new Error(`${model} takes no scope`)
  const type = eventOf(name, 'deleted')
  declareWrite(
    record,
    'delete',
    { key: key.column, fields: owner },
    {
      description: `Deletes ${called}, which is refused while another record refers to it.`,
      emits: [type],
      scope,
      changes: model,
      input: (t) => naming(record, 'delete', t),
      async write(write, input: RecordValues) {
        const row = await holdRow(write, record, input)
        await write.delete(row).catch(refuseReferred(model))
        const changes = Object.fromEntries(Object.keys(fields).map((column) => [column, { from: row[column], to: null }]))
        return { changes, emits: [{ type, recordType: snakeCase(model), id: row.id }] }
      },
    },
  )
}
