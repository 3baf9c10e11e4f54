/** Mails to customers: one for each cause, sent through a relay by what the store switches on, again after a refusal, and never twice by choice. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { consumeOnce } from '../../src/consumers/run.ts'
import { clockOf } from '../../src/db/clock.ts'
import { mailConsumer } from '../../src/mails/consumer.ts'
import { type Mailing, openMailing } from '../../src/mails/transport.ts'
import { forgetOldMails, giveUpOldMails, makeMailers, noteRelay } from '../../src/mails/upkeep.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { mutate } from '../resources/writing.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'
import { headerOf, openRelay } from './relay.ts'

const time = { now: new Date() }
const clock = clockOf(() => new Date(time.now))
const later = (minutes: number) => {
  time.now = new Date(time.now.getTime() + minutes * 60_000)
}
const store = await openStore({ isApart: true, now: () => new Date(time.now) })
const { db } = store
await inSight(() => makeMailers(db))

const faults: unknown[] = []
const send = async (mailing: Mailing): Promise<number> => {
  await inSight(() => numberEvents({ db }))
  return inSight(() =>
    consumeOnce(mailConsumer({ db, clock, mailing, report: (fault) => void faults.push(fault), chance: () => 0 })),
  )
}
const from = 'shop@mail.example'
const mailingTo = (url: string): NonNullable<Mailing> => {
  const mailing = openMailing({ url, from }) as NonNullable<Mailing>
  onTestFinished(() => mailing.transport.close())
  return mailing
}
const mails = () => db.mail.findMany({ where: { storeId: 1n }, orderBy: { id: 'asc' } })

const customer = await addCustomer(db, { email: 'ida.falk@example.org' })
const product = await addProduct(db)

/** Does work while the store is no demo. */
async function withoutDemoKeys<T>(work: () => Promise<T>): Promise<T> {
  await db.merchantKey.updateMany({ where: { storeId: 1n }, data: { revokedAt: new Date(0) } })
  try {
    return await work()
  } finally {
    await db.merchantKey.updateMany({ where: { storeId: 1n }, data: { revokedAt: null } })
  }
}

/** Buys something for a customer with a card. @returns the order's id. */
async function buy(): Promise<string> {
  await db.customer.updateMany({ where: { storeId: 1n, id: customer.id }, data: { lastOrderAt: null } })
  const input = { customer: { id: customer.id }, products: [{ productInstance: { id: product.instanceId }, quantity: 1 }] }
  const { data, errors } = await store.graphql(
    'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { order { id } userErrors { message } } }',
    { input },
    store.merchant,
  )
  expect([errors, data?.createOrder.userErrors]).toEqual([[], []])
  return data.createOrder.order.id
}

beforeEach(async () => {
  await db.store.update({ where: { id: 1n }, data: { hasTestClock: false, clockNow: null } })
  await db.mailSetting.updateMany({ where: { storeId: 1n }, data: { isOn: true, words: [] } })
  // Events of before a test are not handed over.
  await inSight(() => numberEvents({ db }))
  await db.$executeRaw`UPDATE mailer SET last_sequence = (SELECT last_sequence FROM event_counter WHERE store_id = mailer.store_id), probe_at = NULL
    WHERE EXISTS (SELECT FROM event_counter WHERE store_id = mailer.store_id)`
  await db.mail.deleteMany({ where: { storeId: { gte: 1n } } })
  await db.installation.updateMany({ data: { relaySeenAt: null } })
  return () => expect(faults).toEqual([])
})

describe('An order that is paid', () => {
  it('sends its receipt once, from the shop to its customer alone', async () => {
    const { url, received } = await openRelay()
    const mailing = mailingTo(url)
    const id = await buy()
    expect(await send(mailing)).toBe(1)
    expect(await send(mailing)).toBe(0)
    const [mail] = received
    if (!mail) throw new Error('Nothing was sent.')
    expect(received).toHaveLength(1)
    expect([mail.from, mail.to]).toEqual([from, ['ida.falk@example.org']])
    expect(headerOf(mail, 'From')).toMatch(new RegExp(`<${from}>$`))
    expect(headerOf(mail, 'Subject')).toContain(`Your order ${id} at`)
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated')
    const [row] = await mails()
    expect(row).toMatchObject({
      kind: 'order_receipt',
      state: 'delivered',
      recipient: 'ida.falk@example.org',
      kept: null,
      tries: 1,
    })
    expect(headerOf(mail, 'Message-ID')).toBe(`<1.${row?.sequence}.order_receipt@mail.example>`)
  })

  it('sends nothing where the store switches the kind off, and nothing of before once it is on', async () => {
    const { url, received } = await openRelay()
    const mailing = mailingTo(url)
    await mutate(store, 'updateMailSettings', { kind: 'order_receipt', isOn: false }, 'mailSetting { isOn }')
    await buy()
    expect(await send(mailing)).toBe(0)
    await mutate(store, 'updateMailSettings', { kind: 'order_receipt', isOn: true }, 'mailSetting { isOn }')
    expect(await send(mailing)).toBe(0)
    await buy()
    expect(await send(mailing)).toBe(1)
    expect(received).toHaveLength(1)
  })

  it('sends nothing without a relay, and nothing of that time once there is one', async () => {
    await buy()
    await withoutDemoKeys(() => send(undefined))
    const { url, received } = await openRelay()
    expect(await send(mailingTo(url))).toBe(0)
    expect(received).toEqual([])
    // It is counted, and its content is not kept.
    expect(await mails()).toMatchObject([
      { kind: 'order_receipt', state: 'unsent', kept: 'no_relay', facts: {}, nextTryAt: null },
    ])
  })

  it('waits for an instance with a relay, where others without one hand it over', async () => {
    const { url, received } = await openRelay()
    await inSight(() => noteRelay(db))
    await buy()
    await withoutDemoKeys(() => send(undefined))
    expect(await mails()).toMatchObject([{ state: 'waiting', kept: null }])
    expect(await send(mailingTo(url))).toBe(1)
    expect(received).toHaveLength(1)
  })

  it('is not sent once a day is over', async () => {
    const { url, received } = await openRelay(() => ({ code: 451, message: 'Busy' }))
    const mailing = mailingTo(url)
    await buy()
    await send(mailing)
    later(24 * 60 + 1)
    expect(await send(mailing)).toBe(1)
    expect(await mails()).toMatchObject([{ state: 'failed', answer: 'Not sent: its time was over.' }])
    await buy()
    await send(mailing)
    later(26 * 60)
    expect(await inSight(() => giveUpOldMails(db, clock))).toBe(1)
    expect(received).toEqual([])
  })
})

