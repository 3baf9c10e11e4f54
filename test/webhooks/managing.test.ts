/** Webhooks as merchants manage them: what is refused, who may, what is shown once, rotated, tested, replayed and forgotten. */
import { beforeEach, describe, expect, it } from 'vitest'
import { disableLeftBehind, forgetOldDeliveries } from '../../src/webhooks/upkeep.ts'
import { forgetOldEvents } from '../../src/writes/retention.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { expectRefused, form, json, mutate } from '../resources/writing.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { clock, later, openHooks, time } from './hooks.ts'
import { receiver, verified } from './receiver.ts'

const store = await openHooks()
const { db, send, hook, happen, deliveries } = store
const publicOnly = await openStore()

beforeEach(async () => {
  time.now = new Date()
  await db.webhook.updateMany({ where: { storeId: { gte: 1n } }, data: { disabledAt: new Date(0), deletedAt: new Date(0) } })
})

const types = ['subscription.updated']
const url = 'https://shop.example/hook'

describe('A webhook is refused', () => {
  it.each([
    [
      'http://localhost:3000/hook',
      "localhost is the server's own machine: set WEBHOOK_ALLOW_PRIVATE=on to have deliveries posted there, or have a program get them by tandem listen.",
    ],
    [
      'http://169.254.0.1',
      "A webhook's url begins with https://, such as https://shop.example/hooks/tandem; not http://169.254.0.1.",
    ],
    [
      'https://169.254.0.1/x',
      "169.254.0.1 is on a private network; a webhook's url is one that the internet reaches, such as https://shop.example/hooks/tandem.",
    ],
    [
      'https://2130706433/',
      "127.0.0.1 is the server's own machine: set WEBHOOK_ALLOW_PRIVATE=on to have deliveries posted there, or have a program get them by tandem listen.",
    ],
    [
      'https://[::1]:8443/',
      "[::1] is the server's own machine: set WEBHOOK_ALLOW_PRIVATE=on to have deliveries posted there, or have a program get them by tandem listen.",
    ],
    [
      'https://db.internal/',
      "db.internal is on a private network; a webhook's url is one that the internet reaches, such as https://shop.example/hooks/tandem.",
    ],
    ['https://me:secret@shop.example/', "A webhook's url has no user name or password; deliveries are signed instead."],
    ['https://shop.example/#a', "A webhook's url has no # part; it would not be sent."],
    ['shop.example', 'shop.example is not a url; give a whole one, such as https://shop.example/hooks/tandem.'],
    [`https://shop.example/${'a'.repeat(2_048)}`, "A webhook's url has at most 2048 characters."],
  ])('to %s, with a sentence and 400', async (refused, message) => {
    const rest: [string, RequestInit] = ['POST /v1/webhooks/', json({ url: refused })]
    await expectRefused(publicOnly, { rest, graphql: ['createWebhook', { url: refused }] }, 'BAD_INPUT', message)
  })

  it('of an unknown type of event, with the nearest, whether it is a variable or written in the document', async () => {
    const message = 'must be an event type (did you mean order.created?), not order.create'
    const near = /"order[._]create" does not exist in "EventType" enum\. Did you mean the enum value "order_created"/
    const { status, body } = await store.rest('POST /v1/webhooks/', store.merchant, json({ url, types: ['order.create'] }))
    expect([status, body.errors[0]]).toEqual([400, expect.stringContaining(message)])
    for (const [query, variables] of [
      [`mutation { createWebhook(input: { url: "${url}", types: [order_create] }) { secret } }`, {}],
      [
        'mutation M($input: CreateWebhookInput!) { createWebhook(input: $input) { secret } }',
        { input: { url, types: ['order.create'] } },
      ],
    ] as const) {
      const { errors } = await store.graphql(query, variables)
      expect(errors[0]).toMatchObject({ message: expect.stringMatching(near), extensions: { code: 'BAD_INPUT' } })
    }
  })

  it('beyond the twentieth, also of those made at once', async () => {
    const made = await Promise.all(Array.from({ length: 24 }, () => mutate(store, 'createWebhook', { url })))
    const refusals = made.flatMap(({ userErrors }) => userErrors.map(({ message }) => message))
    expect(refusals).toEqual(Array.from({ length: 4 }, () => 'A store has at most 20 webhooks; delete one first.'))
  })

  it('to keys that may not write webhooks, or not read what they would be sent', async () => {
    const keyWith = async (scopes: string[]) => {
      const query =
        'mutation M($input: CreateMerchantKeyInput!) { createMerchantKey(input: $input) { secret merchantKey { clientId } } }'
      const { secret, merchantKey } = (await store.graphql(query, { input: { scopes } })).data.createMerchantKey
      return `Bearer ${merchantKey.clientId}.${secret}`
    }
    const asked = async (scopes: string[]) => {
      const { status, body } = await store.rest('POST /v1/webhooks/', await keyWith(scopes), json({ url }))
      return [status, body.errors?.[0]]
    }
    expect(await asked(['read_events'])).toEqual([403, 'The key lacks the scope write_webhooks.'])
    expect(await asked(['write_webhooks'])).toEqual([403, 'The key lacks the scope read_events.'])
    const nothing = 'The key may read nothing that events tell of: it needs a scope such as read_orders.'
    expect(await asked(['write_webhooks', 'read_events'])).toEqual([403, nothing])
    expect(await asked(['write_webhooks', 'read_events', 'read_orders'])).toEqual([201, undefined])
    const { errors } = await store.graphql('{ webhooks { nodes { id } } }', {}, await keyWith(['write_webhooks']))
    expect(errors[0]?.message).toBe('The key lacks the scope read_webhooks.')
  })
})

