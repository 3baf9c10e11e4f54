/** The customers' page at `/account`, as a browser uses it: forms, one cookie, and no script. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { StoredFacts } from '../../src/mails/facts.ts'
import { linkOfMail } from '../../src/mails/link.ts'
import { rendered } from '../../src/mails/render.ts'
import { makeMailers } from '../../src/mails/upkeep.ts'
import { openDemo } from '../../src/start/demo.ts'
import { inSight } from '../support/every-statement.ts'
import { addAddress, addCustomer, addMethod } from '../writes/rows.ts'
import { openShop } from './shop.ts'

const { store, db, clock, time, openBrowser, signIn, lastToken, send } = await openShop()

const email = 'marta.quill@example.com'
let marta: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  marta = await signIn(email)
})

describe('The page', () => {
  it('has no script, no picture, and a policy that lets none in', async () => {
    const { status, text, headers } = await openBrowser().get('/account')
    expect(status).toBe(200)
    expect(text).not.toMatch(/<script|<img|style="|javascript:| on\w+=/i)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('answers the same to an address that is a customer’s and to one that is nobody’s', async () => {
    const browser = openBrowser()
    const page = await browser.get('/account')
    const known = await browser.submit(page, '/account/sign-in', { email })
    const unknown = await browser.submit(page, '/account/sign-in', { email: 'nobody@example.org' })
    expect([known.status, known.text]).toEqual([200, unknown.text])
  })

  it('refuses what is no address, a form of elsewhere, and one without its token', async () => {
    const browser = openBrowser()
    const page = await browser.get('/account')
    expect((await browser.submit(page, '/account/sign-in', { email: 'a b' })).status).toBe(400)
    const forged = await browser.post('/account/sign-in', { email })
    expect(forged.status).toBe(403)
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const others: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://elsewhere.example' },
    ]
    for (const own of others) expect((await browser.post('/account/sign-in', { email, form_token: token }, own)).status).toBe(403)
    expect((await openBrowser().post('/account/sign-in', { email, form_token: token })).status).toBe(403)
  })

  it('says that a link was used, is too old, or never was', async () => {
    const browser = await signIn(email)
    const used = await lastToken(1n)
    for (const token of [used, 'x', 'A'.repeat(43)]) {
      const page = await browser.get(`/account/sign-in?token=${token}`)
      const answer = await browser.submit(page, '/account/session')
      expect([answer.status, answer.text.includes('This link no longer works')]).toEqual([400, true])
    }
  })

  it('keeps its cookie from everything else: Basic beside it is one credential', async () => {
    const { status } = await store.fetch('/v1/subscriptions/?limit=1', {
      headers: { Cookie: marta.cookie(), Authorization: `Basic ${Buffer.from('demo:demo-secret').toString('base64')}` },
    })
    expect(status).toBe(200)
    const alone = await store.fetch('/v1/store/api/customer/', { headers: { Cookie: marta.cookie() } })
    expect(alone.status).toBe(401)
    const set = (await openBrowser().get('/account')).headers.get('set-cookie')
    expect(set).toMatch(/^tandem_account=v\.[\w-]{43}; Path=\/account; HttpOnly; SameSite=Lax$/)
  })

  it('has a cookie for HTTPS alone where the address of the page has it', async () => {
    await db.store.update({ where: { id: 1n }, data: { accountUrl: 'https://localhost/account' } })
    const set = (await openBrowser().get('/account')).headers.get('set-cookie')
    await db.store.update({ where: { id: 1n }, data: { accountUrl: 'http://localhost:4000/account' } })
    expect(set).toMatch(/^__Secure-tandem_account=v\.[\w-]{43}; Path=\/account; HttpOnly; SameSite=Lax; Secure$/)
  })

  it('is not there for a store without an address for it, nor at an unknown path', async () => {
    expect((await store.fetch('http://second.localhost/account')).status).toBe(404)
    expect((await marta.get('/account/nothing')).status).toBe(404)
  })

  it('shows names as text, whatever they contain', async () => {
    const name = '<b>"Ada"</b><script>alert(1)</script>'
    await addCustomer(db, { email: 'markup@example.org' })
    await db.customer.updateMany({ where: { storeId: 1n, email: 'markup@example.org' }, data: { firstName: name } })
    const { text } = await (await signIn('markup@example.org')).get('/account')
    expect(text).toContain('Hello &#60;b&#62;&#34;Ada&#34;&#60;/b&#62;')
    expect(text).not.toMatch(/<b>|<script/)
  })

  it('is in German for who prefers it', async () => {
    const { text } = await openBrowser('de-AT, en;q=0.5').get('/account')
    expect(text).toContain('<html lang="de">')
    expect(text).toContain('Anmelden')
  })
})

describe('The screens of a customer', () => {
  it.each(['', '/orders', '/cards', '/credit'])('/account%s shows what is the customer’s own', async (path) => {
    const { status, text } = await marta.get(`/account${path}`)
    expect(status).toBe(200)
    expect(text).toContain('aria-current="page"')
  })

  it('skip a box and take that back, by the mutations that the store opens', async () => {
    const { id } = await db.subscription.findFirstOrThrow({
      where: { storeId: 1n, customerId: 1n, status: 'active', autorenew: true },
    })
    const page = await marta.get('/account')
    const skipped = await marta.submit(page, `/account/subscriptions/${id}/skip`)
    expect(skipped.location).toBe('/account?done=skipped')
    const after = await marta.get('/account?done=skipped')
    expect(after.text).toContain('The next box is skipped.')
    const entry = await db.logEntry.findFirstOrThrow({
      where: { storeId: 1n, operation: 'skipSubscription' },
      orderBy: { id: 'desc' },
    })
    expect(entry).toMatchObject({ actor: 'customer 1', subscriptionId: id })
    expect((await marta.submit(after, `/account/subscriptions/${id}/unskip`)).location).toBe('/account?done=unskipped')
  })

  it('change the address to a new one, and back to one that there is', async () => {
    const { id } = await db.subscription.findFirstOrThrow({ where: { storeId: 1n, customerId: 1n, status: 'active' } })
    const action = `/account/subscriptions/${id}/address`
    const page = await marta.get(action)
    const place = { to: 'Marta', street: '1 New Lane', city: 'Portland', zipCode: '97201', state: 'OR', country: 'US' }
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const { location } = await marta.post(action, { form_token: token, ...place })
    expect(location).toBe('/account?done=address')
    const { address } = await db.subscription.findUniqueOrThrow({
      where: { storeId_id: { storeId: 1n, id } },
      include: { address: true },
    })
    expect(address).toMatchObject({ street: '1 New Lane', customerId: 1n })
    const wrong = await marta.post(action, { form_token: token, ...place, street: '' })
    expect([wrong.status, wrong.text.includes('role="alert"')]).toEqual([400, true])
  })

  it('check the address and the card that the subscription has', async () => {
    const customer = { id: 1, storeId: 1 }
    const { id, addressId, paymentMethodId } = await db.subscription.findFirstOrThrow({
      where: { storeId: 1n, customerId: 1n, status: 'active' },
    })
    const update = (data: { addressId: bigint | null; paymentMethodId: bigint | null }) =>
      db.subscription.update({ where: { storeId_id: { storeId: 1n, id } }, data })
    const checkedOn = async (form: string) =>
      [...(await marta.get(`/account/subscriptions/${id}/${form}`)).text.matchAll(/name="\w+" value="(\d+)" checked/g)].map(
        ([, value]) => value,
      )
    expect([await checkedOn('address'), await checkedOn('card')]).toEqual([[`${addressId}`], [`${paymentMethodId}`]])
    const [address, card] = [await addAddress(db, customer), await addMethod(db, customer, 'tok_succeed', false)]
    await update({ addressId: BigInt(address), paymentMethodId: BigInt(card) })
    expect([await checkedOn('address'), await checkedOn('card')]).toEqual([[`${address}`], [`${card}`]])
    await update({ addressId, paymentMethodId })
  })

  it('pause and resume', async () => {
    const { id } = await db.subscription.findFirstOrThrow({ where: { storeId: 1n, customerId: 1n, status: 'active' } })
    const action = `/account/subscriptions/${id}/pause`
    const paused = await marta.submit(await marta.get(action), action, { weeks: '4' })
    expect(paused.location).toBe('/account?done=paused')
    const page = await marta.get('/account')
    expect(page.text).toContain('Paused until')
    expect((await marta.submit(page, `/account/subscriptions/${id}/resume`)).location).toBe('/account?done=resumed')
  })

  it('swap what is in the box with the next renewal', async () => {
    const { id } = await db.subscription.findFirstOrThrow({ where: { storeId: 1n, customerId: 1n, status: 'active' } })
    const action = `/account/subscriptions/${id}/swap`
    const page = await marta.get(action)
    const plans = [...page.text.matchAll(/name="plan" value="([^"]+)"( checked)?/g)]
    expect(plans.length).toBeGreaterThan(0)
    const now = plans.find(([, , isNow]) => isNow)?.[1] ?? ''
    expect((await marta.submit(page, action, { plan: now, quantity: '3' })).location).toBe('/account?done=swapped')
    expect((await marta.get('/account')).text).toContain('Changes with the next renewal')
  })

  it('swap with the plan that is scheduled: another quantity keeps its product', async () => {
    const { id, productInstanceId, termId } = await db.subscription.findFirstOrThrow({
      where: { storeId: 1n, customerId: 1n, status: 'active' },
    })
    const path = `/account/subscriptions/${id}`
    const action = `${path}/swap`
    const scheduled = async () => {
      const row = await db.subscription.findUniqueOrThrow({ where: { storeId_id: { storeId: 1n, id } } })
      return { plan: `${row.scheduledProductInstanceId}-${row.scheduledTermId}`, quantity: row.scheduledQuantity }
    }
    const plansOf = ({ text }: { text: string }) =>
      [...text.matchAll(/name="plan" value="([^"]+)"( checked)?/g)].map(([, plan = '', checked]) => ({
        plan,
        isChecked: !!checked,
      }))
    const first = await marta.get(action)
    expect(first.text).toContain('max="1000"')
    const { plan: other } = plansOf(first).find(({ plan }) => plan !== `${productInstanceId}-${termId}`) ?? { plan: '' }
    await marta.submit(first, action, { plan: other, quantity: '2' })
    expect(await scheduled()).toEqual({ plan: other, quantity: 2 })

    const second = await marta.get(action)
    expect(plansOf(second).filter(({ isChecked }) => isChecked)).toEqual([{ plan: other, isChecked: true }])
    expect(second.text).toContain('name="quantity" min="1" max="1000" value="2"')
    expect(second.text).toContain('Changes with the next renewal to')
    expect(second.text).toContain('From the next renewal on')
    expect((await marta.submit(second, action, { plan: other, quantity: '4' })).location).toBe('/account?done=swapped')
    expect(await scheduled()).toEqual({ plan: other, quantity: 4 })

    // A form that was opened before the change was scheduled sends what was changed in it.
    await marta.submit(first, action, { plan: plansOf(first).find(({ isChecked }) => isChecked)?.plan ?? '', quantity: '5' })
    expect(await scheduled()).toEqual({ plan: other, quantity: 5 })
    const same = await marta.get(action)
    expect((await marta.submit(same, action, { plan: other, quantity: '5' })).location).toBe('/account')
    await marta.submit(await marta.get('/account'), `${path}/undo-change`)
  })

  it('have no act that the store does not open', async () => {
    await db.store.update({ where: { id: 1n }, data: { customersMay: ['skip'] } })
    const { text } = await marta.get('/account')
    const { id } = await db.subscription.findFirstOrThrow({ where: { storeId: 1n, customerId: 1n, status: 'active' } })
    const refused = await marta.submit(await marta.get('/account'), `/account/subscriptions/${id}/skip`).then(async () =>
      marta.post(`/account/subscriptions/${id}/cancel-now`, {
        form_token: /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? '',
      }),
    )
    await db.store.update({
      where: { id: 1n },
      data: {
        customersMay: ['cancel', 'skip', 'pause', 'change_product', 'change_address', 'change_payment_method', 'add_coupon'],
      },
    })
    expect(text).not.toMatch(/subscriptions\/\d+\/(pause|address|cancel|swap|card)"/)
    expect(refused.status).toBe(400)
    const row = await db.subscription.findUniqueOrThrow({ where: { storeId_id: { storeId: 1n, id } } })
    expect(row.status).toBe('active')
  })

  it('cancel with a reason, after one offer that is shown once', async () => {
    const { id } = await db.subscription.findFirstOrThrow({
      where: { storeId: 1n, customerId: 1n, status: 'active', cancelOffer: null },
    })
    const path = `/account/subscriptions/${id}`
    const page = await marta.get(`${path}/cancel`)
    expect(page.text).toContain('I am away for a while')
    const offer = await marta.submit(page, `${path}/cancel`, { reason: '30' })
    expect(offer.text).toContain('Pause instead?')
    const sure = await marta.submit(offer, `${path}/offer`, { answer: 'declined' })
    expect(sure.text).toContain('Cancel your subscription?')
    expect(await db.cancelOffer.findFirst({ where: { storeId: 1n, subscriptionId: id } })).toMatchObject({ outcome: 'declined' })
    const again = await marta.submit(await marta.get(`${path}/cancel`), `${path}/cancel`, { reason: '20' })
    expect(again.text).toContain('Cancel your subscription?')
    expect((await marta.submit(again, `${path}/cancel-now`)).location).toBe('/account?done=cancelled')
    const row = await db.subscription.findUniqueOrThrow({ where: { storeId_id: { storeId: 1n, id } } })
    expect(row).toMatchObject({ status: 'cancelled', cancelReason: 20 })
  })

  it('tell nothing of another customer’s subscription', async () => {
    const other = await db.subscription.findFirstOrThrow({ where: { storeId: 1n, customerId: { not: 1n }, status: 'active' } })
    for (const act of ['address', 'pause', 'cancel', 'swap', 'card'])
      expect((await marta.get(`/account/subscriptions/${other.id}/${act}`)).status).toBe(404)
    const token = /name="form_token" value="([^"]+)"/.exec((await marta.get('/account')).text)?.[1] ?? ''
    const { status } = await marta.post(`/account/subscriptions/${other.id}/skip`, { form_token: token })
    expect(status).toBe(400)
  })

  it('sign out, in one browser and in all', async () => {
    const [one, other] = [await signIn(email), await signIn(email)]
    await one.submit(await one.get('/account'), '/account/sign-out')
    expect((await one.get('/account/orders')).status).toBe(401)
    const page = await other.get('/account')
    expect(page.text).toContain('Hello Marta')
    await other.submit(page, '/account/sign-out-all')
    expect((await other.get('/account/orders')).status).toBe(401)
    marta = await signIn(email)
  })
})

describe('Withdrawing without signing in', () => {
  it('takes two steps, keeps the words, and is told with its time', async () => {
    const browser = openBrowser()
    const form = await browser.get('/account/withdraw')
    const fields = { name: 'Ada <i>', reference: 'Order 77', email: 'ada@example.org', more: '' }
    const check = await browser.submit(form, '/account/withdraw', fields)
    expect(check.text).toContain('Ada &#60;i&#62;')
    expect(await db.withdrawal.count({ where: { storeId: 1n, email: 'ada@example.org' } })).toBe(0)
    const done = await browser.submit(check, '/account/withdraw', { step: 'confirm' })
    expect(done.text).toContain('Your withdrawal has arrived')
    const row = await db.withdrawal.findFirstOrThrow({ where: { storeId: 1n, email: 'ada@example.org' } })
    expect(row).toMatchObject({
      kind: 'withdrawal',
      name: 'Ada <i>',
      reference: 'Order 77',
      isAcknowledged: true,
      handledAt: null,
    })
    expect((await browser.submit(form, '/account/withdraw', { ...fields, email: 'x' })).status).toBe(400)
  })

  it('ends renewals and unsent boxes when its customer follows the mailed link', async () => {
    const order = await db.order.findFirstOrThrow({
      where: {
        storeId: 1n,
        fulfillments: { some: { status: 'open' } },
        products: { some: { subscription: { status: 'active' } } },
      },
      include: { customer: true },
    })
    const browser = openBrowser('de')
    const fields = { name: 'X', reference: `Bestellung ${order.id}`, email: order.customer.email, more: '' }
    const check = await browser.submit(await browser.get('/account/withdraw'), '/account/withdraw', fields)
    await browser.submit(check, '/account/withdraw', { step: 'confirm' })
    const path = `/account/confirm?token=${await lastToken(order.customerId)}`
    const page = await browser.get(path)
    expect(page.text).toContain('Bestätigen Sie Ihren Widerruf')
    const confirmed = await browser.submit(page, '/account/confirm')
    expect([confirmed.status, confirmed.text.includes('Bestätigt')]).toEqual([200, true])
    const { fulfillments } = await db.order.findUniqueOrThrow({
      where: { storeId_id: { storeId: 1n, id: order.id } },
      include: { fulfillments: { include: { subscription: true } } },
    })
    expect(fulfillments.filter(({ status }) => status === 'open')).toEqual([])
    expect(fulfillments.filter(({ subscription }) => subscription && subscription.status !== 'cancelled')).toEqual([])
    expect((await browser.get(path)).status).toBe(400)
  })

  it('is not there for a store that lists no countries', async () => {
    await db.store.update({ where: { id: 1n }, data: { withdrawalCountries: [] } })
    expect((await openBrowser().get('/account/withdraw')).status).toBe(404)
    await db.store.update({ where: { id: 1n }, data: { withdrawalCountries: ['US'] } })
  })
})

describe('The mails of the page', () => {
  const last = (kind: string) => db.mail.findFirstOrThrow({ where: { storeId: 1n, kind }, orderBy: { id: 'desc' } })

  it('have the link that signs in, which is derived when the mail is sent and stored nowhere', async () => {
    await inSight(() => makeMailers(db))
    await send()
    await openBrowser().get('/account')
    time.now = new Date(time.now.getTime() + 3_600_000)
    const browser = openBrowser()
    await browser.submit(await browser.get('/account'), '/account/sign-in', { email })
    await send()
    const mail = await last('sign_in')
    const token = await lastToken(1n)
    expect(mail).toMatchObject({ recipient: email, state: 'delivered', subject: 'Sign in to Larch & Lantern' })
    expect(JSON.stringify(mail.facts)).not.toContain(token)
    const facts = mail.facts as unknown as StoredFacts
    const { html, text } = rendered('sign_in', facts, await linkOfMail(db, 1n, facts))
    const address = `http://localhost:4000/account/sign-in?token=${token}`
    expect([text.includes(address), html.includes(address)]).toEqual([true, true])
    expect(rendered('sign_in', facts).text).not.toContain('token=')
  })

  it('acknowledge a withdrawal with its words and time, and without a link', async () => {
    const browser = openBrowser()
    const fields = { name: 'Ada', reference: 'Order 77', email: 'ack@example.org', more: 'Thanks' }
    const check = await browser.submit(await browser.get('/account/withdraw'), '/account/withdraw', fields)
    await browser.submit(check, '/account/withdraw', { step: 'confirm' })
    await send()
    const mail = await last('withdrawal_received')
    expect(mail).toMatchObject({ recipient: 'ack@example.org', customerId: null, state: 'delivered' })
    const { text } = rendered('withdrawal_received', mail.facts as unknown as StoredFacts)
    expect(text).toContain('Contract or order: Order 77')
    expect(text).not.toMatch(/https?:/)
  })

  it('have links to the port that the server of the demo listens on, and to an address that was chosen', async () => {
    const demo = await openDemo(db, clock.now())
    const address = () => db.store.findUniqueOrThrow({ where: { id: 1n }, select: { accountUrl: true } })
    await demo?.follow(4711)
    expect(await address()).toEqual({ accountUrl: 'http://localhost:4711/account' })
    await db.store.update({ where: { id: 1n }, data: { accountUrl: 'https://localhost/account' } })
    await demo?.follow(4000)
    expect(await address()).toEqual({ accountUrl: 'https://localhost/account' })
  })
})
