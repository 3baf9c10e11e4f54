/**
 * The writes of a record by declaration: from one table of the fields that may be written come the mutations that create it, update
 * it, archive, restore or delete it, and change it in one named way, such as `disableCoupon`, each with its input, its event and its place
 * in `declaredWrites`.
 */

import type { InputFieldMap } from '@pothos/core'
import type { ModelName, Shape } from '../db/shape.ts'
import type { WritableTable } from '../values/writable.ts'
import { archiving } from './record-archive.ts'
import { declareChange, declareUpdate } from './record-change.ts'
import { declareCreate } from './record-create.ts'
import type { RecordWrites } from './record-declaration.ts'
import { declareDelete } from './record-delete.ts'
import { declareParent } from './record-links.ts'
import { type AnyRecordWrites, recordType } from './record-type.ts'
import { declareUpserts } from './record-upserts.ts'

/** Declares the writes of the records of a model. */
export function recordWrites<M extends ModelName, Of extends WritableTable, Others extends InputFieldMap = InputFieldMap>(
  model: M,
  declared: RecordWrites<Shape<M>, Of, Others>,
): void {
  const record = recordType(model, declared as unknown as AnyRecordWrites)
  const { fields, parent, archivedBy, upsert } = record
  if (parent) declareParent(model, parent, fields)
  if (record.create) declareCreate(record)
  if (record.update) declareUpdate(record)
  const { archive, ...restoring } = archivedBy ? archiving(model, archivedBy, record) : {}
  const changes = { ...(archive && record.archives !== false && { archive }), ...restoring, ...record.changes }
  for (const [verb, change] of Object.entries(changes)) declareChange(record, verb, change)
  if (upsert) declareUpserts(record, upsert.plural)
  if (record.isDeletable) declareDelete(record)
}
