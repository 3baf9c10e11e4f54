/**
 * Activates a copy of a database, by beginning a new epoch.
 *
 * The copy does not know which ids and event numbers the original assigned after the copy was made, but other programs remember them. So
 * all sequences continue at epoch × 10¹² + 1, which no earlier epoch reaches, and earlier events count as deleted.
 */
import { handOverAll, lockSubscribers } from '../consumers/hand-over.ts'
import type { DatabasePlace } from '../db/installation.ts'
import type { Session } from '../db/session.ts'
import { epochNumbers } from '../values/epoch.ts'
import { consumersOfEvents } from './consumers.ts'

const lockWaitSeconds = 60

/** A new epoch, and the first id or number of each of its sequences. */
type Epoch = { epoch: number; first: bigint }

/**
 * Adopts a database, in one transaction; servers may run on it meanwhile.
 *
 * @param session a session of a migrated database.
 */
export async function beginEpoch(session: Session, place: DatabasePlace): Promise<Epoch> {
  const { query, exec } = session
  await exec(`BEGIN; SET LOCAL lock_timeout = '${lockWaitSeconds}s'`)
  try {
    const { rows } = await query('UPDATE installation SET epoch = epoch + 1, place = $1 RETURNING epoch', [JSON.stringify(place)])
    const epoch = Number(rows[0]?.epoch)
    const last = BigInt(epoch) * epochNumbers
    await moveFeeds(session, last)
    await query(
      `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, greatest(coalesce(last_value, 1), $1))
       FROM pg_sequences WHERE schemaname = current_schema()`,
      [last],
    )
    await exec('COMMIT')
    return { epoch, first: last + 1n }
  } catch (error) {
    await exec('ROLLBACK')
    throw error
  }
}

/**
 * Moves the feeds of all stores past a number. Numbered events are handed to consumers first; the original sends them under the same ids.
 */
async function moveFeeds(session: Session, last: bigint): Promise<void> {
  // Locks are taken in the order of `handOver`: subscribers before counters.
  for (const rows of consumersOfEvents) await lockSubscribers(session, rows)
  await session.query('SELECT 1 FROM event_counter ORDER BY store_id FOR NO KEY UPDATE')
  for (const rows of consumersOfEvents) await handOverAll(session, rows, last)
  await session.query(
    `INSERT INTO event_counter (store_id, last_sequence, forgotten_sequence) SELECT id, $1::bigint, $1::bigint FROM store
     ON CONFLICT (store_id) DO UPDATE SET last_sequence = excluded.last_sequence, forgotten_sequence = excluded.forgotten_sequence`,
    [last],
  )
}
