/** Work that nobody waits for any more: its statements end, and nobody else's do. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, it } from 'vitest'
import { whileAwaited } from '../../src/db/cancel.ts'
import { withSession } from '../../src/db/connect.ts'
import { openStore } from '../support/store.ts'
import { databaseUrl } from '../support/template.ts'

const template = inject('template')
const isEmbedded = 'dataDir' in template

const store = await openStore()

const reason = new Error('nobody waits')
const anySignal = () => new AbortController().signal
const cancellable = <T>(client: AbortSignal, work: () => Promise<T>) => whileAwaited({ client, milliseconds: 60_000 }, work)

describe('Cancellable work', () => {
  it('answers as it would by itself', async () => {
    expect(await cancellable(anySignal(), () => store.db.store.count())).toBe(await store.db.store.count())
    await expect(cancellable(anySignal(), () => store.db.$queryRaw`SELECT nothing`)).rejects.toThrow('nothing')
    await expect(cancellable(anySignal(), async () => Promise.reject(reason))).rejects.toBe(reason)
  })

  it('does not begin when its signal has aborted before', async () => {
    let hasBegun = false
    const work = async () => {
      hasBegun = true
    }
    await expect(cancellable(AbortSignal.abort(reason), work)).rejects.toBe(reason)
    expect(hasBegun).toBe(false)
  })

  it('sends no statement after its signal has aborted, neither alone nor in a transaction', async () => {
    const { db } = store
    const abort = new AbortController()
    const late: Promise<unknown>[] = []
    const work = async () => {
      await db.store.count()
      abort.abort(reason)
      late.push(db.store.updateMany({ data: { name: 'late' } }), db.store.findUnique({ where: { id: 1n } }))
      late.push(db.$transaction((tx) => tx.store.updateMany({ data: { name: 'late' } })))
      await Promise.allSettled(late)
    }
    const sent = await store.statements(() => expect(cancellable(abort.signal, work)).rejects.toBe(reason))
    expect((await Promise.allSettled(late)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(sent.filter((sql) => sql.includes('UPDATE'))).toEqual([])
    expect(await db.store.count({ where: { name: 'late' } })).toBe(0)
  })

  it('refuses statements that waited for their turn while the signal aborted', async () => {
    const { db } = store
    const abort = new AbortController()
    // Prisma's promises begin when they are awaited.
    const turns = Array.from({ length: 100 }, async () => await db.$executeRaw`SELECT pg_sleep(0.01)`)
    const work = () => Promise.all(Array.from({ length: 5 }, () => db.store.updateMany({ data: { name: 'waited' } })))
    const waiting = cancellable(abort.signal, work)
    await turns[0]
    abort.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    await Promise.all(turns)
    expect(await db.store.count({ where: { name: 'waited' } })).toBe(0)
  })

  it('leaves alone what others read in the same tick by the same statement', async () => {
    const abort = new AbortController()
    const read = (id: bigint) => store.db.rows('SELECT id FROM store WHERE id = $1', [String(id)])
    const mine = cancellable(abort.signal, () => read(1n))
    const theirs = [read(2n), cancellable(anySignal(), () => read(2n))]
    abort.abort(reason)
    await expect(mine).rejects.toBe(reason)
    expect(await Promise.all(theirs)).toEqual([[['2']], [['2']]])
  })
})

describe('Work that is awaited', () => {
  it('ends when the time is up, and when the client has gone away, before or meanwhile', async () => {
    const client = new AbortController()
    const forever = () => new Promise(() => {})
    await expect(whileAwaited({ client: client.signal, milliseconds: 1 }, forever)).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    const waiting = whileAwaited({ client: client.signal, milliseconds: 60_000 }, forever)
    client.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    await expect(whileAwaited({ client: client.signal, milliseconds: 60_000 }, forever)).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe.skipIf(isEmbedded)('A statement that runs on a PostgreSQL server', () => {
  /** Does something while another session holds the table of stores, so that everybody who reads it waits. */
  async function whileLocked(work: () => Promise<void>): Promise<void> {
    if ('dataDir' in template) throw new Error('for PostgreSQL only')
    const [row] = await store.db.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`
    await withSession(databaseUrl(template.server, row?.name ?? ''), async ({ exec }) => {
      await exec('BEGIN; LOCK TABLE store IN ACCESS EXCLUSIVE MODE')
      await work()
    })
  }

  const waiting = async () => {
    const [row] = await store.db.$queryRaw<{ n: bigint }[]>`
      SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    return Number(row?.n)
  }

  const backends = async () => {
    const rows = await store.db.$queryRaw<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = '' ORDER BY pid`
    return rows.map(({ pid }) => pid)
  }

  it('is cancelled there, and its connection used again', () =>
    whileLocked(async () => {
      const before = await backends()
      const abort = new AbortController()
      const read = cancellable(abort.signal, () => store.db.store.findMany())
      await expect.poll(waiting).toBe(1)
      abort.abort(reason)
      await expect(read).rejects.toBe(reason)
      await expect.poll(waiting).toBe(0)
      expect(await backends()).toEqual(expect.arrayContaining(before))
    }))

  it('is cancelled in fifty pieces of work at once, more than there are connections, and the pool stays whole', async () => {
    await whileLocked(async () => {
      const abort = new AbortController()
      const reads = Array.from({ length: 50 }, () => cancellable(abort.signal, () => store.db.store.findMany()))
      // One more waits for a connection behind them.
      await sleep(100)
      const other = store.db.customer.count().then((count) => count)
      abort.abort(reason)
      const results = await Promise.allSettled(reads)
      expect(results.filter((result) => result.status === 'rejected' && result.reason === reason)).toHaveLength(50)
      expect(await other).toBeGreaterThan(0)
      await expect.poll(waiting).toBe(0)
    })
    const after = await Promise.all(Array.from({ length: 100 }, () => store.db.store.count()))
    expect(new Set(after).size).toBe(1)
  })

  it('is never another one, however the ends of statements and the cancellations fall', async () => {
    const short = async () => await store.db.$executeRaw`SELECT pg_sleep(0.001)`
    let cut = 0
    for (let round = 0; round < 20; round += 1) {
      const others = Array.from({ length: 30 }, short)
      const cancelled = Array.from({ length: 30 }, async (_none, place) => {
        const abort = new AbortController()
        const end = cancellable(abort.signal, short).catch(() => {
          cut += 1
        })
        await sleep(place % 6)
        abort.abort(reason)
        return end
      })
      await Promise.all([...others, ...cancelled, ...Array.from({ length: 30 }, short)])
    }
    expect(cut).toBeGreaterThan(0)
  })
})
