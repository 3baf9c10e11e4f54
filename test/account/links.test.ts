/** Mailed links, sessions and withdrawals, as the customers' page uses them. */
import { describe, expect, it } from 'vitest'
import { linkToken } from '../../src/auth/account-link.ts'
import { signCustomerToken } from '../../src/auth/customer-token.ts'
import { clockOf } from '../../src/db/clock.ts'
import { contextInProcess, operatorIn } from '../../src/in-process.ts'
import { openGateways } from '../../src/payments/open.ts'
import { requestSignIn } from '../../src/resources/account-links/request.ts'
import { endSession, forgetOldLinks, sessionCustomer } from '../../src/resources/account-links/sessions.ts'
import { sessionDays, useSignInLink } from '../../src/resources/account-links/use.ts'
import { forgetOldConsents } from '../../src/resources/consents/old-consents.ts'
import { withdrawalOfLink } from '../../src/resources/link-of-customer.ts'
import { confirmWithdrawal } from '../../src/resources/withdrawals/confirm.ts'
import { receiveWithdrawal } from '../../src/resources/withdrawals/receive.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { addCustomer } from '../writes/rows.ts'

const time = { now: new Date('2026-03-15T12:00:00Z') }
const clock = clockOf(() => new Date(time.now))
const later = (minutes: number) => {
  time.now = new Date(time.now.getTime() + minutes * 60_000)
}
const store = await openStore({ isApart: true, now: () => new Date(time.now) })
const { db } = store
const worker = await operatorIn(db, 1n, 'worker')
const context = () => {
  if (!worker) throw new Error('There is no store 1.')
  return contextInProcess({ db, clock, viewer: worker, now: clock.now(), gateways: openGateways(db, clock) })
}

const request = (email: string) => inSight(() => requestSignIn(context(), { email, locale: 'en' }))
const enter = (token: string) => inSight(() => useSignInLink(context(), { token }))

/** The tokens of a customer's links, as who sends the mails makes them. */
async function tokensOf(customerId: bigint | number): Promise<string[]> {
  const links = await db.accountLink.findMany({ where: { storeId: 1n, customerId: BigInt(customerId) }, orderBy: { id: 'asc' } })
  const keys = await db.signingKey.findMany()
  return links.map(({ keyId, nonce }) => {
    const secret = keys.find(({ id }) => id === keyId)?.secret ?? ''
    return linkToken(Buffer.from(secret, 'base64url'), 1n, nonce)
  })
}

const over = { message: 'The link was used before or is too old.', code: 'WRONG_STATUS' }

