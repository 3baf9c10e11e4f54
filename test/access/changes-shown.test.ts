/** Of what changed, events, the log and deliveries show a key only what it could read where it is; a webhook is sent no more. */
import { beforeAll, describe, expect, it } from 'vitest'
import { readableTypes } from '../../src/writes/event-types.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { mutate } from '../resources/writing.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'

const store = await openStore({ allowsPrivateWebhooks: true })
const { db } = store
const secretUrl = 'https://hooks.example/services/T0/secret-path'
const as: Record<string, string> = {}

async function key(name: string, scopes: string[]): Promise<void> {
  const { errors, data } = await store.graphql(
    'mutation Make($input: CreateMerchantKeyInput!) { createMerchantKey(input: $input) { secret merchantKey { clientId } userErrors { message } } }',
    { input: { name, scopes } },
  )
  expect(errors).toEqual([])
  as[name] = `Bearer ${data.createMerchantKey.merchantKey.clientId}.${data.createMerchantKey.secret}`
}

let after = 0

beforeAll(async () => {
  await inSight(() => numberEvents({ db }))
  after = Number((await db.eventCounter.findUnique({ where: { storeId: 1n } }))?.lastSequence ?? 0)
  await key('all', ['*'])
  await key('events', ['read_events', 'read_log', 'write_webhooks'])
  await key('subscriptions', ['read_events', 'read_log', 'read_subscriptions', 'write_webhooks'])
  await key('webhooks', ['read_events', 'read_log', 'read_webhooks', 'write_webhooks'])
  await mutate(store, 'updateSubscription', { id: 1, note: 'told to some' })
  await mutate(store, 'createWebhook', { url: secretUrl })
  await mutate(store, 'updateProduct', { id: 4, description: 'Other' })
  await inSight(() => numberEvents({ db }))
})

type Read = { type?: string; operation: string; changes: object }

const read = {
  'events over REST': async (name: string): Promise<Read[]> =>
    (await store.rest(`/v1/events/?after=${after}`, as[name])).body.results,
  'events over GraphQL': async (name: string): Promise<Read[]> =>
    (await store.graphql(`{ events(after: ${after}) { nodes { type operation changes } } }`, {}, as[name])).data.events.nodes,
  'the log': async (name: string): Promise<Read[]> =>
    (await store.graphql('{ logEntries(last: 4) { nodes { operation changes } } }', {}, as[name])).data.logEntries.nodes,
}

const seen: Record<string, string[]> = {
  all: ['updateSubscription', 'createWebhook', 'updateProduct'],
  events: [],
  subscriptions: ['updateSubscription'],
  webhooks: ['createWebhook'],
}

describe.each(Object.entries(read))('%s', (_what, readAs) => {
  it.each(Object.entries(seen))('show the key %s what changed where it may read it', async (name, operations) => {
    const rows = (await readAs(name)).filter(({ operation }) => (seen.all as string[]).includes(operation))
    expect(new Set(rows.map(({ operation }) => operation))).toEqual(new Set(seen.all))
    for (const { operation, changes } of rows)
      if (operations.includes(operation)) expect(changes).not.toEqual({})
      else expect(changes).toEqual({})
    if (!operations.includes('createWebhook')) expect(JSON.stringify(rows)).not.toContain('secret-path')
  })
})

describe('What is hidden', () => {
  it('is no filter and no order', async () => {
    for (const query of [
      '{ logEntries(filter: { changes: { isNull: false } }) { totalCount } }',
      '{ webhookDeliveries(filter: { request: { like: "%a%" } }) { totalCount } }',
      '{ webhookDeliveries(orderBy: [{ request: asc }]) { totalCount } }',
    ])
      expect((await store.graphql(query)).status).toBe(400)
  })

  it('is neither shown by the deliveries of a webhook', async () => {
    const { id } = await db.webhook.findFirstOrThrow({ where: { storeId: 1n, url: secretUrl } })
    const event = await db.event.findFirstOrThrow({
      where: { storeId: 1n, type: 'subscription.updated' },
      orderBy: { id: 'desc' },
    })
    const request = JSON.stringify({ id: Number(event.id), type: event.type, changes: event.changes })
    const row = { storeId: 1n, webhookId: id, sequence: 99_999n, eventType: event.type, messageId: 'evt_99999', request }
    await db.webhookDelivery.create({ data: { ...row, nextTryAt: null, state: 'delivered', createdAt: new Date() } })
    const query = '{ webhookDeliveries(last: 1) { nodes { request } } }'
    const bodyFor = async (name: string) =>
      JSON.parse((await store.graphql(query, {}, as[name])).data.webhookDeliveries.nodes[0].request)
    expect(await bodyFor('all')).toEqual(JSON.parse(request))
    expect(await bodyFor('webhooks')).toEqual({ ...JSON.parse(request), changes: {} })
  })
})

describe('A webhook', () => {
  const make = (name: string, types?: string[]) =>
    store.rest('POST /v1/webhooks/', as[name], { body: JSON.stringify({ url: secretUrl, types }) })

  it('is sent the types that the key may read, and no others', async () => {
    expect((await make('subscriptions', ['subscription.created'])).status).toBe(201)
    expect(await make('subscriptions', ['subscription.created', 'order.created'])).toMatchObject({
      status: 403,
      body: { errors: ['The key lacks the scope read_orders, which events of the type order.created take.'] },
    })
    expect((await make('all')).body.types).toEqual([])
    const { types } = (await make('subscriptions')).body
    expect(types).toEqual(readableTypes(['read_subscriptions']).sort())
    expect(types).toContain('subscription.renewed')
    expect(types).not.toContain('order.created')
    expect(await make('events')).toMatchObject({
      status: 403,
      body: { errors: ['The key may read nothing that events tell of: it needs a scope such as read_orders.'] },
    })
  })

  it('is sent elsewhere only by a key that may read all it is sent', async () => {
    const { id } = (await make('all')).body
    const change = async (name: string, input: object) => {
      const query =
        'mutation Change($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { types } userErrors { message } } }'
      const { errors, data } = await store.graphql(query, { input: { id, ...input } }, as[name])
      return errors[0]?.message ?? data.updateWebhook.webhook.types
    }
    expect(await change('webhooks', { url: 'https://other.example/' })).toMatch(
      /^The key lacks the scope \w+, which events of the type [\w.]+ take\.$/,
    )
    expect(await change('webhooks', { types: ['webhook_updated'] })).toEqual(['webhook_updated'])
    expect(await change('webhooks', { url: 'https://other.example/' })).toEqual(['webhook_updated'])
  })
})
