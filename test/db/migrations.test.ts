/** Data stored before a migration is still good after it. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import type { Session } from '../../src/db/session.ts'
import { createApp } from '../../src/start/app.ts'
import { caseKey } from '../../src/values/case-key.ts'
import { parseTime } from '../../src/values/time.ts'
import { ofStore } from '../support/of-store.ts'
import { today } from '../support/template.ts'
import { openMigrated } from './migrated.ts'

// The longest is more than a block of the hash, the last more than ASCII; each is a way of its own through the migration.
const clientIds = ['tk_4100e31f2161937748', `tk_${'x'.repeat(61)}`, `tk_${'y'.repeat(62)}`, `tk_${'z'.repeat(200)}`, 'tk_ölçü']

// In the order of their ids. Three share an address, in their way of writing it.
const addresses = ['ann@example.org', 'bob@example.org', 'Ann@Example.org', 'ANN@EXAMPLE.ORG', 'Änn@example.org']

// Texts of metadata, some of which are read as times by now.
const storedTexts = [
  '2018-1-5',
  '2018-1-5T7:05:09.250+02:00',
  '2018-02-3T0:0:0Z',
  '2018-2-30',
  '2018-1-5T24:00',
  '1-2-3',
  '2018-1-5 x',
]

const db = await openMigrated('_merchant_keys', storeKeysAndCustomers)

/** Stores keys and customers the way they were stored before. */
async function storeKeysAndCustomers(session: Session): Promise<void> {
  await session.query(`INSERT INTO store (name, host, created_at) VALUES ('Old', 'localhost', now())`)
  for (const clientId of clientIds) {
    const secretHash = createHash('sha256').update(`secret of ${clientId}`).digest('hex')
    await session.query(
      `INSERT INTO merchant_key (store_id, client_id, secret_hash, scopes, created_at) VALUES (1, $1, $2, '{*}', now())`,
      [clientId, secretHash],
    )
  }
  for (const email of addresses) {
    await session.query(
      `INSERT INTO customer (store_id, first_name, last_name, name, email, country, location, created_at)
       VALUES (1, '', '', '', $1, 'US', '', now())`,
      [email],
    )
  }
  const times = storedTexts.map((text, index) => `(1, 1, 'k${index}', '${text}')`)
  await session.exec(`
    INSERT INTO metadata (store_id, customer_id, data, created_at, updated_at) VALUES (1, 1, '{}', now(), now());
    INSERT INTO metadata_entry (store_id, metadata_id, path, text) VALUES ${times};
  `)
}

describe('A key of before', () => {
  it.each(clientIds)('%s opens the store with its secret, and with no other', async (clientId) => {
    const log = { info: () => {}, warn: () => {}, error: ({ err }: { err?: unknown }) => console.error(err) }
    const app = createApp({ db, clock: clockOf(() => today), log, pageBase: 0, isEmbedded: true })
    const ask = async (secret: string) => {
      const Authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`
      return (await app.fetch(new Request('http://localhost/v1/orders/', { headers: { Authorization } }))).status
    }
    expect(await ask(`secret of ${clientId}`)).toBe(200)
    expect(await ask('secret of another')).toBe(401)
    const { secretHash } = await db.merchantKey.findUniqueOrThrow({ where: { clientId } })
    expect(await ask(secretHash)).toBe(401)
  })
})

describe('A store of before', () => {
  it('keeps UTC', async () => {
    expect(await db.store.findUniqueOrThrow({ where: { id: 1n } })).toMatchObject({ timeZone: 'UTC', currency: 'USD' })
  })

  it('finds the dates without leading zeros in its metadata as times, and all else as the text that it was', async () => {
    const entries = await db.metadataEntry.findMany({ orderBy: { path: 'asc' } })
    expect(entries.map(({ text }) => text)).toEqual(storedTexts)
    for (const entry of entries) expect(entry).toMatchObject({ storeId: 1n, ownerType: 'customer', ownerId: 1n })
    expect(entries.map(({ time }) => time)).toEqual(storedTexts.map((text) => parseTime(text) ?? null))
    expect(entries.filter(({ time }) => time !== null)).toHaveLength(3)
  })
})

describe('Customers of before', () => {
  const who = { firstName: '', lastName: '', name: '', country: 'US', location: '', createdAt: today }
  const add = (email: string, storeId = 1n) => db.customer.create({ data: { ...who, storeId, email } })
  const taken = { code: 'P2002' }
  const rows = async () => {
    const customers = await db.customer.findMany({ where: { storeId: 1n }, orderBy: { id: 'asc' } })
    return customers.map(({ email, emailKey, emailRepetition }) => [email, emailKey, emailRepetition])
  }

  it('keep the address they share, numbered from the oldest', async () => {
    expect(await rows()).toEqual([
      ['ann@example.org', 'ann@example.org', 0],
      ['bob@example.org', 'bob@example.org', 0],
      ['Ann@Example.org', 'ann@example.org', 1],
      ['ANN@EXAMPLE.ORG', 'ann@example.org', 2],
      // Letters beyond ASCII have one case on every database.
      ['Änn@example.org', 'Änn@example.org', 0],
    ])
    expect(addresses.map(caseKey)).toEqual((await rows()).map(([, key]) => key))
  })

  it('share it with nobody new, whatever the case; in another store it is free', async () => {
    for (const email of ['ann@example.org', 'aNN@example.org', 'BOB@example.org'])
      await expect(add(email)).rejects.toMatchObject(taken)
    const bob = { storeId: 1n, emailKey: 'bob@example.org' }
    await expect(db.customer.updateMany({ where: bob, data: { email: 'Ann@example.org' } })).rejects.toMatchObject(taken)
    const { id } = await db.store.create({ data: { name: 'New', host: 'new.localhost', createdAt: today } })
    await add('ann@example.org', id)
    await expect(add('ANN@example.org', id)).rejects.toMatchObject(taken)
  })

  it('may write it in another case, and when one gives it up the others still hold it', async () => {
    const [first, , second, third] = await db.customer.findMany({ where: { storeId: 1n }, orderBy: { id: 'asc' } })
    const change = (customer: typeof first, email: string) =>
      db.customer.update({ where: ofStore(customer?.id ?? 0n), data: { email } })
    const repetitions = async () => (await rows()).map(([, , repetition]) => repetition)
    await change(third, 'ann@Example.ORG')
    expect(await repetitions()).toEqual([0, 0, 1, 2, 0])
    await change(first, 'first@example.org')
    expect(await repetitions()).toEqual([0, 0, 0, 2, 0])
    await expect(add('ann@example.org')).rejects.toMatchObject(taken)
    await change(third, 'third@example.org')
    expect(await repetitions()).toEqual([0, 0, 0, 0, 0])
    await db.customer.delete({ where: ofStore(second?.id ?? 0n) })
    await add('ann@example.org')
  })
})
