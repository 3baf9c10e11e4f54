/** Signing keys: how a new one comes in, how long an old one stays, and what ends at once when it must. */
import { beforeEach, describe, expect, test } from 'vitest'
import { authenticator } from '../../src/auth/credential.ts'
import { signCustomerToken } from '../../src/auth/customer-token.ts'
import { renewSigningKeys, rotateSigningKey } from '../../src/auth/signing-keys.ts'
import { requestOf } from '../../src/http/fetch.ts'
import { asking, openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

const { db, customerId } = await openStore()
const hour = 3_600
const day = 86_400
const later = (seconds: number) => new Date(today.getTime() + seconds * 1_000)
const first = await db.signingKey.findFirstOrThrow()

const sign = async (now: Date, life = hour) => (await signCustomerToken(db, { storeId: 1n, customerId }, now, life)).token
const ids = async () => (await db.signingKey.findMany({ orderBy: { createdAt: 'asc' } })).map(({ id }) => id)

const keyOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid

/** The answer to a token of an instance with empty caches. */
async function said(token: string, now: Date): Promise<string> {
  const request = new Request('http://127.0.0.1', { headers: { Authorization: `Bearer ${token}` } })
  try {
    return (await authenticator(db, true)(requestOf(request, 'unknown'), asking(now))).role
  } catch (refusal) {
    return (refusal as Error).message
  }
}

beforeEach(async () => {
  await db.signingKey.deleteMany()
  await db.signingKey.create({ data: { ...first, createdAt: today } })
})

describe('A rotation', () => {
  test('makes a key that signs from now on, and the old one still verifies', async () => {
    const before = await sign(today)
    const id = await rotateSigningKey(db, later(60), false)
    const after = await sign(later(61))
    expect([keyOf(before), keyOf(after)]).toEqual([first.id, id])
    for (const token of [before, after]) expect(await said(token, later(61))).toBe('customer')
  })

  test('in the same second makes the newest key all the same', async () => {
    for (let times = 0; times < 6; times += 1) {
      const id = await rotateSigningKey(db, today, false)
      expect(keyOf(await sign(today))).toBe(id)
    }
  })

  test('with --now ends every token signed before', async () => {
    const before = await sign(today)
    const id = await rotateSigningKey(db, later(60), true)
    expect(await ids()).toEqual([id])
    expect(await said(before, later(61))).toBe('The token is not valid.')
    expect(await said(await sign(later(61)), later(61))).toBe('customer')
  })
})

describe('Maintenance', () => {
  test('renews the newest after 30 days, once, however many instances do it', async () => {
    await renewSigningKeys(db, later(30 * day))
    expect(await ids()).toEqual([first.id])
    // Connections are opened first, so that nobody comes late to the race.
    await Promise.all(Array.from({ length: 20 }, () => db.$queryRaw`SELECT 1`))
    await Promise.all(Array.from({ length: 8 }, () => renewSigningKeys(db, later(30 * day + 1))))
    expect(await ids()).toEqual([first.id, expect.any(String)])
  })

  test('keeps an old key until its last token has expired, and then deletes it', async () => {
    const rotated = 20 * day
    const last = await sign(later(rotated), day)
    await rotateSigningKey(db, later(rotated), false)
    await renewSigningKeys(db, later(rotated + day))
    expect(await said(last, later(rotated + day - 1))).toBe('customer')
    expect(await said(last, later(rotated + day))).toBe('The token has expired.')
    await renewSigningKeys(db, later(rotated + 30 * day + hour - 1))
    expect(await ids()).toContain(first.id)
    await renewSigningKeys(db, later(rotated + 30 * day + hour))
    expect(await ids()).not.toContain(first.id)
  })

  test('leaves a database without tokens without a key; the first token makes it', async () => {
    await db.signingKey.deleteMany()
    await renewSigningKeys(db, today)
    expect(await ids()).toEqual([])
    expect(await said(await sign(today), today)).toBe('customer')
  })
})
