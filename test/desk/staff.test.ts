/** The staff of a store: nobody grants what they lack, the last owner stays, and a removed person is out within a second. */
import { describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { liveStreams } from '../../src/live/streams.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

const store = await openStore({
  streams: (db) =>
    liveStreams({ db, clock: clockOf(() => today), report: (error) => Promise.reject(error), limits: { look: 60_000 } }),
})
const { db } = store
const password = 'correct horse battery'
const headers = { 'Content-Type': 'application/json' }

const post = (path: string, body: object, cookie = '', accept = 'application/json') =>
  store.fetch(
    `http://localhost/desk/1/${path}`,
    { method: 'POST', body: JSON.stringify(body), headers: { ...headers, Accept: accept, ...(cookie && { Cookie: cookie }) } },
    '127.0.0.1',
  )

const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

/** Runs a mutation on staff as a session, or by the key of the demo. */
async function mutate(name: string, input: string, cookie?: string, shown = 'staffMember { id role status }') {
  const query = `mutation { ${name}(input: { ${input} }) { ${shown} userErrors { message code } } }`
  const { data, errors } = cookie
    ? ((await (await post('graphql', { query }, cookie)).json()) as Awaited<ReturnType<typeof store.graphql>>)
    : await store.graphql(query)
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests that know their shape
  return { ...data?.[name], refused: errors?.[0]?.message ?? data?.[name]?.userErrors[0]?.message } as Record<string, any>
}

async function hire(email: string, role: string) {
  const { staffMember, invitationUrl } = await mutate(
    'inviteStaff',
    `email: "${email}", role: ${role}`,
    undefined,
    'staffMember { id } invitationUrl',
  )
  const accepted = await post('accept-invitation', { token: invitationUrl.split('#')[1], name: email, password })
  return { id: staffMember.id as string, cookie: cookieOf(accepted) }
}

const owner = (await db.staff.findFirstOrThrow({ where: { storeId: 1n, role: 'owner' } })).id

describe('Roles', () => {
  it('are granted, changed and taken by those who have all their scopes', async () => {
    await db.$executeRaw`INSERT INTO merchant_key (store_id, client_id, secret_hash, scopes, created_at)
      SELECT 1, 'admins', secret_hash, '{admin}', now() FROM merchant_key WHERE client_id = 'demo'`
    const { data } = await store.graphql(
      'mutation { createMerchantKey(input: { name: "HR", scopes: ["admin", "read_orders"] }) { secret merchantKey { clientId } } }',
    )
    const as = `Bearer ${data.createMerchantKey.merchantKey.clientId}.${data.createMerchantKey.secret}`
    const invite = async (role: string) => {
      const { body, status } = await store.rest('POST /v1/staff/', as, {
        body: JSON.stringify({ email: 'new@larch.example', role }),
      })
      return { status, errors: body.errors }
    }
    expect(await invite('warehouse')).toEqual({ status: 403, errors: ['The key lacks the scope read_shipments.'] })
    expect(await invite('owner')).toEqual({ status: 403, errors: ['The key lacks the scope *.'] })
    expect(await invite('king')).toMatchObject({ status: 400 })
    const { status } = await store.rest('GET /v1/staff/', as)
    expect(status).toBe(200)
  })

  it('of a person are in force within a second', async () => {
    const { id, cookie } = await hire('role@larch.example', 'support')
    const asked = async () => (await post('graphql', { query: '{ customers { totalCount } }' }, cookie)).json()
    expect(((await asked()) as { errors?: unknown }).errors).toBeUndefined()
    const changed = await store.rest(`PUT /v1/staff/${id}/`, store.merchant, { body: JSON.stringify({ role: 'warehouse' }) })
    expect(changed).toMatchObject({ status: 200, body: { role: 'warehouse', type: 'staff' } })
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(await asked()).toMatchObject({ errors: [{ message: 'The role warehouse lacks the scope read_customers.' }] })
  })

  it('without the scope of staff manage nobody', async () => {
    const { cookie } = await hire('clerk@larch.example', 'support')
    expect((await mutate('removeStaff', `id: ${owner}`, cookie)).refused).toBe('The role support lacks the scope write_staff.')
    const { errors } = (await (await post('graphql', { query: '{ staff { totalCount } }' }, cookie)).json()) as {
      errors: { message: string }[]
    }
    expect(errors[0]?.message).toBe('The role support lacks the scope read_staff.')
  })
})

describe('The last owner', () => {
  const last = 'The last owner of a store stays; make another person an owner first.'

  it('is neither removed nor given another role', async () => {
    expect((await mutate('removeStaff', `id: ${owner}`)).refused).toBe(last)
    expect((await mutate('updateStaff', `id: ${owner}, role: support`)).refused).toBe(last)
    expect((await mutate('updateStaff', `id: ${owner}, role: owner`)).refused).toBeUndefined()
  })

  it('is left by two who remove each other at once', async () => {
    const second = await hire('second@larch.example', 'owner')
    const both = await Promise.all([
      mutate('removeStaff', `id: ${second.id}`),
      mutate('removeStaff', `id: ${owner}`, second.cookie),
    ])
    expect(both.filter(({ refused }) => refused === undefined)).toHaveLength(1)
    expect(await db.staff.count({ where: { storeId: 1n, role: 'owner', status: 'active' } })).toBe(1)
    await db.$executeRaw`UPDATE staff SET status = 'active', removed_at = NULL, password_hash = 'none' WHERE store_id = 1 AND id = ${owner}`
  })
})

describe('A removed person', () => {
  it('is out within a second, streams too, and the keys that they made are listed', async () => {
    const { id, cookie } = await hire('gone@larch.example', 'owner')
    const made = await mutate(
      'createMerchantKey',
      'name: "Theirs", scopes: ["read_orders"]',
      cookie,
      'merchantKey { id staff { name } }',
    )
    expect(made.merchantKey.staff.name).toBe('gone@larch.example')
    const stream = await post('graphql', { query: 'subscription { events { lastSequence } }' }, cookie, 'text/event-stream')
    expect(stream.status).toBe(200)
    const text = stream.text()
    const removed = await mutate(
      'removeStaff',
      `id: ${id}`,
      undefined,
      'staffMember { status removedAt keys { nodes { id name } } }',
    )
    expect(removed.staffMember).toMatchObject({
      status: 'removed',
      keys: { nodes: [{ id: made.merchantKey.id, name: 'Theirs' }] },
    })
    const from = performance.now()
    expect(await text).toContain('The session has ended; sign in again.')
    expect(performance.now() - from).toBeLessThan(3_000)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await post('graphql', { query: '{ store { id } }' }, cookie)).status).toBe(401)
    expect((await post('sign-in', { email: 'gone@larch.example', password })).status).toBe(401)
    expect((await mutate('removeStaff', `id: ${id}`)).refused).toBeUndefined()
  })

  it('makes nothing more that would outlast them, and may be invited anew', async () => {
    const { id, cookie } = await hire('back@larch.example', 'owner')
    await db.$executeRaw`UPDATE staff_session SET ended_at = now() WHERE store_id = 1 AND staff_id = ${BigInt(id)}`
    expect((await mutate('createMerchantKey', 'name: "Late", scopes: ["*"]', cookie, 'merchantKey { id }')).refused).toBe(
      'The session has ended; sign in again.',
    )
    await mutate('removeStaff', `id: ${id}`)
    const again = await hire('BACK@larch.example', 'support')
    expect(again.id).not.toBe(id)
  })

  it('is redacted: name, address and sessions go, and the log keeps a number', async () => {
    const { id, cookie } = await hire('forget@larch.example', 'support')
    await post('graphql', { query: 'mutation { updateOrder(input: { id: 2, note: "F" }) { userErrors { message } } }' }, cookie)
    expect((await mutate('redactStaff', `id: ${id}`)).refused).toBe('The person is in the store; remove them first.')
    await mutate('removeStaff', `id: ${id}`)
    const redacted = await store.rest(`PUT /v1/staff/${id}/redact/`)
    expect(redacted).toMatchObject({ status: 200, body: { name: '', email: '', status: 'removed' } })
    const kept = await db.$queryRaw<{ text: string }[]>`
      SELECT row_to_json(log_entry)::text AS text FROM log_entry UNION ALL SELECT row_to_json(event)::text FROM event
      UNION ALL SELECT row_to_json(staff)::text FROM staff UNION ALL SELECT row_to_json(staff_session)::text FROM staff_session`
    expect(kept.filter(({ text }) => text.includes('forget@larch.example'))).toEqual([])
    const { data } = await store.graphql(
      '{ logEntries(filter: { operation: { eq: "updateOrder" } }) { nodes { actor actorName } } }',
    )
    expect(data.logEntries.nodes).toEqual([{ actor: `staff ${id}`, actorName: null }])
  })
})

