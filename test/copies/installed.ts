/** Databases that real servers run over, and copies of them, made as operators make them: by pg_dump and psql, or by copying the directory. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { type Db, overPostgres, withSession } from '../../src/db/connect.ts'
import { openEmbedded } from '../../src/db/embedded/open.ts'
import { type DatabaseSettings, type Outcome, runCommand } from '../support/command.ts'
import { copyToDirectory } from '../support/embedded.ts'
import { outOfSight } from '../support/every-statement.ts'
import { startOptions } from '../support/start-options.ts'
import { databaseUrl } from '../support/template.ts'

const root = resolve(import.meta.dirname, '../..')
const node = resolve(root, 'node_modules/.bin/node')
const run = promisify(execFile)

export type Running = { address: string; output: { text: string }; end(): Promise<void> }

export type Installed = {
  /** The settings that programs reach it by. */
  env: DatabaseSettings
  /** Starts a server over it, and answers when it listens. */
  start(settings?: Record<string, string>): Promise<Running>
  /** Runs an operator's command, in this process. */
  tandem(...args: string[]): Promise<Pick<Outcome, 'code' | 'out' | 'err'>>
  /** Works on the database itself; no server may run over an embedded one meanwhile. */
  within<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** A copy that has never run; no server may run over an embedded one meanwhile. */
  copied(): Promise<Installed>
  /** Has it somewhere else, as the same database. */
  moved(): Promise<Installed>
  remove(): Promise<void>
}

const template = inject('template')

/** Why copies cannot be tried on this machine, if they cannot. */
export const missing: string | undefined =
  'server' in template && ['pg_dump', 'psql'].some((tool) => spawnSync(tool, ['--version']).status !== 0)
    ? 'wants pg_dump and psql, which this machine does not have'
    : undefined

export const isEmbedded = 'dataDir' in template

/** A demo store that has never run. */
export async function installed(): Promise<Installed> {
  if ('dataDir' in template) {
    const directory = mkdtempSync(join(tmpdir(), 'tandem-installed-'))
    copyToDirectory(template.dataDir, directory)
    return inDirectory(directory)
  }
  const name = `tandem_installed_${randomUUID().replaceAll('-', '')}`
  await elsewhere(`CREATE DATABASE ${name} TEMPLATE ${template.database}`)
  return onServer(name)
}

const inDirectory = (dataDir: string): Installed => ({
  ...programsOver({ DATA_DIR: dataDir }),
  within: (work) =>
    outOfSight(async () => {
      const { db, close } = await openEmbedded({ dataDir })
      return work(db).finally(close)
    }),
  async copied() {
    const copy = mkdtempSync(join(tmpdir(), 'tandem-installed-'))
    cpSync(dataDir, copy, { recursive: true, preserveTimestamps: true })
    return inDirectory(copy)
  },
  async moved() {
    const place = join(mkdtempSync(join(tmpdir(), 'tandem-installed-')), 'data')
    renameSync(dataDir, place)
    return inDirectory(place)
  },
  remove: async () => rmSync(dataDir, { recursive: true, force: true }),
})

function elsewhere(sql: string): Promise<unknown> {
  if (!('server' in template)) throw new Error('There is no server.')
  return withSession(template.server, ({ exec }) => exec(sql))
}

function onServer(name: string): Installed {
  if (!('server' in template)) throw new Error('There is no server.')
  const { server } = template
  const url = databaseUrl(server, name)
  return {
    ...programsOver({ DATABASE_URL: url }),
    within: (work) =>
      outOfSight(async () => {
        const { db, close } = overPostgres(url)
        return work(db).finally(close)
      }),
    async copied() {
      const copy = `tandem_installed_${randomUUID().replaceAll('-', '')}`
      const directory = mkdtempSync(join(tmpdir(), 'tandem-dump-'))
      const file = join(directory, 'dump.sql')
      await run('pg_dump', ['--dbname', url, '--file', file])
      await elsewhere(`CREATE DATABASE ${copy} TEMPLATE template0`)
      await run('psql', ['--quiet', '--set', 'ON_ERROR_STOP=1', '--dbname', databaseUrl(server, copy), '--file', file])
      rmSync(directory, { recursive: true })
      return onServer(copy)
    },
    moved: () => Promise.reject(new Error('A database does not change its server.')),
    async remove() {
      await elsewhere(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

function programsOver(database: Installed['env']): Pick<Installed, 'env' | 'start' | 'tandem'> {
  const env = { PATH: process.env.PATH, ...database }
  return {
    env: database,
    async start(settings = {}) {
      const options = [...startOptions, '--liftoff-only', 'src/launch.js', '--with-parent', 'src/server.ts']
      const child = spawn(node, options, {
        cwd: root,
        env: { ...env, PORT: '0', LOG_LEVEL: 'warn', WEBHOOK_ALLOW_PRIVATE: 'on', RATE_LIMIT: 'off', ...settings },
      })
      const output = { text: '' }
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += chunk))
      while (!output.text.includes('npm run tandem -- store set')) {
        if (child.exitCode !== null) throw new Error(output.text)
        await new Promise((tick) => setTimeout(tick, 20))
      }
      const address = `http://127.0.0.1:${/Tandem is listening[\s\S]*?:(\d+)\/graphql/.exec(output.text)?.[1]}`
      return {
        address,
        output,
        async end() {
          const ended = once(child, 'exit')
          child.kill('SIGTERM')
          await ended
        },
      }
    },
    async tandem(...args) {
      const { code, out, err } = await outOfSight(() => runCommand(database, args))
      return { code, out, err }
    },
  }
}
