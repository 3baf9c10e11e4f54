/** The mechanism of consumers by itself: a second one, declared here over two tables of its own, is a declaration and no more. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { Prisma } from '../../prisma/generated/client/client.ts'
import { givenUpOf, waitingOf } from '../../src/consumers/backlog.ts'
import { claimDeliveries, returnDeliveries } from '../../src/consumers/claim.ts'
import type { Claimed, Consumer, ConsumerRows } from '../../src/consumers/consumer.ts'
import { handOver } from '../../src/consumers/hand-over.ts'
import { consumeOnce, startConsumer } from '../../src/consumers/run.ts'
import { sendDue } from '../../src/consumers/send.ts'
import { clockOf } from '../../src/db/clock.ts'
import { listen } from '../../src/observe/observe.ts'
import { wholeSecond } from '../../src/values/time.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'

const store = await openStore({ isApart: true })
const { db } = store
await store.session((session) =>
  session.exec(`
    CREATE TABLE reader (store_id bigint, id bigserial, wants text NOT NULL, is_ordered boolean NOT NULL, last_sequence bigint NOT NULL,
      disabled_at timestamptz, probe_at timestamptz, recovered_at timestamptz, PRIMARY KEY (store_id, id));
    CREATE TABLE letter (store_id bigint, id bigserial, reader bigint NOT NULL, sequence bigint, words text NOT NULL,
      state text NOT NULL DEFAULT 'waiting', tries int NOT NULL DEFAULT 0, next_try_at timestamptz(0), scheduled_at timestamptz(0),
      created_at timestamptz NOT NULL, delivered_at timestamptz, said text, PRIMARY KEY (store_id, id), UNIQUE (store_id, reader, sequence))`),
)

type Words = { words: string }

const letterRows: ConsumerRows = {
  subscribers: Prisma.sql`reader`,
  deliveries: Prisma.sql`letter`,
  subscriberId: Prisma.sql`reader`,
  state: Prisma.sql`text`,
  content: {
    columns: Prisma.sql`words`,
    select: Prisma.sql`SELECT event.operation WHERE event.type = subscriber.wants`,
  },
  claim: { returns: Prisma.sql`delivery.words` },
  atOnce: 3,
  perStore: 8,
  leaseSeconds: 5,
}

/** The post office, which says what becomes of a letter. */
type Says = (words: string) => 'taken' | 'later' | 'never' | Promise<'taken'>

const letters = (says: Says): Consumer<Words> => ({
  ...letterRows,
  ...{ db, clock, report: (fault) => void faults.push(fault), chance: () => 0 },
  name: 'letters',
  pauses: [10_000, 20_000],
  mostUnderWay: 16,
  async send({ words, storeId, id, subscriberId }) {
    const said = await says(words)
    return {
      isTaken: said === 'taken',
      isFinal: said === 'never',
      answer: Prisma.sql`said = ${said}::text`,
      // One that is never taken is recorded without a notice.
      ...(said === 'later' && {
        giveUp:
          () => db.$executeRaw`WITH failed AS (UPDATE letter SET state = 'failed', said = 'too often' WHERE store_id = ${storeId} AND id = ${id})
          UPDATE reader SET disabled_at = now() WHERE store_id = ${storeId} AND id = ${subscriberId}`,
      }),
    }
  },
})

const time = { now: new Date() }
const clock = clockOf(() => new Date(time.now))
const later = (seconds: number) => time.now.setSeconds(time.now.getSeconds() + seconds)
const faults: unknown[] = []
const send = (says: Says) => inSight(() => consumeOnce(letters(says)))
const claim = (most = 10): Promise<(Claimed & Words)[]> => inSight(() => claimDeliveries<Words>(letterRows, db, clock, most))
const kept = () =>
  db.$queryRaw<{ words: string; state: string; tries: number; said: string | null }[]>`
    SELECT words, state, tries, said FROM letter ORDER BY id`

let sequence = 0n
async function happen(words: string, type = 'order.created'): Promise<void> {
  sequence += 1n
  const about = { actor: 'x', surface: 'worker', operation: words, requestId: 'x', createdAt: time.now } as const
  await db.event.create({ data: { storeId: 1n, type, sequence, ...about } })
  const counter = { storeId: 1n, lastSequence: sequence }
  await db.eventCounter.upsert({ where: { storeId: 1n }, create: counter, update: counter })
}

const subscribe = (isOrdered = false, wants = 'order.created') => db.$executeRaw`
  INSERT INTO reader (store_id, wants, is_ordered, last_sequence) VALUES (1, ${wants}, ${isOrdered}, ${sequence})`

// Whole seconds, as the columns have them: they would round half a second up, to what is not due yet.
beforeEach(() => {
  time.now = wholeSecond(new Date())
})

afterEach(async () => {
  await db.$executeRaw`DELETE FROM letter`
  await db.$executeRaw`DELETE FROM reader`
  expect(faults.splice(0)).toEqual([])
})

