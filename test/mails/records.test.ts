/** Mails as records: lists, pages, previews, tests, resending, the mailbox, and addresses that take none. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { consumeOnce } from '../../src/consumers/run.ts'
import { clockOf } from '../../src/db/clock.ts'
import { mailConsumer } from '../../src/mails/consumer.ts'
import { kindsOfMails } from '../../src/mails/kinds.ts'
import { openMailing } from '../../src/mails/transport.ts'
import { makeMailers, noteRelay } from '../../src/mails/upkeep.ts'
import { openGateways } from '../../src/payments/open.ts'
import { refuseAddressIn } from '../../src/resources/mails/refuse-address.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { mutate } from '../resources/writing.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'
import { headerOf, openRelay } from './relay.ts'

const now = new Date()
const clock = clockOf(() => now)
const store = await openStore({ isApart: true, now: () => now })
const { db } = store
await inSight(() => makeMailers(db))
const product = await addProduct(db)
const customer = await addCustomer(db, { email: 'ida.falk@example.org' })

/** Buys something, as a gift where that is given. */
async function buy(gift?: object): Promise<string> {
  await db.customer.updateMany({ where: { storeId: 1n, id: customer.id }, data: { lastOrderAt: null } })
  const products = [{ productInstance: { id: product.instanceId }, quantity: 1 }]
  const input = { customer: { id: customer.id }, products, ...(gift && { orderGiftInfo: gift }) }
  const { record, userErrors } = await mutate(store, 'createOrder', input, 'order { id }', store.merchant)
  expect(userErrors).toEqual([])
  return record.id
}

/** Sends what is due: to a relay, or without one. */
async function send(url?: string): Promise<number> {
  const mailing = openMailing(url === undefined ? undefined : { url, from: 'shop@mail.example', domains: ['shop.example'] })
  onTestFinished(() => mailing?.transport.close())
  await inSight(() => numberEvents({ db }))
  const refuse = refuseAddressIn({ db, clock, gateways: openGateways(db, clock) })
  const report = (error: unknown) => {
    throw error
  }
  return inSight(() => consumeOnce(mailConsumer({ db, clock, mailing, refuse, report, chance: () => 0 })))
}

const rest = (request: string, body?: object, as = store.merchant) =>
  store.rest(request, as, body ? { body: JSON.stringify(body) } : {})
const newest = () => db.mail.findFirstOrThrow({ where: { storeId: 1n }, orderBy: { id: 'desc' } })

beforeEach(async () => {
  await inSight(() => numberEvents({ db }))
  await db.$executeRaw`UPDATE mailer SET last_sequence = (SELECT last_sequence FROM event_counter WHERE store_id = mailer.store_id)
    WHERE EXISTS (SELECT FROM event_counter WHERE store_id = mailer.store_id)`
  await db.mail.deleteMany({ where: { storeId: 1n } })
  await db.installation.updateMany({ data: { relaySeenAt: null } })
  await db.mailSetting.updateMany({ where: { storeId: 1n }, data: { isOn: true, words: [] } })
  const data = { email: 'ida.falk@example.org', mailRefusedAt: null, mailRefusedBecause: null }
  await db.customer.updateMany({ where: { storeId: 1n, id: customer.id }, data })
})

describe('A mail', () => {
  it('is listed and shown on both surfaces, and as a page that runs nothing', async () => {
    const id = await buy()
    await send()
    const { body } = await rest('GET /v1/mails/?kept=demo')
    expect(body).toMatchObject({
      count: 1,
      results: [{ kind: 'order_receipt', order_id: Number(id), recipient: 'ida.falk@example.org' }],
    })
    const mail = body.results[0]
    const { data } = await store.graphql(`{ mail(id: ${mail.id}) { subject html text } }`, {}, store.merchant)
    const shown = (await rest(`GET /v1/mails/${mail.id}/`)).body
    expect([shown.html, shown.text]).toEqual([data.mail.html, data.mail.text])
    expect(data.mail.text).toContain('Hello ')
    const page = await store.fetch(`/v1/mails/${mail.id}/?format=html`, { headers: { Authorization: store.merchant } })
    expect(await page.text()).toBe(data.mail.html)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('sandbox')
    expect(policy).not.toContain('script')
  })

  it('is sent again as a mail of its own, to the address that the customer has by then', async () => {
    const { url, received } = await openRelay()
    await buy()
    await send(url)
    await inSight(() => noteRelay(db))
    const first = await newest()
    await mutate(store, 'updateCustomer', { id: String(customer.id), email: 'ida@new.example' }, '', store.merchant)
    expect((await rest(`POST /v1/mails/${first.id}/resend/`)).body).toMatchObject({
      recipient: 'ida@new.example',
      state: 'waiting',
    })
    await send(url)
    expect(received.map(({ to }) => to)).toEqual([['ida.falk@example.org'], ['ida@new.example']])
    expect(new Set(received.map((mail) => headerOf(mail, 'Message-ID'))).size).toBe(2)
    const { userErrors } = await mutate(store, 'resendMail', { id: String(first.id) }, '', store.merchant)
    expect(userErrors).toEqual([])
    const again = await newest()
    expect((await rest(`POST /v1/mails/${again.id}/resend/`)).body.errors).toEqual(['The mail is still to be sent.'])
  })

  it('without a relay has no content, and is not sent again', async () => {
    await buy()
    await db.merchantKey.updateMany({ where: { storeId: 1n }, data: { revokedAt: new Date(0) } })
    await send().finally(() => db.merchantKey.updateMany({ where: { storeId: 1n }, data: { revokedAt: null } }))
    const { id } = await newest()
    expect((await rest('GET /v1/mails/?state=unsent')).body.count).toBe(1)
    expect((await rest(`GET /v1/mails/${id}/`)).body).toMatchObject({ html: null, text: null })
    const page = await store.fetch(`/v1/mails/${id}/?format=html`, { headers: { Authorization: store.merchant } })
    expect(page.status).toBe(404)
    expect((await rest(`POST /v1/mails/${id}/resend/`)).status).toBe(400)
  })
})

