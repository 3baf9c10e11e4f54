/** Strangers at the customers' page: many who ask for links, links of others, odd addresses, and a cookie at other addresses. */
import { describe, expect, it } from 'vitest'
import { makeMailers } from '../../src/mails/upkeep.ts'
import { inSight } from '../support/every-statement.ts'
import { addCustomer } from '../writes/rows.ts'
import { openShop } from './shop.ts'

const { store, db, time, openBrowser, signIn, lastToken, send } = await openShop()
await inSight(() => makeMailers(db))

const marta = 'marta.quill@example.com'

describe('Links that sign in', () => {
  it('are mailed five times to an address that asks a thousand times, with the same answer', { timeout: 240_000 }, async () => {
    const browser = openBrowser()
    const page = await browser.get('/account')
    const unknown = await browser.submit(page, '/account/sign-in', { email: 'no.customer@example.org' })
    const answers = new Set([`${unknown.status} ${unknown.text}`])
    for (let round = 0; round < 50; round += 1) {
      const asked = Array.from({ length: 20 }, () => browser.submit(page, '/account/sign-in', { email: marta }))
      for (const { status, text } of await Promise.all(asked)) answers.add(`${status} ${text}`)
    }
    expect(answers.size).toBe(1)
    await send()
    expect(await db.mail.count({ where: { storeId: 1n, kind: 'sign_in' } })).toBe(5)
    expect(await db.accountLink.count({ where: { storeId: 1n } })).toBe(5)
    time.now = new Date(time.now.getTime() + 3_600_000)
  })

  it('of one customer sign nobody else in, and are over for all once they are used', async () => {
    await addCustomer(db, { email: 'other@example.org' })
    const other = await signIn('other@example.org')
    expect((await other.get('/account')).text).not.toContain('Marta')
    // The link of another customer signs that one in, in the place of the session that there was.
    await openBrowser().submit(await openBrowser().get('/account'), '/account/sign-in', { email: marta })
    const browser = openBrowser()
    await browser.submit(await browser.get('/account'), '/account/sign-in', { email: marta })
    const token = await lastToken(1n)
    const entered = await other.submit(await other.get(`/account/sign-in?token=${token}`), '/account/session')
    expect([entered.status, (await other.get('/account')).text.includes('Hello Marta')]).toEqual([303, true])
    const used = await browser.submit(await browser.get(`/account/sign-in?token=${token}`), '/account/session')
    expect([used.status, used.text.includes('This link no longer works'), used.text.includes('Marta')]).toEqual([
      400,
      true,
      false,
    ])
  })

  it.each([
    'marta.quill@example.com\r\nBcc: other@example.net',
    'marta.quill@example.com, other@example.net',
    'Marta <marta.quill@example.com>',
    '"marta quill"@example.com',
    'marta.quill@example',
    '@example.com',
    'marta.quill@',
    `${'a'.repeat(320)}@example.com`,
    '',
  ])('are not mailed to %j, which the answer says', async (email) => {
    const before = await db.accountLink.count()
    const browser = openBrowser()
    const { status, text } = await browser.submit(await browser.get('/account'), '/account/sign-in', { email })
    expect([status, text.includes('Enter an e-mail address')]).toEqual([400, true])
    expect(await db.accountLink.count()).toBe(before)
  })
})

describe('The cookie of the page', () => {
  it('is no credential, and none beside one, at GraphQL, GraphiQL and REST', async () => {
    const browser = await signIn(marta)
    const cookie = { Cookie: browser.cookie() }
    const basic = { Authorization: `Basic ${Buffer.from('demo:demo-secret').toString('base64')}` }
    const query = { method: 'POST', body: JSON.stringify({ query: '{ store { id } }' }) }
    const json = { 'Content-Type': 'application/json' }
    const statusOf = async (path: string, init: RequestInit) => (await store.fetch(path, init)).status
    expect(await statusOf('/graphql', { ...query, headers: { ...json, ...cookie, ...basic } })).toBe(200)
    expect(await statusOf('/graphql', { ...query, headers: { ...json, ...cookie, Authorization: store.merchant } })).toBe(200)
    expect(await statusOf('/graphql', { headers: { ...cookie, Accept: 'text/html' } })).toBe(200)
    expect(await statusOf('/v1/store/', { headers: { ...cookie, ...basic } })).toBe(200)
    expect(await statusOf('/v1/store/', { headers: cookie })).toBe(401)
    const me = { method: 'POST', body: JSON.stringify({ query: '{ me { id } }' }), headers: { ...json, ...cookie } }
    const { data } = (await (await store.fetch('/graphql', me)).json()) as { data: { me: unknown } | null }
    expect(data?.me ?? null).toBeNull()
  })
})