describe('A link that signs in', () => {
  it('is made for a customer in any case of the address, and for nobody else', async () => {
    const { id } = await addCustomer(db, { email: 'Ada.Moss@example.org' })
    const before = await db.accountLink.count()
    await request('nobody@example.org')
    expect(await db.accountLink.count()).toBe(before)
    await request('ADA.moss@example.org')
    expect(await tokensOf(id)).toHaveLength(1)
  })

  it('works once, for 15 minutes, and begins a session that lasts', async () => {
    const { id } = await addCustomer(db, { email: 'once@example.org' })
    await request('once@example.org')
    const [token = ''] = await tokensOf(id)
    later(14)
    const { shownOnce } = await enter(token)
    const session = shownOnce?.session ?? ''
    expect(await sessionCustomer(db, clock, 1n, session)).toMatchObject({ customerId: BigInt(id) })
    expect(await sessionCustomer(db, clock, 2n, session)).toBeUndefined()
    expect((await enter(token)).userErrors).toEqual([expect.objectContaining(over)])
    await request('once@example.org')
    const [, late = ''] = await tokensOf(id)
    later(15)
    expect((await enter(late)).userErrors).toEqual([expect.objectContaining(over)])
    later(sessionDays * 24 * 60)
    expect(await sessionCustomer(db, clock, 1n, session)).toBeUndefined()
  })

  it('is mailed at most five times an hour, and the earlier ones work', async () => {
    const { id } = await addCustomer(db, { email: 'often@example.org' })
    for (let count = 1; count <= 7; count += 1) await request('often@example.org')
    const tokens = await tokensOf(id)
    expect(tokens).toHaveLength(5)
    expect((await enter(tokens[0] ?? '')).userErrors).toEqual([])
    later(61)
    await request('often@example.org')
    expect(await tokensOf(id)).toHaveLength(6)
  })

  it('is used by one of two who follow it at the same time', async () => {
    const { id } = await addCustomer(db, { email: 'twice@example.org' })
    await request('twice@example.org')
    const [token = ''] = await tokensOf(id)
    const outcomes = await Promise.all([enter(token), enter(token), enter(token)])
    expect(outcomes.filter(({ userErrors }) => userErrors.length === 0)).toHaveLength(1)
  })

  it('is in no event and no row: its token is told by neither', async () => {
    const { id } = await addCustomer(db, { email: 'quiet@example.org' })
    await request('quiet@example.org')
    const [token = ''] = await tokensOf(id)
    const tables = ['event', 'log_entry', 'account_link', 'mail', 'webhook_delivery', 'idempotency_key']
    for (const table of tables) {
      const rows = await db.$queryRawUnsafe<{ text: string }[]>(`SELECT row_to_json(t)::text AS text FROM "${table}" t`)
      expect(rows.filter(({ text }) => text.includes(token))).toEqual([])
    }
    const event = await db.event.findFirst({
      where: { storeId: 1n, type: 'customer.sign_in_requested' },
      orderBy: { id: 'desc' },
    })
    expect(event).toMatchObject({ customerId: BigInt(id), recordType: 'customer' })
  })

  it('ends with its signing key, and for a customer who is archived', async () => {
    const { id } = await addCustomer(db, { email: 'keys@example.org' })
    await request('keys@example.org')
    await request('keys@example.org')
    const [one = '', other = ''] = await tokensOf(id)
    await db.accountLink.updateMany({ where: { storeId: 1n, customerId: BigInt(id) }, data: { keyId: 'gone' } })
    expect((await enter(one)).userErrors).toHaveLength(1)
    const [key] = await db.signingKey.findMany()
    await db.accountLink.updateMany({ where: { storeId: 1n, customerId: BigInt(id) }, data: { keyId: key?.id ?? '' } })
    await db.customer.updateMany({ where: { storeId: 1n, id: BigInt(id) }, data: { archivedAt: clock.now() } })
    expect((await enter(other)).userErrors).toHaveLength(1)
  })
})

describe('A session', () => {
  const begin = async (email: string) => {
    await request(email)
    const customer = await db.customer.findFirstOrThrow({ where: { storeId: 1n, email } })
    const outcome = await enter((await tokensOf(customer.id)).at(-1) ?? '')
    return { customerId: customer.id, session: outcome.shownOnce?.session ?? '' }
  }
  const isOpen = async (session: string) => (await sessionCustomer(db, clock, 1n, session)) !== undefined

  it('is ended by itself, by its customer in all browsers, and by the store', async () => {
    await addCustomer(db, { email: 'out@example.org' })
    const one = await begin('out@example.org')
    const other = await begin('out@example.org')
    await inSight(() => endSession(db, 1n, one.session))
    expect([await isOpen(one.session), await isOpen(other.session)]).toEqual([false, true])
    const subject = { storeId: 1n, customerId: other.customerId }
    const token = `Bearer ${(await signCustomerToken(db, subject, time.now)).token}`
    const own = await store.rest('DELETE /v1/store/api/customer/sessions/', token)
    expect([own.status, await isOpen(other.session)]).toEqual([204, false])
    const third = await begin('out@example.org')
    const { status } = await store.rest(`DELETE /v1/customers/${third.customerId}/sessions/`)
    expect([status, await isOpen(third.session)]).toEqual([204, false])
  })

  it('is one of ten at most: another ends the oldest', async () => {
    await addCustomer(db, { email: 'many@example.org' })
    const sessions: string[] = []
    for (let count = 1; count <= 11; count += 1) {
      sessions.push((await begin('many@example.org')).session)
      later(20)
    }
    expect(await Promise.all(sessions.map(isOpen))).toEqual([false, ...Array.from({ length: 10 }, () => true)])
  })

  it('is deleted when it is over, and links a day later', async () => {
    later((sessionDays + 1) * 24 * 60)
    await inSight(() => forgetOldLinks(db, clock))
    expect([await db.accountLink.count(), await db.accountSession.count()]).toEqual([0, 0])
  })
})

