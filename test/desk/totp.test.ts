/** The second factor of the staff: codes by RFC 6238, each good once, and recovery codes. */
import { afterAll, describe, expect, it, vi } from 'vitest'
import { base32, codeAt, matchingStep, stepAt } from '../../src/auth/totp.ts'
import { resealSecrets } from '../../src/payments/reseal.ts'
import { readSealingKey } from '../../src/values/sealed.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

vi.stubEnv('SECRETS_KEY', 'a'.repeat(64))
afterAll(() => void vi.unstubAllEnvs())
let now = today
const store = await openStore({ now: () => now })
const password = 'correct horse battery'

const post = async (path: string, body: object, cookie = '') => {
  const headers = { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) }
  const answer = await store.fetch(
    `http://localhost/desk/1/${path}`,
    { method: 'POST', body: JSON.stringify(body), headers },
    '127.0.0.1',
  )
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests that know their shape
  const told = (await answer.json()) as any
  return { status: answer.status, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', body: told }
}

async function hire(email: string) {
  const { data } = await store.graphql(
    `mutation { inviteStaff(input: { email: "${email}", role: support }) { staffMember { id } invitationUrl } }`,
  )
  const { staffMember, invitationUrl } = data.inviteStaff
  const { cookie } = await post('accept-invitation', { token: invitationUrl.split('#')[1], name: 'X', password })
  return { id: staffMember.id as string, email, cookie }
}

const mutate = async (cookie: string, name: string, input: string, shown: string) => {
  const query = `mutation { ${name}(input: { ${input} }) { ${shown} userErrors { message } } }`
  const { body } = await post('graphql', { query }, cookie)
  return { ...body.data?.[name], refused: body.errors?.[0].message ?? body.data?.[name].userErrors[0]?.message }
}

/** A person whose app is confirmed a minute ago, so that the code of now is unused. */
async function withApp(email: string) {
  const { id, cookie } = await hire(email)
  const { secret } = await mutate(cookie, 'enrolTotp', `id: ${id}`, 'secret')
  const confirmed = await mutate(cookie, 'confirmTotp', `id: ${id}, code: "${codeAt(secret, stepAt(now) - 1)}"`, 'recoveryCodes')
  return { id, email, cookie, secret: secret as string, recoveryCodes: (confirmed.recoveryCodes as string).split(' ') }
}

describe('A code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('at %i s is that of RFC 6238', (seconds, code) => {
    const secret = base32(Buffer.from('12345678901234567890'))
    expect(codeAt(secret, stepAt(new Date(seconds * 1_000)))).toBe(code)
  })

  it('is taken half a minute early and late, and none that is not after the last one', () => {
    const secret = base32(Buffer.from('12345678901234567890'))
    const step = stepAt(today)
    const given = (at: number, after = 0) => matchingStep(secret, codeAt(secret, at), today, after)
    expect([-2, -1, 0, 1, 2].map((off) => given(step + off) !== undefined)).toEqual([false, true, true, true, false])
    expect(given(step, step)).toBeUndefined()
    expect(given(step + 1, step)).toBe(step + 1)
    expect(matchingStep(secret, `${codeAt(secret, step)}0`, today, 0)).toBeUndefined()
  })
})

describe('An authenticator app', () => {
  it('is enrolled by the person, whatever the role, and confirmed by a code', async () => {
    const { id, cookie } = await hire('own@larch.example')
    const { secret, otpauthUrl } = await mutate(cookie, 'enrolTotp', `id: ${id}`, 'secret otpauthUrl')
    expect(otpauthUrl).toBe(
      `otpauth://totp/Larch%20%26%20Lantern:own%40larch.example?secret=${secret}&issuer=Larch%20%26%20Lantern&digits=6&period=30`,
    )
    expect((await mutate(cookie, 'confirmTotp', `id: ${id}, code: "000000x"`, 'recoveryCodes')).refused).toContain(
      'is not what the app shows',
    )
    expect((await post('sign-in', { email: 'own@larch.example', password })).status).toBe(200)
    const { recoveryCodes } = await mutate(
      cookie,
      'confirmTotp',
      `id: ${id}, code: "${codeAt(secret, stepAt(now))}"`,
      'recoveryCodes',
    )
    expect(recoveryCodes.split(' ')).toHaveLength(10)
    const [row] = await store.db.$queryRaw<
      { text: string }[]
    >`SELECT row_to_json(staff)::text AS text FROM staff WHERE id = ${BigInt(id)} AND store_id = 1`
    for (const each of [secret, recoveryCodes.split(' ')[0]]) expect(row?.text).not.toContain(each)
    expect((await mutate(cookie, 'enrolTotp', `id: ${id}`, 'secret')).refused).toBe(
      'The person has an authenticator app; remove it first.',
    )
  })

  it('of another is not for people without the scope of staff', async () => {
    const { cookie } = await hire('one@larch.example')
    const { id } = await hire('other@larch.example')
    for (const name of ['enrolTotp', 'removeTotp'])
      expect((await mutate(cookie, name, `id: ${id}`, '')).refused).toBe('The role support lacks the scope write_staff.')
  })

  it('has signing in take a code, which is good once', async () => {
    const { email, secret } = await withApp('code@larch.example')
    const missing = await post('sign-in', { email, password })
    expect(missing).toMatchObject({
      status: 401,
      body: { errors: ['A code of the authenticator app is needed too: send it as code.'] },
    })
    const code = codeAt(secret, stepAt(now))
    const both = await Promise.all([post('sign-in', { email, password, code }), post('sign-in', { email, password, code })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('has wrong codes counted, also with a right password in between', async () => {
    const { email, secret } = await withApp('guess@larch.example')
    for (const code of ['111111', undefined, '222222', undefined, '333333'])
      expect((await post('sign-in', { email, password, code })).status).toBe(401)
    expect((await post('sign-in', { email, password, code: codeAt(secret, stepAt(now)) })).status).toBe(429)
  })

  it('that is lost is replaced by recovery codes, each good once', async () => {
    const { email, recoveryCodes } = await withApp('lost@larch.example')
    const [code = ''] = recoveryCodes
    expect((await post('sign-in', { email, password, code: code.toUpperCase() })).status).toBe(200)
    expect((await post('sign-in', { email, password, code })).status).toBe(401)
    expect((await post('sign-in', { email, password, code: recoveryCodes[1] })).status).toBe(200)
  })

  it('is removed by the person or an owner, and seen on both surfaces', async () => {
    const { id, email } = await withApp('gone@larch.example')
    expect((await store.rest(`/v1/staff/${id}/`)).body.totp_confirmed_at).not.toBeNull()
    await store.graphql(`mutation { removeTotp(input: { id: ${id} }) { userErrors { message } } }`)
    expect((await post('sign-in', { email, password })).status).toBe(200)
  })

  it('has its secret sealed anew with another key', async () => {
    const { email, secret } = await withApp('seal@larch.example')
    const present = readSealingKey('b'.repeat(64))
    const previous = readSealingKey('a'.repeat(64))
    if (!present) throw new Error('no key')
    const { resealed, unreadable } = await resealSecrets(store.db, { present, previous })
    expect([resealed.some((name) => name.startsWith('staff ')), unreadable]).toEqual([true, []])
    vi.stubEnv('SECRETS_KEY', 'b'.repeat(64))
    expect((await post('sign-in', { email, password, code: codeAt(secret, stepAt(now)) })).status).toBe(200)
    now = today
  })
})
