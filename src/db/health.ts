/** Checks whether the database works, and if not, why: it may be silent, read-only or full. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { unowned, whileAwaited } from './cancel.ts'
import type { Db } from './connect.ts'
import { hasLockedWrite } from './lock-timeouts.ts'
import { outageOf, outageSentences } from './outage.ts'

export type Health = {
  /** The fault of the database, in a sentence; undefined when there is none. Resolves within two seconds. */
  fault(): Promise<string | undefined>
  /** Notes an error of a request: after an outage the next check is more thorough. */
  note(error: unknown): void
  /** Whether replicas answer reads while the database has a fault. */
  readsGoOn(): boolean
}

const locked = 'The last write waited in vain for a lock in the database, and none has succeeded since.'

// Checks are free of charge, so that their cost must not depend on their number: a result is reused for this time.
const heldMilliseconds = 1_000
const answerMilliseconds = 1_500
// Interval of trial writes; while they fail, every check makes one.
const triedMilliseconds = 30_000
// 24 KB, more than is likely to be free in pages that the database has already: it has to ask the disk for some.
const triedUuids = 680

/**
 * Creates the health check.
 *
 * @param known a fault that is known without asking, such as too little room on a disk that we watch ourselves.
 */
export function databaseHealth(db: Db, known: () => string | undefined = () => undefined): Health {
  let triedAt = Number.NEGATIVE_INFINITY
  let trying: Promise<void> | undefined
  let held: { at: number; fault: Promise<string | undefined> } | undefined

  const look = async () => {
    const [{ setting }] = await db.$queryRaw<[{ setting: string }]>`SELECT current_setting('transaction_read_only') AS setting`
    if (setting === 'on') return outageSentences['read-only']
    if (performance.now() - triedAt < triedMilliseconds) return undefined
    // The trial write is not cancelled: stopping a statement reopens the embedded database. While one waits, no other begins.
    trying ??= unowned(() => tryToWrite(db)).finally(() => {
      trying = undefined
    })
    await trying
    triedAt = performance.now()
    return undefined
  }
  const lookInTime = () =>
    whileAwaited({ milliseconds: answerMilliseconds }, look).catch((error: unknown) => {
      triedAt = Number.NEGATIVE_INFINITY
      return outageSentences[outageOf(error) ?? 'away']
    })
  return {
    async fault() {
      if (!held || performance.now() - held.at >= heldMilliseconds) held = { at: performance.now(), fault: lookInTime() }
      return known() ?? (await held.fault) ?? (hasLockedWrite(db) ? locked : undefined)
    },
    note(error) {
      if (!outageOf(error)) return
      triedAt = Number.NEGATIVE_INFINITY
      held = undefined
    },
    readsGoOn: () => db.replicas?.readsGoOn() ?? false,
  }
}

/** Writes a row where nothing reads it, and undoes that: a block of PL/pgSQL rolls back when it is left by an error. */
async function tryToWrite(db: Db): Promise<void> {
  // Random, so that the database can make it only a little smaller.
  await db.$executeRaw`DO $$
    BEGIN
      INSERT INTO idempotency_key (store_id, credential, key, fingerprint, body, created_at)
      SELECT 0, 'readiness', gen_random_uuid(), '', string_agg(gen_random_uuid()::text, ''), 'epoch'::timestamptz
      FROM generate_series(1, ${Prisma.raw(String(triedUuids))});
      RAISE EXCEPTION USING ERRCODE = 'TAKEN';
    EXCEPTION WHEN SQLSTATE 'TAKEN' THEN NULL;
    END $$`
}
