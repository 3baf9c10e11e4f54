/** People sign in to the Desk: by an invitation and a password, with few wrong tries, and out again. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

let now = today
const store = await openStore({ now: () => now })
const local = '127.0.0.1'

type Told = { status: number; cookie: string; cookies: string[]; body: Record<string, unknown> & { errors?: string[] } }

/** Asks a path of the Desk of a store by POST, from an address. */
async function ask(path: string, body: object, headers: Record<string, string> = {}, from = local): Promise<Told> {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } }
  const answer = await store.fetch(`http://localhost/desk/${path}`, init, from)
  const cookies = answer.headers.getSetCookie()
  return { status: answer.status, cookies, cookie: cookies[0]?.split(';')[0] ?? '', body: (await answer.json()) as Told['body'] }
}

const graphql = async (query: string, cookie: string, path = '1/graphql') => {
  const { status, body } = await ask(path, { query }, { Cookie: cookie })
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests that know their shape
  return { status, ...(body as { data?: Record<string, any>; errors?: any[] }) }
}

const invite = async (email: string, role: string) => {
  const { data } = await store.graphql(
    `mutation { inviteStaff(input: { email: "${email}", role: ${role} }) { staffMember { id status role } invitationUrl userErrors { message } } }`,
  )
  const { staffMember, invitationUrl, userErrors } = data.inviteStaff
  return { id: staffMember?.id as string, token: invitationUrl?.split('#')[1] as string, url: invitationUrl, userErrors }
}

const password = 'correct horse battery'

/** A person with a role, signed in. */
async function hire(email: string, role: string) {
  const { id, token } = await invite(email, role)
  const accepted = await ask('1/accept-invitation', { token, name: 'New Person', password })
  expect(accepted.status).toBe(200)
  return { id, email, cookie: accepted.cookie }
}

describe('An invitation', () => {
  it('is accepted once, with a name and a password of 12 characters', async () => {
    const { token, url } = await invite('eve@larch.example', 'support')
    expect(url).toBe(`/desk/1/invitation#${token}`)
    const short = await ask('1/accept-invitation', { token, name: 'Eve', password: 'eleven char' })
    expect(short).toMatchObject({ status: 400, body: { errors: ['password must have at least 12 characters.'] } })
    const accepted = await ask('1/accept-invitation', { token, name: 'Eve', password })
    expect(accepted).toMatchObject({ status: 200, body: { name: 'Eve', role: 'support', email: 'eve@larch.example' } })
    expect(accepted.cookies).toEqual([
      expect.stringMatching(/^tandem_desk=[\w-]{43}; Path=\/desk\/1\/; HttpOnly; SameSite=Strict; Max-Age=43200$/),
    ])
    expect((await ask('1/accept-invitation', { token, name: 'Eve', password })).status).toBe(400)
    const { data } = await graphql('{ signedIn { name role scopes } }', accepted.cookie)
    expect(data?.signedIn).toMatchObject({ name: 'Eve', role: 'support' })
  })

  it('is good for 72 hours, and replaced by the next one', async () => {
    const first = await invite('late@larch.example', 'support')
    const second = await invite('LATE@larch.example', 'warehouse')
    expect(second.id).toBe(first.id)
    expect((await ask('1/accept-invitation', { token: first.token, name: 'Late', password })).status).toBe(400)
    now = new Date(today.getTime() + 72 * 3_600_000)
    expect((await ask('1/accept-invitation', { token: second.token, name: 'Late', password })).status).toBe(400)
    now = new Date(today.getTime() + 72 * 3_600_000 - 1_000)
    expect((await ask('1/accept-invitation', { token: second.token, name: 'Late', password })).status).toBe(200)
    now = today
  })

  it('is not for somebody who is there, nor of another store', async () => {
    const { userErrors } = await invite('Ada@larch.example', 'support')
    expect(userErrors).toEqual([{ message: 'A person with this email address is in the store already.' }])
    const { token } = await invite('fay@larch.example', 'support')
    expect((await ask('2/accept-invitation', { token, name: 'Fay', password })).status).toBe(400)
  })
})

