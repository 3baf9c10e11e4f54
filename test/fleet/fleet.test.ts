/** Two instances behind HAProxy under load: one is killed, the other is asked to end, and each comes back. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRenewed, tally } from '../worker/rounds.ts'
import { type Client, clientOf, graphqlRead, outcomeOf, restWrite, type Sent } from './client.ts'
import { type Endpoint, endpoint, type Follower, follow } from './follow.ts'
import { type Instance, instance } from './instances.ts'
import { type Load, startLoad } from './load.ts'
import { type Haproxy, proxyOf, type Seen } from './proxy.ts'
import { openShop, type Shop } from './shop.ts'

const server = process.env.TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/test'
const dueCount = 200
const loadSeconds = 22
const killAfterSeconds = 4
/** Claims of a killed process are taken over within a minute, and a payment that it left open is looked at a quarter of one later. */
const settledSeconds = 90
/** A webhook whose four deliveries were on their way from a killed process waits for twenty seconds, and then has much to catch up with. */
const hearingSeconds = 60
const streams = 3

let shop: Shop
let one: Instance
let other: Instance
let proxy: Haproxy
let client: Client
let load: Load
let hook: Endpoint
let secret = ''
let begin = 0
let followers: Follower[] = []
/** Once more, those that were said to be under way still. */
let repeated: Sent[] = []
let seen: Map<string, Seen>
let drained: { code: number | null; seconds: number; began: number; ended: number }
/** The events that there are in the end, from the first that could be heard. */
let events: { sequence: number; type: string; recordId: number; customerId: number | null }[]

const seconds = (count: number) => sleep(count * 1_000)

const dataOf = ({ answer }: Sent) => JSON.parse(answer?.text ?? '')

beforeAll(async () => {
  shop = await openShop(server, 'tandem_fleet', { due: dueCount, buyers: 400, slowBuyers: 80 })
  const redis = process.env.TEST_REDIS_URL
  const settings = {
    DATABASE_URL: shop.url,
    TRUST_PROXY: '1',
    WEBHOOK_ALLOW_PRIVATE: 'on',
    BUDGET_BURST: '1000000',
    BUDGET_PER_SECOND: '100000',
    ...(redis && { REDIS_URL: redis }),
  }
  one = await instance(settings)
  other = await instance(settings)
  await Promise.all([one.start(), other.start()])
  proxy = await proxyOf([one.port, other.port])
  client = clientOf(proxy.port)
  hook = await endpoint()
  secret = dataOf(await client.send(restWrite('createWebhook', 'POST', '/v1/webhooks/', { url: hook.url }))).secret
  begin = dataOf(await client.send(graphqlRead('{ events(first: 1) { newestSequence } }'))).data.events.newestSequence
  followers = Array.from({ length: streams }, () => follow(proxy.port, begin))

  await shop.letFallDue(loadSeconds)
  const began = performance.now()
  load = startLoad(client, shop)
  await seconds(killAfterSeconds)
  await one.kill()
  const killed = performance.now()
  await one.start()
  await proxy.untilAllUp()
  await seconds(1)
  const drainBegan = performance.now()
  drained = { ...(await other.drain()), began: drainBegan, ended: performance.now() }
  await other.start()
  await proxy.untilAllUp()
  await seconds(Math.max(1, loadSeconds - (performance.now() - began) / 1_000))
  await load.end()
  const deadline = killed + settledSeconds * 1_000
  await until(deadline, isDone)
  repeated = await Promise.all(load.underWay.map(({ asked }) => client.send(asked)))
  await until(deadline + hearingSeconds * 1_000, isHeard)
  seen = await proxy.seen()
  events = await shop.db.$queryRaw`
    SELECT sequence::int, type, record_id::int AS "recordId", customer_id::int AS "customerId" FROM event
    WHERE store_id = 1 AND sequence > ${begin} ORDER BY sequence`
})

afterAll(async () => {
  await Promise.all(followers.map((each) => each.end()))
  client?.end()
  hook?.end()
  await proxy?.end()
  await Promise.all([one?.kill(), other?.kill()])
  await shop?.drop()
})

async function until(deadline: number, holds: () => Promise<boolean>): Promise<void> {
  while (performance.now() < deadline && !(await holds())) await seconds(1)
}

/** Whether the other instance has done what the killed one left behind. */
async function isDone(): Promise<boolean> {
  const { db, due } = shop
  const open = await db.payment.count({ where: { storeId: 1n, state: { in: ['recorded', 'asked'] } } })
  return open === 0 && (await countRenewed(db, due.first)) === due.count
}

/** Whether every event has its number, and everybody was told of it. */
async function isHeard(): Promise<boolean> {
  const { db } = shop
  if ((await db.event.count({ where: { sequence: null } })) > 0) return false
  const { lastSequence } = await db.eventCounter.findUniqueOrThrow({ where: { storeId: 1n } })
  const last = Number(lastSequence)
  return followers.every((each) => each.sequences().at(-1) === last) && hook.events(secret).size >= last - begin
}

/** How many records each id has. */
function counts(ids: readonly number[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const id of ids) found.set(id, (found.get(id) ?? 0) + 1)
  return found
}

const once = (ids: readonly number[]) => new Map(ids.map((id) => [id, 1]))

