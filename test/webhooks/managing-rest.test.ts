/** REST manages webhooks as GraphQL does: reads, changes, rotates and tests one, lists its deliveries and sends them again. */
import { beforeEach, expect, it } from 'vitest'
import { hashSecret } from '../../src/auth/secret.ts'
import { json } from '../resources/writing.ts'
import { openHooks, time } from './hooks.ts'
import { receiver, verified } from './receiver.ts'

const store = await openHooks()
const { db, send, hook } = store

beforeEach(async () => {
  time.now = new Date()
  await db.webhook.updateMany({ where: { storeId: { gte: 1n } }, data: { disabledAt: new Date(0), deletedAt: new Date(0) } })
})

const types = ['subscription.updated']
const url = 'https://shop.example/hook'

it('changes a webhook, and takes back what was read', async () => {
  const { id } = await hook({ url, types })
  const path = `/v1/webhooks/${id}/`
  const put = (body: object) => store.rest(`PUT ${path}`, store.merchant, json(body))
  const read = (await store.rest(path)).body
  expect((await put(read)).body).toEqual(read)
  const changed = (await put({ ...read, is_ordered: true, types: ['order.created'] })).body
  expect(changed).toEqual({ ...read, is_ordered: true, types: ['order.created'] })
  expect((await put({ enabled: false })).body).toMatchObject({ disabled_because: 'Somebody disabled it.' })
  const tested = await store.rest(`POST ${path}test/`)
  expect([tested.status, tested.body]).toEqual([
    400,
    { errors: ['The webhook is disabled; enable it first, with enabled: true.'] },
  ])
  expect((await put({ enabled: true })).body).toEqual(changed)
  expect((await put({ url: 'nowhere' })).status).toBe(400)
  expect((await put({ secret: 'x' })).body).toEqual({ errors: ['Unknown field: secret'] })
})

it('lets a key send back a webhook that is sent more than the key may read, but not redirect it', async () => {
  const { id } = await hook({ url })
  const path = `/v1/webhooks/${id}/`
  const scopes = ['read_webhooks', 'write_webhooks', 'read_events', 'read_orders']
  await db.merchantKey.create({
    data: { storeId: 1n, clientId: 'narrow', secretHash: hashSecret('narrow', 's'), scopes, createdAt: new Date(0) },
  })
  const narrow = 'Bearer narrow.s'
  const read = (await store.rest(path, narrow)).body
  expect(read.types).toEqual([])
  const put = (body: object) => store.rest(`PUT ${path}`, narrow, json(body))
  expect(await put(read)).toMatchObject({ status: 200, body: read })
  expect(await put({ ...read, is_ordered: true })).toMatchObject({ status: 200, body: { types: [], is_ordered: true } })
  expect((await put({ ...read, url: 'https://other.example/' })).status).toBe(403)
})

it('rotates, tests, lists deliveries and sends them again', async () => {
  const { url: address, heard } = await receiver()
  const { id, secret } = await hook({ url: address, types })
  const path = `/v1/webhooks/${id}/`
  const post = (verb: string, body: object = {}) => store.rest(`POST ${path}${verb}/`, store.merchant, json(body))
  const rotated = await post('rotate', { overlap_seconds: 60 })
  expect([rotated.status, rotated.body]).toEqual([
    201,
    expect.objectContaining({
      id: Number(id),
      previous_works_until: expect.any(String),
      secret: expect.stringMatching(/^whsec_/),
    }),
  ])
  expect((await post('rotate', { overlap_seconds: -1 })).body).toEqual({
    errors: ['overlap_seconds must be a whole number of seconds from 0 to 2592000.'],
  })
  const tested = await post('test')
  expect([tested.status, tested.body]).toEqual([
    201,
    expect.objectContaining({ type: 'webhook_delivery', webhook_id: Number(id), event_type: 'webhook.tested', state: 'waiting' }),
  ])
  await send()
  const request = heard.at(-1) as (typeof heard)[0]
  for (const each of [secret, rotated.body.secret]) expect(verified(each, request)).toBeDefined()
  const deliveries = async (filter = '') => (await store.rest(`${path}deliveries/?sort=-id${filter}`)).body
  expect((await deliveries()).results[0]).toMatchObject({ id: tested.body.id, state: 'delivered', status: 200, tries: 1 })
  expect((await deliveries('&state=waiting')).count).toBe(0)
  const again = await post('replay', { delivery_id: tested.body.id })
  expect([again.status, again.body.id]).toEqual([201, Number(id)])
  expect((await deliveries('&state=waiting')).count).toBe(1)
  await send()
  expect(heard.filter(({ headers }) => headers['webhook-id'] === request.headers['webhook-id'])).toHaveLength(2)
  expect((await post('replay', {})).body).toEqual({
    errors: ['Give one of delivery_id, from_sequence with to_sequence, or all_failed.'],
  })
})
