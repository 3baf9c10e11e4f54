/** Acts that add tags to many records of a list, and remove them. */
import { AddTagsDocument, RemoveTagsDocument } from '../documents/labels.ts'
import { tagsIn } from '../filters/tags.ts'
import type { BulkAct } from './bulk.tsx'
import type { FieldSpec } from './field.tsx'
import { FieldFault } from './field-fault.ts'
import type { Labelled } from './labels.tsx'
import type { FormValues } from './run-act.ts'

const fields: readonly FieldSpec[] = [{ name: 'tags', label: 'Tags', kind: 'text', hint: 'Several have commas between them.' }]

/** The acts of a list of a kind. */
export function tagBulk<Row extends { id: string }>(kind: Labelled): readonly BulkAct<Row>[] {
  const input = ({ id }: Row, values: FormValues) => {
    const tags = tagsIn(values.tags ?? '')
    if (tags.length === 0) throw new FieldFault('tags', 'Say which, such as: vip, wholesale.')
    return { kind, ids: [id], tags }
  }
  const scope = `write_${kind}s`
  return [
    { label: 'Add tags', title: 'Add tags', document: AddTagsDocument, fields, input, scope },
    { label: 'Remove tags', title: 'Remove tags', document: RemoveTagsDocument, fields, input, scope },
  ]
}