describe('A store with a test clock', () => {
  it('keeps its mails, with and without a relay, and sends none', async () => {
    const { url, received } = await openRelay()
    await db.store.update({ where: { id: 1n }, data: { hasTestClock: true } })
    for (const mailing of [undefined, mailingTo(url)]) {
      await buy()
      expect(await send(mailing)).toBe(1)
    }
    expect(received).toEqual([])
    expect((await mails()).map(({ state, kept }) => [state, kept])).toEqual([
      ['delivered', 'test_clock'],
      ['delivered', 'test_clock'],
    ])
  })
})

describe('A relay', () => {
  it('that refuses for now is given the mail again, under the same Message-ID', async () => {
    let isBusy = true
    const refused: string[] = []
    const { url, received } = await openRelay((mail) => {
      if (!isBusy) return undefined
      refused.push(headerOf(mail, 'Message-ID') ?? '')
      return { code: 451, message: '4.3.0 Busy' }
    })
    const mailing = mailingTo(url)
    await buy()
    expect(await send(mailing)).toBe(1)
    expect((await mails())[0]).toMatchObject({ state: 'waiting', answer: '451 4.3.0 Busy' })
    isBusy = false
    later(2)
    expect(await send(mailing)).toBe(1)
    expect(received.map((mail) => headerOf(mail, 'Message-ID'))).toEqual(refused)
  })

  it('that refuses for good is asked no more', async () => {
    const { url, received } = await openRelay(() => ({ code: 550, message: '5.1.1 No such mailbox' }))
    const mailing = mailingTo(url)
    await buy()
    await send(mailing)
    later(60)
    expect(await send(mailing)).toBe(0)
    expect(received).toEqual([])
    expect((await mails())[0]).toMatchObject({ state: 'failed', answer: '550 5.1.1 No such mailbox' })
  })

  it('that is away is tried for less than a day', async () => {
    const mailing = mailingTo('smtp://127.0.0.1:1')
    await buy()
    const begun = time.now.getTime()
    for (let tries = 1; tries <= 7; tries += 1) {
      expect(await send(mailing)).toBe(1)
      if (tries < 7) time.now = (await mails())[0]?.nextTryAt ?? time.now
    }
    expect((await mails())[0]).toMatchObject({ state: 'failed', tries: 7 })
    expect(time.now.getTime() - begun).toBeLessThan(24 * 3_600_000)
  })

  it('is given a mail twice where the process ends before it is recorded, with one Message-ID', async () => {
    const { url, received } = await openRelay()
    const mailing = mailingTo(url)
    await buy()
    await inSight(() => numberEvents({ db }))
    const dying = mailConsumer({ db, clock, mailing, report: () => {} })
    // It ends behind the answer of the relay.
    const endsBehind: typeof dying.send = async (mail) => {
      await dying.send(mail)
      throw new Error('Killed.')
    }
    await inSight(() => consumeOnce({ ...dying, send: endsBehind }))
    expect(await send(mailing)).toBe(0)
    later(2)
    expect(await send(mailing)).toBe(1)
    expect(received).toHaveLength(2)
    expect(new Set(received.map((mail) => headerOf(mail, 'Message-ID'))).size).toBe(1)
  })
})

it.each(['Ida\r\nBcc: other@example.net', 'Ida, other@example.net', 'Ida <other@example.net>', '"'])(
  'A customer named %j is the only recipient',
  async (name) => {
    const { url, received } = await openRelay()
    await buy()
    await inSight(() => numberEvents({ db }))
    await db.customer.updateMany({ where: { storeId: 1n, email: 'ida.falk@example.org' }, data: { name } })
    await send(mailingTo(url))
    const [mail] = received
    expect(received.map(({ to }) => to)).toEqual([['ida.falk@example.org']])
    expect(mail && headerOf(mail, 'Bcc')).toBeUndefined()
    expect(mail && headerOf(mail, 'To')).toMatch(/<ida\.falk@example\.org>$/)
  },
)

it('Several processes send each mail once', async () => {
  const { url, received } = await openRelay()
  for (let left = 5; left > 0; left -= 1) await buy()
  await inSight(() => numberEvents({ db }))
  await Promise.all([send(mailingTo(url)), send(mailingTo(url)), send(mailingTo(url))])
  expect(received).toHaveLength(5)
  expect(new Set(received.map((mail) => headerOf(mail, 'Message-ID'))).size).toBe(5)
})

it('Mails that wait are kept, old ones are deleted', async () => {
  await db.store.update({ where: { id: 1n }, data: { hasTestClock: true } })
  await buy()
  await send(undefined)
  later(8 * 24 * 60)
  expect(await inSight(() => forgetOldMails(db, clock, 30))).toBe(0)
  expect(await inSight(() => forgetOldMails(db, clock, 7))).toBe(1)
})
