/** Records in a database when its last backup began, for the metric of its age. */
import { codesOf } from '../db/outage.ts'
import type { Session } from '../db/session.ts'

type Query = Pick<Session, 'query'>

/** Reads the database's clock, as text that keeps its precision. */
export async function timeOfDatabase({ query }: Query): Promise<string> {
  const { rows } = await query('SELECT clock_timestamp()::text AS now')
  return rows[0]?.now as string
}

/** Error codes of a database that takes no writes, of a column that an older version does not have, and of a right that is missing. */
const reasons: Record<string, string> = {
  '25006': 'the database takes no writes, such as a standby',
  '42703': 'the database is of a version before this one',
  '42501': 'the user in DATABASE_URL may not write',
}

/**
 * Records a backup that is whole.
 *
 * @param began the database's clock when it began.
 * @returns a sentence, where that could not be recorded; the backup is good all the same.
 */
export async function recordBackup({ query }: Query, began: string): Promise<string | undefined> {
  try {
    await query('UPDATE installation SET backed_up_at = greatest(backed_up_at, $1::timestamptz)', [began])
    return undefined
  } catch (error) {
    const code = codesOf(error).find((each) => each in reasons)
    const reason = code ? reasons[code] : (error as Error).message
    return `The time of this backup is not recorded (${reason}), so tandem_backup_age_seconds does not count it.`
  }
}
