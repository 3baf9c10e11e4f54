/** Commands beside a running server: connections of other processes share its embedded database, and nobody is in another's way. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { whileAwaited } from '../../src/db/cancel.ts'
import { waits } from '../../src/db/connect.ts'
import { openOrShare } from '../../src/db/embedded/beside.ts'
import { EmbeddedDatabase } from '../../src/db/embedded/database.ts'
import { overEmbedded } from '../../src/db/embedded/open.ts'
import { listenForCommands, shortPath } from '../../src/db/embedded/socket.ts'
import { Thread } from '../../src/db/embedded/thread.ts'
import { DirectoryInUse } from '../../src/db/lock.ts'
import { operatorSentence } from '../../src/start/operator-errors.ts'
import { copyToDirectory } from '../support/embedded.ts'

const template = inject('template')
const limits = { statement: 60_000, transaction: 60_000 }
const strict = { statement: 2_000, transaction: 300 }
const inUse = () => Promise.reject(new DirectoryInUse('in use'))

describe.skipIf(!('dataDir' in template) || process.platform === 'win32')('A command beside a running server', async () => {
  if (!('dataDir' in template)) return
  // Longer than the path of a socket may be.
  const dataDir = join(mkdtempSync(join(tmpdir(), 'tandem-guests-')), 'd'.repeat(100))
  mkdirSync(dataDir, { mode: 0o700 })
  copyToDirectory(template.dataDir, dataDir)
  // As a process leaves them that was killed.
  writeFileSync(join(dataDir, '.s.PGSQL.5432'), '')
  mkdirSync(join(dataDir, 'socket-killed'))
  const told: string[] = []
  let lives = 0
  const database = await EmbeddedDatabase.open({
    open: () => {
      lives += 1
      return Thread.open({ dataDir: join(dataDir, 'postgres') }, 60_000)
    },
    hasSpace: async () => true,
    warn: (sentence) => void told.push(sentence),
    giveUp: (sentence) => void told.push(sentence),
  })
  const server = overEmbedded(database, { ...waits(), statement: 60_000 })
  const warn = (sentence: string) => void told.push(sentence)
  const listening = await listenForCommands(dataDir, database, limits, warn)
  const strictDir = mkdtempSync(join(tmpdir(), 'tandem-guests-'))
  mkdirSync(join(strictDir, 'postgres'))
  const listeningStrictly = await listenForCommands(strictDir, database, strict, warn)
  afterAll(async () => {
    await listening.close()
    await listeningStrictly.close()
    await server.close()
    for (const directory of [dataDir, strictDir]) rmSync(directory, { recursive: true })
  })

  async function guest(directory = dataDir): Promise<pg.Client> {
    const short = shortPath(directory)
    const client = new pg.Client({ host: short?.path ?? '', user: 'postgres', database: 'postgres', password: '', ssl: false })
    client.on('error', () => {})
    await client.connect()
    short?.close()
    onTestFinished(async () => void client.end().catch(() => {}))
    return client
  }
  const command = async (directory = dataDir) => {
    const opened = await openOrShare(directory, inUse)
    onTestFinished(() => opened.close())
    return opened
  }
  const nameOf = async () => (await server.db.store.findUniqueOrThrow({ where: { id: 1n } })).name

  it('reaches it at a socket that is the user’s alone, and is the only thing there beside the data', async () => {
    expect(told).toEqual([])
    expect(readdirSync(dataDir).sort()).toEqual(['.s.PGSQL.5432', 'postgres'])
    const found = statSync(join(dataDir, '.s.PGSQL.5432'))
    expect([found.isSocket(), (found.mode & 0o777).toString(8)]).toEqual([true, '600'])
  })

  it('reads and writes as it does by itself, in transactions and out of them', async () => {
    const { db, isShared, isCopy, session } = await command()
    expect([isShared, isCopy]).toEqual([true, false])
    await db.$transaction(async (tx) => {
      await tx.store.update({ where: { id: 1n }, data: { name: 'by a command' } })
    })
    expect(await nameOf()).toBe('by a command')
    // The same text again and again, which a connection of its own would keep prepared.
    for (let time = 1; time <= 4; time += 1) {
      expect(await db.rows('SELECT count(*)::int FROM store', [])).toEqual([['2']])
      expect(await server.db.rows('SELECT count(*)::int FROM store', [])).toEqual([['2']])
    }
    expect((await session(({ query }) => query('SELECT count(*)::int AS stores FROM store'))).rows).toEqual([{ stores: 2 }])
  })

  it('reaches it by a relative path, as the default directory is', async () => {
    const { db } = await command(relative(process.cwd(), strictDir))
    expect(await db.rows('SELECT count(*)::int FROM store', [])).toEqual([['2']])
  })

  it('has its transaction to itself, and the server goes on after it', async () => {
    const one = await guest()
    await one.query('BEGIN')
    await one.query(`UPDATE store SET name = 'in a transaction' WHERE id = 1`)
    let isRead = false
    const reading = nameOf().finally(() => {
      isRead = true
    })
    await sleep(50)
    expect(isRead).toBe(false)
    await one.query('COMMIT')
    expect(await reading).toBe('in a transaction')
  })

  it('is undone where it breaks off in the middle of a transaction', async () => {
    const before = await nameOf()
    const one = await guest()
    await one.query('BEGIN')
    await one.query(`UPDATE store SET name = 'broken off' WHERE id = 1`)
    // As when its process is killed.
    Reflect.get(one, 'connection').stream.destroy()
    expect(await nameOf()).toBe(before)
    const other = await guest()
    void other.query('BEGIN; SELECT pg_sleep(0.2)').catch(() => {})
    await sleep(50)
    Reflect.get(other, 'connection').stream.destroy()
    expect(await nameOf()).toBe(before)
  })

  it('is undone where its transaction takes too long, and says so', async () => {
    const before = await nameOf()
    const { db, explained } = await command(strictDir)
    const long = db.$transaction(async (tx) => {
      await tx.store.update({ where: { id: 1n }, data: { name: 'for too long' } })
      await sleep(strict.transaction * 2)
      await tx.store.update({ where: { id: 1n }, data: { name: 'for far too long' } })
    })
    const error = await long.catch((thrown: unknown) => explained?.(thrown))
    expect(operatorSentence(error)).toMatch(/What was not committed is undone\. Stop the server and run the command again\.$/)
    expect(await nameOf()).toBe(before)
    const one = await guest(strictDir)
    await one.query('BEGIN')
    await sleep(strict.transaction * 2)
    await expect(one.query('SELECT 1')).rejects.toThrow()
  })

  it('is cut off where a statement takes too long, after which everybody else goes on', async () => {
    const { db, explained } = await command(strictDir)
    const before = lives
    const error = await db.$queryRaw`SELECT pg_sleep(60)`.catch((thrown: unknown) => explained?.(thrown))
    expect(operatorSentence(error)).toBe(
      'The database was opened anew by its server while the command ran: a statement was stopped after 2 seconds. ' +
        'What was not committed is undone. Stop the server and run the command again.',
    )
    expect(await nameOf()).toEqual(expect.any(String))
    expect(lives).toBe(before + 1)
    told.splice(0)
  })

  it('leaves nothing of its own in the session that all share', async () => {
    const one = await guest()
    await one.query(`SET timezone = 'Asia/Tokyo'`)
    await one.query('SET search_path = pg_catalog')
    await one.query('CREATE TEMP TABLE store (id int)')
    await one.query('SELECT pg_advisory_lock(1)')
    expect(await nameOf()).toEqual(expect.any(String))
    const [{ zone }] = await server.db.$queryRaw<[{ zone: string }]>`SELECT current_setting('timezone') AS zone`
    expect(zone).toBe('UTC')
    await one.end()
    const left = await server.db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' UNION ALL SELECT count(*)::int FROM pg_class WHERE relpersistence = 't'`
    expect(left).toEqual([{ count: 0 }, { count: 0 }])
  })

  it('is told what the database takes from nobody but its server', async () => {
    const refused = 'The database of a running server takes no such message: '
    await expect((await guest()).query({ text: 'SELECT 1', name: 'mine' })).rejects.toThrow(
      `${refused}statements with a name are not kept.`,
    )
    await expect((await guest()).query('COPY store FROM STDIN')).rejects.toThrow(`${refused}COPY … FROM STDIN is not taken.`)
    expect(told).toEqual([])
  })

  it('is not stopped by a request of the server that nobody waits for any more', async () => {
    const before = lives
    const one = await guest()
    const running = one.query('SELECT pg_sleep(1)')
    await sleep(50)
    const gone = whileAwaited({ milliseconds: 100 }, () => server.db.$queryRaw`SELECT 1`)
    await expect(gone).rejects.toThrow('Time is up.')
    await running
    expect(lives).toBe(before)
  })

  it('is one of many, with transactions of both sides between each other', async () => {
    await server.db.$executeRaw`CREATE TABLE counter AS SELECT 0 AS count`
    const add = 'UPDATE counter SET count = count + 1'
    const guests = Array.from({ length: 20 }, async () => {
      const one = await guest()
      await one.query('BEGIN')
      await one.query(add)
      await one.query('COMMIT')
      await one.end()
    })
    for (let time = 1; time <= 5; time += 1) await server.db.$transaction(async (tx) => void (await tx.$executeRawUnsafe(add)))
    await Promise.all(guests)
    expect(await server.db.$queryRaw`SELECT count FROM counter`).toEqual([{ count: 25 }])
  })

  it('is told where the server ends, and what comes after it takes the directory itself', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'tandem-guests-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const second = await listenForCommands(directory, database, limits, () => {})
    mkdirSync(join(directory, 'postgres'))
    const opened = await openOrShare(directory, inUse)
    await second.close()
    const error = await opened.db.store.count().catch((thrown: unknown) => opened.explained?.(thrown))
    expect(operatorSentence(error)).toMatch(/^The server of the database has ended while the command ran\. /)
    await opened.close()
    expect(readdirSync(directory)).toEqual(['postgres'])
    const own = { isOwn: true }
    expect(await openOrShare(directory, async () => own as never)).toBe(own)
  })

  it.skipIf(process.getuid?.() === 0)('says where no socket can be made', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'tandem-guests-'))
    chmodSync(directory, 0o500)
    const said: string[] = []
    await (await listenForCommands(directory, database, limits, (sentence) => void said.push(sentence))).close()
    expect(said).toEqual([
      expect.stringMatching(/^There is no socket in .*: commands on its database need this server stopped\.$/),
    ])
  })
})
