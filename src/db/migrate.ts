/**
 * Brings a database up to the migrations in `prisma/migrations`, keeping Prisma's own table of what was applied,
 * so that `prisma migrate deploy` can take over at any time.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { listed, readContents } from './contents.ts'
import type { Session } from './session.ts'

export type Migration = { name: string; sql: string; checksum: string }

/** The stored history does not fit the files; the message says what to do. */
export class MigrationError extends Error {}

const migrationsFolder = new URL('../../prisma/migrations/', import.meta.url)

// Any number will do, as long as every instance takes the same one.
const advisoryLock = 74_236_001
const lockWaitSeconds = 60

// The table as Prisma 7 makes it.
const historyTable = `
  CREATE TABLE "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  )`

/** Reads the migrations from disk, oldest first. */
export function readMigrations(folder: URL = migrationsFolder): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(`${name}/migration.sql`, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * Applies what is missing, each migration in a transaction of its own; instances that start at once wait for each other. Where nothing is
 * missing, nothing is locked or set: behind a pooler the session would not end with its work.
 *
 * @returns the names of the migrations it applied.
 * @throws MigrationError when a landed migration was edited, or the database is ahead of this version or another program's.
 */
export async function migrate(session: Session, migrations: Migration[] = readMigrations()): Promise<string[]> {
  if ((await missing(session, migrations)).length === 0) return []
  await session.exec(`SET lock_timeout = '${lockWaitSeconds}s'`)
  await session.query('SELECT pg_advisory_lock($1)', [advisoryLock])
  try {
    // Another instance may have applied them meanwhile.
    const pending = await missing(session, migrations)
    if (!(await readContents(session)).hasHistory) await session.exec(historyTable)
    for (const migration of pending) await apply(session, migration)
    return pending.map((migration) => migration.name)
  } finally {
    await session.query('SELECT pg_advisory_unlock($1)', [advisoryLock])
    await session.exec('RESET lock_timeout')
  }
}

async function missing(session: Session, migrations: Migration[]): Promise<Migration[]> {
  const { hasHistory, others } = await readContents(session)
  const applied = hasHistory ? await appliedMigrations(session) : []
  if (applied.length === 0 && others.length > 0) throw new MigrationError(isAnothers(`tables of it: ${listed(others)}`))
  return pendingMigrations(migrations, applied)
}

/** @throws MigrationError when the database of a running server does not have the very migrations of this version. */
export async function checkMigrated(session: Pick<Session, 'query'>): Promise<void> {
  const [pending] = pendingMigrations(readMigrations(), await appliedMigrations(session))
  if (!pending) return
  throw new MigrationError(
    `The running server is of an earlier version than this command: its database lacks migration ${pending.name}. Start the server ` +
      'with this version first.',
  )
}

const isAnothers = (why: string): string =>
  `The database belongs to another program (${why}). Tandem takes one of its own, which createdb makes.`

type Applied = { name: string; checksum: string; finished: boolean }

async function appliedMigrations(session: Pick<Session, 'query'>): Promise<Applied[]> {
  const { rows } = await session.query(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  )
  return rows as Applied[]
}

function pendingMigrations(migrations: Migration[], applied: Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  if (applied.length > 0 && !applied.some(({ name }) => known.has(name)))
    throw new MigrationError(isAnothers(`a migration of it: ${applied[0]?.name}`))
  for (const { name, checksum, finished } of applied) {
    const migration = known.get(name)
    if (!migration)
      throw new MigrationError(`The database has migration ${name}, which this version does not know. Run the newer version.`)
    if (!finished)
      throw new MigrationError(
        `Migration ${name} began but did not finish. Mend it with "prisma migrate resolve", then start again.`,
      )
    if (migration.checksum !== checksum)
      throw new MigrationError(`Migration ${name} was changed after it was applied. Put the file back as it was.`)
  }
  const done = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !done.has(name))
}

async function apply(session: Session, migration: Migration): Promise<void> {
  // No time limit, also where the database sets one for its sessions.
  await session.exec('BEGIN; SET LOCAL statement_timeout = 0')
  try {
    await session.exec(migration.sql)
    await session.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    )
    await session.exec('COMMIT')
  } catch (error) {
    await session.exec('ROLLBACK')
    throw error
  }
}
