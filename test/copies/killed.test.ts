/** Backups and restores that are killed or terminated: their programs end, and nothing is left that is taken for a backup or a database. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { withSession } from '../../src/db/connect.ts'
import { openEmbedded } from '../../src/db/embedded/open.ts'
import { copyToDirectory } from '../support/embedded.ts'
import { databaseUrl } from '../support/template.ts'

const template = inject('template')
const root = resolve(import.meta.dirname, '../..')
const node = resolve(root, 'node_modules/.bin/node')
const directory = mkdtempSync(join(tmpdir(), 'tandem-killed-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

type Running = { child: ChildProcess; output: { text: string } }

function run(env: Record<string, string>, program: string, ...args: string[]): Running {
  const options = ['--disable-warning=ExperimentalWarning', '--liftoff-only', 'src/launch.js', '--with-parent', program, ...args]
  const child = spawn(node, options, { cwd: root, env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', PORT: '0', ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += chunk))
  return { child, output }
}

const tandem = (env: Record<string, string>, ...args: string[]) => run(env, 'src/cli/tandem.ts', ...args)

async function until(isSo: () => boolean, { child, output }: Running): Promise<void> {
  while (!isSo()) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${output.text}`)
    await new Promise((tick) => setTimeout(tick, 2))
  }
}

async function ended({ child, output }: Running): Promise<{ code: number | null; text: string }> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  return { code: child.exitCode, text: output.text.trim() }
}

const signals = ['SIGTERM', 'SIGKILL'] as const
const partialIn = (folder: string) => readdirSync(folder).filter((name) => name.includes('.partial-'))

describe.runIf('dataDir' in template && process.platform !== 'win32')('Of an embedded database', () => {
  if (!('dataDir' in template)) return
  const dataDir = join(directory, 'data')
  mkdirSync(dataDir)
  copyToDirectory(template.dataDir, dataDir)
  const backup = join(directory, 'backup')

  it.each(signals)('a backup that is ended by %s has no file of its name', async (signal) => {
    const folder = join(directory, `backup-${signal}`)
    mkdirSync(folder)
    const running = tandem({ DATA_DIR: dataDir }, 'backup', join(folder, 'file'))
    await until(() => partialIn(folder).length > 0, running)
    running.child.kill(signal)
    await ended(running)
    expect(existsSync(join(folder, 'file'))).toBe(false)
    if (signal === 'SIGTERM') expect(readdirSync(folder)).toEqual([])
  })

  it.each(signals)(
    'a restore that is ended by %s leaves a directory of which a server says so, and is run again',
    async (signal) => {
      if (!existsSync(backup)) expect((await ended(tandem({ DATA_DIR: dataDir }, 'backup', backup))).code).toBe(0)
      const target = join(directory, `restored-${signal}`)
      const running = tandem({ DATA_DIR: target }, 'restore', backup)
      await until(() => existsSync(join(target, 'postgres.restoring')), running)
      running.child.kill(signal)
      await ended(running)
      expect(existsSync(join(target, 'postgres'))).toBe(false)
      const sentence =
        `A restore into ${target} was ended before it was done. Run tandem restore again, or remove ${join(target, 'postgres.restoring')} ` +
        'to begin with a new database.'
      expect(await ended(run({ DATA_DIR: target }, 'src/server.ts'))).toEqual({ code: 1, text: sentence })
      expect(await ended(tandem({ DATA_DIR: target }, 'store', 'list'))).toEqual({ code: 1, text: sentence })
      const again = await ended(tandem({ DATA_DIR: target }, 'restore', backup))
      expect(again).toMatchObject({ code: 0, text: expect.stringMatching(/^Restored 2 stores/) })
      expect(readdirSync(target)).not.toContain('postgres.restoring')
      const { db, close } = await openEmbedded({ dataDir })
      const { backedUpAt } = await db.installation.findFirstOrThrow().finally(close)
      expect(Date.now() - (backedUpAt?.getTime() ?? 0)).toBeLessThan(120_000)
    },
  )

  it('a folder is no backup', async () => {
    const { code, text } = await ended(tandem({ DATA_DIR: join(directory, 'none') }, 'restore', directory))
    expect({ code, text }).toEqual({ code: 1, text: `${directory} is a directory. Give the file that tandem backup has made.` })
  })
})

describe.runIf('server' in template)('On a PostgreSQL server', () => {
  if (!('server' in template)) return
  const { server } = template
  const tools = join(directory, 'tools')
  const pids = join(directory, 'pids')
  mkdirSync(tools)
  // In the place of PostgreSQL's own: programs that reach the database, and then take for ever.
  const endless = `echo $$ >> ${pids}; exec sleep 600`
  const lists =
    'case "$*" in *--list*) echo "1; TABLE DATA public _prisma_migrations o"; echo "2; TABLE DATA public installation o"; exit;; *--file=*) exit;; esac'
  writeFileSync(join(tools, 'pg_dump'), `#!/bin/sh\n${endless}\n`)
  writeFileSync(join(tools, 'pg_restore'), `#!/bin/sh\n${lists}\n${endless}\n`)
  for (const name of readdirSync(tools)) chmodSync(join(tools, name), 0o755)
  const env = { PATH: `${tools}:${process.env.PATH}` }

  function isRunning(pid: number): boolean {
    try {
      process.kill(pid, 0)
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    } catch {
      return false
    }
  }

  async function endedWith(signal: NodeJS.Signals, running: Running): Promise<void> {
    await until(() => existsSync(pids) && readFileSync(pids, 'utf8').endsWith('\n'), running)
    const pid = Number(readFileSync(pids, 'utf8'))
    rmSync(pids)
    expect(isRunning(pid)).toBe(true)
    running.child.kill(signal)
    await ended(running)
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false)
  }

  it.each(signals)('a backup that is ended by %s ends its pg_dump, and has no file of its name', async (signal) => {
    const folder = join(directory, `dump-${signal}`)
    mkdirSync(folder)
    const url = databaseUrl(server, template.database)
    await endedWith(signal, tandem({ ...env, DATABASE_URL: url }, 'backup', join(folder, 'file')))
    expect(existsSync(join(folder, 'file'))).toBe(false)
    if (signal === 'SIGTERM') expect(readdirSync(folder)).toEqual([])
  })

  it.each(signals)('a restore that is ended by %s ends its pg_restore', async (signal) => {
    const name = `tandem_killed_${randomUUID().replaceAll('-', '')}`
    await withSession(server, ({ exec }) => exec(`CREATE DATABASE ${name} TEMPLATE template0`))
    onTestFinished(() => withSession(server, async ({ exec }) => void (await exec(`DROP DATABASE ${name} WITH (FORCE)`))))
    const file = join(directory, 'dump')
    writeFileSync(file, 'PGDMP')
    await endedWith(signal, tandem({ ...env, DATABASE_URL: databaseUrl(server, name) }, 'restore', file))
  })
})
