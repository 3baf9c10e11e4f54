/** Reads up to which mark the movements of a store are kept added up by month. */
import type { ReportInputs } from '../../schema/reads.ts'

/** The state of the months that are kept of a store: their time zone, and the mark and the id below which all movements are in them. */
export type KeptMonths = { zone: string; place: string }

/** The place that movements are added up to, as SQL compares it: `mark, id`. */
export const placeOf = `mark || ', ' || movement_id`

/** Reads the state of the months once for a request, and again where a statement has found another. */
export type KeptMonthsReader = { current: () => Promise<KeptMonths | undefined>; forget: () => void }

export function keptMonthsReader(query: ReportInputs['query']): KeptMonthsReader {
  let read: Promise<KeptMonths | undefined> | undefined
  return {
    current: () => {
      read ??= query(`SELECT zone, ${placeOf} FROM movement_roll_up WHERE store_id = $1`).then(([row]) =>
        row ? { zone: row[0] ?? '', place: row[1] ?? '' } : undefined,
      )
      return read
    },
    forget: () => {
      read = undefined
    },
  }
}