const told = (type: string) => events.filter((event) => event.type === type)

describe('Of two instances behind a proxy one is killed and one ends in order, and', () => {
  it('a client that sends once more what failed loses no request', async () => {
    const failed = client.sent.filter((each) => outcomeOf(each) === 'failed')
    expect(failed.map(({ asked, failure, answer }) => ({ name: asked.name, failure, answer }))).toEqual([])
    expect(client.sent.length).toBeGreaterThan(200)
  })

  it('the instance that was killed cost some a second try', () => {
    const again = client.sent.filter(({ failure }) => failure !== undefined)
    expect(again.length).toBeGreaterThan(0)
  })

  it('the instance that ended in order cost none a second try, and ended in time', () => {
    const meanwhile = client.sent.filter(({ began, ended }) => ended > drained.began && began < drained.ended)
    expect(meanwhile.length).toBeGreaterThan(20)
    expect(meanwhile.filter(({ failure }) => failure !== undefined)).toEqual([])
    // It ends with 1 where some are not answered after ten seconds.
    expect(drained).toMatchObject({ code: 0 })
    expect(other.logged().filter(({ msg }) => msg === 'draining')).toMatchObject([{ seconds: 2 }])
  })

  it('no instance has failed at anything', () => {
    // A machine that is busy with all of this may keep the database or Redis from its processor.
    const isFault = (line: Record<string, unknown>) => Number(line.level) >= 50 && !/time(d )?out/.test(JSON.stringify(line))
    expect([...one.logged(), ...other.logged()].filter(isFault)).toEqual([])
  })

  it('each order was made once and charged once', async () => {
    const orders = await shop.db.$queryRaw<{ customer: number; orders: number; captured: number; charged: number }[]>`
      SELECT id::int AS customer,
        (SELECT count(*) FROM "order" o WHERE o.store_id = 1 AND o.customer_id = customer.id)::int AS orders,
        (SELECT count(*) FROM transaction t JOIN "order" o ON o.store_id = t.store_id AND o.id = t.order_id
          WHERE t.store_id = 1 AND o.customer_id = customer.id AND t.result = 'captured')::int AS captured,
        (SELECT count(*) FROM payment p JOIN sandbox_charge c ON c.reference = p.reference
          WHERE p.store_id = 1 AND p.customer_id = customer.id AND c.captured)::int AS charged
      FROM customer WHERE store_id = 1 AND id = ANY(${load.ordered}::bigint[])`
    expect(orders).toHaveLength(new Set(load.ordered).size)
    expect(orders.filter(({ orders, captured, charged }) => orders !== 1 || captured !== 1 || charged !== 1)).toEqual([])
    const created = told('order.created').flatMap(({ customerId }) => customerId ?? [])
    expect(counts(created.filter((id) => load.ordered.includes(id)))).toEqual(once(load.ordered))
  })

  it('a payment that was cut off is cleared up, and its key then tells the order or goes on with it', () => {
    expect(repeated.filter((each) => outcomeOf(each) !== 'done' || each.failure)).toEqual([])
  })

  it('each subscription was skipped and cancelled once, and each write of metadata was done once', async () => {
    expect(counts(told('subscription.skipped').map(({ recordId }) => recordId))).toEqual(once(load.skipped))
    expect(counts(told('subscription.cancelled').map(({ recordId }) => recordId))).toEqual(once(load.cancelled))
    const written = told('metadata.updated').flatMap(({ customerId }) => customerId ?? [])
    expect(counts(written)).toEqual(load.noted)
  })

  it('each renewal that fell due meanwhile was done and charged once', async () => {
    expect(await countRenewed(shop.db, shop.due.first)).toBe(dueCount)
    expect(await tally(shop.db, shop.due.first)).toEqual({ orders: dueCount, captured: dueCount, charged: dueCount })
  })

  it('streams that come back with their last id have heard each event once, in its order', () => {
    const sequences = events.map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.map((_, place) => begin + 1 + place))
    for (const follower of followers) expect(follower.sequences().slice(0, sequences.length)).toEqual(sequences)
    const ends = followers.flatMap((each) => each.ends)
    expect(ends).toContain('ended')
    expect(ends.length).toBeGreaterThanOrEqual(streams)
  })

  it('webhooks were sent each event, each under one id', () => {
    const heard = hook.events(secret)
    expect(events.map(({ sequence }) => sequence).filter((sequence) => !heard.has(sequence))).toEqual([])
    expect([...heard].filter(([, ids]) => ids.size > 1)).toEqual([])
  })

  it('both take requests again', () => {
    expect([...seen.values()].map(({ status }) => status)).toEqual(['UP', 'UP'])
    const tries = client.sent.filter(({ failure }) => failure !== undefined)
    process.stdout.write(
      `${client.sent.length} requests, ${tries.length} of them sent twice, ${load.underWay.length} payments cut off; ${load.ordered.length} \
orders, ${dueCount} renewals, ${events.length} events; the drain took ${drained.seconds.toFixed(1)} s; \
streams ended: ${followers.map(({ ends }) => ends.join(', ')).join('; ')}; the proxy: ${JSON.stringify([...seen])}\n`,
    )
  })
})
