/** The embedded database: what takes too long is stopped, nothing that was acknowledged is lost, and nobody else is. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { whileAwaited } from '../../src/db/cancel.ts'
import { waits } from '../../src/db/connect.ts'
import { EmbeddedDatabase } from '../../src/db/embedded/database.ts'
import { clientOf, overEmbedded } from '../../src/db/embedded/open.ts'
import { Thread } from '../../src/db/embedded/thread.ts'
import { databaseHealth } from '../../src/db/health.ts'
import { copyToDirectory } from '../support/embedded.ts'

const template = inject('template')

const endless = 'SELECT count(*)::int FROM generate_series(1, 1000000000) AS n WHERE md5(n::text) = $1'

describe.skipIf(!('dataDir' in template))('The embedded database', async () => {
  if (!('dataDir' in template)) return
  const directory = mkdtempSync(join(tmpdir(), 'tandem-embedded-'))
  copyToDirectory(template.dataDir, directory)
  const place = { dataDir: join(directory, 'postgres') }
  const told: string[] = []
  let lives = 0
  const database = await EmbeddedDatabase.open({
    open: () => {
      lives += 1
      return Thread.open(place, 60_000)
    },
    hasSpace: async () => true,
    warn: (sentence) => void told.push(sentence),
    giveUp: (sentence) => void told.push(sentence),
  })
  const { db, close } = overEmbedded(database, { ...waits(), statement: 2_000 }, 200)
  afterAll(async () => {
    await close()
    rmSync(directory, { recursive: true })
  })
  const run = async () => await db.$queryRawUnsafe(endless, 'none')
  const names = async () => (await db.store.findMany({ where: { id: 1n }, select: { name: true } })).map(({ name }) => name)

  it('stops a statement that takes too long, and keeps what was written before', async () => {
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
    }, 10)
    for (let round = 1; round <= 2; round += 1) {
      await db.store.update({ where: { id: 1n }, data: { name: `round ${round}` } })
      const turns = { stopped: run(), waiting: names() }
      await expect(turns.stopped).rejects.toThrow('Connection terminated')
      expect(await turns.waiting).toEqual([`round ${round}`])
      expect(lives).toBe(1 + round)
    }
    clearInterval(timer)
    // Everything else in the process goes on meanwhile.
    expect(ticks).toBeGreaterThan(10)
    expect(told.splice(0)).toEqual(
      Array(2).fill(expect.stringMatching(/^The embedded database is opened anew: a statement was stopped after \d+ seconds\.$/)),
    )
  })

  it('stops a statement in a transaction with all of it', async () => {
    const [before] = await names()
    const work = db.$transaction(async (tx) => {
      await tx.store.update({ where: { id: 1n }, data: { name: 'half done' } })
      await tx.$queryRawUnsafe(endless, 'none')
    })
    await expect(work).rejects.toThrow('Connection terminated')
    expect(await names()).toEqual([before])
    told.splice(0)
  })

  it('undoes the transaction of a connection that breaks off, for whose end all others wait', async () => {
    const session = await database.connect()
    const bytes = (text: string) => new Uint8Array([0x51, 0, 0, 0, text.length + 5, ...Buffer.from(`${text}\0`)])
    await session.ask(bytes('BEGIN'), 1_000)
    await session.ask(bytes(`UPDATE store SET name = 'lost'`), 1_000)
    const others = names()
    session.end()
    expect(await others).not.toEqual(['lost'])
    await expect(session.ask(bytes('COMMIT'), 1_000)).rejects.toThrow('Connection terminated')
  })

  it('is not opened anew for a trial whether it can be written that takes long', async () => {
    const patient = clientOf(database, waits())
    await patient.db.$executeRawUnsafe(
      'CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(3); RETURN NEW; END $$',
    )
    await patient.db.$executeRawUnsafe('CREATE TRIGGER waits BEFORE INSERT ON idempotency_key EXECUTE FUNCTION wait()')
    const before = lives
    const health = databaseHealth(patient.db)
    expect(await health.fault()).toBe('The database does not answer.')
    await patient.db.$executeRawUnsafe('DROP FUNCTION wait CASCADE')
    expect(lives).toBe(before)
    await expect.poll(() => health.fault()).toBeUndefined()
    await patient.close()
  })

  it('keeps the log short that has to be read again after a crash', async () => {
    const patient = overEmbedded(database)
    await patient.db.$executeRawUnsafe('CREATE TABLE long (text text)')
    // Rows that are too short to be compressed, 40 MB of them.
    for (let part = 1; part <= 2; part += 1)
      await patient.db.$executeRawUnsafe(`INSERT INTO long SELECT repeat('x', 1800) FROM generate_series(1, 11000)`)
    const bytes = async () => {
      const [length] = await patient.db.$queryRaw<{ bytes: number }[]>`
        SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int AS bytes FROM pg_control_checkpoint()`
      return length?.bytes
    }
    await expect.poll(bytes, { timeout: 10_000 }).toBeLessThan(33_554_432)
  })

  it('learns what is in its tables when that has changed', async () => {
    const learnt = async () => {
      const [{ rows }] = await db.$queryRaw<[{ rows: number }]>`
        SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'allowed_origin'::regclass`
      return rows
    }
    await db.$executeRaw`INSERT INTO allowed_origin (store_id, origin, created_at)
      SELECT 1, 'https://shop-' || n || '.example', now() FROM generate_series(1, 500) n`
    await expect.poll(learnt, { timeout: 10_000 }).toBeGreaterThanOrEqual(500)
    await db.$executeRaw`DELETE FROM allowed_origin WHERE origin LIKE 'https://shop-%'`
    await expect.poll(learnt, { timeout: 10_000 }).toBeLessThan(500)
  })

  it('uses the room of dead rows again, however often a large record is written', async () => {
    const patient = overEmbedded(database)
    await patient.db.$executeRawUnsafe('CREATE TABLE record (id int PRIMARY KEY, data text)')
    await patient.db.$executeRawUnsafe('CREATE TABLE entry (id serial PRIMARY KEY, text text)')
    await patient.db.$executeRawUnsafe('INSERT INTO record VALUES (1)')
    // Text that cannot be compressed, so that it is kept apart from its row; PostgreSQL counts dead rows at most once a second
    // unless it is told to.
    const rewrite = `WITH
      written AS (UPDATE record SET data = (SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 1250))),
      gone AS (DELETE FROM entry),
      made AS (INSERT INTO entry (text) SELECT repeat('x', 80) FROM generate_series(1, 500))
      SELECT pg_stat_force_next_flush()`
    const sizes = async () => {
      const [both] = await patient.db.$queryRaw<{ record: number; entry: number }[]>`
        SELECT pg_total_relation_size('record')::int AS record, pg_total_relation_size('entry')::int AS entry`
      return both ?? { record: 0, entry: 0 }
    }
    // Without a vacuum every round of a hundred grows them by 4 MB and by 7 MB. After one, a round finds that room. When
    // vacuums fall is the database's to choose, so some round must be found that grows neither by a quarter of that.
    const reuses = async () => {
      const before = await sizes()
      for (let time = 1; time <= 100; time += 1) await patient.db.$executeRawUnsafe(rewrite)
      const after = await sizes()
      return after.record - before.record < 1_000_000 && after.entry - before.entry < 1_750_000
    }
    await expect.poll(reuses, { timeout: 60_000, interval: 100 }).toBe(true)
  })

  it('is opened anew when it fails by itself, and whoever asked hears that the connection is lost', async () => {
    const before = lives
    const session = await database.connect()
    // A message after which PostgreSQL does not say that it is ready: so it is when it has failed.
    await expect(session.ask(new Uint8Array([0x48, 0, 0, 0, 4]), 60_000)).rejects.toThrow('Connection terminated')
    expect(await db.store.count()).toBe(2)
    expect(lives).toBe(before + 1)
    expect(told.splice(0)).toEqual(['The embedded database is opened anew: it failed in the middle of a statement.'])
  })

  it('is given up, once, when it cannot be opened anew', async () => {
    let opened = 0
    const dataDir = join(directory, 'given-up')
    copyToDirectory(template.dataDir, dataDir)
    const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<string>()
    const failing = await EmbeddedDatabase.open({
      open: () => {
        opened += 1
        return opened === 1 ? Thread.open({ dataDir: join(dataDir, 'postgres') }, 60_000) : Promise.reject(new Error('no room'))
      },
      hasSpace: async () => true,
      warn: () => {},
      giveUp,
      silenceMilliseconds: 1_500,
    })
    const over = overEmbedded(failing, { ...waits(), statement: 1_000, query: 500 })
    await expect(over.db.$queryRawUnsafe(endless, 'none')).rejects.toThrow('Connection terminated')
    await expect(over.db.$queryRaw`SELECT 1`).rejects.toThrow(/Connection terminated|timeout exceeded/)
    expect(await givenUp).toBe('The embedded database does not answer, and could not be opened anew.')
    expect(opened).toBeGreaterThan(1)
    await over.close()
  })

  describe('when nobody waits for its statement any more', () => {
    const patient = overEmbedded(database)

    it('lets it run on for a moment', async () => {
      const before = lives
      const abort = new AbortController()
      const short = whileAwaited(
        { client: abort.signal, milliseconds: 60_000 },
        () => patient.db.$executeRaw`SELECT pg_sleep(0.5)`,
      )
      await sleep(100)
      abort.abort(new Error('gone'))
      await expect(short).rejects.toThrow('gone')
      expect(await patient.db.store.count()).toBe(2)
      expect(lives).toBe(before)
    })

    it('stops it after that', async () => {
      const before = lives
      const abort = new AbortController()
      const long = whileAwaited({ client: abort.signal, milliseconds: 60_000 }, () => patient.db.$queryRawUnsafe(endless, 'none'))
      await sleep(500)
      abort.abort(new Error('gone'))
      await expect(long).rejects.toThrow('gone')
      expect(await patient.db.store.count()).toBe(2)
      expect(lives).toBe(before + 1)
    })
  })
})
