/** The customers' page of the demo store, and browsers of its customers: they keep a cookie, follow no script, and send the forms of pages. */
import { expect } from 'vitest'
import { linkToken } from '../../src/auth/account-link.ts'
import { consumeOnce } from '../../src/consumers/run.ts'
import { clockOf } from '../../src/db/clock.ts'
import { mailConsumer } from '../../src/mails/consumer.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'

type Answer = { status: number; text: string; location: string | null; headers: Headers }

const unescaped = (text: string) => text.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))

/** Opens the page, with a test clock that the test moves by `time`. */
export async function openShop() {
  const time = { now: new Date('2026-03-15T12:00:00Z') }
  const clock = clockOf(() => new Date(time.now))
  const store = await openStore({ isApart: true, now: () => clock.now() })
  const { db } = store
  await db.store.update({ where: { id: 1n }, data: { hasTestClock: true } })

  /** A browser, by the language that it prefers. */
  function openBrowser(language = 'en') {
    let cookie = ''
    const ask = async (path: string, init: RequestInit = {}, own: Record<string, string> = {}): Promise<Answer> => {
      const headers = { 'Accept-Language': language, ...(cookie && { Cookie: cookie }), ...own }
      const response = await store.fetch(path, { redirect: 'manual', ...init, headers })
      const set = response.headers.get('set-cookie')
      if (set) cookie = set.split(';')[0] ?? ''
      const location = response.headers.get('location')
      return { status: response.status, text: await response.text(), location, headers: response.headers }
    }
    const post = (
      path: string,
      fields: Record<string, string>,
      own: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' },
    ) => ask(path, { method: 'POST', body: new URLSearchParams(fields) }, own)
    return {
      get: (path: string) => ask(path),
      post,
      cookie: () => cookie,
      /** Sends the form of a page, by its action, with its hidden fields and some that a person fills in. */
      async submit(page: Answer, action: string, fields: Record<string, string> = {}) {
        const form = page.text.split('<form').find((each) => each.includes(`action="${action}"`)) ?? ''
        const [inside = ''] = form.split('</form>')
        const hidden = [...inside.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
        const given = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, unescaped(value)]))
        return post(action, { ...given, ...fields })
      },
    }
  }

  /** The token of the last link of a customer, as the sender of its mail derives it. */
  async function lastToken(customerId: bigint | number): Promise<string> {
    const link = await db.accountLink.findFirstOrThrow({
      where: { storeId: 1n, customerId: BigInt(customerId) },
      orderBy: { id: 'desc' },
    })
    const key = await db.signingKey.findUniqueOrThrow({ where: { id: link.keyId } })
    return linkToken(Buffer.from(key.secret, 'base64url'), 1n, link.nonce)
  }

  async function signIn(email: string, language = 'en') {
    const browser = openBrowser(language)
    await browser.submit(await browser.get('/account'), '/account/sign-in', { email })
    const { id } = await db.customer.findFirstOrThrow({ where: { storeId: 1n, email } })
    const page = await browser.get(`/account/sign-in?token=${await lastToken(id)}`)
    const entered = await browser.submit(page, '/account/session')
    expect([entered.status, entered.location]).toEqual([303, '/account'])
    time.now = new Date(time.now.getTime() + 15 * 60_000)
    return browser
  }

  /** Keeps the mails that are due, as of a store with a test clock. */
  async function send(): Promise<void> {
    await inSight(() => numberEvents({ db }))
    const report = (fault: unknown) => expect(fault).toBeUndefined()
    await inSight(() => consumeOnce(mailConsumer({ db, clock, mailing: undefined, report })))
  }

  return { store, db, clock, time, openBrowser, signIn, lastToken, send }
}