describe('A consumer that is a declaration', () => {
  it('hands each subscriber the events that it wants, once, however many processes do', async () => {
    await subscribe()
    await subscribe(false, 'order.paid')
    for (const words of ['one', 'two', 'three']) await happen(words)
    await happen('other', 'order.paid')
    await Promise.all(Array.from({ length: 4 }, () => inSight(() => handOver(letterRows, db, clock))))
    expect((await kept()).map(({ words }) => words).sort()).toEqual(['one', 'other', 'three', 'two'])
    expect(await inSight(() => handOver(letterRows, db, clock))).toBe(false)
  })

  it('claims a delivery for one process, of each subscriber as many as it declares', async () => {
    await subscribe()
    for (const words of ['one', 'two', 'three', 'four']) await happen(words)
    await handOver(letterRows, db, clock)
    const claimed = (await Promise.all(Array.from({ length: 4 }, () => claim()))).flat()
    expect(claimed.map(({ words }) => words).sort()).toEqual(['one', 'three', 'two'])
  })

  it('keeps the order of a subscriber that asks for it: the next is sent once the one before is taken', async () => {
    await subscribe(true)
    for (const words of ['one', 'two', 'three']) await happen(words)
    const sent: string[] = []
    const says = (words: string) => (sent.push(words) === 2 ? 'later' : 'taken')
    expect(await send(says)).toBe(2)
    expect(sent).toEqual(['one', 'two'])
    later(11)
    expect(await send(says)).toBe(2)
    expect(sent).toEqual(['one', 'two', 'two', 'three'])
  })

  it('retries after the pauses that it declares, then gives up with its notice, and counts each try under its name', async () => {
    const tries: string[] = []
    onTestFinished(listen((fact) => fact.kind === 'delivered' && tries.push(`${fact.consumer}: ${fact.result}`)))
    await subscribe()
    await happen('one')
    for (const [index, seconds] of [10, 20].entries()) {
      expect(await send(() => 'later')).toBe(1)
      expect(await kept()).toEqual([{ words: 'one', state: 'waiting', tries: index + 1, said: 'later' }])
      later(seconds - 1)
      expect(await send(() => 'later')).toBe(0)
      later(1)
    }
    expect(await send(() => 'later')).toBe(1)
    expect(await kept()).toEqual([{ words: 'one', state: 'failed', tries: 3, said: 'too often' }])
    expect(tries).toEqual(['letters: waiting', 'letters: waiting', 'letters: failed'])
    await happen('two')
    expect(await send(() => 'taken')).toBe(0)
  })

  it('gives up at once where there is to be no further try, and goes on with what comes after', async () => {
    await subscribe(true)
    await happen('one')
    await happen('two')
    expect(await send((words) => (words === 'one' ? 'never' : 'taken'))).toBe(2)
    expect(await kept()).toMatchObject([
      { state: 'failed', said: 'never', tries: 1 },
      { state: 'delivered', said: 'taken' },
    ])
  })

  it('shows how much waits and how much was given up', async () => {
    await subscribe()
    for (const words of ['one', 'two', 'three']) await happen(words)
    await send((words) => (words === 'one' ? 'never' : 'later'))
    const [counted] = await db.$queryRaw<{ waiting: number; failed: number }[]>`
      SELECT (SELECT count(*)::int FROM (${waitingOf(letterRows)}) AS waiting) AS waiting,
        (SELECT count(*)::int FROM (${givenUpOf(letterRows)}) AS failed) AS failed`
    expect(counted).toEqual({ waiting: 2, failed: 1 })
  })
})

describe('A process of a consumer that stopped after its claim', () => {
  it('leaves the delivery to others once its lease is over, and records nothing when it comes back', async () => {
    await subscribe()
    await happen('one')
    await handOver(letterRows, db, clock)
    const { promise, resolve } = Promise.withResolvers<'taken'>()
    const stopped = await inSight(() =>
      sendDue(
        letters(() => promise),
        1,
      ),
    )
    later(4)
    expect(await claim()).toEqual([])
    later(2)
    expect(await send(() => 'later')).toBe(1)
    resolve('taken')
    await Promise.all(stopped)
    expect(await kept()).toEqual([{ words: 'one', state: 'waiting', tries: 2, said: 'later' }])
  })

  it('looks at the subscribers of announced stores alone', async () => {
    await subscribe()
    await happen('one')
    expect(await inSight(() => handOver(letterRows, db, clock, [2n]))).toBe(false)
    expect(await kept()).toHaveLength(0)
    expect(await inSight(() => handOver(letterRows, db, clock, [2n, 1n]))).toBe(true)
    expect(await kept()).toHaveLength(1)
  })

  it('has its claims given back where the database has one process', async () => {
    await subscribe()
    await happen('one')
    await handOver(letterRows, db, clock)
    expect([(await claim()).length, await returnDeliveries(letterRows, db, clock), (await claim()).length]).toEqual([1, 1, 1])
  })

  it('sends nothing more, and has ended when what was under way is recorded', async () => {
    await subscribe()
    const { wake, end } = startConsumer(letters(() => sleep(100, 'taken' as const)))
    await happen('one')
    wake()
    while ((await kept())[0]?.state !== 'sending') await sleep(5)
    await end()
    expect((await kept())[0]?.state).toBe('delivered')
  })
})
