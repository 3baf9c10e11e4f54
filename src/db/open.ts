/** Opens the database the configuration names, embedded or PostgreSQL, and hides the difference from everything above. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseConfig } from '../config/config.ts'
import { named, overPostgres, withSession } from './connect.ts'
import { readContents } from './contents.ts'
import type { OpenOptions } from './embedded/open.ts'
import { arrive, type DatabasePlace, placeOnServer } from './installation.ts'
import { migrate } from './migrate.ts'
import type { OpenedDatabase } from './opened.ts'
import { checkSessionSettings } from './session-settings.ts'

type PostgresConfig = Extract<DatabaseConfig, { kind: 'postgres' }>

/**
 * Opens the database, brings it up to date, and finds out whether it is a copy. A command opens an embedded one that a running server
 * holds over the server's socket.
 *
 * @throws DirectoryInUse, SessionSettingsError, MigrationError, or the driver's own error when the server cannot be reached.
 */
export async function openDatabase(config: DatabaseConfig, options: OpenOptions = {}): Promise<OpenedDatabase> {
  if (config.kind === 'postgres') return openPostgres(config, options)
  const { openEmbedded } = await import('./embedded/open.ts')
  const open = () => openEmbedded(config, options)
  if (options.program === 'server') return open()
  const { openOrShare } = await import('./embedded/beside.ts')
  return openOrShare(config.dataDir, open)
}

async function openPostgres({ url, replicas }: PostgresConfig, options: OpenOptions): Promise<OpenedDatabase> {
  const { readSeconds, program = 'command' } = options
  const found = await withSession(named(url, program, 'migrations'), async (session) => {
    await checkSessionSettings(session)
    await migrate(session)
    const place = await placeOnServer(session)
    return { place, isCopy: await arrive(session, place) }
  })
  const session: OpenedDatabase['session'] = (work) => withSession(named(url, program, 'session'), work)
  return { ...overPostgres(url, { readSeconds, program, ...(await reading(replicas, found.place, options)) }), ...found, session }
}

/** Every process notes its commits; only a server reads replicas. */
async function reading(config: PostgresConfig['replicas'], place: DatabasePlace, options: OpenOptions) {
  if (!config) return {}
  // Loaded only where it is used.
  const { openMarks, replicasOf } = await import('./replicas/open.ts')
  const marks = await openMarks(config, place, options)
  return { marks, ...(options.program === 'server' && { replicas: replicasOf(config, { place, marks }, options) }) }
}

/** Whether there is a database of ours to open; finding out makes none. */
export async function isMade(config: DatabaseConfig): Promise<boolean> {
  if (config.kind === 'embedded') return existsSync(join(config.dataDir, 'postgres'))
  return (await withSession(config.url, readContents)).hasHistory
}
