/** Tags and internal notes of customers, orders, subscriptions and products, on both surfaces. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

const kinds = ['customer', 'order', 'subscription', 'product'] as const
type Kind = (typeof kinds)[number]
/** The lists of tags. */
const lists = { customer: 'customerTags', order: 'orderTags', subscription: 'subscriptionTags', product: 'productTags' } as const
type Row = { id: bigint; tags: string[]; tagKeys: string[] }

const pathOf = (kind: Kind, id: bigint) => `/v1/${kind}s/${id}/`
const delegate = (kind: Kind) =>
  db[kind] as unknown as { findMany(args: object): Promise<Row[]>; count(args: object): Promise<number> }
const rowsOf = (kind: Kind, take = 2) => delegate(kind).findMany({ where: { storeId: 1n }, orderBy: { id: 'asc' }, take })
const tagsOf = async (kind: Kind, id: bigint) => (await delegate(kind).findMany({ where: { storeId: 1n, id } }))[0]?.tags

describe.each(kinds)('The labels of a %s', (kind) => {
  it('are written and shown, and leave the tags in the spelling that it has', async () => {
    const [row] = (await rowsOf(kind)) as [Row]
    const path = pathOf(kind, row.id)
    const first = await store.rest(
      `PUT ${path}`,
      store.merchant,
      json({ tags: ['VIP', 'été', 'vip'], internal_note: 'Call first' }),
    )
    expect(first).toMatchObject({ status: 200, body: { tags: ['été', 'VIP'], internal_note: 'Call first' } })
    const name = `update${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
    const { record } = await mutate(store, name, { id: String(row.id), tags: ['b2b', 'vip'] }, `${kind} { tags internalNote }`)
    expect(record).toEqual({ tags: ['b2b', 'VIP'], internalNote: 'Call first' })
    const [{ tagKeys }] = (await delegate(kind).findMany({ where: { storeId: 1n, id: row.id } })) as [Row]
    expect(tagKeys).toEqual(['b2b', 'vip'])
    expect((await store.rest(`GET ${path}`, store.merchant)).body).toMatchObject({ tags: ['b2b', 'VIP'] })
  })

  it('write nothing where they are the same, in any order and spelling', async () => {
    const [row] = (await rowsOf(kind)) as [Row]
    await store.rest(`PUT ${pathOf(kind, row.id)}`, store.merchant, json({ tags: ['b2b', 'VIP'], internal_note: 'Call first' }))
    const events = await db.event.count()
    const same = json({ tags: ['vip', 'B2B'], internal_note: 'Call first' })
    expect((await store.rest(`PUT ${pathOf(kind, row.id)}`, store.merchant, same)).body.tags).toEqual(['b2b', 'VIP'])
    expect(await db.event.count()).toBe(events)
  })

  it('are told in the log and in an event', async () => {
    const [row] = (await rowsOf(kind)) as [Row]
    await store.rest(`PUT ${pathOf(kind, row.id)}`, store.merchant, json({ tags: ['b2b', 'VIP'] }))
    await store.rest(`PUT ${pathOf(kind, row.id)}`, store.merchant, json({ tags: ['told'] }))
    const event = await db.event.findFirstOrThrow({ orderBy: { id: 'desc' } })
    expect(event).toMatchObject({
      type: `${kind}.updated`,
      recordId: row.id,
      changes: { tags: { from: ['b2b', 'VIP'], to: ['told'] } },
    })
    expect(event.changes).not.toHaveProperty('tagKeys')
    expect(await db.logEntry.findFirstOrThrow({ orderBy: { id: 'desc' } })).toMatchObject({
      changes: { tags: { from: ['b2b', 'VIP'], to: ['told'] } },
    })
  })

  it.each([
    [['x'.repeat(41)], `tags must have tags of at most 40 characters, unlike ${'x'.repeat(41)}.`],
    [[''], 'tags must have a visible character in each tag, unlike "".'],
    [['a\tb'], 'tags must have no control characters, such as a line break, unlike "a\\tb".'],
  ])('are refused that are no tags: %j', async (tags, said) => {
    const [row] = (await rowsOf(kind)) as [Row]
    const name = `update${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
    await expectRefused(
      store,
      { rest: [`PUT ${pathOf(kind, row.id)}`, json({ tags })], graphql: [name, { id: String(row.id), tags }] },
      'BAD_INPUT',
      said,
    )
  })

  it('find it by any and by all of them, without case and accents, in one statement', async () => {
    const [one, other] = (await rowsOf(kind)) as [Row, Row]
    for (const [row, tags] of [
      [one, ['Été', 'VIP']],
      [other, ['vip']],
    ] as const)
      await store.rest(`PUT ${pathOf(kind, row.id)}`, store.merchant, json({ tags }))
    const found = async (query: string) => {
      const { body } = await store.rest(`GET /v1/${kind}s/?${query}`, store.merchant)
      return [body.count, body.results.map(({ id }: { id: number }) => id)]
    }
    const [first, second] = [Number(one.id), Number(other.id)]
    expect(await found('tags__in=ete')).toEqual([1, [first]])
    expect(await found('tags__in=VIP,nobody')).toEqual([2, [first, second]])
    expect(await found('tags__all=vip,Ete')).toEqual([1, [first]])
    expect(await found('tags__in=nobody')).toEqual([0, []])
    expect(await found('tags__in=')).toEqual([0, []])
    const statements = await store.statements(() => found('tags__in=vip'))
    expect(statements).toHaveLength(1)
    const { data } = await store.graphql(
      `query ($tags: [String!]!) { ${kind}s(filter: { NOT: { tags: { in: $tags } } }, first: 1000) { totalCount nodes { id } } }`,
      { tags: ['VIP'] },
    )
    expect(data[`${kind}s`].nodes.map(({ id }: { id: string }) => id)).not.toContain(String(one.id))
    expect(data[`${kind}s`].totalCount).toBeGreaterThan(0)
  })

  it("leave out another store's", async () => {
    const { body } = await store.rest(`GET /v1/${kind}s/?tags__in=vip`, store.otherMerchant)
    expect(body.count).toBe(0)
  })

  it('take no other comparison', async () => {
    const { status, body } = await store.rest(`GET /v1/${kind}s/?tags=vip`, store.merchant)
    expect(status).toBe(400)
    expect(body.errors[0]).toBe('tags does not take the operator eq; it takes in, all.')
  })
})

describe('Customers and visitors', () => {
  it('see no tags and no notes, and find nothing by them', async () => {
    const asked = `{ subscriptions(first: 1) { nodes { tags internalNote } } me { tags internalNote } }`
    const { data } = await store.graphql(asked, {}, store.customer)
    expect(data.me).toEqual({ tags: null, internalNote: null })
    expect(data.subscriptions.nodes).toEqual([{ tags: null, internalNote: null }])
    const filtered = await store.graphql(
      '{ subscriptions(filter: { tags: { in: ["vip"] } }) { totalCount } }',
      {},
      store.customer,
    )
    expect(filtered.errors[0]?.extensions.code).toBe('FORBIDDEN')
    const { body } = await store.rest('GET /v1/store/api/products/', undefined)
    expect(body.results[0]).not.toHaveProperty('tags')
  })

  it('write none', async () => {
    const answer = await store.graphql(
      'mutation { updateCustomer(input: { id: 1, tags: ["vip"] }) { userErrors { code } } }',
      {},
      store.customer,
    )
    expect(answer.errors[0]?.extensions.code).toBe('FORBIDDEN')
  })
})

describe('New records', () => {
  it('are made with tags, one and many', async () => {
    const body = { email: 'tagged@example.com', country: 'SE', tags: ['B', 'a', 'b'], internal_note: 'New' }
    const made = await store.rest('POST /v1/customers/', store.merchant, json(body))
    expect(made).toMatchObject({ status: 201, body: { tags: ['a', 'B'], internal_note: 'New' } })
    const many = [
      { external_id: 'tag-1', email: 'tag1@example.com', country: 'SE', tags: ['Bulk'] },
      { external_id: 'tag-2', email: 'tag2@example.com', country: 'SE' },
    ]
    await store.rest('POST /v1/customers/bulk/', store.merchant, json(many))
    const rows = await db.customer.findMany({ where: { externalId: { in: ['tag-1', 'tag-2'] } }, orderBy: { externalId: 'asc' } })
    expect(rows.map(({ tags, tagKeys }) => [tags, tagKeys])).toEqual([
      [['Bulk'], ['bulk']],
      [[], []],
    ])
    const products = [{ external_id: 'tag-p', name: 'Tagged', tags: ['Ü'], internal_note: 'x' }]
    const set = await store.rest('POST /v1/products/bulk/', store.merchant, json(products))
    expect(set.body.results[0]).toMatchObject({ change: 'created', record: { tags: ['Ü'], internal_note: 'x' } })
    const again = await store.rest('POST /v1/products/bulk/', store.merchant, json([{ external_id: 'tag-p', tags: ['u', 'v'] }]))
    expect(again.body.results[0]).toMatchObject({ change: 'updated', record: { tags: ['Ü', 'v'] } })
    const { tagKeys } = await db.product.findFirstOrThrow({ where: { externalId: 'tag-p' } })
    expect(tagKeys).toEqual(['u', 'v'])
  })
})

describe.each(kinds)('Many of a kind: %s', (kind) => {
  const change = (verb: 'add' | 'remove', body: object, headers: Record<string, string> = {}) => {
    const init = json({ kind, ...body })
    return store.rest(`POST /v1/tags/${verb}/`, store.merchant, { ...init, headers: { ...init.headers, ...headers } })
  }

  it('get tags and lose them, each with an entry and an event; one that has them stays as it is', async () => {
    const [one, other] = (await rowsOf(kind)) as [Row, Row]
    await store.rest(`PUT ${pathOf(kind, one.id)}`, store.merchant, json({ tags: ['Many'] }))
    await store.rest(`PUT ${pathOf(kind, other.id)}`, store.merchant, json({ tags: [] }))
    const [events, entries] = [await db.event.count(), await db.logEntry.count()]
    const ids = [Number(other.id), Number(one.id)]
    const added = await change('add', { ids, tags: ['many'] })
    expect(added).toMatchObject({ status: 200 })
    expect(added.body).toEqual({
      count: 2,
      results: [
        { index: 0, ok: true, change: 'updated', record: { id: ids[0] } },
        { index: 1, ok: true, change: 'unchanged', record: { id: ids[1] } },
      ],
    })
    expect([await tagsOf(kind, one.id), await tagsOf(kind, other.id)]).toEqual([['Many'], ['many']])
    expect([await db.event.count(), await db.logEntry.count()]).toEqual([events + 1, entries + 1])
    const event = await db.event.findFirstOrThrow({ orderBy: { id: 'desc' } })
    expect(event).toMatchObject({ type: `${kind}.updated`, recordType: kind, recordId: other.id })
    const { record } = await mutate(
      store,
      'removeTags',
      { kind, ids: ids.map(String), tags: ['MANY'] },
      'results { index ok change id }',
    )
    expect(record).toEqual(ids.map((id, index) => ({ index, ok: true, change: 'updated', id: String(id) })))
    expect([await tagsOf(kind, one.id), await tagsOf(kind, other.id)]).toEqual([[], []])
  })

  it('are refused with the place of one that there is not, and kept going where that is asked', async () => {
    const [one] = (await rowsOf(kind)) as [Row]
    const ids = [Number(one.id), 999_999_999]
    const refused = await change('add', { ids, tags: ['kept'] })
    expect(refused).toMatchObject({ status: 404, body: { errors: [`ids[1]: there is no ${kind} 999999999.`] } })
    expect(await tagsOf(kind, one.id)).toEqual([])
    const kept = await change('add', { ids, tags: ['kept'], on_error: 'keep_going' })
    expect(kept.body.results).toEqual([
      { index: 0, ok: true, change: 'updated', record: { id: ids[0] } },
      { index: 1, ok: false, errors: [`ids[1]: there is no ${kind} 999999999.`] },
    ])
    await change('remove', { ids: [ids[0]], tags: ['kept'] })
  })

  it('are only tried by a dry run, and written once under a key', async () => {
    const [one] = (await rowsOf(kind)) as [Row]
    const body = { ids: [Number(one.id)], tags: ['Once'] }
    expect((await change('add', body, { 'X-Dry-Run': 'true' })).body.results[0].change).toBe('updated')
    expect(await tagsOf(kind, one.id)).toEqual([])
    const key = { 'Idempotency-Key': `tags ${kind}` }
    const first = await change('add', body, key)
    await change('remove', body)
    const again = await change('add', body, key)
    expect(again.body).toEqual(first.body)
    expect(await tagsOf(kind, one.id)).toEqual([])
  })
})

describe.each(kinds)('The tags of a kind: %s', (kind) => {
  it('are listed, each with how many records have it, and found by how they begin', async () => {
    const [one, other] = (await rowsOf(kind)) as [Row, Row]
    for (const [row, tags] of [
      [one, ['Zürich', 'zz']],
      [other, ['zurich']],
    ] as const)
      await store.rest(`PUT ${pathOf(kind, row.id)}`, store.merchant, json({ tags }))
    const { body } = await store.rest(`GET /v1/${kind}s/tags/?key__like=zu%25`, store.merchant)
    expect(body).toMatchObject({ count: 1, results: [{ key: 'zurich', records: 2, type: `${kind}_tag` }] })
    const { data } = await store.graphql(
      `{ ${lists[kind]}(filter: { key: { like: "z%" } }, orderBy: [{ records: desc }]) { nodes { key records } } }`,
    )
    expect(data[lists[kind]].nodes).toEqual([
      { key: 'zurich', records: 2 },
      { key: 'zz', records: 1 },
    ])
    const others = await store.rest(`GET /v1/${kind}s/tags/?key=zurich`, store.otherMerchant)
    expect(others.body.count).toBe(0)
  })
})

describe('A write of many', () => {
  it('takes as many statements for many as for two', async () => {
    const ids = (await rowsOf('subscription', 1000)).map(({ id }) => String(id))
    const add = (some: readonly string[], tag: string) =>
      store.statements(() => mutate(store, 'addTags', { kind: 'subscription', ids: some, tags: [tag] }, 'results { ok }'))
    expect(ids.length).toBeGreaterThan(10)
    expect((await add(ids, 'all')).length).toBe((await add(ids.slice(0, 2), 'two')).length)
  })

  it.each([
    [{ ids: [], tags: ['a'] }, 'ids must have 1 to 1000 ids, not 0.'],
    [
      { ids: Array.from({ length: 1001 }, (_, index) => String(index + 1)), tags: ['a'] },
      'ids must have 1 to 1000 ids, not 1001.',
    ],
    [{ ids: ['1'], tags: [] }, 'tags must have 1 to 50 tags, not 0.'],
    [{ ids: ['1'], tags: [' '] }, 'tags must have a visible character in each tag, unlike "".'],
  ])('is refused: %#', async (given, said) => {
    const input = { kind: 'customer', ...given }
    await expectRefused(store, { rest: ['POST /v1/tags/add/', json(input)], graphql: ['addTags', input] }, 'BAD_INPUT', said)
  })

  it('gives no record more than 50', async () => {
    const [{ id }] = (await rowsOf('product')) as [Row]
    await store.rest(
      `PUT ${pathOf('product', id)}`,
      store.merchant,
      json({ tags: Array.from({ length: 50 }, (_, index) => `t${index}`) }),
    )
    const input = { kind: 'product', ids: [String(id)], tags: ['T1', 'one more'] }
    const said = `ids[0]: product ${id} may have at most 50 tags, and would have 51.`
    await expectRefused(store, { rest: ['POST /v1/tags/add/', json(input)], graphql: ['addTags', input] }, 'BAD_INPUT', said)
    expect(await tagsOf('product', id)).toHaveLength(50)
  })

  it('names a record twice and changes it once', async () => {
    const [{ id }] = (await rowsOf('order')) as [Row]
    const events = await db.event.count()
    const input = { kind: 'order', ids: [String(id), String(id)], tags: ['Twice'] }
    const { record } = await mutate(store, 'addTags', input, 'results { change }')
    expect(record).toEqual([{ change: 'updated' }, { change: 'unchanged' }])
    expect(await db.event.count()).toBe(events + 1)
  })
})
