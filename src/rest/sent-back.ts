/** Collects what a body has of a record and its parts beside the fields of the input, as reads show them. */
import type { SentColumns } from '../schema/sent-back.ts'
import type { Body } from './body.ts'
import type { TakenRecord } from './coerce.ts'
import { type ReadOnlyOfTable, readColumns } from './read-only-fields.ts'

/** The fields that a body has of a record beside those of the input: its columns, those of its parts by their paths, and other fields. */
export type CollectedBack = { body: Body; columns: SentColumns; parts: Map<string, SentColumns>; others: readonly string[] }

export const collectedBack = (body: Body = {}): CollectedBack => ({ body, columns: {}, parts: new Map(), others: [] })

/**
 * A record of a type whose columns are collected; of its parts, other fields that reads show, such as embedded records, are passed over.
 *
 * @param path of a part of the record, as the input has it: `editions[0].pages[2]`; empty for the record itself.
 */
export function collecting(readOnly: ReadOnlyOfTable, record: string, into: CollectedBack, path = ''): TakenRecord {
  return {
    take(names, given) {
      const { columns, others } = readOnly.shownOf(record)
      const known = readColumns(names, given, columns)
      if (path === '') Object.assign(into, { columns: known, others: names.filter((name) => others.has(name)) })
      else if (Object.keys(known).length > 0) into.parts.set(path, known)
      return names.filter((name) => !columns.has(name) && !others.has(name))
    },
    inside(name) {
      const inner = readOnly.inside(record, name)
      return inner && collecting(readOnly, inner.record, into, path === '' ? inner.field : `${path}.${inner.field}`)
    },
    item: (index) => collecting(readOnly, record, into, `${path}[${index}]`),
  }
}