describe('A withdrawal', () => {
  const declare = (declared: object) =>
    inSight(() =>
      receiveWithdrawal(context(), {
        ...{
          kind: 'withdrawal',
          name: 'Ada Moss',
          reference: 'Order 3',
          email: 'x@example.org',
          words: 'I withdraw.',
          locale: 'en',
        },
        ...declared,
      }),
    )
  const last = () => db.withdrawal.findFirstOrThrow({ where: { storeId: 1n }, orderBy: { id: 'desc' } })

  it('is kept as it was declared, by an address that is nobody’s too, and read on both surfaces', async () => {
    await declare({ email: 'stranger@example.org', name: '<b>Ada</b>' })
    const row = await last()
    expect(row).toMatchObject({ customerId: null, orderId: null, isAcknowledged: true, handledAt: null })
    const { body } = await store.rest(`/v1/withdrawals/${row.id}/`)
    expect(body).toMatchObject({
      type: 'withdrawal',
      kind: 'withdrawal',
      name: '<b>Ada</b>',
      reference: 'Order 3',
      handled_at: null,
    })
    const { data } = await store.graphql(`{ withdrawal(id: ${row.id}) { name isAcknowledged } }`)
    expect(data.withdrawal).toEqual({ name: '<b>Ada</b>', isAcknowledged: true })
  })

  it('is acknowledged three times a day to an address, in any case', async () => {
    for (const email of ['three@example.org', 'Three@example.org', 'three@example.org', 'THREE@example.org'])
      await declare({ email })
    const rows = await db.withdrawal.findMany({
      where: { storeId: 1n, email: { equals: 'three@example.org', mode: 'insensitive' } },
      orderBy: { id: 'asc' },
    })
    expect(rows.map(({ isAcknowledged }) => isAcknowledged)).toEqual([true, true, true, false])
  })

  it('of its customer’s own order has a link, by which it is confirmed once', async () => {
    const order = await db.order.findFirstOrThrow({ where: { storeId: 1n, customerId: 1n }, include: { customer: true } })
    await declare({ email: order.customer.email.toUpperCase(), reference: `Order no. ${order.id}` })
    const row = await last()
    expect(row).toMatchObject({ customerId: 1n, orderId: order.id })
    const [token = ''] = (await tokensOf(1n)).slice(-1)
    // A link that confirms does not sign in.
    expect((await enter(token)).userErrors).toHaveLength(1)
    // A link of a withdrawn signing key confirms nothing.
    const named = async () => (await withdrawalOfLink(context(), token))?.id
    const links = { storeId: 1n, customerId: 1n }
    const [link] = await db.accountLink.findMany({ where: links, orderBy: { id: 'desc' }, take: 1 })
    await db.accountLink.updateMany({ where: links, data: { keyId: 'gone' } })
    expect(await named()).toBeUndefined()
    await db.accountLink.updateMany({ where: links, data: { keyId: link?.keyId ?? '' } })
    expect(await named()).toBe(row.id)
    const confirm = () => inSight(() => confirmWithdrawal(context(), { token }))
    expect((await confirm()).userErrors).toEqual([])
    expect((await confirm()).userErrors).toHaveLength(1)
    expect((await last()).confirmedAt).not.toBeNull()
  })

  it('that names another customer’s order has no link', async () => {
    const order = await db.order.findFirstOrThrow({ where: { storeId: 1n, customerId: { not: 1n } } })
    const { email } = await db.customer.findFirstOrThrow({ where: { storeId: 1n, id: 1n } })
    const before = await db.accountLink.count()
    await declare({ email, reference: `Order ${order.id}` })
    expect([await db.accountLink.count(), (await last()).orderId]).toEqual([before, null])
  })

  it('is open until it is handled, which keeps its first time', async () => {
    const { id } = await last()
    const open = await store.rest('/v1/withdrawals/?handled_at__is_null=true&limit=1000')
    expect(open.body.results.map((each: { id: number }) => each.id)).toContain(Number(id))
    const handle = (note: string) =>
      store.rest(`PUT /v1/withdrawals/${id}/handle/`, store.merchant, { body: JSON.stringify({ note }) })
    const { body: first } = await handle('Refunded')
    expect(first).toMatchObject({ note: 'Refunded', handled_at: expect.any(String) })
    later(60)
    expect((await handle('Twice')).body).toMatchObject({ note: 'Twice', handled_at: first.handled_at })
    const closed = await store.rest('/v1/withdrawals/?handled_at__is_null=true&limit=1000')
    expect(closed.body.results.map((each: { id: number }) => each.id)).not.toContain(Number(id))
  })
})

