/** The operator's settings of a database change nothing of what is read. */
import { hostname } from 'node:os'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { overPostgres } from '../../src/db/connect.ts'
import { openStore } from '../support/store.ts'
import { addCustomer } from '../writes/rows.ts'

const isEmbedded = 'dataDir' in inject('template')

/** Opens a database whose operator has set this. */
async function openSet(settings: string[], options = '', password?: string) {
  const { db, url = '' } = await openStore({ isApart: true })
  const address = new URL(url)
  for (const setting of settings) await db.$executeRawUnsafe(`ALTER DATABASE ${address.pathname.slice(1)} SET ${setting}`)
  if (options) address.searchParams.set('options', options)
  if (password !== undefined) address.password = password
  const opened = overPostgres(address.href)
  onTestFinished(opened.close)
  return opened.db
}

it.skipIf(isEmbedded)('numbers keep all their digits, times and texts their form', async () => {
  const db = await openSet(['extra_float_digits = 0', "DateStyle = 'German, DMY'", 'standard_conforming_strings = off'])
  const rows = await db.rows(
    "SELECT 0.1::float8 + 0.2::float8, '2026-01-02T03:04:05Z'::timestamptz AT TIME ZONE 'UTC', $1::text",
    ['\\n'],
  )
  expect(rows).toEqual([['0.30000000000000004', '2026-01-02 03:04:05', '\\n']])
})

it.skipIf(isEmbedded).each([
  { where: 'for the database', settings: ["timezone = 'Asia/Kolkata'"], options: '' },
  { where: 'in its address', settings: [], options: '-c timezone=Asia/Kolkata' },
])(
  'a time is the same instant however it is written and read, whatever time zone is set $where',
  async ({ settings, options }) => {
    const db = await openSet(settings, options)
    const time = new Date('2026-10-25T00:30:00.250Z')
    const { id } = await addCustomer(db)
    const seconds = () =>
      db.$queryRaw`SELECT extract(epoch FROM last_order_at)::float8 AS s, last_order_at AS t FROM customer WHERE id = ${id}`
    const write = {
      'by a model': () => db.customer.updateMany({ where: { id }, data: { lastOrderAt: time } }),
      'in a transaction': () =>
        db.$transaction((tx) => tx.$executeRaw`UPDATE customer SET last_order_at = ${time} WHERE id = ${id}`),
      'outside of one': () => db.$executeRaw`UPDATE customer SET last_order_at = ${time} WHERE id = ${id}`,
    }
    for (const [way, done] of Object.entries(write)) {
      await db.$executeRaw`UPDATE customer SET last_order_at = 'epoch' WHERE id = ${id}`
      await done()
      expect([way, await seconds()]).toEqual([way, [{ s: time.getTime() / 1_000, t: time }]])
      expect(await db.customer.findFirst({ where: { id }, select: { lastOrderAt: true } })).toEqual({ lastOrderAt: time })
      expect(await db.$transaction((tx) => tx.$queryRaw`SELECT last_order_at AS t FROM customer WHERE id = ${id}`)).toEqual([
        { t: time },
      ])
    }
  },
)

it.skipIf(isEmbedded)('a setting in the address that nothing depends on counts', async () => {
  const db = await openSet([], '-c random_page_cost=3 -c work_mem=5MB -c jit=on')
  const rows = await db.rows(
    "SELECT current_setting('random_page_cost'), current_setting('work_mem'), current_setting('jit')",
    [],
  )
  expect(rows).toEqual([['3', '5MB', 'on']])
})

it.skipIf(isEmbedded)('statements are not compiled, which takes longer than they do', async () => {
  const db = await openSet(['jit = on', 'jit_above_cost = 0'])
  expect(await db.rows("SELECT current_setting('jit')", [])).toEqual([['off']])
})

it.skipIf(isEmbedded).each(['a%b', '%', 'a%3Fb'])('settings count beside the password %s', async (password) => {
  const db = await openSet([], '-c work_mem=5MB', password)
  const rows = await db.rows("SELECT current_setting('random_page_cost'), current_setting('work_mem')", [])
  expect(rows).toEqual([['1.1', '5MB']])
})

describe.skipIf(isEmbedded)('A session', () => {
  const namesIn = async (url: string, program?: 'server') => {
    const opened = overPostgres(url, { program })
    onTestFinished(opened.close)
    const [row] = await opened.db.rows("SELECT current_setting('application_name')", [])
    return row?.[0]
  }

  it('has a name that tells program, purpose, host and process', async () => {
    const { url = '' } = await openStore()
    expect(await namesIn(url, 'server')).toBe(`tandem server queries@${hostname().slice(0, 30)}:${process.pid}`)
    expect(await namesIn(url)).toMatch(/^tandem command queries@/)
  })

  it('keeps the name that its address gives it', async () => {
    const { url = '' } = await openStore()
    const address = new URL(url)
    address.searchParams.set('application_name', 'the shop of Ida')
    expect(await namesIn(address.href, 'server')).toBe('the shop of Ida')
  })
})