describe('Signing in', () => {
  it('takes the e-mail address in any case and the password, and tells neither what is wrong', async () => {
    const { email } = await hire('gil@larch.example', 'read_only')
    expect((await ask('1/sign-in', { email: ' GIL@larch.example', password })).status).toBe(200)
    const wrong = await ask('1/sign-in', { email, password: 'something else' })
    const unknown = await ask('1/sign-in', { email: 'nobody@larch.example', password })
    const elsewhere = await ask('2/sign-in', { email, password })
    for (const each of [wrong, unknown, elsewhere])
      expect(each).toMatchObject({
        status: 401,
        body: { errors: ['The e-mail address or the password is not right.'] },
        cookies: [],
      })
    expect((await ask('99/sign-in', { email, password })).status).toBe(404)
  })

  it('is refused after five wrong tries from an address, for a quarter of an hour, and from another is not', async () => {
    const { email } = await hire('hal@larch.example', 'read_only')
    const tries = await Promise.all(Array.from({ length: 8 }, () => ask('1/sign-in', { email, password: 'wrong' })))
    expect(tries.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect((await ask('1/sign-in', { email, password })).status).toBe(429)
    expect((await ask('1/sign-in', { email, password }, {}, '192.0.2.1')).status).toBe(200)
    now = new Date(today.getTime() + 15 * 60_000)
    expect((await ask('1/sign-in', { email, password })).status).toBe(200)
    now = today
  })

  it('is refused after fifty wrong tries of an account, wherever they come from', async () => {
    const account = 'ida@larch.example'
    const { email } = await hire(account, 'read_only')
    await store.db.$executeRaw`UPDATE staff_try SET tries = 50 WHERE address = ''`
    expect((await ask('1/sign-in', { email, password: 'wrong' }, {}, '192.0.2.7')).status).toBe(401)
    await store.db.$executeRaw`UPDATE staff_try SET tries = 50 WHERE address = ''`
    expect((await ask('1/sign-in', { email, password }, {}, '192.0.2.8')).status).toBe(429)
  })

  it('ends the oldest of twenty sessions', async () => {
    const { id, cookie } = await hire('jan@larch.example', 'read_only')
    const row = {
      storeId: 1n,
      staffId: BigInt(id),
      createdAt: today,
      expiresAt: new Date(today.getTime() + 60_000),
      address: '',
      userAgent: '',
    }
    await store.db.staffSession.createMany({ data: Array.from({ length: 19 }, (_, at) => ({ ...row, tokenHash: `${at}` })) })
    expect((await graphql('{ signedIn { staffId } }', cookie)).data?.signedIn.staffId).toBe(id)
    await ask('1/sign-in', { email: 'jan@larch.example', password })
    const { body } = await store.rest(`/v1/staff/${id}/sessions/?ended_at__is_null=true`)
    expect(body.count).toBe(20)
  })

  it('into the demo takes a click, on the machine alone', async () => {
    const { status, cookie, body } = await ask('1/sign-in', { demo: true })
    expect({ status, role: body.role, scopes: body.scopes }).toEqual({ status: 200, role: 'owner', scopes: ['*'] })
    expect((await graphql('{ orders { totalCount } }', cookie)).data?.orders.totalCount).toBeGreaterThan(0)
    expect((await ask('1/sign-in', { demo: true }, {}, '192.0.2.1')).status).toBe(403)
    await store.db.merchantKey.updateMany({ where: { clientId: 'demo2' }, data: { revokedAt: today } })
    expect((await ask('2/sign-in', { demo: true })).status).toBe(403)
  })
})

describe('A session', () => {
  it('opens GraphQL below the Desk of its store, and nothing else', async () => {
    const { cookie } = await hire('kim@larch.example', 'read_only')
    expect((await graphql('{ store { id } }', cookie)).data).toEqual({ store: { id: '1' } })
    expect((await graphql('{ store { id } }', cookie, '2/graphql')).status).toBe(401)
    expect((await ask('../graphql', { query: '{ orders { totalCount } }' }, { Cookie: cookie })).body.errors).toBeDefined()
    const rest = await store.fetch('http://localhost/v1/orders/', { headers: { Cookie: cookie } }, local)
    expect(rest.status).toBe(401)
    const both = await ask('1/graphql', { query: '{ store { id } }' }, { Cookie: cookie, Authorization: store.merchant })
    expect(both.status).toBe(401)
  })

  it('may do what its role may', async () => {
    const { cookie } = await hire('lea@larch.example', 'warehouse')
    expect((await graphql('{ shipments { totalCount } }', cookie)).errors).toBeUndefined()
    const { errors } = await graphql('{ customers { totalCount } }', cookie)
    expect(errors?.[0]).toMatchObject({
      message: 'The role warehouse lacks the scope read_customers.',
      extensions: { code: 'FORBIDDEN' },
    })
  })

  it('lasts twelve hours', async () => {
    const { cookie } = await hire('max@larch.example', 'read_only')
    now = new Date(today.getTime() + 12 * 3_600_000 - 1_000)
    expect((await graphql('{ store { id } }', cookie)).status).toBe(200)
    now = new Date(today.getTime() + 12 * 3_600_000)
    expect((await graphql('{ store { id } }', cookie)).status).toBe(401)
    now = today
  })

  it('ends with signing out, which takes the cookie', async () => {
    const { cookie } = await hire('ned@larch.example', 'read_only')
    const out = await ask('1/sign-out', {}, { Cookie: cookie })
    expect(out).toMatchObject({ status: 200, cookies: ['tandem_desk=; Path=/desk/1/; HttpOnly; SameSite=Strict; Max-Age=0'] })
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect((await graphql('{ store { id } }', cookie)).status).toBe(401)
    expect((await ask('1/sign-out', {}, { Cookie: cookie })).status).toBe(200)
  })

  it('is asked by JSON from pages of the address alone', async () => {
    const { cookie } = await hire('ora@larch.example', 'read_only')
    const form = { Cookie: cookie, 'Content-Type': 'text/plain' }
    expect((await ask('1/graphql', { query: '{ store { id } }' }, form)).status).toBe(400)
    for (const headers of [{ Origin: 'http://evil.example' }, { 'Sec-Fetch-Site': 'same-site' }] as Record<string, string>[])
      expect((await ask('1/graphql', { query: '{ store { id } }' }, { Cookie: cookie, ...headers })).status).toBe(403)
    expect((await ask('1/graphql', { query: '{ store { id } }' }, { Cookie: cookie, Origin: 'http://localhost' })).status).toBe(
      200,
    )
    const got = await store.fetch('http://localhost/desk/1/graphql?query={store{id}}', { headers: { Cookie: cookie } }, local)
    expect(got.status).toBe(405)
  })

  it('writes as the person, in the log and in events', async () => {
    const { id, cookie } = await hire('pam@larch.example', 'owner')
    const { data } = await graphql(
      'mutation { updateOrder(input: { id: 1, note: "Pam was here" }) { userErrors { message } } }',
      cookie,
    )
    expect(data?.updateOrder.userErrors).toEqual([])
    const entries = await store.graphql(
      '{ logEntries(filter: { operation: { eq: "updateOrder" } }) { nodes { actor actorName surface } } }',
    )
    expect(entries.data.logEntries.nodes).toEqual([{ actor: `staff ${id}`, actorName: 'New Person', surface: 'graphql' }])
    const events = await store.db.event.findMany({ where: { operation: 'updateOrder' }, select: { actor: true } })
    expect(events).toEqual([{ actor: `staff ${id}` }])
  })
})