describe('A consent', () => {
  const record = (body: object) => store.rest('POST /v1/consents/', store.merchant, { body: JSON.stringify(body) })
  const terms = { customer_id: 1, version: '2026-03', text: 'I accept <b>the terms</b>.', address: '203.0.113.7' }

  it('is recorded with its hash, its time and its recorder, and told by an event without its text and address', async () => {
    const { status, body } = await record(terms)
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        ...terms,
        recorded_by: 'key demo',
        surface: 'checkout',
        text_hash: expect.stringMatching(/^[\da-f]{64}$/),
      }),
    ])
    const event = await db.event.findFirst({ where: { storeId: 1n, type: 'consent.recorded' }, orderBy: { id: 'desc' } })
    expect(JSON.stringify(event?.changes)).not.toMatch(/203\.0|the terms/)
  })

  it('is refused where it is of another’s order, of no address, or of tomorrow', async () => {
    const order = await db.order.findFirstOrThrow({ where: { storeId: 1n, customerId: { not: 1n } } })
    expect((await record({ ...terms, order_id: Number(order.id) })).body).toEqual({
      errors: ['order_id must name an order of the customer.'],
    })
    expect((await record({ ...terms, address: 'localhost' })).body).toEqual({
      errors: ['address must be an IP address, such as 203.0.113.7 or 2001:db8::7.'],
    })
    expect((await record({ ...terms, accepted_at: '2099-01-01T00:00:00Z' })).body.errors[0]).toMatch(
      /^accepted_at must not lie after /,
    )
  })

  it('is never changed, but that its address is taken away', async () => {
    await db.store.update({ where: { id: 1n }, data: { hasTestClock: false, clockNow: null } })
    const consent = await db.consent.findFirstOrThrow({ where: { storeId: 1n }, orderBy: { id: 'desc' } })
    const where = { storeId_id: { storeId: 1n, id: consent.id } }
    for (const data of [{ version: 'x' }, { text: 'x' }, { address: '203.0.113.8' }, { acceptedAt: new Date(0) }])
      await expect(db.consent.update({ where, data })).rejects.toThrow(/A consent is never changed/)
    await db.consent.update({ where, data: { address: null } })
    await expect(db.consent.delete({ where })).rejects.toThrow(/A consent is kept for three years/)
  })

  it('is deleted three years after the end of the last subscription', async () => {
    const { id: customerId } = await addCustomer(db, { email: 'old@example.org' })
    const row = await db.consent.findFirstOrThrow({ where: { storeId: 1n }, orderBy: { id: 'desc' } })
    const { id: _, ...columns } = row
    const acceptedAt = new Date('2020-01-01T00:00:00Z')
    const old = await db.consent.create({ data: { ...columns, customerId: BigInt(customerId), acceptedAt } })
    const kept = await db.consent.create({ data: { ...columns, customerId: 1n, acceptedAt } })
    await inSight(() => forgetOldConsents(db, clock))
    const left = await db.consent.findMany({ where: { storeId: 1n }, select: { id: true } })
    expect(left.map(({ id }) => id)).not.toContain(old.id)
    expect(left.map(({ id }) => id)).toContain(kept.id)
  })
})
