/** Relays that fail: slow, refusing, cutting mails off, answering late, and workers that are killed meanwhile. */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { consumeOnce } from '../../src/consumers/run.ts'
import { clockOf } from '../../src/db/clock.ts'
import { mailConsumer } from '../../src/mails/consumer.ts'
import { mailRows } from '../../src/mails/rows.ts'
import { openMailing, secondsForMail } from '../../src/mails/transport.ts'
import { makeMailers } from '../../src/mails/upkeep.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'

const time = { now: new Date() }
const clock = clockOf(() => new Date(time.now))
const store = await openStore({ isApart: true, now: () => new Date(time.now) })
const { db } = store
await inSight(() => makeMailers(db))
const customer = await addCustomer(db, { email: 'ida.falk@example.org' })
const product = await addProduct(db)

/** A relay by lines of SMTP: a test answers each command, and each mail that it was given whole. */
type Talk = {
  command?: (line: string, socket: Socket) => string | undefined
  /** The answer to a mail. */
  mail?: (count: number, socket: Socket) => string | undefined | Promise<string | undefined>
}

async function openRelay({ command = () => undefined, mail = () => '250 2.0.0 Taken' }: Talk) {
  const messageIds: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let [rest, isData] = ['', false]
    const say = (answer: string | undefined) => answer && !socket.destroyed && socket.write(`${answer}\r\n`)
    say('220 relay.example')
    socket.on('data', async (bytes) => {
      rest += bytes.toString('latin1')
      for (;;) {
        const end = rest.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const line = rest.slice(0, end)
        rest = rest.slice(end + (isData ? 5 : 2))
        if (isData) {
          isData = false
          messageIds.push(/^Message-ID: (.*)$/im.exec(line)?.[1]?.trim() ?? '')
          say(await mail(messageIds.length, socket))
        } else {
          const answer = command(line, socket) ?? (/^DATA/i.test(line) ? '354 Go on' : '250 relay.example')
          isData = answer.startsWith('354')
          say(answer === 'silent' ? undefined : answer)
        }
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, messageIds }
}

const mailingTo = (url: string, seconds?: number) => {
  const mailing = openMailing({ url, from: 'shop@mail.example' }, seconds)
  onTestFinished(() => mailing?.transport.close())
  return mailing
}

const report = (fault: unknown) => expect(fault).toBeUndefined()

const send = (mailing: ReturnType<typeof mailingTo>) =>
  inSight(() => consumeOnce(mailConsumer({ db, clock, mailing, report, chance: () => 0 })))

/** The only mail, once it is due again. */
async function nextTry() {
  const mail = await db.mail.findFirstOrThrow({ where: { storeId: 1n } })
  time.now = mail.nextTryAt ?? time.now
  return mail
}

beforeEach(async () => {
  await db.store.update({ where: { id: 1n }, data: { hasTestClock: false, clockNow: null } })
  await inSight(() => numberEvents({ db }))
  await db.$executeRaw`UPDATE mailer SET last_sequence = (SELECT last_sequence FROM event_counter WHERE store_id = mailer.store_id), probe_at = NULL
    WHERE EXISTS (SELECT FROM event_counter WHERE store_id = mailer.store_id)`
  await db.mail.deleteMany({ where: { storeId: { gte: 1n } } })
  await db.customer.updateMany({ where: { storeId: 1n, id: BigInt(customer.id) }, data: { lastOrderAt: null } })
  const input = { customer: { id: customer.id }, products: [{ productInstance: { id: product.instanceId }, quantity: 1 }] }
  const mutation = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { userErrors { message } } }'
  const { data, errors } = await store.graphql(mutation, { input }, store.merchant)
  expect([errors, data?.createOrder.userErrors]).toEqual([[], []])
  await inSight(() => numberEvents({ db }))
})

describe('A relay', () => {
  it.each(['HELO', 'EHLO', 'MAIL', 'RCPT', 'DATA'])(
    'that is silent to %s is waited for no longer than the limit of a mail',
    async (word) => {
      const { url, messageIds } = await openRelay({ command: (line) => (line.startsWith(word) ? 'silent' : undefined) })
      const began = performance.now()
      await send(mailingTo(url, 1))
      if (word === 'HELO') return expect(messageIds).toHaveLength(1)
      expect(performance.now() - began).toBeLessThan(20_000)
      expect(await nextTry()).toMatchObject({ state: 'waiting', answer: 'The relay did not answer within 1 s.' })
      expect(messageIds).toEqual([])
    },
  )

  it('that drips its answers is waited for no longer than the limit of a mail', async () => {
    const { url } = await openRelay({
      command: (line, socket) => {
        if (!line.startsWith('RCPT')) return undefined
        const drip = setInterval(() => (socket.destroyed ? clearInterval(drip) : void socket.write('2')), 50)
        return 'silent'
      },
    })
    await send(mailingTo(url, 1))
    expect(await nextTry()).toMatchObject({ state: 'waiting', answer: 'The relay did not answer within 1 s.' })
  })

  it('that cuts a mail off before its end is given it again', async () => {
    const { url, messageIds } = await openRelay({ command: (line, socket) => void (line.startsWith('DATA') && socket.destroy()) })
    await send(mailingTo(url))
    expect(await nextTry()).toMatchObject({ state: 'waiting', tries: 1 })
    const good = await openRelay({})
    await send(mailingTo(good.url))
    expect([messageIds.length, good.messageIds.length]).toEqual([0, 1])
  })

  it.each([
    [
      'that answers later than the limit',
      () => new Promise<string>((resolve) => void setTimeout(() => resolve('250 Late'), 3_000)),
    ],
    ['that closes the connection behind the mail', (_count: number, socket: Socket) => void socket.destroy()],
  ])('%s is given the mail once more, under the same Message-ID, and then no more', async (_name, mail) => {
    const { url, messageIds } = await openRelay({ mail })
    const mailing = mailingTo(url, 1)
    await send(mailing)
    const first = await nextTry()
    expect(first).toMatchObject({
      state: 'waiting',
      tries: 1,
      answer: expect.stringMatching(/^Not known whether it was taken: /),
    })
    await send(mailing)
    expect(await nextTry()).toMatchObject({ state: 'failed', tries: 2 })
    time.now = new Date(time.now.getTime() + 3_600_000)
    expect(await send(mailing)).toBe(0)
    expect(messageIds).toHaveLength(2)
    expect(new Set(messageIds).size).toBe(1)
  })

  it.each([
    ['MAIL', '421 4.3.2 Closing', 'waiting'],
    ['MAIL', '550 5.7.1 Not you', 'failed'],
    ['RCPT', '450 4.2.1 Later', 'waiting'],
    ['RCPT', '550 5.7.1 Blocked', 'failed'],
    ['DATA', '451 4.3.0 Busy', 'waiting'],
    ['DATA', '554 5.6.0 Refused', 'failed'],
  ])('that answers %s with %s leaves the mail %s', async (word, answer, state) => {
    const { url } = await openRelay({ command: (line) => (line.startsWith(word) ? answer : undefined) })
    await send(mailingTo(url))
    expect(await db.mail.findFirst({ where: { storeId: 1n } })).toMatchObject({ state, answer })
    const { mailRefusedAt } = await db.customer.findFirstOrThrow({ where: { storeId: 1n, id: BigInt(customer.id) } })
    expect(mailRefusedAt).toBeNull()
  })

  it('that marks an address is one that says 5.1 of it, and only its RCPT', async () => {
    const refused: object[] = []
    const { url } = await openRelay({ command: (line) => (line.startsWith('RCPT') ? '550 5.1.1 No such mailbox' : undefined) })
    const refuse = async (_storeId: bigint, row: object) => void refused.push(row)
    await inSight(() => consumeOnce(mailConsumer({ db, clock, mailing: mailingTo(url), report, refuse })))
    expect(refused).toMatchObject([{ recipient: 'ida.falk@example.org', answer: '550 5.1.1 No such mailbox' }])
  })
})

describe('A worker', () => {
  it('that is killed behind the answer of the relay has sent at most one mail twice, with one Message-ID', async () => {
    const { url, messageIds } = await openRelay({})
    const mailing = mailingTo(url)
    const dying = mailConsumer({ db, clock, mailing, report: () => {} })
    const send1: typeof dying.send = async (mail) => {
      await dying.send(mail)
      throw new Error('Killed.')
    }
    await inSight(() => consumeOnce({ ...dying, send: send1 }))
    time.now = new Date(time.now.getTime() + mailRows(true).leaseSeconds * 1_000)
    expect(await send(mailing)).toBe(1)
    expect(await send(mailing)).toBe(0)
    expect(messageIds).toHaveLength(2)
    expect(new Set(messageIds).size).toBe(1)
  })

  it('gives a mail up before another may claim it', () => {
    expect(secondsForMail).toBeLessThan(mailRows(true).leaseSeconds)
  })
})