describe('A gift', () => {
  const gift = { giftMessage: 'For you <3', giftRecipientName: 'Max', giftRecipientEmail: 'max@example.net' }

  it('is told to its recipient once it is paid, without prices, beside the receipt of its giver', async () => {
    await buy(gift)
    await send()
    const mails = await db.mail.findMany({ where: { storeId: 1n }, orderBy: { kind: 'asc' } })
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['gift', 'max@example.net'],
      ['order_receipt', 'ida.falk@example.org'],
    ])
    const { html, text } = (await rest(`GET /v1/mails/${mails[0]?.id}/`)).body
    expect(text).toContain('Hello Max,')
    expect(text).toContain('For you <3')
    expect(html).toContain('For you &#60;3')
    expect(text).not.toMatch(/[$€]|\d+\.\d\d/)
  })

  it('waits for the first parcel where the store wants it so', async () => {
    await mutate(store, 'updateStore', { giftMailWithParcel: true }, '', store.merchant)
    const orderId = BigInt(await buy(gift))
    await send()
    expect(await db.mail.count({ where: { storeId: 1n, kind: 'gift' } })).toBe(0)
    const piece = await db.fulfillment.findFirstOrThrow({ where: { storeId: 1n, orderId } })
    await mutate(store, 'shipShipment', { id: String(piece.shipmentId) }, '', store.merchant)
    await send()
    await mutate(store, 'updateStore', { giftMailWithParcel: false }, '', store.merchant)
    expect(await db.mail.count({ where: { storeId: 1n, kind: 'gift', orderId } })).toBe(1)
  })
})

