/** Events are numbered once they are committed: without a gap, however many write and number at once, and whoever dies meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { numberEvents, startSequencer } from '../../src/writes/sequencer.ts'
import { mutate } from '../resources/writing.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'

const faults: unknown[] = []
const report = (error: unknown) => void faults.push(error)
const woken: (() => void)[] = []
const store = await openStore({ eventsWritten: () => woken.forEach((wake) => void wake()) })
const { db } = store

const note = (id: number, text: string) => mutate(store, 'updateSubscription', { id, note: text })
const number = () => inSight(() => numberEvents({ db }))
const sequences = async () =>
  (await db.event.findMany({ where: { storeId: 1n }, orderBy: { id: 'asc' } })).map(({ sequence }) => Number(sequence ?? 0))
const counted = async () => Number((await db.eventCounter.findUnique({ where: { storeId: 1n } }))?.lastSequence ?? 0)

afterAll(() => expect(faults).toEqual([]))

/** Numbers events and is killed before it is committed. */
const die = (): Promise<void> =>
  db.$transaction(async (tx) => {
    await numberEvents({ db: tx })
    throw new Error('killed')
  })

describe('Events', () => {
  it('have no number until they are numbered, then one each in their order, from 1', async () => {
    await note(1, 'first')
    await note(2, 'second')
    expect(await sequences()).toEqual([0, 0])
    await number()
    expect([await sequences(), await counted()]).toEqual([[1, 2], 2])
    await number()
    expect([await sequences(), await counted()]).toEqual([[1, 2], 2])
  })

  it('stay without one where whoever numbers them dies, and leave no gap behind', async () => {
    const before = await counted()
    await note(1, 'again')
    await expect(inSight(die)).rejects.toThrow('killed')
    expect([(await sequences()).at(-1), await counted()]).toEqual([0, before])
    await number()
    expect([(await sequences()).at(-1), await counted()]).toEqual([before + 1, before + 1])
  })

  it('of each store have numbers of their own', async () => {
    const before = await counted()
    const { id } = await db.product.findFirstOrThrow({ where: { storeId: 2n } })
    const mutation = `mutation { updateProduct(input: { id: ${id}, description: "Other" }) { userErrors { message } } }`
    const { data } = await store.graphql(mutation, {}, store.otherMerchant)
    const others = await db.event.count({ where: { storeId: 2n } })
    expect([data?.updateProduct?.userErrors, others]).toEqual([[], 1])
    await number()
    expect(await db.event.findFirst({ where: { storeId: 2n } })).toMatchObject({ sequence: 1n })
    expect(await counted()).toBe(before)
  })

  it('of which more wait than are numbered at a time, and of more stores, are all numbered, none before its time', async () => {
    const row = {
      type: 'store.updated',
      createdAt: new Date(0),
      actor: 'x',
      surface: 'rest',
      operation: 'x',
      requestId: 'x',
    } as const
    const storeIds = [7n, ...Array.from({ length: 150 }, (_, index) => BigInt(index + 1_000))]
    await db.event.createMany({ data: Array.from({ length: 1_234 }, () => ({ ...row, storeId: 7n })) })
    await db.event.createMany({ data: storeIds.map((storeId) => ({ ...row, storeId })) })
    const announced: bigint[] = []
    expect(await numberEvents({ db, announce: (ids) => void announced.push(...ids) })).toBe(false)
    expect(await db.event.count({ where: { sequence: null } })).toBe(0)
    expect(new Set(announced)).toEqual(new Set(storeIds))
    const { lastSequence } = await db.eventCounter.findUniqueOrThrow({ where: { storeId: 7n } })
    const [{ distinct, most }] = await db.$queryRaw<[{ distinct: bigint; most: bigint }]>`
      SELECT count(DISTINCT sequence) AS distinct, max(sequence) AS most FROM event WHERE store_id = 7`
    expect([lastSequence, distinct, most]).toEqual([1_235n, 1_235n, 1_235n])
  })
})

describe('A sequencer', () => {
  it('numbers what was written some milliseconds later, and what others left within a second or two', async () => {
    const sequencer = startSequencer({ db, report })
    try {
      woken.push(sequencer.wake)
      await sleep(50)
      const last = await counted()
      const started = performance.now()
      await note(1, 'soon')
      const committed = performance.now()
      while ((await counted()) === last) await sleep(1)
      const took = performance.now() - committed
      expect({ took, all: performance.now() - started }).toMatchObject({ took: expect.toSatisfy((ms: number) => ms < 500) })
      woken.length = 0
      await note(1, 'left')
      while ((await counted()) === last + 1) await sleep(20)
    } finally {
      await sequencer.end()
    }
  })

  it('leaves no gap and numbers nothing twice beside another, while many write and one dies, and a filtered reader misses nothing', async () => {
    const last = await counted()
    const sequencers = [startSequencer({ db, report }), startSequencer({ db, report })]
    woken.push(...sequencers.map(({ wake }) => wake))
    let isWriting = true
    const write = async (writer: number) => {
      for (let time = 1; time <= 12; time += 1) {
        // The even ones are of the type that the reader wants.
        if (writer % 2 === 0) await note(writer, `${writer} ${time}`)
        else await mutate(store, 'updateProduct', { id: writer, description: `${writer} ${time}` })
      }
    }
    const dieAgain = async () => {
      while (isWriting) {
        await die().catch(() => {})
        await sleep(5)
      }
    }
    const seen: number[] = []
    const read = async () => {
      let after = last
      for (let isDone = false; !isDone; ) {
        isDone = !isWriting
        for (let hasMore = true; hasMore; ) {
          const query = `{ events(after: ${after}, types: [subscription_updated], first: 3) { lastSequence hasMore nodes { sequence } } }`
          const { data } = await store.graphql(query)
          seen.push(...data.events.nodes.map(({ sequence }: { sequence: number }) => sequence))
          expect(data.events.lastSequence).toBeGreaterThanOrEqual(after)
          after = data.events.lastSequence
          hasMore = data.events.hasMore
        }
        await sleep(3)
      }
      return after
    }
    const reading = read()
    const dies = dieAgain()
    await Promise.all([2, 4, 6, 8, 1, 3, 5, 7].map(write))
    await Promise.all(sequencers.map(({ end }) => end()))
    woken.length = 0
    // The one that dies may be at it.
    while (await number()) await sleep(1)
    isWriting = false
    const [after] = await Promise.all([reading, dies])
    const all = await db.event.findMany({ where: { storeId: 1n, sequence: { gt: last } }, orderBy: { sequence: 'asc' } })
    expect(all.map(({ sequence }) => Number(sequence))).toEqual(
      Array.from({ length: all.length }, (_, index) => last + index + 1),
    )
    expect([await counted(), after]).toEqual([last + all.length, last + all.length])
    const wanted = all.filter(({ type }) => type === 'subscription.updated')
    expect(wanted.length).toBe(48)
    expect(seen).toEqual(wanted.map(({ sequence }) => Number(sequence)))
  })
})
