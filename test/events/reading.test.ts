/** Reading events: the same over both surfaces, of the own store alone, and never further than what is known to be kept. */
import { beforeAll, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { forgetOldEvents } from '../../src/writes/retention.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { mutate } from '../resources/writing.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

const store = await openStore()
const { db } = store

const fields =
  'id sequence type createdAt actor surface operation requestId recordType recordId subscriptionId orderId customerId changes'

/** The answers of both surfaces, in the words of REST. */
async function both(rest: string, graphql: string) {
  const { data, errors } = await store.graphql(`{ events${graphql} { lastSequence hasMore nodes { ${fields} } } }`)
  const { status, body } = await store.rest(`/v1/events/${rest}`)
  return { status, body, data: data?.events, errors }
}

/** The sequences that both answer alike, and how far they looked. */
async function read(rest: string, graphql: string) {
  const { status, body, data, errors } = await both(rest, graphql)
  expect([status, errors]).toEqual([200, []])
  const sequencesOf = (records: { sequence: number }[]) => records.map(({ sequence }) => sequence)
  const found = sequencesOf(body.results)
  expect(sequencesOf(data.nodes)).toEqual(found)
  expect({ last: data.lastSequence, more: data.hasMore }).toEqual({ last: body.last_sequence, more: body.next !== null })
  expect({ count: body.count, prev: body.prev }).toEqual({ count: found.length, prev: null })
  return { found, last: body.last_sequence, next: body.next }
}

/** The sentence that both refuse with, with 400. */
async function refused(rest: string, graphql: string): Promise<string[]> {
  const { status, body, errors } = await both(rest, graphql)
  expect(status).toBe(400)
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_INPUT'])
  return [body.errors[0], errors[0]?.message ?? '']
}

const add = (storeId: bigint, count: number, type: string, createdAt: Date) =>
  db.event.createMany({
    data: Array.from({ length: count }, () => ({
      ...{ storeId, type, createdAt, actor: 'x', surface: 'rest' as const, operation: 'x', requestId: 'x' },
    })),
  })

beforeAll(async () => {
  await mutate(store, 'updateSubscription', { id: 1, note: 'one' })
  await mutate(store, 'updateProduct', { id: 4, description: 'Other' })
  await mutate(store, 'updateSubscription', { id: 2, note: 'two' })
  await inSight(() => numberEvents({ db }))
})

describe('Events', () => {
  it('are the same records on both surfaces, in one statement', async () => {
    const { body, data } = await both('', '')
    const [first] = body.results
    const keys = fields.split(' ').map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    expect(Object.keys(first)).toEqual(keys)
    expect(first).toMatchObject({
      sequence: 1,
      type: 'subscription.updated',
      subscription_id: 1,
      changes: { note: { to: 'one' } },
    })
    const node = data.nodes[0]
    expect(node).toMatchObject({ sequence: 1, id: String(first.id), requestId: first.request_id, changes: first.changes })
    expect(node.type).toBe('subscription_updated')
    for (const ask of [() => store.rest('/v1/events/'), () => store.graphql('{ events { lastSequence nodes { id } } }')])
      expect(await store.statements(ask)).toHaveLength(1)
  })

  it('are read behind a sequence, of some types, a page at a time, and each answer says how far it looked', async () => {
    expect(await read('', '')).toEqual({ found: [1, 2, 3], last: 3, next: null })
    expect(await read('?after=1', '(after: 1)')).toMatchObject({ found: [2, 3], last: 3 })
    expect(await read('?after=3', '(after: 3)')).toMatchObject({ found: [], last: 3 })
    expect(await read('?limit=2', '(first: 2)')).toEqual({ found: [1, 2], last: 2, next: '?after=2&limit=2' })
    expect(await read('?limit=3', '(first: 3)')).toMatchObject({ found: [1, 2, 3], last: 3, next: null })
    expect(await read('?type=product.updated', '(types: [product_updated])')).toMatchObject({ found: [2], last: 3 })
    const one = await read('?type=subscription.updated&limit=1', '(types: [subscription_updated], first: 1)')
    expect(one).toEqual({ found: [1], last: 1, next: '?after=1&type=subscription.updated&limit=1' })
    expect(await read(one.next, '(after: 1, types: [subscription_updated], first: 1)')).toMatchObject({ found: [3], last: 3 })
    const types = '(types: [product_updated, subscription_updated])'
    expect(await read('?type__in=product.updated,subscription.updated', types)).toMatchObject({ found: [1, 2, 3] })
    for (const query of ['type=$1&type=$2', 'type__in=$1&type__in=$2', 'type=$1&type__in=$2', 'type__in=$1,$2&type__in=$2']) {
      const asked = query.replaceAll('$1', 'product.updated').replaceAll('$2', 'subscription.updated')
      expect(await read(`?${asked}`, types), query).toMatchObject({ found: [1, 2, 3] })
    }
    expect(await read('?type=order.paid', '(types: [order_paid])')).toEqual({ found: [], last: 3, next: null })
  })

  it('that have no number yet are still to come', async () => {
    await mutate(store, 'updateSubscription', { id: 1, note: 'to come' })
    expect(await read('', '')).toMatchObject({ found: [1, 2, 3], last: 3 })
    const waiting = await db.event.findFirstOrThrow({ where: { sequence: null } })
    const nodeId = Buffer.from(`Event:1:${waiting.id}`).toString('base64url')
    expect((await store.graphql(`{ node(nodeId: "${nodeId}") { nodeId } }`)).data).toEqual({ node: null })
    await inSight(() => numberEvents({ db }))
    expect((await store.graphql(`{ node(nodeId: "${nodeId}") { nodeId } }`)).data).toEqual({ node: { nodeId } })
    expect(await read('?after=3', '(after: 3)')).toMatchObject({ found: [4], last: 4 })
  })

  it('of another store are as if there were none; customers and visitors see none, and keys need the scope', async () => {
    const ofOther = await store.graphql('{ events { lastSequence hasMore nodes { id } } }', {}, store.otherMerchant)
    expect(ofOther.data).toEqual({ events: { lastSequence: 0, hasMore: false, nodes: [] } })
    expect((await store.rest('/v1/events/', store.otherMerchant)).body).toMatchObject({ count: 0, results: [], last_sequence: 0 })
    const code = async (as: string) => (await store.graphql('{ events { lastSequence } }', {}, as)).errors[0]?.extensions.code
    expect([await code(store.customer), await code('')]).toEqual(['FORBIDDEN', 'UNAUTHENTICATED'])
    expect((await store.rest('/v1/events/', store.customer)).status).toBe(403)
    expect((await store.rest('/v1/events/', '')).status).toBe(401)
    const { data } = await store.graphql(
      'mutation { createMerchantKey(input: { scopes: ["read_log"] }) { merchantKey { clientId } secret } }',
    )
    const { merchantKey, secret } = data.createMerchantKey
    const { status, body } = await store.rest('/v1/events/', `Bearer ${merchantKey.clientId}.${secret}`)
    expect([status, body]).toEqual([403, { errors: ['The key lacks the scope read_events.'] }])
  })
})

describe('Refused with 400 and a sentence is', () => {
  const from = 'after must be a whole number from 0 to 9007199254740991, not'
  it.each([
    ['?after=-1', '(after: -1)', `${from} -1.`],
    ['?after=1.5', '(after: 1.5)', `${from} 1.5.`],
    [
      '?after=9007199254740991',
      '(after: 9007199254740991)',
      /^after must not be beyond the newest of the events, \d+, not 9007199254740991\.$/,
    ],
    ['?after=90', '(after: 90)', /^after must not be beyond the newest of the events, \d+, not 90\.$/],
  ])('%s', async (rest, graphql, sentence) => {
    for (const told of await refused(rest, graphql)) expect(told).toMatch(sentence)
  })

  it('what is no number, no size and no type of event, in the words of each surface', async () => {
    expect((await refused('?after=9999999999999999', '(after: -1)'))[0]).toBe(`${from} 9999999999999999.`)
    expect(await refused('?after=x', '(after: "x")')).toEqual([
      `${from} x.`,
      'Argument "after" got an invalid value; must be a whole number, not x',
    ])
    expect(await refused('?limit=101', '(first: 101)')).toEqual([
      'limit must be a whole number from 1 to 100, not 101.',
      'first must be from 1 to 100, not 101.',
    ])
    expect(await refused('?type=order.craeted', '(types: [order_craeted])')).toEqual([
      'Bad value for type: must be an event type (did you mean order.created?), not order.craeted.',
      expect.stringMatching(/"order_craeted" does not exist in "EventType" enum\. Did you mean the enum value "order_created"/),
    ])
    expect((await refused('?type=order_created', '(types: ["order.created"])'))[0]).toBe(
      'Bad value for type: must be an event type (did you mean order.created?), not order_created.',
    )
    expect((await refused('?type=2', '(types: [2])'))[0]).toBe(
      'Bad value for type: must be an event type (such as subscription.created), not 2.',
    )
    const { body } = await store.rest('/v1/events/?type__in=order.created,what')
    const [sentence] = body.errors
    expect(sentence).toBe('Bad value for type__in: must be an event type (such as subscription.created), not what.')
    const types = { types: ['order_created', 'what'] }
    const asked = await store.graphql('query ($types: [EventType!]) { events(types: $types) { lastSequence } }', types)
    expect([asked.errors[0]?.extensions.code, asked.errors[0]?.message]).toEqual([
      'BAD_INPUT',
      expect.stringContaining('at "types[1]"; Value "what" does not exist in "EventType" enum.'),
    ])
  })

  it.each([
    ['aftr=1', 'Unknown parameter: aftr; did you mean after?'],
    ['page=1', 'Unknown parameter: page'],
    ['sort=id', 'Unknown parameter: sort'],
    ['actor=x', 'Unknown parameter: actor'],
  ])('?%s on REST', async (query, sentence) => {
    const { status, body } = await store.rest(`/v1/events/?${query}`)
    expect([status, body]).toEqual([400, { errors: [sentence] }])
  })
})

describe('A large store', () => {
  const day = (days: number) => new Date(today.getTime() - days * 86_400_000)
  const forget = (days: number) =>
    inSight(() =>
      forgetOldEvents(
        db,
        clockOf(() => today),
        days,
      ),
    )

  it('is looked through a thousand at a time, and cleaned from its oldest end, which whoever asks for what is gone is told', async () => {
    // Events that a webhook has not come to are kept.
    await db.webhook.deleteMany()
    await numberEvents({ db })
    const start = Number((await db.eventCounter.findUniqueOrThrow({ where: { storeId: 1n } })).lastSequence)
    await db.event.updateMany({ where: { storeId: 1n }, data: { createdAt: day(400) } })
    await add(1n, 2_500, 'store.updated', day(300))
    await add(1n, 1, 'order.paid', day(10))
    // One that is dated earlier than those before it waits for them.
    await add(1n, 1, 'store.updated', day(300))
    await add(2n, 3, 'store.updated', day(300))
    await numberEvents({ db })
    const last = start + 2_502

    const paid = '(types: [order_paid], after: '
    expect(await read('?type=order.paid&after=0', `${paid}0)`)).toEqual({
      found: [],
      last: 1_000,
      next: '?after=1000&type=order.paid',
    })
    expect(await read('?type=order.paid&after=2000', `${paid}2000)`)).toEqual({ found: [start + 2_501], last, next: null })

    expect(await forget(90)).toBe(start + 2_500 + 3)
    expect(await forget(90)).toBe(0)
    const counters = await db.eventCounter.findMany({ where: { storeId: { in: [1n, 2n] } }, orderBy: { storeId: 'asc' } })
    expect(counters).toMatchObject([
      { forgottenSequence: BigInt(start + 2_500), lastSequence: BigInt(last) },
      { forgottenSequence: 3n, lastSequence: 3n },
    ])
    const oldest = start + 2_501
    expect(await read('', '')).toEqual({ found: [oldest, last], last, next: null })
    expect(await read(`?after=${oldest - 1}`, `(after: ${oldest - 1})`)).toMatchObject({ found: [oldest, last] })
    const sentence = (after: number) =>
      `The events up to ${oldest - 1} are kept no longer, the oldest is ${oldest}: after must be ${oldest - 1} or more, not ${after}; without it, the oldest comes first.`
    for (const after of [0, 17, oldest - 2])
      expect(await refused(`?after=${after}`, `(after: ${after})`)).toEqual([sentence(after), sentence(after)])
    const gone = await store.rest('/v1/events/', store.otherMerchant)
    expect(gone.body).toMatchObject({ results: [], last_sequence: 3 })
  })

  it('is cleaned of all that was numbered before it was adopted, and goes on from there', async () => {
    await numberEvents({ db })
    const numbered = await db.event.count({ where: { storeId: 1n } })
    expect(numbered).toBeGreaterThan(0)
    await add(1n, 1, 'order.paid', today)
    const adoptedAt = 1_000_000_000_000
    const counter = { lastSequence: BigInt(adoptedAt), forgottenSequence: BigInt(adoptedAt) }
    await db.eventCounter.update({ where: { storeId: 1n }, data: counter })
    expect(await forget(90)).toBe(numbered)
    expect(await db.event.count({ where: { storeId: 1n } })).toBe(1)
    await numberEvents({ db })
    expect(await read('', '')).toEqual({ found: [adoptedAt + 1], last: adoptedAt + 1, next: null })
    expect(await forget(90)).toBe(0)
  })
})