it('has its types as each surface spells them, which each takes back', async () => {
  const { body } = await store.rest('POST /v1/webhooks/', store.merchant, json({ url, types: ['order.paid', 'Order.Created'] }))
  expect(body.types).toEqual(['order.created', 'order.paid'])
  const shown = `{ webhook(id: ${body.id}) { types deliveries(filter: { eventType: { in: [webhook_tested, order_paid] } }) { nodes { eventType } } } }`
  const { types: spelled } = (await store.graphql(shown)).data.webhook
  expect(spelled).toEqual(['order_created', 'order_paid'])
  const { record } = await mutate(store, 'updateWebhook', { id: body.id, types: spelled }, 'webhook { types }')
  expect(record.types).toEqual(spelled)
  const tested = await mutate(store, 'testWebhook', { id: body.id }, 'webhookDelivery { eventType request }')
  expect(tested.record).toMatchObject({
    eventType: 'webhook_tested',
    request: expect.stringContaining('"type":"webhook.tested"'),
  })
  expect((await store.graphql(shown)).data.webhook.deliveries.nodes).toEqual([{ eventType: 'webhook_tested' }])
  const filtered = async (filter: string) => (await store.rest(`/v1/webhooks/?id=${body.id}&${filter}`)).body.count
  expect(await filtered('deliveries.event_type=webhook.tested')).toBe(1)
  expect(await filtered('deliveries.event_type__in=order.paid,order.created')).toBe(0)
  const all = (await store.rest('/v1/webhooks/')).body.results
  expect(all.find(({ id }: { id: number }) => id === body.id).types).toEqual(['order.created', 'order.paid'])
})

it.each([
  ['types=order.created&types=order.updated', ['order.created', 'order.updated']],
  ['types[]=order.created', ['order.created']],
])('A form lists what a webhook is told of: %s', async (list, expected) => {
  const { status, body } = await store.rest('POST /v1/webhooks/', store.merchant, form(`url=${url}&${list}`))
  expect([status, body.types]).toEqual([201, expected])
})

it('A form that gives a list one value without brackets has no list of it', async () => {
  const { status, body } = await store.rest('POST /v1/webhooks/', store.merchant, form(`url=${url}&types=order.created`))
  expect([status, body]).toEqual([400, { errors: ['types must be a list.'] }])
})

