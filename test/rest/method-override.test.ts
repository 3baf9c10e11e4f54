/** X-HTTP-Method-Override: clients that can only send GET and POST name the method in a header. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { addMonthly } from '../writes/rows.ts'

const store = await openStore()

const send = (path: string, method: string | undefined, body?: object, more: Record<string, string> = {}, verb = 'POST') =>
  store.rest(`${verb} ${path}`, store.merchant, {
    headers: { 'Content-Type': 'application/json', ...(method && { 'X-HTTP-Method-Override': method }), ...more },
    ...(body && { body: JSON.stringify(body) }),
  })

let subscription = ''
let metadata = ''
beforeAll(async () => {
  const { id } = await addMonthly(store.db)
  subscription = `/v1/subscriptions/${id}/`
  metadata = `${subscription}metadata/`
})

const metadataIs = async () => (await store.rest(metadata)).body?.data

describe('A POST that names another method', () => {
  it.each(['PUT', 'PATCH', 'put', 'Patch'])('is that: %s updates', async (method) => {
    const { status, body } = await send(subscription, method, { note: `by ${method}` })
    expect([status, body.note]).toEqual([200, `by ${method}`])
  })

  it('merges metadata with PUT or PATCH, and replaces it with POST or without the header', async () => {
    for (const plain of [undefined, 'POST']) {
      expect((await send(metadata, plain, { size: 9 })).status).toBe(201)
      expect(await metadataIs()).toEqual({ size: 9 })
      for (const method of ['PUT', 'PATCH']) {
        expect((await send(metadata, method, { [method]: 1 })).status).toBe(200)
        expect(await metadataIs()).toMatchObject({ size: 9, [method]: 1 })
      }
    }
  })

  it('deletes with DELETE: 204', async () => {
    await send(metadata, undefined, { size: 9 })
    const { status, body } = await send(metadata, 'DELETE')
    expect([status, body]).toEqual([204, undefined])
    expect((await store.rest(metadata)).status).toBe(404)
  })

  it('is 405 where the path does not take the method, and 400 where no write has that name', async () => {
    const { status, headers } = await send('/v1/orders/', 'DELETE')
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST, HEAD, OPTIONS'])
    for (const method of ['GET', 'HEAD', 'BREW', '']) {
      const { status, body } = await send(subscription, method || ' ', { note: 'x' })
      expect(status).toBe(400)
      expect(body.errors[0]).toMatch(/^X-HTTP-Method-Override takes PUT, PATCH or DELETE, not /)
    }
  })

  it('alone is read: other methods are what they are', async () => {
    expect((await send(subscription, 'DELETE', undefined, {}, 'GET')).status).toBe(200)
    expect((await send(subscription, 'DELETE', { note: 'a' }, {}, 'PUT')).body.note).toBe('a')
  })

  it('runs once under an Idempotency-Key, whose answer comes again', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    const first = await send(subscription, 'PUT', { note: 'once' }, key)
    await send(subscription, 'PUT', { note: 'changed' })
    const again = await send(subscription, 'PUT', { note: 'once' }, key)
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 200, 'true'])
    expect(again.body).toEqual(first.body)
    expect((await store.rest(subscription)).body.note).toBe('changed')
  })

  it('is known under its key when the method itself is sent', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    await send(subscription, 'PUT', { note: 'first' }, key)
    await send(subscription, 'PUT', { note: 'second' })
    const again = await send(subscription, undefined, { note: 'first' }, key, 'PUT')
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect((await store.rest(subscription)).body.note).toBe('second')
  })

  it('is another request than the same without the header: 422 under one key', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    await send(metadata, undefined, { size: 1 })
    expect((await send(metadata, 'PUT', { colour: 'red' }, key)).status).toBe(200)
    expect((await send(metadata, undefined, { colour: 'red' }, key)).status).toBe(422)
    expect((await send(metadata, 'DELETE', undefined, key)).status).toBe(422)
    expect(await metadataIs()).toEqual({ size: 1, colour: 'red' })
  })
})
