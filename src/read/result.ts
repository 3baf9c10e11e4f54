/** The result of a root field beside its text. */
import type { UserError } from '../schema/outcome.ts'

export type FieldAnswer = {
  /** The record, or the list of records, as JSON; undefined for a missing record. */
  text?: string
  /** The count of the list, or the records of a feed in this answer. */
  count?: number
  /** Of a feed: the sequence number it was scanned up to, and whether there is more. */
  lastSequence?: number
  hasMore?: boolean
  /** The refusals of a write. */
  userErrors?: UserError[]
  /** The values of a payload that are shown once, each as a member of a JSON object. */
  shownOnce?: string[]
}
