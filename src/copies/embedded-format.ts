/**
 * The backup of an embedded database: a gzipped tar archive of PostgreSQL's directory, which begins with a description and ends with the
 * label of PostgreSQL's online backup, without which it is not complete.
 */
import * as v from 'valibot'

/** The number of this form; what is read differently gets another. */
export const formatNumber = 1

export const descriptionName = 'tandem-backup.json'
export const labelName = 'backup_label'
export const logDirectory = 'pg_wal'

/** The first entry, as JSON. */
export const description = v.object({
  format: v.literal(formatNumber),
  /** The versions of Tandem and of PostgreSQL. */
  tandem: v.string(),
  postgresql: v.string(),
  /** The name of the newest migration. */
  migration: v.string(),
  /** When the backup began. */
  begun: v.string(),
})

export type Description = v.InferOutput<typeof description>
