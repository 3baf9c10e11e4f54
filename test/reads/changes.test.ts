/** Lists of changes since a mark: on both surfaces, with writers beside the reader, deletions, and marks of other databases. */
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { table } from '../../src/resources/routes.ts'
import { forgetTombstones } from '../../src/writes/retention.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { patience, settled } from '../support/settled.ts'
import { openStore } from '../support/store.ts'

vi.setConfig({ testTimeout: 3 * patience })

const store = await openStore()
const other = await openStore()
const { db } = store
const isEmbedded = 'dataDir' in inject('template')

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into
type Row = any
type Walk = { rows: Row[]; nextMark: string; deleted: string[]; delayedSince: string | null; pages: number }

/** Reads all pages of what changed since a mark. */
type Reader = (since: string, size?: number, as?: string, between?: () => Promise<unknown>) => Promise<Walk>

const overGraphql =
  (list: string, shown: string): Reader =>
  async (since, size = 1_000, as = store.merchant, between = async () => {}) => {
    const rows: Row[] = []
    for (let after: string | null = null, pages = 1; ; pages += 1) {
      const { data, errors } = await store.graphql(
        `query ($since: String, $after: String, $size: Int) { ${list}(changedSince: $since, after: $after, first: $size) {
          nodes { ${shown} } pageInfo { endCursor hasNextPage } changes { nextMark deleted delayedSince } } }`,
        { since, after, size },
        as,
      )
      if (errors[0]) throw new Error(errors[0].message)
      const { nodes, pageInfo, changes } = data[list]
      rows.push(...nodes)
      if (!pageInfo.hasNextPage) return { rows, ...changes, pages }
      expect(changes).toMatchObject({ nextMark: null, deleted: null })
      after = pageInfo.endCursor
      await between()
    }
  }

const overRest =
  (path: string): Reader =>
  async (since, size = 1_000, as = store.merchant, between = async () => {}) => {
    const rows: Row[] = []
    let query = `?changed_since=${since}&limit=${size}`
    for (let pages = 1; ; pages += 1) {
      const { status, body } = await store.rest(`GET ${path}${query}`, as)
      if (status !== 200) throw new Error(body.errors[0])
      const { results, next, next_mark: nextMark, deleted, delayed_since: delayedSince } = body
      rows.push(...results)
      if (next === null) return { rows, nextMark, deleted: deleted.map(String), delayedSince, pages }
      expect({ nextMark, deleted }).toEqual({ nextMark: null, deleted: null })
      query = next
      await between()
    }
  }

const idsOf = ({ rows }: Pick<Walk, 'rows'>) => rows.map(({ id }) => String(id))
const sorted = (ids: readonly string[]) => ids.toSorted((one, other) => Number(one) - Number(other))

const customers = { GraphQL: overGraphql('customers', 'id firstName'), REST: overRest('/v1/customers/') }
let added = 0
/** A customer without addresses, who can be deleted. */
const addCustomer = async () => {
  added += 1
  const names = { firstName: 'Test', lastName: 'Buyer', name: 'Test Buyer' }
  const place = { country: 'US', location: '', createdAt: new Date() }
  return db.customer.create({ data: { storeId: 1n, ...names, ...place, email: `changes${added}@example.net` } })
}
const rename = (id: bigint, firstName: string) => db.customer.update({ where: ofStore(id), data: { firstName } })

describe.each(table.filter(({ takesChanges }) => takesChanges))('The changes of $path', ({ path, at: [list = ''] }) => {
  beforeAll(() => settled(db), patience)

  it('is all of the list without a mark, on both surfaces, and nothing since the mark', async () => {
    const all = await store
      .rest(`GET ${path}?limit=1000&archived=true`)
      .then(async (answer) => (answer.status === 200 ? answer : store.rest(`GET ${path}?limit=1000`)))
    const found = await overRest(path)('', 7)
    expect(sorted(idsOf(found))).toEqual(sorted(idsOf({ rows: all.body.results })))
    const onGraphql = await overGraphql(list, 'id')('', 1_000)
    expect(idsOf(onGraphql)).toEqual(idsOf(found))
    expect(found.deleted).toEqual([])
    for (const read of [overRest(path), overGraphql(list, 'id')])
      expect(await read(found.nextMark)).toMatchObject({ rows: [], deleted: [], pages: 1 })
  })
})

