/** The databases that are measured: seeded once, kept for the next run, made anew when migrations or seed changed. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { withSession } from '../../src/db/connect.ts'
import { holdDirectory } from '../../src/db/lock.ts'
import { databaseUrl } from '../support/template.ts'

export type BenchDatabase = {
  name: 'embedded' | 'PostgreSQL'
  /** Thousands of subscriptions in it. */
  thousands: number
  config: DatabaseConfig
  /** The same configuration, for a child process. */
  environment: Record<string, string>
}

export const root = join(import.meta.dirname, '..', '..')

const databaseName = 'tandem_bench'
const seedWithinMilliseconds = 600_000

/** The embedded database, in a directory under the system's temporary one. */
export function embeddedDatabase(thousands: number): BenchDatabase {
  const dataDir = join(tmpdir(), databaseName)
  const made: BenchDatabase = {
    name: 'embedded',
    thousands,
    config: { kind: 'embedded', dataDir },
    environment: { DATABASE_URL: '', DATA_DIR: dataDir },
  }
  const stampFile = join(dataDir, 'stamp')
  const stamp = stampOf(thousands)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return made
  // Fails when another process works in it.
  holdDirectory(dataDir)()
  rmSync(dataDir, { recursive: true })
  seed(made)
  writeFileSync(stampFile, stamp)
  return made
}

/** A database of its own on the PostgreSQL server of that address; `name` when it is not the one that most benchmarks share. */
export async function postgresDatabase(
  server: string,
  thousands: number,
  name = databaseName,
  stores?: number,
): Promise<BenchDatabase> {
  const url = databaseUrl(server, name)
  const made: BenchDatabase = {
    name: 'PostgreSQL',
    thousands,
    config: { kind: 'postgres', url },
    environment: { DATABASE_URL: url },
  }
  const stamp = stampOf(thousands)
  await withSession(server, async ({ query, exec }) => {
    const { rows } = await query(`SELECT shobj_description(oid, 'pg_database') AS stamp FROM pg_database WHERE datname = $1`, [
      name,
    ])
    if (rows[0]?.stamp === stamp) return
    await exec(`DROP DATABASE IF EXISTS ${name}`)
    await exec(`CREATE DATABASE ${name}`)
    seed(made, stores)
    await exec(`COMMENT ON DATABASE ${name} IS '${stamp}'`)
  })
  return made
}

/** Stands for all that decides what is in the database, but for the day it was made. */
function stampOf(thousands: number): string {
  const hash = createHash('sha256').update(String(thousands))
  const files = globSync(['prisma/migrations/**/*.sql', 'prisma/seed/database.ts', 'prisma/seed/scale{.ts,/*.ts}'], { cwd: root })
  for (const file of files.sort()) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function seed({ name, thousands, environment }: BenchDatabase, stores?: number): void {
  process.stderr.write(`Seeding the ${name} database with ${thousands},000 subscriptions; it is kept for the next run.\n`)
  const { status, error } = spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      'src/cli/tandem.ts',
      'seed',
      '--scale',
      String(thousands),
      ...(stores ? ['--stores', String(stores)] : []),
    ],
    {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: seedWithinMilliseconds,
    },
  )
  if (error) throw error
  if (status !== 0) throw new Error(`The seed of the ${name} database ended with ${status}.`)
}
