/** Opens the database the configuration names, embedded or PostgreSQL, and hides the difference from everything above. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseConfig } from '../config.ts'
import { type Database, overPostgres, withSession } from './connect.ts'
import { readContents } from './contents.ts'
import type { OpenOptions } from './embedded/open.ts'
import { migrate } from './migrate.ts'

/**
 * Opens the database and brings it up to date.
 *
 * @throws DirectoryInUse, MigrationError, or the driver's own error when the server cannot be reached.
 */
export async function openDatabase(config: DatabaseConfig, options: OpenOptions = {}): Promise<Database> {
  if (config.kind === 'postgres') return openPostgres(config.url, options.readSeconds)
  const { openEmbedded } = await import('./embedded/open.ts')
  return openEmbedded(config, options)
}

async function openPostgres(url: string, readSeconds?: number): Promise<Database> {
  await withSession(url, (session) => migrate(session))
  return overPostgres(url, readSeconds)
}

/** Whether there is a database of ours to open; finding out makes none. */
export async function isMade(config: DatabaseConfig): Promise<boolean> {
  if (config.kind === 'embedded') return existsSync(join(config.dataDir, 'postgres'))
  return (await withSession(config.url, readContents)).hasHistory
}