describe.each(Object.entries(customers))('Changes over %s', (_surface, read) => {
  it('are the records that changed, once each, in the order of their changes', async () => {
    const [one, second, third] = await Promise.all([addCustomer(), addCustomer(), addCustomer()])
    await settled(db)
    const { nextMark } = await read('')
    await rename(third.id, 'First')
    await rename(one.id, 'Second')
    await rename(third.id, 'Third')
    await store.rest(`POST /v1/customers/${second.id}/metadata/`, store.merchant, {
      method: 'POST',
      body: JSON.stringify({ plan: 'gold' }),
    })
    await settled(db)
    const found = await read(nextMark, 1)
    expect(idsOf(found)).toEqual([one.id, third.id, second.id].map(String))
    expect(found.pages).toBe(3)
    await settled(db)
    expect(idsOf(await read(found.nextMark))).toEqual([])
  })

  it('have archived records', async () => {
    const { id } = await addCustomer()
    await settled(db)
    const { nextMark } = await read('')
    await store.rest(`DELETE /v1/customers/${id}/`)
    await settled(db)
    expect(idsOf(await read(nextMark))).toEqual([String(id)])
  })

  it('that come between two pages are left to the next reading', async () => {
    const all = await Promise.all([addCustomer(), addCustomer(), addCustomer()])
    await settled(db)
    const before = await read('')
    for (const { id } of all) await rename(id, 'Paged')
    const last = all.at(-1)?.id as bigint
    await settled(db)
    const found = await read(before.nextMark, 1, store.merchant, async () => rename(last, 'Moved'))
    expect(idsOf(found)).toEqual(all.slice(0, -1).map(({ id }) => String(id)))
    await settled(db)
    expect(idsOf(await read(found.nextMark))).toEqual([String(last)])
  })

  it('have the ids of deleted records, until these are kept no longer', async () => {
    const { id } = await addCustomer()
    await settled(db)
    const before = await read('')
    await db.customer.delete({ where: ofStore(id) })
    await settled(db)
    expect(await read(before.nextMark)).toMatchObject({ rows: [], deleted: [String(id)] })
    expect((await read('')).deleted).toEqual([])
    await settled(db)
    const after = await read(before.nextMark)
    const inYears = clockOf(() => new Date(Date.now() + 100 * 86_400_000))
    expect(await inSight(() => forgetTombstones(db, inYears, 200))).toBe(0)
    expect(await inSight(() => forgetTombstones(db, inYears, 90))).toBeGreaterThan(0)
    expect(await read(after.nextMark)).toMatchObject({ rows: [], deleted: [] })
    await expect(read(before.nextMark)).rejects.toThrow(
      /Records were deleted after the mark that are known no longer: read all again/,
    )
  })

  it('are those of the own store', async () => {
    const { id } = await addCustomer()
    await settled(db)
    const { nextMark } = await read('')
    await rename(id, 'Own')
    await db.customer.delete({ where: ofStore((await addCustomer()).id) })
    await settled(db)
    expect(await read(nextMark, 10, store.otherMerchant)).toMatchObject({ rows: [], deleted: [] })
    expect(idsOf(await read('', 10, store.otherMerchant))).not.toContain(String(id))
  })

  it.skipIf(isEmbedded)('miss nothing of a transaction that is committed late', async () => {
    const { id } = await addCustomer()
    await settled(db)
    const before = await read('')
    const began = Date.now()
    const written = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const late = db.$transaction(
      async (tx) => {
        await tx.customer.update({ where: ofStore(id), data: { firstName: 'Late' } })
        written.resolve()
        await end.promise
      },
      { timeout: 20_000 },
    )
    await written.promise
    const { id: early } = await addCustomer()
    let during = before
    for (let look = 0; look < 4; look += 1) {
      during = await read(during.nextMark)
      expect(idsOf(during)).toEqual([])
      await new Promise((passed) => setTimeout(passed, 500))
    }
    // The database's clock has its own seconds.
    expect(Date.parse(during.delayedSince ?? '')).toBeLessThan(began + 2_000)
    end.resolve()
    await late
    const after = await read(during.nextMark)
    expect(sorted(idsOf(after))).toEqual([id, early].map(String))
    await expect.poll(async () => (await read(after.nextMark)).delayedSince, { timeout: patience }).toBeNull()
  })
})

describe('A reader that follows changes alone', () => {
  it.skipIf(isEmbedded)(
    'has the rows of the list in the end, whatever two instances and others write at the same time',
    async () => {
      const ids = (await Promise.all(Array.from({ length: 12 }, () => addCustomer()))).map(({ id }) => id)
      const mine = new Map<string, string>()
      let mark = ''
      const follow = async (read: Reader) => {
        const { rows, deleted, nextMark } = await read(mark, 3)
        for (const { id, firstName, first_name: name = firstName } of rows) mine.set(String(id), name)
        for (const id of deleted) mine.delete(id)
        mark = nextMark
      }
      const pause = (most: number) => new Promise((passed) => setTimeout(passed, Math.random() * most))
      const pick = () => ids[Math.floor(Math.random() * ids.length)] as bigint
      const instance = async (of: typeof store, name: string) => {
        for (let write = 0; write < 60; write += 1) {
          const body = JSON.stringify({ first_name: `${name} ${write}` })
          expect((await of.rest(`PUT /v1/customers/${pick()}/`, of.merchant, { body })).status).toBe(200)
          await pause(20)
        }
      }
      const writer = async (name: number) => {
        for (let write = 0; write < 40; write += 1) {
          if (write % 8 === 3) {
            const { id } = await addCustomer()
            await pause(10)
            if (Math.random() < 0.5) await db.customer.delete({ where: ofStore(id) })
          }
          await db
            .$transaction(
              async (tx) => {
                await pause(10)
                await tx.customer.update({ where: ofStore(pick()), data: { firstName: `${name} ${write}` } })
                await pause(write % 10 === 0 ? 400 : 20)
                if (write % 5 === 0) throw new Error('rolled back')
              },
              { timeout: 20_000 },
            )
            .catch((error: Error) => expect(error.message).toMatch(/rolled back|write conflict|Transaction not found/))
        }
      }
      let isOver = false
      const writers = Promise.all([...[1, 2, 3].map(writer), instance(store, 'One'), instance(other, 'Other')]).finally(() => {
        isOver = true
      })
      for (let round = 0; !isOver; round += 1) await follow(round % 2 ? customers.REST : customers.GraphQL)
      await writers
      await settled(db)
      await follow(customers.REST)
      const all = await db.customer.findMany({ where: { storeId: 1n } })
      expect([...mine].sort()).toEqual(all.map(({ id, firstName }) => [String(id), firstName]).sort())
    },
  )
})

