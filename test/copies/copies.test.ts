/** A copy of a database, beside its original and after it: it does nothing by itself until it is adopted, and then nothing twice. */
import { describe as describeAlways, expect, it, onTestFinished } from 'vitest'
import { copySentence } from '../../src/db/installation.ts'
import { type Heard, receiver } from '../webhooks/receiver.ts'
import { addMonthly, pastDue } from '../writes/rows.ts'
import { type Installed, installed, isEmbedded, missing, type Running } from './installed.ts'

const describe = describeAlways.skipIf(missing !== undefined)
const due = 20
const epoch = 1_000_000_000_000
/** On a machine that is busy with everything else. */
const patient = { timeout: 90_000 }

const headers = { Authorization: 'Bearer demo.demo-secret', 'Content-Type': 'application/json' }
async function ask({ address }: Running, path: string, method = 'GET', body?: object) {
  const response = await fetch(`${address}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests that know their shape
  return { status: response.status, body: (await response.json()) as any }
}
const graphql = async (server: Running, query: string) => (await ask(server, '/graphql', 'POST', { query })).body.data

/** All events behind a sequence. */
async function eventsOf(server: Running, after?: number) {
  const found: { id: number; sequence: number; type: string; subscription_id: number }[] = []
  for (let from = after; ; ) {
    const { body } = await ask(server, `/v1/events/?limit=100${from === undefined ? '' : `&after=${from}`}`)
    found.push(...body.results)
    from = body.last_sequence
    if (body.next === null) return { found, last: from as number }
  }
}

const newestOf = async (server: Running) => Number((await graphql(server, '{ events { newestSequence } }')).events.newestSequence)

async function opened(): Promise<Installed> {
  const made = await installed()
  onTestFinished(made.remove)
  return made
}
async function copyOf(original: Installed): Promise<Installed> {
  const copy = await original.copied()
  onTestFinished(copy.remove)
  return copy
}

/** The books of the gateway; it stands elsewhere, and no dump has its books. */
const booksOf = (database: Installed) => database.within((db) => db.sandboxCharge.findMany())

const columns = { where: { storeId: 1n }, select: { id: true } } as const
const idsIn = (database: Installed) =>
  database.within(async (db) => ({
    orders: (await db.order.findMany(columns)).map(({ id }) => id),
    transactions: (await db.transaction.findMany(columns)).map(({ id }) => id),
    events: (await db.event.findMany(columns)).map(({ id }) => id),
    deliveries: (await db.webhookDelivery.findMany(columns)).map(({ id }) => id),
  }))

const bodiesById = (heard: readonly Heard[]) => Map.groupBy(heard, ({ id }) => id)

describe(`A copy${missing ? `, which ${missing}` : ''}`, { timeout: 400_000 }, () => {
  it('charges nobody, numbers nothing and posts nothing beside its original, and nothing twice after it', async () => {
    const endpoint = await receiver()
    const original = await opened()
    const ids = await original.within(async (db) => {
      await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
      const added: number[] = []
      const endDate = new Date(Date.now() - 60_000)
      for (let number = 1; number <= due; number += 1) added.push((await addMonthly(db, { status: 'active', endDate })).id)
      const failed = { ...pastDue(0), endDate, lastFailedRenewal: endDate, pastDueAt: endDate }
      return [...added, (await addMonthly(db, failed)).id]
    })
    const byHand = ids.at(-1)
    const list = `/v1/subscriptions/?id__in=${ids.join(',')}&limit=100&status=active&end_date__gt=${new Date().toISOString()}`
    const renewed = async (server: Running) => (await ask(server, list)).body.count

    // Before the copy: events that are numbered, and which no webhook has come to yet.
    const idle = await original.start({ WORKER: 'off' })
    const made = await graphql(
      idle,
      `mutation { createWebhook(input: { url: "${endpoint.url}" }) { webhook { id } userErrors { message } } }`,
    )
    expect(made.createWebhook.userErrors).toEqual([])
    for (const note of ['one', 'two']) await ask(idle, `/v1/subscriptions/${ids[0]}/`, 'PUT', { note })
    await expect.poll(() => newestOf(idle), patient).toBeGreaterThanOrEqual(3)
    const copiedAt = await newestOf(idle)
    await idle.end()
    const copy = await copyOf(original)
    const before = await idsIn(copy)

    // Beside it.
    const one = await original.start()
    const other = await copy.start()
    expect(other.output.text).toContain('This database is a copy, or was moved: it last ran elsewhere')
    expect(other.output.text).toContain('npm run tandem -- adopt')
    // The log comes by itself, and a moment after the start screen.
    const logged = () => other.output.text.match(/^\{.*\}$/gm)?.map((line) => JSON.parse(line))
    await expect.poll(logged, patient).toContainEqual(expect.objectContaining({ level: 40, msg: copySentence }))
    expect(await ask(other, '/readyz')).toEqual({ status: 200, body: { status: 'copy', message: copySentence } })
    expect(one.output.text).not.toContain('copy')
    expect(await ask(one, '/readyz')).toEqual({ status: 200, body: { status: 'ready' } })
    expect((await ask(one, `/v1/subscriptions/${byHand}/renew/`, 'PUT', {})).status).toBe(200)
    expect((await ask(other, `/v1/subscriptions/${byHand}/renew/`, 'PUT', {})).status).toBe(200)
    expect((await ask(other, `/v1/subscriptions/${ids[0]}/`, 'PUT', { note: 'on the copy' })).status).toBe(200)
    await expect.poll(() => renewed(one), patient).toBe(due + 1)
    const readAtOriginal = await eventsOf(one)
    await expect.poll(() => endpoint.sequences().includes(readAtOriginal.last), patient).toBe(true)
    expect(await renewed(other)).toBe(1)
    expect(await newestOf(other)).toBe(copiedAt)
    const beyond = await ask(other, `/v1/events/?after=${readAtOriginal.last}`)
    expect(beyond).toMatchObject({ status: 400, body: { errors: [expect.stringContaining('must not be beyond the newest')] } })
    await one.end()
    await other.end()
    expect(await copy.within((db) => db.webhookDelivery.count())).toBe(0)

    // The commands that act say so too.
    for (const args of [
      ['work', '--once'],
      ['payments', 'reconcile'],
      ['clock', 'advance', '--store', '1', '--to', '2030-01-01'],
    ])
      expect(await copy.tandem(...args)).toEqual({ code: 1, out: '', err: copySentence })
    expect((await copy.tandem('doctor')).out).toContain(copySentence)

    // After it.
    const books = await booksOf(original)
    const ofOriginal = await idsIn(original)
    await copy.within((db) => db.sandboxCharge.createMany({ data: books, skipDuplicates: true }))
    expect((await booksOf(copy)).length).toBe(books.length)
    expect(await copy.tandem('adopt', '--json')).toEqual({
      code: 0,
      out: JSON.stringify({ epoch: 1, first: epoch + 1 }),
      err: '',
    })
    const heardBefore = endpoint.heard.length
    const after = await copy.start()
    expect(after.output.text).not.toContain('copy')
    await expect.poll(() => renewed(after), patient).toBe(due + 1)

    // Readers: an old place is refused, and from the beginning nothing is missed.
    for (const place of [copiedAt, readAtOriginal.last]) {
      const { status, body } = await ask(after, `/v1/events/?after=${place}`)
      expect([status, body.errors]).toEqual([
        400,
        [
          `The events up to ${epoch} are kept no longer, the oldest is ${epoch + 1}: after must be ${epoch} or more, not ${place}; without it, the oldest comes first.`,
        ],
      ])
    }
    await expect
      .poll(async () => (await eventsOf(after)).found.filter(({ type }) => type === 'subscription.renewed').length, patient)
      .toBe(due + 1)
    const readAtCopy = await eventsOf(after)
    expect(readAtCopy.found.map(({ sequence }) => sequence)).toEqual(readAtCopy.found.map((_, index) => epoch + 1 + index))
    expect(readAtCopy.found).toContainEqual(expect.objectContaining({ type: 'subscription.updated', subscription_id: ids[0] }))
    await expect.poll(() => endpoint.sequences().includes(readAtCopy.last), patient).toBe(true)
    await after.end()

    // Nobody was charged twice: the gateway was asked for nothing that it did not know.
    expect(new Set((await booksOf(copy)).map(({ reference }) => reference))).toEqual(
      new Set(books.map(({ reference }) => reference)),
    )
    // No number was used twice: what has one id is one event, letter by letter.
    for (const [, heard] of bodiesById(endpoint.heard)) expect(new Set(heard.map(({ body }) => body)).size).toBe(1)
    // And the webhook, which had not come to them when the copy was made, was sent what was numbered before.
    const since = endpoint.heard.slice(heardBefore).map(({ body }) => JSON.parse(body).sequence as number)
    expect(since.filter((sequence) => sequence <= epoch).length).toBeGreaterThan(0)
    expect(since).toContain(copiedAt)
    const ofCopy = await idsIn(copy)
    for (const name of ['orders', 'transactions', 'events', 'deliveries'] as const) {
      const later = (all: bigint[]) => all.filter((id) => !before[name].includes(id))
      const adopted = later(ofCopy[name]).filter((id) => id > epoch)
      expect(adopted.length).toBeGreaterThan(0)
      expect(adopted.every((id) => id <= Number.MAX_SAFE_INTEGER)).toBe(true)
      expect(later(ofOriginal[name]).every((id) => id < epoch)).toBe(true)
    }
  })

  it('begins what was off as soon as it is adopted, while its servers run', async () => {
    const original = await opened()
    const id = await original.within(async (db) => {
      await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
      return (await addMonthly(db, { status: 'active', endDate: new Date(Date.now() - 60_000) })).id
    })
    await (await original.start({ WORKER: 'off' })).end()
    const copy = await copyOf(original)
    const server = await copy.start({ LOG_LEVEL: 'info' })
    onTestFinished(server.end)
    await new Promise((passed) => setTimeout(passed, 3_000))
    const read = async () => (await ask(server, `/v1/subscriptions/${id}`)).body
    expect(Date.parse((await read()).end_date)).toBeLessThan(Date.now())
    expect((await copy.tandem('adopt')).code).toBe(0)
    await expect.poll(async () => Date.parse((await read()).end_date) > Date.now(), patient).toBe(true)
    expect((await ask(server, '/readyz')).body).toEqual({ status: 'ready' })
    expect(server.output.text).toContain('This database was adopted: what was off goes on.')
    await expect.poll(() => newestOf(server), patient).toBeGreaterThan(epoch)
  })

  it.runIf(isEmbedded)('is none where its directory was only moved', async () => {
    const original = await opened()
    await (await original.start({ WORKER: 'off' })).end()
    const moved = await original.moved()
    onTestFinished(moved.remove)
    const server = await moved.start({ WORKER: 'off' })
    onTestFinished(server.end)
    expect((await ask(server, '/readyz')).body).toEqual({ status: 'ready' })
  })

  it('can be adopted again and again, each time with numbers of its own, and all that is written then has ids of the epoch', async () => {
    const original = await opened()
    expect((await original.tandem('key', 'list')).code).toBe(0)
    for (const number of [1, 2, 3]) {
      const { out } = await original.tandem('adopt')
      expect(out).toContain(`go on at ${number * epoch + 1};`)
    }
    const first = 3 * epoch + 1
    const shop = ['--name', 'New', '--host', 'new.example', '--currency', 'EUR', '--json']
    expect(JSON.parse((await original.tandem('store', 'create', ...shop)).out).id).toBe(first)
    const scopes = ['--store', String(first), '--scopes', '*', '--json']
    expect(JSON.parse((await original.tandem('key', 'create', ...scopes)).out)).toMatchObject({ store_id: first })
    const server = await original.start({ WORKER: 'off' })
    onTestFinished(server.end)
    const made = await graphql(
      server,
      'mutation { createWebhook(input: { url: "http://127.0.0.1:9/hook" }) { webhook { id } userErrors { message } } }',
    )
    expect(made.createWebhook.webhook.id).toBe(String(first))
    const { body: forms } = await ask(server, '/v1/product_instances/?limit=100')
    let order: { status: number; body: { id: number; customer_id: number } } | undefined
    for (const { id } of forms.results) {
      order = await ask(server, '/v1/orders/', 'POST', { customer: { id: 1 }, products: [{ product_instance: { id } }] })
      if (order.status === 201) break
    }
    expect(order).toMatchObject({ status: 201, body: { id: first, customer_id: 1 } })
    for (const path of [`/v1/orders/${first}`, `/v1/transactions/?order.id=${first}`, `/v1/orders/?id__ge=${first}`])
      expect((await ask(server, path)).body).toMatchObject(path.includes('?') ? { count: 1 } : { id: first })
    const { nodes } = (
      await graphql(server, `{ orders(filter: { id: { ge: ${first} } }) { nodes { id nodeId transactions { nodes { id } } } } }`)
    ).orders
    expect(nodes).toMatchObject([{ id: String(first), transactions: { nodes: [{ id: String(first) }] } }])
    expect((await graphql(server, `{ node(nodeId: "${nodes[0].nodeId}") { nodeId } }`)).node).toEqual({ nodeId: nodes[0].nodeId })
    expect((await ask(server, `/v1/orders/${first}`, 'PUT', { note: 'of the epoch' })).body).toMatchObject({
      note: 'of the epoch',
    })
    await expect.poll(() => newestOf(server), patient).toBeGreaterThan(first)
    const { found } = await eventsOf(server)
    expect(found.map(({ sequence }) => sequence)).toEqual(found.map((_, index) => first + index))
  })
})
