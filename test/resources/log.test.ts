/** The log of writes: on the record that was written to, done and refused, for merchants only; bounded, and kept for a time. */
import { describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { boundedChanges } from '../../src/writes/bounded-changes.ts'
import { forgetOldKeys } from '../../src/writes/idempotency.ts'
import { forgetOldEntries } from '../../src/writes/retention.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { json } from './writing.ts'

const store = await openStore()
const { db } = store

const order = await db.order.findFirstOrThrow({ where: { storeId: 1n, isGift: false } })
const subscription = await db.subscription.findFirstOrThrow({ where: { storeId: 1n } })
const summer = await db.coupon.findFirstOrThrow({ where: { storeId: 1n, enabled: false } })
const every = `id storeId createdAt actor surface operation requestId subscriptionId orderId note changes refusedBy message`

describe('Order.log', () => {
  it('tells who wrote what through which surface, and when, with the request id', async () => {
    await store.rest(`PUT /v1/orders/${order.id}/`, store.merchant, {
      ...json({ note: 'One' }),
      headers: { 'X-Request-Id': 'abc-1' },
    })
    await store.graphql(`mutation { updateOrder(input: { id: ${order.id}, note: "Two" }) { userErrors { code } } }`)
    const query = `{ order(id: ${order.id}) { log(orderBy: [{ id: desc }], first: 2) { totalCount nodes { ${every} } } } }`
    const { data, errors } = await store.graphql(query)
    expect(errors).toEqual([])
    const shared = {
      id: expect.any(String),
      storeId: '1',
      createdAt: '2026-03-15T12:00:00Z',
      actor: 'key demo',
      operation: 'updateOrder',
      subscriptionId: null,
      orderId: String(order.id),
      note: null,
      refusedBy: null,
      message: null,
    }
    expect(data.order.log.nodes).toEqual([
      { ...shared, surface: 'graphql', requestId: expect.any(String), changes: { note: { from: 'One', to: 'Two' } } },
      { ...shared, surface: 'rest', requestId: 'abc-1', changes: { note: { from: order.note, to: 'One' } } },
    ])
    expect(data.order.log.totalCount).toBe(await db.logEntry.count({ where: { orderId: order.id } }))
  })
})

describe('Subscription.log', () => {
  const path = `/v1/subscriptions/${subscription.id}/coupons/`

  it('keeps refused writes, with the rule that refused', async () => {
    await store.rest(`POST ${path}`, store.merchant, json({ coupon_id: Number(summer.id) }))
    const query = `{ subscription(id: ${subscription.id}) { log(last: 1) { nodes { operation refusedBy message changes } } } }`
    const { data } = await store.graphql(query)
    expect(data.subscription.log.nodes).toEqual([
      {
        operation: 'addSubscriptionCoupon',
        refusedBy: 'COUPON_NOT_APPLICABLE',
        message: 'Unable to add coupon.',
        changes: {},
      },
    ])
  })

  it('is filtered like every list', async () => {
    await store.rest(`POST ${path}`, store.merchant, json({ coupon_id: Number(summer.id) }))
    await store.rest(`PUT /v1/subscriptions/${subscription.id}/metadata/`, store.merchant, json({ seen: true }))
    const query = `{ subscription(id: ${subscription.id}) { log(filter: { refusedBy: { isNull: true }, surface: { eq: rest } }) {
      nodes { operation refusedBy } } } }`
    const { data } = await store.graphql(query)
    expect(data.subscription.log.nodes.length).toBeGreaterThan(0)
    expect(data.subscription.log.nodes.every(({ refusedBy }: { refusedBy: string | null }) => refusedBy === null)).toBe(true)
  })

  it('costs one statement together with the record', async () => {
    const query = `{ subscription(id: ${subscription.id}) { id log { nodes { ${every} } } } }`
    expect(await store.statements(() => store.graphql(query))).toHaveLength(1)
  })
})

describe('What a refused write says', () => {
  const most = 2_000
  const long = 'x'.repeat(400_000)
  // An answer is as long as the name a client gives a field of it.
  const alias = 'y'.repeat(50_000)
  const { id } = subscription
  const piece = { customer: { id: '1' }, products: [{ productInstance: { id: '11' } }] }
  const pieceOnRest = { customer: { id: 1 }, products: [{ product_instance: { id: 11 } }] }

  const writes: [what: string, rest: [string, object], mutation: [string, object]][] = [
    ...(['cancel', 'reactivate', 'renew'] as const).map((verb): (typeof writes)[number] => [
      `the remark of ${verb}`,
      [`PUT /v1/subscriptions/${id}/${verb}/`, { log_note: long }],
      [`${verb}Subscription`, { id, logNote: long }],
    ]),
    ['a note', [`PUT /v1/subscriptions/${id}/`, { note: long }], ['updateSubscription', { id, note: long }]],
    ['a note on an order', [`PUT /v1/orders/${order.id}/`, { note: long }], ['updateOrder', { id: order.id, note: long }]],
    ['a coupon', ['POST /v1/orders/', { ...pieceOnRest, coupons: [long] }], ['createOrder', { ...piece, coupons: [long] }]],
    [
      'a key of metadata',
      [`PUT /v1/subscriptions/${id}/metadata/`, { [long]: 1 }],
      ['mergeMetadata', { owner: { subscriptionId: id }, data: { [long]: 1 } }],
    ],
  ]

  /** The texts of the log and of the kept keys, without the keys themselves. */
  async function keptTexts(): Promise<string[]> {
    const logged = await db.$queryRaw<object[]>`SELECT actor, operation, request_id, note, changes::text, message FROM log_entry`
    const kept = await db.$queryRaw<
      object[]
    >`SELECT credential, fingerprint, outcome::text, request_hash, body FROM idempotency_key`
    return [...logged, ...kept].flatMap((row) => Object.values(row)).filter((value) => typeof value === 'string')
  }

  it.each(writes)('is kept to 2,000 characters: %s', async (_what, [request, body], [name, input]) => {
    const before = await db.logEntry.count()
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
    const query = `mutation($input: ${type}) { ${alias}: ${name}(input: $input) { userErrors { code message } } }`
    const variables = {
      input: JSON.parse(JSON.stringify(input, (_, value) => (typeof value === 'bigint' ? String(value) : value))),
    }
    for (const key of [undefined, `${name} ${'k'.repeat(200)}`.replaceAll(' ', '-')]) {
      const headers = (surface: string) => ({
        Authorization: store.merchant,
        'Content-Type': 'application/json',
        ...(key && { 'Idempotency-Key': `${surface}-${key}` }),
      })
      const rest = await store.rest(request, store.merchant, { ...json(body), headers: headers('rest') })
      expect([rest.status, rest.body.errors.length]).toEqual([expect.toSatisfy((status) => status >= 400 && status < 500), 1])
      const graphql = await store.fetch('/graphql', {
        method: 'POST',
        ...json({ query, variables }),
        headers: headers('graphql'),
      })
      const { data } = (await graphql.json()) as { data: Record<string, { userErrors: { message: string }[] }> }
      const told = [...rest.body.errors, ...(data[alias]?.userErrors.map(({ message }) => message) ?? [])]
      expect(told).toHaveLength(2)
      for (const sentence of told) expect(sentence.length).toBeLessThanOrEqual(most)
    }
    for (const text of await keptTexts()) expect(text.length).toBeLessThanOrEqual(most)
    expect(await db.logEntry.count()).toBe(before + 4)
  })

  it('is told again where its answer was too long to be kept', async () => {
    const query = `mutation { ${alias}: cancelSubscription(input: { id: ${id}, logNote: "${'x'.repeat(2_001)}" }) { userErrors { message } } }`
    const headers = { Authorization: store.merchant, 'Content-Type': 'application/json', 'Idempotency-Key': 'too-long' }
    const ask = async () => {
      const response = await store.fetch('/graphql', { method: 'POST', ...json({ query }), headers })
      return { replayed: response.headers.get('idempotent-replayed'), body: await response.json() }
    }
    const first = await ask()
    expect(first.body.data[alias].userErrors).toEqual([{ message: 'logNote must have at most 2000 characters.' }])
    const { body, replayed } = await ask()
    expect([body.data, first.replayed, replayed]).toEqual([first.body.data, null, 'true'])
  })
})

describe('customers', () => {
  it('read no log, neither of their own records nor by a filter', async () => {
    const own = await store.customerToken(subscription.customerId)
    const buyer = await store.customerToken(order.customerId)
    const asked = [
      [`{ subscription(id: ${subscription.id}) { log { totalCount } } }`, own],
      [`{ order(id: ${order.id}) { log { nodes { id } } } }`, buyer],
      ['{ subscriptions(filter: { log: { operation: { eq: "x" } } }) { nodes { id } } }', own],
      ['{ orders(filter: { log: { note: { isNull: true } } }) { totalCount } }', buyer],
    ] as const
    for (const [query, as] of asked) {
      const { errors } = await store.graphql(query, {}, as)
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
    }
  })
})

describe('An entry', () => {
  it.each<[string, unknown, unknown, object]>([
    ['a value', 'one', 'two', { from: 'one', to: 'two' }],
    ['a value that is new', null, 7, { from: null, to: 7 }],
    [
      'the keys of an object that differ',
      { a: 1, b: [1], c: { d: 1 } },
      { a: 1, b: [2], e: null },
      { from: { b: [1], c: { d: 1 } }, to: { b: [2], e: null } },
    ],
    ['a key for which there is something instead of nothing', {}, { a: null }, { from: {}, to: { a: null } }],
    ['an object in the place of a value', 'text', { a: 1 }, { from: 'text', to: { a: 1 } }],
    ['an array, as a value', [1, 2], [1, 2, 3], { from: [1, 2], to: [1, 2, 3] }],
    ['the beginning of a text', '', 'x'.repeat(501), { from: '', to: `${'x'.repeat(500)} … (cut: 501 characters in all)` }],
    [
      'the beginning of a key',
      { a: 'x'.repeat(501) },
      null,
      { from: { a: `${'x'.repeat(500)} … (cut: 501 characters in all)` }, to: null },
    ],
    [
      'no half of a character',
      '',
      `${'x'.repeat(499)}\u{1f600}\u{1f600}`,
      { from: '', to: `${'x'.repeat(499)}\u{1f600} … (cut: 501 characters in all)` },
    ],
    [
      'how many keys have no room',
      { [`${'k'.repeat(201)}`]: 1, a: 1 },
      {},
      { from: { a: 1 }, to: {}, cut: '1 more key changed.' },
    ],
  ])('keeps %s', (_what, from, to, kept) => {
    expect(boundedChanges({ data: { from, to } })).toEqual({ data: kept })
  })

  it.each([1, 5, 20])('keeps at most some thousand characters of %i columns, however long they are', (columns) => {
    const long = Object.fromEntries(Array.from({ length: 400 }, (_, key) => [`key ${key}`, 'x'.repeat(key)]))
    for (const [from, to] of [
      [null, long],
      [long, {}],
      ['x'.repeat(400_000), 'y'.repeat(900_000)],
      [null, Array(100_000).fill(1)],
    ]) {
      const changes = Object.fromEntries(Array.from({ length: columns }, (_, column) => [`column${column}`, { from, to }]))
      expect(JSON.stringify(boundedChanges(changes)).length).toBeLessThan(4_200 + 150 * columns)
    }
  })
})

describe('60 writes of 64 KB of metadata by a customer, each under a key of its own', () => {
  it('leave little beside the record', async () => {
    const before = await sizeOfTraces()
    for (let write = 1; write <= 60; write += 1) {
      const data = Object.fromEntries(Array.from({ length: 64 }, (_, key) => [`key ${key}`, `${write}-${key} `.repeat(150)]))
      const init = json(data)
      const headers = { ...init.headers, 'Idempotency-Key': `large-${write}` }
      const { status } = await store.rest('POST /v1/store/api/customer/metadata/', store.customer, { ...init, headers })
      expect(status).toBe(201)
    }
    expect((await sizeOfTraces()) - before).toBeLessThan(60 * 6_000)
  })

  it('are not done again when they are repeated, though their answers were too long to keep', async () => {
    const init = json({ long: 'x'.repeat(60_000) })
    const headers = { ...init.headers, 'Idempotency-Key': 'long-answer' }
    const send = () => store.rest('POST /v1/store/api/customer/metadata/', store.customer, { ...init, headers })
    const first = await send()
    const entries = await db.logEntry.count()
    const again = await send()
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([201, first.body, 'true'])
    expect(await db.logEntry.count()).toBe(entries)
  })
})

/** Bytes of all that is kept of writes beside the records themselves. */
async function sizeOfTraces(): Promise<number> {
  const [{ bytes }] = await db.$queryRaw<[{ bytes: bigint }]>`
    SELECT (SELECT sum(octet_length(log_entry::text)) FROM log_entry)
      + (SELECT coalesce(sum(octet_length(idempotency_key::text)), 0) FROM idempotency_key) AS bytes`
  return Number(bytes)
}

describe('Maintenance', () => {
  const clock = clockOf(() => today)
  const ago = (days: number, seconds = 0) => new Date(today.getTime() - (days * 86_400 + seconds) * 1_000)
  const add = (requestId: string, createdAt: Date, refusedBy: string | null, times: number) =>
    db.$executeRaw`
      INSERT INTO log_entry (store_id, created_at, actor, surface, operation, request_id, refused_by)
      SELECT 1, ${createdAt}, 'worker', 'worker', 'none', ${requestId}, ${refusedBy} FROM generate_series(1, ${times})`
  const left = async () =>
    (
      await db.logEntry.groupBy({ by: ['requestId'], where: { operation: 'none' }, orderBy: { requestId: 'asc' }, _count: true })
    ).map(({ requestId, _count }) => [requestId, _count])

  it('forgets writes that were done later than those that were refused, in batches, and what is younger never', async () => {
    await add('done, old', ago(30, 1), null, 2_300)
    await add('done', ago(30), null, 2)
    await add('refused, old', ago(10, 1), 'WRONG_STATUS', 1_001)
    await add('refused', ago(10), 'WRONG_STATUS', 3)
    const others = await db.logEntry.count({ where: { operation: { not: 'none' } } })
    const statements = await store.statements(async () => {
      expect(await forgetOldEntries(db, clock, { done: 30, refused: 10 })).toBe(3_301)
    })
    // Of each kind once more for stores whose time is their own.
    expect(statements).toHaveLength(3 + 1 + 2 + 1)
    expect(await left()).toEqual([
      ['done', 2],
      ['refused', 3],
    ])
    expect(await db.logEntry.count({ where: { operation: { not: 'none' } } })).toBe(others)
  })

  it('looks for them in the order of an index', async () => {
    const plans = await db.$transaction(async (tx) => {
      for (const way of ['seqscan', 'bitmapscan', 'sort']) await tx.$executeRawUnsafe(`SET LOCAL enable_${way} = off`)
      const asked = ['refused_by IS NULL', 'refused_by IS NOT NULL'].map((which) =>
        tx.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(
          `EXPLAIN SELECT ctid FROM log_entry WHERE ${which} AND created_at < (SELECT clock_timestamp())
            AND store_id NOT IN (SELECT id FROM store WHERE clock_now IS NOT NULL) ORDER BY created_at LIMIT 9`,
        ),
      )
      return Promise.all(asked)
    })
    for (const plan of await Promise.all(plans))
      expect(JSON.stringify(plan)).toMatch(/Index Scan using log_entry_(done|refused)_idx/)
  })

  it('forgets keys a day after they were first seen, save those whose payment is open', async () => {
    const key = (name: string, createdAt: Date, outcome: object | undefined) =>
      db.idempotencyKey.create({
        data: { storeId: 1n, credential: 'key old', key: name, fingerprint: '', createdAt, ...(outcome && { outcome }) },
      })
    for (let each = 1; each <= 3; each += 1) await key(`old ${each}`, ago(1, 1), { id: null, userErrors: [] })
    await key('young', ago(1), { id: null, userErrors: [] })
    await key('open', ago(2), undefined)
    expect(await forgetOldKeys(db, clock)).toBe(3)
    const kept = await db.idempotencyKey.findMany({ where: { credential: 'key old' }, orderBy: { key: 'asc' } })
    expect(kept.map(({ key }) => key)).toEqual(['open', 'young'])
  })
})
