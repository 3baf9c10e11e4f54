/** People look after their own account: the password, and the browsers in which they are signed in. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

let now = today
const store = await openStore({ now: () => now })
const password = 'correct horse battery'
const another = 'wrong horse, battery'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests that know their shape
type Told = { status: number; cookie: string; body: any }

async function ask(path: string, body: object, cookie = '', from = '127.0.0.1'): Promise<Told> {
  const headers = { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) }
  const init = { method: 'POST', body: JSON.stringify(body), headers }
  const answer = await store.fetch(`http://localhost/desk/1/${path}`, init, from)
  return { status: answer.status, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', body: await answer.json() }
}

const graphql = async (query: string, cookie: string) => (await ask('graphql', { query }, cookie)).body

async function hire(email: string, role = 'warehouse') {
  const { data } = await store.graphql(
    `mutation { inviteStaff(input: { email: "${email}", role: ${role} }) { staffMember { id } invitationUrl } }`,
  )
  const { staffMember, invitationUrl } = data.inviteStaff
  const { cookie } = await ask('accept-invitation', { token: invitationUrl.split('#')[1], name: 'X', password })
  return { id: staffMember.id as string, email, cookie }
}

const change = (cookie: string, given: object) => ask('change-password', given, cookie)

/** Asks with a session a second later: an answer of the moment before is not kept so long. */
const later = async (cookie: string) => {
  await new Promise((resolve) => setTimeout(resolve, 600))
  return (await ask('graphql', { query: '{ signedIn { name } }' }, cookie)).status
}

describe('A password', () => {
  it('is changed by the one before, which signs in no more, and ends the other sessions', async () => {
    const { email, cookie } = await hire('one@larch.example')
    const other = await ask('sign-in', { email, password })
    expect(await change(cookie, { password, new_password: another })).toMatchObject({ status: 200, body: { changed: true } })
    expect(await later(other.cookie)).toBe(401)
    expect(await later(cookie)).toBe(200)
    expect((await ask('sign-in', { email, password })).status).toBe(401)
    expect((await ask('sign-in', { email, password: another })).status).toBe(200)
    const { data } = await store.graphql('{ logEntries(orderBy: [{ id: desc }], first: 20) { nodes { operation changes } } }')
    const logged = data.logEntries.nodes.find(({ operation }: { operation: string }) => operation === 'changeStaffPassword')
    expect(logged).toEqual({ operation: 'changeStaffPassword', changes: {} })
  })

  it('stays where the one before is wrong, or the new one short', async () => {
    const { email, cookie } = await hire('two@larch.example')
    expect(await change(cookie, { password: 'another guess', new_password: another })).toMatchObject({
      status: 401,
      body: { errors: ['The password that you have now is another.'] },
    })
    expect(await change(cookie, { password, new_password: 'eleven char' })).toMatchObject({
      status: 400,
      body: { errors: ['new_password must have at least 12 characters.'] },
    })
    expect((await change('', { password, new_password: another })).status).toBe(401)
    expect((await ask('sign-in', { email, password })).status).toBe(200)
  })

  it('is guessed five times in a quarter of an hour', async () => {
    const { cookie } = await hire('three@larch.example')
    const guesses = await Promise.all(
      Array.from({ length: 7 }, () => change(cookie, { password: 'another guess', new_password: another })),
    )
    expect(guesses.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429, 429])
    now = new Date(today.getTime() + 15 * 60_000)
    const after = await change(cookie, { password, new_password: another })
    now = today
    expect(after.status).toBe(200)
  })
})

describe('Own sessions', () => {
  it('are listed and ended, whatever the role', async () => {
    const { email, cookie } = await hire('four@larch.example')
    const other = await ask('sign-in', { email, password })
    const query = '{ signedIn { totpConfirmedAt sessions { sessionId isThis address createdAt } } }'
    const { data } = await graphql(query, cookie)
    expect(data.signedIn.totpConfirmedAt).toBeNull()
    const { sessions } = data.signedIn
    expect(sessions.map(({ isThis }: { isThis: boolean }) => isThis)).toEqual([false, true])
    expect(sessions[0]).toMatchObject({ address: '127.0.0.1', createdAt: today.toISOString().replace('.000', '') })
    const ended = await graphql(
      `mutation { endStaffSession(input: { id: ${sessions[0].sessionId} }) { userErrors { message } } }`,
      cookie,
    )
    expect(ended.data.endStaffSession.userErrors).toEqual([])
    expect(await later(other.cookie)).toBe(401)
    expect((await graphql(query, cookie)).data.signedIn.sessions).toHaveLength(1)
  })

  it('of others are not ended without the scope, whether there is one or not', async () => {
    const { cookie } = await hire('five@larch.example')
    const { email } = await hire('six@larch.example')
    const other = await ask('sign-in', { email, password })
    const { data } = await graphql('{ signedIn { sessions { sessionId } } }', other.cookie)
    const refused = await Promise.all(
      [data.signedIn.sessions[0].sessionId, '999999'].map((id) =>
        graphql(`mutation { endStaffSession(input: { id: ${id} }) { userErrors { message } } }`, cookie),
      ),
    )
    const told = refused.map(({ data, errors }) => errors?.[0].message ?? data.endStaffSession.userErrors[0].message)
    expect(told).toEqual(Array(2).fill('The role warehouse lacks the scope write_staff.'))
    expect(await later(other.cookie)).toBe(200)
  })
})