describe('A preview', () => {
  it.each(kindsOfMails)('of %s shows a made-up mail, on both surfaces alike', async (kind) => {
    const { status, body } = await rest('POST /v1/mails/preview/', { kind, language: 'de' })
    expect(status).toBe(201)
    const query = `mutation ($input: PreviewMailInput!) { previewMail(input: $input) { subject html text userErrors { message } } }`
    const { data } = await store.graphql(query, { input: { kind, language: 'de' } }, store.merchant)
    const { subject, html, text } = data.previewMail
    expect(body).toMatchObject({ subject, html })
    expect(html).toContain('<html lang="de">')
    expect(`${subject}${text}`).not.toMatch(/\{\{|undefined|null|NaN/)
  })

  it('shows what happened to an order, in the own words of the store', async () => {
    const orderId = await buy()
    const words = [{ language: 'en', heading: 'Merci {{ name }} <b>' }]
    await rest('PUT /v1/mail_settings/order_receipt/', { words })
    const { body } = await rest('POST /v1/mails/preview/', { kind: 'order_receipt', order_id: Number(orderId) })
    expect(body.subject).toContain(`Your order ${orderId} at`)
    expect(body.html).toContain('Merci ')
    expect(body.html).toContain('&#60;b&#62;')
    expect((await rest('POST /v1/mails/preview/', { kind: 'shipped', order_id: Number(orderId) })).status).toBe(400)
    expect((await rest('POST /v1/mails/preview/', { kind: 'shipped', language: 'fr' })).body.errors).toEqual([
      'language must be one of en, de.',
    ])
  })

  it('is sent to the address of the store alone', async () => {
    await rest('PUT /v1/store/', { reply_to: null })
    expect((await rest('POST /v1/mails/test/', { kind: 'shipped' })).status).toBe(400)
    const look = { reply_to: 'desk@shop.example', brand_colour: '#ffcc00', mail_footer: 'Elm Lane 1\nOslo' }
    await rest('PUT /v1/store/', look)
    expect((await rest('POST /v1/mails/test/', { kind: 'shipped' })).body).toMatchObject({ recipient: 'desk@shop.example' })
    await send()
    const { html } = (await rest(`GET /v1/mails/${(await newest()).id}/`)).body
    for (const part of ['#ffcc00', 'Elm Lane 1<br>Oslo']) expect(html).toContain(part)
    await rest('PUT /v1/store/', { reply_to: null, brand_colour: null, mail_footer: null })
  })
})

describe('An address', () => {
  it('that the relay does not know is marked, and gets no more mails until it changes', async () => {
    const { url, received } = await openRelay(undefined, (address) =>
      address === 'ida.falk@example.org' ? '5.1.1 No such mailbox' : undefined,
    )
    await buy()
    await send(url)
    expect(await newest()).toMatchObject({ state: 'failed', answer: '550 5.1.1 No such mailbox' })
    const { body } = await rest(`GET /v1/customers/${customer.id}/`)
    expect(body).toMatchObject({ mail_refused_because: '550 5.1.1 No such mailbox', mail_refused_at: expect.any(String) })
    expect(await db.event.count({ where: { storeId: 1n, type: 'customer.mail_refused', customerId: customer.id } })).toBe(1)
    await buy()
    expect(await send(url)).toBe(0)
    await rest(`PUT /v1/customers/${customer.id}/`, { email: 'ida@new.example' })
    await buy()
    expect(await send(url)).toBe(1)
    expect(received.map(({ to }) => to)).toEqual([['ida@new.example']])
  })

  it('that the relay refuses for another reason is not marked', async () => {
    const { url } = await openRelay(undefined, () => '5.7.1 Not from you')
    await buy()
    await send(url)
    expect(await newest()).toMatchObject({ state: 'failed' })
    expect((await rest(`GET /v1/customers/${customer.id}/`)).body.mail_refused_at).toBeNull()
  })

  it('is marked by a report of the relay, in any case of its letters', async () => {
    const because = '550 5.1.1 Returned'
    const { body } = await rest('POST /v1/mails/bounces/', { email: 'IDA.falk@example.org', because })
    expect(body).toMatchObject({ id: Number(customer.id), mail_refused_because: because })
    expect((await rest('POST /v1/mails/bounces/', { email: 'nobody@example.org', because })).status).toBe(404)
    expect((await rest('POST /v1/mails/bounces/', { email: 'nobody', because: '' })).status).toBe(400)
  })

  it.each(['ida@example.org,other@example.net', 'ida@example.org>', '"a b"@example.org', 'ida@example.org\nother@example.net'])(
    'such as %j is sent nothing',
    async (email) => {
      const { url, received } = await openRelay()
      await db.customer.updateMany({ where: { storeId: 1n, id: customer.id }, data: { email } })
      await buy()
      await send(url)
      expect(received).toEqual([])
      expect(await newest()).toMatchObject({
        state: 'failed',
        answer: 'Not sent: this is no address that a mail can be sent to.',
      })
    },
  )
})

describe('A store whose host is in a domain that the relay signs for', () => {
  it('is the sender by that domain, and others by the usual address', async () => {
    const { url, received } = await openRelay()
    const { host } = await db.store.findUniqueOrThrow({ where: { id: 1n } })
    for (const each of ['www.shop.example', 'notshop.example']) {
      await db.store.update({ where: { id: 1n }, data: { host: each } })
      await buy()
      await send(url)
    }
    await db.store.update({ where: { id: 1n }, data: { host } })
    expect(received.map(({ from }) => from)).toEqual(['shop@shop.example', 'shop@mail.example'])
  })
})

describe('/mailbox', () => {
  const ask = (path: string, from: string, headers: Record<string, string> = {}) =>
    store.fetch(`http://localhost${path}`, { headers }, from)

  it('is open to this machine: a list, and each mail as a page', async () => {
    await buy()
    await send()
    const { id, subject } = await newest()
    const list = await ask('/mailbox', '127.0.0.1')
    const html = await list.text()
    expect([list.status, list.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ])
    expect(html).toContain(`/mailbox/1/${id}`)
    expect(html).toContain(subject?.split(' & ')[0])
    const mail = await ask(`/mailbox/1/${id}`, '127.0.0.1')
    expect(await mail.text()).toBe((await rest(`GET /v1/mails/${id}/`)).body.html)
    expect(mail.headers.get('content-security-policy')).toContain('sandbox')
    for (const path of ['/mailbox/1/999999', '/mailbox/2/1', '/mailbox/x'])
      expect((await ask(path, '127.0.0.1')).status).toBe(404)
  })

  it('is open elsewhere, and through a proxy, to a key of the store alone', async () => {
    await buy()
    await send()
    const { id } = await newest()
    expect((await ask('/mailbox', '198.51.100.7')).status).toBe(401)
    expect((await ask('/mailbox', '127.0.0.1', { 'X-Forwarded-For': '198.51.100.7' })).status).toBe(401)
    expect((await ask('/mailbox', '198.51.100.7', { Authorization: store.customer })).status).toBe(401)
    expect(await (await ask('/mailbox', '198.51.100.7', { Authorization: store.merchant })).text()).toContain(`/mailbox/1/${id}`)
    expect(await (await ask('/mailbox', '198.51.100.7', { Authorization: store.otherMerchant })).text()).not.toContain(
      '/mailbox/1/',
    )
    expect((await ask(`/mailbox/1/${id}`, '198.51.100.7', { Authorization: store.otherMerchant })).status).toBe(404)
  })
})
