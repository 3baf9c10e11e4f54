/**
 * Makes a copy of a database the one that acts. What the original gave after the copy was made is not known here, and other programs
 * remember it: so nothing is numbered on from where the copy stands. A new epoch begins, whose ids and numbers no epoch before has
 * given: all go on at epoch × 10¹² + 1, and the events of before count as cleaned away.
 */
import type { DatabasePlace } from '../db/installation.ts'
import type { Session } from '../db/session.ts'
import { handOverAll } from '../webhooks/hand-over.ts'

/** How many ids and numbers an epoch has: the last one ends below 2^53. */
const epochNumbers = 1_000_000_000_000n

const lockWaitSeconds = 60

/** The epoch that has begun, and the id or number that each of its sequences gives first. */
type Epoch = { epoch: number; first: bigint }

/**
 * Adopts a database: it acts where it is from now on. All or nothing, and while servers run.
 *
 * @param session of a database that is up to date.
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

/** Has the events of each store go on behind a number. Webhooks are handed first what is numbered already: the original gave it the same. */
async function moveFeeds(session: Session, last: bigint): Promise<void> {
  // In the order of those who hand over: webhooks, and then what they are handed.
  await session.query('SELECT 1 FROM webhook ORDER BY store_id, id FOR NO KEY UPDATE')
  await session.query('SELECT 1 FROM event_counter ORDER BY store_id FOR NO KEY UPDATE')
  await handOverAll(session)
  await session.query(
    `UPDATE webhook SET last_sequence = $1 FROM event_counter AS counter
     WHERE counter.store_id = webhook.store_id AND webhook.disabled_at IS NULL AND webhook.last_sequence >= counter.forgotten_sequence`,
    [last],
  )
  await session.query(
    `INSERT INTO event_counter (store_id, last_sequence, forgotten_sequence) SELECT id, $1::bigint, $1::bigint FROM store
     ON CONFLICT (store_id) DO UPDATE SET last_sequence = excluded.last_sequence, forgotten_sequence = excluded.forgotten_sequence`,
    [last],
  )
}
