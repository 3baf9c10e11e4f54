/** The values of metadata that was stored before their readings changed are found as those that are stored now. */
import { describe, expect, it } from 'vitest'
import type { Session } from '../../src/db/session.ts'
import { metadataEntries } from '../../src/resources/metadata/entries.ts'
import { openMigrated } from './migrated.ts'

type Old = { path: string; text: string; number?: number }

/** Texts that came to be times, and texts that are none. */
const offsets = [
  ...[
    '2026-09-01 10:00:00+00',
    '2026-09-01 10:00:00-07',
    '2026-09-01 10:00:00 00',
    '2026-09-01T10:00:00 05:30',
    '2018-1-5 7:5 02',
  ],
  ...['2026-09-01T10:00:00.9999999+02', '2026-09-01T10:00:00.25 0200', '2026-02-30 10:00:00+00', '2026-09-01 10:00:00+15'],
  ...['0001-01-01T00:00:00+02', '9999-12-31T23:00:00-02', '2026-09-01+02', '2026-09-01 10:00:00  02', '10:00:00+00'],
]

/** A record for each way in which a text came to be a number, or no longer is one. */
const records: { data: Record<string, unknown>; stored: Old[] }[] = [
  {
    data: {
      a: '9.50',
      b: '10.0',
      c: '-0.00',
      d: '0042',
      e: '1e3',
      f: 'x',
      g: '123456789012345.0',
      h: '5.',
      i: '0.000123456789012345',
    },
    stored: [
      ...['a:9.50', 'b:10.0', 'c:-0.00', 'd:0042', 'e:1e3', 'f:x', 'g:123456789012345.0', 'h:5.', 'i:0.000123456789012345'].map(
        (each) => ({ path: each.slice(0, 1), text: each.slice(2) }),
      ),
    ],
  },
  {
    data: {
      long: '4111111111111111',
      same: 4111111111111111,
      twelve: '12',
      half: 0.30000000000000004,
      deep: [{ 'x.y': '1e+21', z: 1e21 }],
    },
    stored: [
      { path: 'long', text: '4111111111111111', number: 4111111111111111 },
      { path: 'same', text: '4111111111111111', number: 4111111111111111 },
      { path: 'twelve', text: '12', number: 12 },
      { path: 'half', text: '0.30000000000000004', number: 0.30000000000000004 },
      { path: 'deep.0.x.y', text: '1e+21', number: 1e21 },
      { path: 'deep.0.z', text: '1e+21', number: 1e21 },
    ],
  },
  {
    data: {
      'a.b': 4111111111111111,
      a: { b: '4111111111111111' },
      c: null,
      'd.e': null,
      d: { e: '4111111111111111' },
      '': '1e+21',
    },
    stored: [
      { path: 'a.b', text: '4111111111111111', number: 4111111111111111 },
      { path: 'd.e', text: '4111111111111111', number: 4111111111111111 },
      { path: '', text: '1e+21', number: 1e21 },
    ],
  },
  { data: { long: `0.${'0'.repeat(320)}1`, none: `1${'0'.repeat(320)}` }, stored: [] },
]
records.push({ data: Object.fromEntries(offsets.map((text, index) => [`at${index}`, text])), stored: [] })
for (const { data, stored } of records.slice(3))
  stored.push(...Object.entries(data).map(([path, text]) => ({ path, text: String(text) })))

const db = await openMigrated('_metadata_numbers', async (session: Session) => {
  await session.exec(`
    INSERT INTO store (name, host, created_at) VALUES ('Old', 'localhost', now());
    INSERT INTO customer (store_id, first_name, last_name, name, email, email_key, country, location, created_at)
    SELECT 1, '', '', '', n || '@example.org', n || '@example.org', 'US', '', now() FROM generate_series(1, ${records.length}) n;
  `)
  for (const [index, { data, stored }] of records.entries()) {
    const id = index + 1
    await session.query(
      'INSERT INTO metadata (store_id, customer_id, data, created_at, updated_at) VALUES (1, $1, $2, now(), now())',
      [String(id), JSON.stringify(data)],
    )
    for (const { path, text, number } of stored)
      await session.query(
        `INSERT INTO metadata_entry (store_id, owner_type, owner_id, path, text, number) VALUES (1, 'customer', $1, $2, $3, $4)`,
        [String(id), path, text, number === undefined ? null : String(number)],
      )
  }
})

describe('The values of metadata of before', () => {
  it.each(records.map(({ data }, index) => [Object.keys(data).join(' '), index] as const))('%s', async (_name, index) => {
    const found = await db.metadataEntry.findMany({ where: { storeId: 1n, ownerId: BigInt(index + 1) } })
    const { data, stored } = records[index] as (typeof records)[number]
    const entries = metadataEntries(data).filter(({ path }) => stored.some((each) => each.path === path))
    expect(entries.length).toBe(stored.length)
    const shown = found.map(({ path, text, number, time }) => ({ path, text, number, time }))
    const wanted = entries.map(({ path, text, number = null, time = null }) => ({ path, text, number, time }))
    expect(new Set(shown)).toEqual(new Set(wanted))
  })
})