describe('A list of changes', () => {
  const refused = async (args: string, as?: string) => {
    const { errors } = await store.graphql(`{ orders(${args}) { nodes { id } } }`, {}, as ?? store.merchant)
    return errors[0] && `${errors[0].extensions.code}: ${errors[0].message}`
  }
  const refusedOnRest = async (query: string) => (await store.rest(`GET /v1/orders/?${query}`)).body.errors

  it('is for merchants', async () => {
    expect(await refused('changedSince: ""', store.customer)).toBe('FORBIDDEN: changedSince is open to merchants only.')
    expect(await refused('changedSince: ""', '')).toMatch(/^UNAUTHENTICATED/)
    expect((await store.rest('GET /v1/store/api/products/?changed_since=')).body.errors?.[0]).toMatch(
      /^Unknown filter: changed_since/,
    )
  })

  it('takes no filter and no order of its own', async () => {
    const because = 'a record that leaves the filter would be missed'
    expect(await refused('changedSince: "", filter: { status: { eq: open } }')).toBe(
      `BAD_INPUT: filter is not for changedSince: ${because}.`,
    )
    for (const other of ['orderBy: [{ id: asc }]', 'last: 2', 'before: "x"', 'offset: 2'])
      expect(await refused(`changedSince: "", ${other}`)).toMatch(/is not for changedSince: changes come in the order/)
    const [sentence] = await refusedOnRest('changed_since=&status=open')
    expect(sentence).toBe(
      'status is not for changed_since, which takes after, limit, with: a record that leaves a filter would be missed, and changes come in their own order.',
    )
    expect(await refusedOnRest('changed_since=&page=2&sort=id')).toHaveLength(2)
    expect(await refusedOnRest('changed_since=&limit=0')).toEqual(['limit must be a whole number from 1 to 1000, not 0.'])
    expect(await refusedOnRest('changed_since=&format=csv')).toEqual([
      'changed_since is not for exports, which are in the order of their ids.',
    ])
    expect(await refusedOnRest('change_since=1')).toEqual([expect.stringContaining('did you mean changed_since?')])
  })

  it('refuses what is no mark, and marks that its database has not given', async () => {
    for (const mark of ['x', '-1', '1.5', '9'.repeat(30)])
      expect(await refusedOnRest(`changed_since=${mark}`)).toEqual([
        `changed_since must be a next_mark of this list, not ${mark}.`,
      ])
    const foreign = [expect.stringMatching(/^The mark is of another database.* read all again, with an empty changed_since\.$/)]
    expect(await refusedOnRest('changed_since=999999999999')).toEqual(foreign)
    const { nextMark } = await overRest('/v1/orders/')('')
    expect(await refusedOnRest(`changed_since=${BigInt(nextMark) + 10n ** 12n}`)).toEqual(foreign)
    expect(await refusedOnRest('changed_since=&after=x')).toEqual(['The cursor does not belong to this list in this order.'])
    const { data } = await store.graphql('{ orders { pageInfo { endCursor } } }')
    expect(await refused(`changedSince: "", after: "${data.orders.pageInfo.endCursor}"`)).toBe(
      'BAD_INPUT: The cursor does not belong to this list in this order.',
    )
  })

  it('is null of changes where none are asked for, also by a variable', async () => {
    const { data } = await store.graphql(
      'query ($since: String) { orders(changedSince: $since, first: 2) { nodes { id } changes { nextMark } } }',
      {},
    )
    expect(data.orders).toEqual({ nodes: [{ id: '1' }, { id: '2' }], changes: null })
    const none = await store.graphql('{ orders(first: 1) { changes { nextMark deleted } } }')
    expect(none.data.orders.changes).toBeNull()
  })

  it('is one statement a page, on both surfaces', async () => {
    const { nextMark } = await overRest('/v1/orders/')('')
    for (const since of ['', nextMark])
      for (const read of [overRest('/v1/orders/'), overGraphql('orders', 'id')])
        expect(await store.statements(() => read(since))).toHaveLength(1)
  })
})
