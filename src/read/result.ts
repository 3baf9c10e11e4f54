/** The result of a root field beside its text. */
import type { RecordChange, RecordOutcome, UserError } from '../schema/outcome.ts'

export type FieldAnswer = {
  /** The record, or the list of records, as JSON; undefined for a missing record. */
  text?: string
  /** The count of the list, or the records of a feed in this answer. */
  count?: number
  /** The `pageInfo` of a list, and its `changes`, as JSON. */
  pageInfo?: string
  changes?: string
  /** Of a feed: the sequence number it was scanned up to, and whether there is more. */
  lastSequence?: number
  hasMore?: boolean
  /** The change that a write made to the record. */
  change?: RecordChange
  /** The outcomes of a write of several records, each with its record as JSON. */
  results?: (RecordOutcome & { text?: string })[]
  /** The refusals of a write. */
  userErrors?: UserError[]
  /** The values of a payload that are shown once, each as a member of a JSON object. */
  shownOnce?: string[]
}