describe('Sessions', () => {
  it('are listed and ended', async () => {
    const { id, cookie } = await hire('list@larch.example', 'support')
    const { body } = await store.rest(`/v1/staff/${id}/sessions/`)
    expect(body).toMatchObject({
      count: 1,
      results: [{ staff_id: Number(id), ended_at: null, address: '127.0.0.1', type: 'staff_session' }],
    })
    expect((await store.rest(`DELETE /v1/staff_sessions/${body.results[0].id}/`)).status).toBe(204)
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect((await post('graphql', { query: '{ store { id } }' }, cookie)).status).toBe(401)
  })
})

describe('The Desk', () => {
  const app = (options: object) => openStore({ isEmbedded: false, ...options })
  const at = async (desk: Awaited<ReturnType<typeof app>>, url: string, more: Record<string, string> = {}) => {
    const answer = await desk.fetch(url, {
      method: 'POST',
      body: '{"email":"x@y.example","password":"p"}',
      headers: { ...headers, ...more },
    })
    return { status: answer.status, errors: ((await answer.json()) as { errors: string[] }).errors }
  }

  it('beside PostgreSQL is at DESK_HOST alone, over HTTPS', async () => {
    const desk = await app({ desk: { host: 'desk.example', origin: 'https://desk.example' } })
    const https = { 'X-Forwarded-Proto': 'https' }
    expect(await at(desk, 'http://desk.example/desk/1/sign-in', https)).toMatchObject({ status: 401 })
    expect(await at(desk, 'http://desk.example/desk/1/sign-in')).toEqual({
      status: 421,
      errors: ['The Desk is served over HTTPS alone: https://desk.example/desk/. The proxy sends X-Forwarded-Proto: https.'],
    })
    for (const host of ['shop.example', 'localhost', '127.0.0.1'])
      expect((await at(desk, `http://${host}/desk/1/sign-in`, https)).errors).toEqual([
        'The Desk is at https://desk.example/desk/.',
      ])
    const unset = await app({})
    expect((await at(unset, 'http://desk.example/desk/1/sign-in', https)).status).toBe(421)
    const ofStore = await app({ desk: { host: 'second.localhost', origin: '' } })
    expect((await at(ofStore, 'http://second.localhost/desk/1/sign-in', https)).errors[0]).toContain('is the host of a store')
    const cookie = await desk.fetch('http://desk.example/desk/1/sign-out', {
      method: 'POST',
      body: '{}',
      headers: { ...headers, ...https, Cookie: '__Secure-tandem_desk=x' },
    })
    expect(cookie.headers.getSetCookie()).toEqual([
      '__Secure-tandem_desk=; Path=/desk/1/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
    ])
  })

  it('beside the embedded database is at names of the machine alone', async () => {
    expect((await at(store, 'http://second.localhost/desk/1/sign-in')).status).toBe(421)
    expect((await store.fetch('http://localhost/desk/1/')).status).toBe(200)
  })
})