describe('A secret', () => {
  it('is shown once, over either surface, and is nowhere else: not in the log, in events, in deliveries or in a dry run', async () => {
    const made = await hook({ url, types })
    const { status, body } = await store.rest('POST /v1/webhooks/', store.merchant, json({ url, types, is_ordered: true }))
    expect([status, body]).toEqual([
      201,
      {
        ...{
          id: expect.any(Number),
          url,
          types,
          is_ordered: true,
          last_sequence: expect.any(Number),
          created_at: expect.any(String),
        },
        ...{ rotated_at: null, previous_works_until: null, disabled_at: null, disabled_because: null, type: 'webhook' },
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    ])
    const rotate = `mutation { rotateWebhookSecret(input: { id: ${made.id} }) { secret webhook { previousWorksUntil } } }`
    const rotated = (await store.graphql(rotate)).data.rotateWebhookSecret
    const dry = await store.rest('POST /v1/webhooks/', store.merchant, { ...json({ url }), headers: { 'X-Dry-Run': 'true' } })
    expect([dry.status, dry.body.secret]).toEqual([201, null])
    expect((await store.rest('/v1/webhooks/')).body.results).toHaveLength(2)
    await happen()
    await inSight(() => numberEvents({ db }))
    await mutate(store, 'deleteWebhook', { id: made.id })
    await inSight(() => numberEvents({ db }))
    const kept = [await db.logEntry.findMany(), await db.event.findMany(), await db.webhookDelivery.findMany()]
    const read = await store.graphql(
      '{ webhooks { nodes { id url deliveries { nodes { request } } } } logEntries { nodes { changes } } }',
    )
    const text = JSON.stringify([kept, read], (_key, value) => (typeof value === 'bigint' ? String(value) : value))
    for (const secret of [made.secret, rotated.secret, body.secret]) {
      expect(secret).toMatch(/^whsec_/)
      expect(text).not.toContain(secret.slice('whsec_'.length))
    }
  })

  it('that was rotated signs beside the new one while the overlap lasts; a second rotation waits, or ends it', async () => {
    const { url: address, heard } = await receiver()
    const { id, secret } = await hook({ url: address, types })
    const rotate = async (overlapSeconds?: number) => {
      const query =
        'mutation M($input: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $input) { secret userErrors { message } } }'
      return (await store.graphql(query, { input: { id, overlapSeconds } })).data.rotateWebhookSecret
    }
    const { secret: second } = await rotate(60)
    expect((await rotate()).userErrors[0].message).toMatch(
      /^The secret before this one works until .*Z\. Rotate with an overlap of 0/,
    )
    const known = async () => {
      await happen()
      await send()
      return [secret, second].map((each) => verified(each, heard.at(-1) as (typeof heard)[0]) !== undefined)
    }
    expect(await known()).toEqual([true, true])
    later(61)
    expect(await known()).toEqual([false, true])
    const { secret: third } = await rotate(0)
    expect(await known()).toEqual([false, false])
    expect(verified(third, heard.at(-1) as (typeof heard)[0])).toBeDefined()
    expect((await rotate(-1)).userErrors[0].message).toBe('overlapSeconds must be a whole number of seconds from 0 to 2592000.')
  })
})

describe('A test', () => {
  it('is one delivery, sent at once and once only, whose answer can be read; it disables nothing', async () => {
    const endpoint = await receiver(() => ({ status: 500, body: 'not yet' }))
    const { id, secret } = await hook({ url: endpoint.url, types })
    const test = async () => (await mutate(store, 'testWebhook', { id }, 'webhookDelivery { id state }')).record
    const { id: failed, state } = await test()
    expect(state).toBe('waiting')
    expect(await send()).toBe(1)
    later(86_400)
    expect(await send()).toBe(0)
    const shown = await store.graphql(
      `{ webhookDelivery(id: ${failed}) { state status answer milliseconds tries request } webhook(id: ${id}) { disabledAt } }`,
    )
    expect(shown.data).toMatchObject({
      webhookDelivery: { state: 'failed', status: 500, answer: 'not yet', milliseconds: expect.any(Number), tries: 1 },
      webhook: { disabledAt: null },
    })
    endpoint.answer = () => ({})
    time.now = new Date()
    await test()
    await happen()
    await send()
    const [, tested, event] = endpoint.heard.map(({ body }) => JSON.parse(body))
    expect(verified(secret, endpoint.heard[1] as (typeof endpoint.heard)[0])).toMatchObject({
      type: 'webhook.tested',
      record_id: id,
    })
    expect(Object.keys(tested)).toEqual(Object.keys(event))
  })
})

describe('A replay', () => {
  it('sends one delivery again, a range whether it was sent or not, or all that was given up, with the same ids', async () => {
    const endpoint = await receiver()
    const before = await happen()
    const { id } = await hook({ url: endpoint.url, types })
    const [first, second] = [await happen(), await happen()]
    await send()
    const replay = async (input: object) => {
      endpoint.heard.length = 0
      expect((await mutate(store, 'replayDeliveries', { webhookId: id, ...input })).userErrors).toEqual([])
      await send()
      return endpoint.heard.map((each) => each.id).sort()
    }
    const ids = (...sequences: number[]) => sequences.map((sequence) => `evt_1_${sequence}`).sort()
    const [one] = await deliveries(id)
    expect(await replay({ deliveryId: String(one?.id) })).toEqual(ids(first))
    expect(await replay({ fromSequence: before, toSequence: second })).toEqual(ids(before, first, second))
    expect(await replay({ allFailed: true })).toEqual([])
    await db.webhookDelivery.updateMany({ where: { storeId: 1n, sequence: BigInt(second) }, data: { state: 'failed' } })
    expect(await replay({ allFailed: true })).toEqual(ids(second))
    expect((await deliveries(id)).map(({ state, tries }) => [state, tries])).toEqual([...Array(3)].map(() => ['delivered', 1]))
  })

  it('costs a point for each delivery that it sends', async () => {
    const [from, , to] = [await happen(), await happen(), await happen()]
    const { id } = await hook({ url, types })
    const cost = async (input: object) => {
      const query = 'mutation ($input: ReplayDeliveriesInput!) { replayDeliveries(input: $input) { userErrors { message } } }'
      const asked = json({ query, variables: { input: { webhookId: id, ...input } } })
      const headers = { Authorization: store.merchant, 'Content-Type': 'application/json' }
      const response = await store.fetch('/graphql', { method: 'POST', headers, ...asked })
      return (await response.json()).extensions.cost.charged
    }
    expect((await cost({ fromSequence: from, toSequence: to })) - (await cost({ fromSequence: to, toSequence: to }))).toBe(3)
  })

  it.each([
    [{}, 'Give one of deliveryId, fromSequence with toSequence, or allFailed.'],
    [{ allFailed: true, fromSequence: 1, toSequence: 2 }, 'Give one of deliveryId, fromSequence with toSequence, or allFailed.'],
    [{ fromSequence: 3, toSequence: 2 }, 'toSequence must not be before fromSequence.'],
    [{ fromSequence: 3 }, 'toSequence must be the sequence of an event, a whole number of at least 1.'],
    [
      { fromSequence: 1, toSequence: 1_001 },
      'fromSequence to toSequence may be at most 1000 events; replay one range after the other.',
    ],
    [{ deliveryId: '999999' }, 'Not found.'],
  ])('of %j is refused with a sentence', async (input, message) => {
    const { id } = await hook({ url, types })
    const { userErrors } = await mutate(store, 'replayDeliveries', { webhookId: id, ...input })
    expect(userErrors.map((each) => each.message)).toEqual([message])
  })
})

describe('Events that a webhook has not come to yet', () => {
  const forget = async () => {
    // Other tests have moved the time.
    await db.event.updateMany({ where: { storeId: 1n }, data: { createdAt: new Date(0) } })
    await inSight(() => forgetOldEvents(db, clock, 1))
  }
  const webhook = (id: number) => db.webhook.findUniqueOrThrow({ where: ofStore(id) })
  const behind = (id: number, lastSequence: number) => db.webhook.update({ where: ofStore(id), data: { lastSequence } })
  const disable = () => disableLeftBehind({ ...store.sending(), report: (error) => void store.faults.push(error) })

  it('are kept for it, however old they are, and forgotten once it has them or is disabled', async () => {
    const { id } = await hook({ url, types })
    const [first, , last] = [await happen(), await happen(), await happen()]
    await behind(id, first - 1)
    later(60)
    await forget()
    expect(Number((await db.event.findFirstOrThrow({ where: { storeId: 1n }, orderBy: { sequence: 'asc' } })).sequence)).toBe(
      first,
    )
    await mutate(store, 'updateWebhook', { id, enabled: false })
    await inSight(() => numberEvents({ db }))
    await forget()
    expect(await db.event.count({ where: { storeId: 1n, sequence: { lte: last } } })).toBe(0)
  })

  it('are not passed over in silence where they are gone: it is disabled, and goes on behind them when it is enabled', async () => {
    const endpoint = await receiver()
    const { id } = await hook({ url: endpoint.url, types })
    const gone = await happen()
    later(60)
    await db.webhook.update({ where: ofStore(id), data: { disabledAt: clock.now() } })
    await forget()
    await db.webhook.update({ where: ofStore(id), data: { disabledAt: null, lastSequence: gone - 1 } })
    const next = await happen()
    expect([await send(), endpoint.heard.length]).toEqual([0, 0])
    expect(await inSight(disable)).toBe(1)
    const sentence = `Its endpoint took too long: the events from ${gone} to ${gone} are kept no longer and were not sent.`
    expect(await webhook(id)).toMatchObject({ disabledBecause: sentence })
    expect(await inSight(disable)).toBe(0)
    await mutate(store, 'updateWebhook', { id, enabled: true })
    await send()
    expect(endpoint.heard.map((each) => each.id)).toEqual([`evt_1_${next}`])
    expect(store.faults).toEqual([])
  })

  it('cannot be replayed when they are gone, which is said with the oldest there is', async () => {
    const { id } = await hook({ url, types })
    const gone = await happen()
    await db.webhook.update({ where: ofStore(id), data: { lastSequence: gone } })
    later(60)
    await forget()
    const { userErrors } = await mutate(store, 'replayDeliveries', { webhookId: id, fromSequence: gone, toSequence: gone + 5 })
    expect(userErrors.map((each) => each.message)).toEqual([
      `Events up to ${gone} are kept no longer: fromSequence must be ${gone + 1} or more. What was sent of them goes by deliveryId.`,
    ])
  })
})

describe('A delivery that waits for its next try', () => {
  it('is tried at once when it is asked for by its id', async () => {
    const endpoint = await receiver(() => ({ status: 500 }))
    const { id } = await hook({ url: endpoint.url, types })
    await happen()
    expect([await send(), await send(), endpoint.heard.length]).toEqual([1, 0, 1])
    const [waiting] = await deliveries(id)
    expect((await mutate(store, 'replayDeliveries', { webhookId: id, deliveryId: String(waiting?.id) })).userErrors).toEqual([])
    expect([await send(), endpoint.heard.length]).toEqual([1, 2])
    expect((await deliveries(id)).map(({ state, tries }) => [state, tries])).toEqual([['waiting', 2]])
  })
})

describe('A webhook that is deleted', () => {
  it('is sent nothing more and is not found, its deliveries stay as long as others, then all of it goes', async () => {
    const endpoint = await receiver()
    const { id } = await hook({ url: endpoint.url, types })
    await happen()
    await send()
    expect((await store.rest(`DELETE /v1/webhooks/${id}/`)).status).toBe(204)
    expect((await store.rest(`DELETE /v1/webhooks/${id}/`)).status).toBe(404)
    await happen()
    expect([await send(), endpoint.heard.length]).toEqual([0, 1])
    const kept = async () => [await db.webhook.count({ where: { storeId: 1n, id: BigInt(id) } }), (await deliveries(id)).length]
    await forgetOldDeliveries(db, clock, 30)
    expect(await kept()).toEqual([1, 1])
    later(31 * 86_400)
    await forgetOldDeliveries(db, clock, 30)
    expect(await kept()).toEqual([0, 0])
  })
})

describe('What is not sent yet', () => {
  it('is kept however old it is, unless its webhook is disabled', async () => {
    const { id } = await hook({ url, types })
    const row = { storeId: 1n, webhookId: BigInt(id), eventType: 'x', messageId: 'x', request: '{}', createdAt: new Date(0) }
    await db.webhookDelivery.create({ data: { ...row, nextTryAt: clock.now() } })
    await forgetOldDeliveries(db, clock, 30)
    expect(await deliveries(id)).toHaveLength(1)
    await mutate(store, 'updateWebhook', { id, enabled: false })
    await forgetOldDeliveries(db, clock, 30)
    expect(await deliveries(id)).toHaveLength(0)
  })
})

describe('A write of webhooks', () => {
  it('takes a handful of statements, however many deliveries there are', async () => {
    const from = await happen()
    const { id } = await hook({ url, types })
    const counts = {
      create: await store.statements(() => mutate(store, 'createWebhook', { url })),
      update: await store.statements(() => mutate(store, 'updateWebhook', { id, types: [] })),
      test: await store.statements(() => mutate(store, 'testWebhook', { id })),
      replay: await store.statements(() =>
        mutate(store, 'replayDeliveries', { webhookId: id, fromSequence: from, toSequence: from + 899 }),
      ),
      delete: await store.statements(() => mutate(store, 'deleteWebhook', { id })),
    }
    const sizes = Object.fromEntries(Object.entries(counts).map(([name, { length }]) => [name, length]))
    expect(sizes).toEqual({ create: 6, update: 4, test: 4, replay: 5, delete: 5 })
  })
})
