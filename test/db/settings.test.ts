/** What a database is set to by its operator changes nothing of what is read. */
import { expect, inject, it } from 'vitest'
import { overPostgres } from '../../src/db/connect.ts'
import { openStore } from '../store.ts'

it.skipIf('dataDir' in inject('template'))('numbers keep all their digits, times and texts their form', async () => {
  const { db, url = '' } = await openStore({ isApart: true })
  const database = new URL(url).pathname.slice(1)
  for (const setting of ['extra_float_digits = 0', "DateStyle = 'German, DMY'", 'standard_conforming_strings = off'])
    await db.$executeRawUnsafe(`ALTER DATABASE ${database} SET ${setting}`)
  const { db: anew, close } = overPostgres(url)
  try {
    const rows = await anew.rows(
      "SELECT 0.1::float8 + 0.2::float8, '2026-01-02T03:04:05Z'::timestamptz AT TIME ZONE 'UTC', $1::text",
      ['\\n'],
    )
    expect(rows).toEqual([['0.30000000000000004', '2026-01-02 03:04:05', '\\n']])
  } finally {
    await close()
  }
})
