/** `tandem clock`, and the stores that are made with a test clock, over a database of a test's own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { copyToDirectory } from '../support/embedded.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { addMonthly } from '../writes/rows.ts'

const template = inject('template')
const directory = mkdtempSync(join(tmpdir(), 'tandem-clock-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const dataDir = join(directory, 'data')
if ('dataDir' in template) copyToDirectory(template.dataDir, dataDir)
const store = 'dataDir' in template ? undefined : await openStore()

/** Runs `tandem …` in this process, and answers what it wrote and the code it would exit with. */
async function tandem(...args: string[]) {
  const { code, out, err } = await inSight(() => runCommand(store ? { DATABASE_URL: store.url } : { DATA_DIR: dataDir }, args))
  return { code, out, err }
}

const done = async (...args: string[]) => {
  const { out, ...others } = await tandem(...args)
  expect(others).toEqual({ code: 0, err: '' })
  return out
}
const refused = async (...args: string[]) => {
  const { err, code } = await tandem(...args)
  expect(code).toBe(1)
  return err
}

let number = 0
/** Makes a store of a test's own and answers its id. */
async function made(...options: string[]): Promise<string> {
  const host = `clock${++number}.example`
  const shown = await done('store', 'create', '--name', 'Rehearsal', '--host', host, '--currency', 'EUR', '--json', ...options)
  return String(JSON.parse(shown).id)
}

describe('store create', () => {
  it('makes a store, whose first key is made next', async () => {
    const shown = await done('store', 'create', '--name', 'Rehearsal', '--host', 'Try.Example', '--currency', 'eur', '--json')
    const { id, ...others } = JSON.parse(shown)
    const chosen = { time_zone: 'UTC', page_base: null, retry_days: [1, 3, 5, 7, 14], past_due: 'keep', renewal_notice_days: 3 }
    const unset = {
      abandoned_after_hours: 4,
      customers_may: [],
      legal_name: null,
      address: null,
      dispatch_country: null,
      prices_include_tax: false,
      tax_id: null,
      invoice_prefix: '',
      invoices_from: null,
    }
    expect(others).toEqual({ name: 'Rehearsal', host: 'try.example', currency: 'EUR', ...chosen, ...unset })
    expect(await done('key', 'create', '--store', String(id), '--scopes', '*')).toContain('client secret')
    expect(JSON.parse(await done('clock', 'show', '--store', String(id), '--json'))).toMatchObject({
      is_test: false,
      target: null,
    })
  })

  it.each([
    [
      '--host must be a host name without scheme and port, such as shop.example, not https://shop.example.',
      { host: 'https://shop.example' },
    ],
    ["--host localhost is another store's.", { host: 'localhost' }],
    ['--currency must be an ISO 4217 code such as USD or EUR, not EURO.', { currency: 'EURO' }],
    ['--name must not be empty.', { name: ' ' }],
    [
      '--test-clock must be an ISO 8601 date or time, such as 2026-11-20 or 2026-11-20T13:45:00Z, not soon.',
      { 'test-clock': 'soon' },
    ],
    ['A test clock must stand in the years 2000 to 2199, not at 9999-12-31T00:00:00Z.', { 'test-clock': '9999-12-31' }],
  ])('says: %s', async (sentence, wrong) => {
    const given = { name: 'Rehearsal', host: 'wrong.example', currency: 'EUR', ...wrong }
    expect(await refused('store', 'create', ...Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]))).toBe(
      sentence,
    )
  })
})

describe('store delete', () => {
  it('says what would be deleted, and does it when it is told to', async () => {
    const id = await made('--test-clock', '2026-01-01')
    const { out, err, code } = await tandem('store', 'delete', '--store', id)
    expect({ err, code }).toEqual({
      err: `Store ${id}, Rehearsal, would be deleted with these rows; give --yes to do it.`,
      code: 1,
    })
    expect(out).toMatch(/^TABLE +ROWS\n/)
    const asJson = await tandem('store', 'delete', '--store', id, '--json')
    expect({ ...asJson, out: JSON.parse(asJson.out) }).toMatchObject({ err, code, out: { id: Number(id), deleted: false } })
    expect(Object.keys(JSON.parse(asJson.out).rows)).toContain('log_entry')
    expect(await done('store', 'delete', '--store', id, '--yes')).toContain(`Store ${id}, Rehearsal, is deleted.`)
    expect(await refused('store', 'delete', '--store', id)).toBe(`There is no store ${id}. See: npm run tandem -- store list`)
    expect(await refused('store', 'delete', '--store', '1', '--yes')).toBe(
      'Store 1 keeps real time; only a store that was made with a test clock can be deleted.',
    )
  })
})

describe('clock', () => {
  it('shows where a test clock stands, and moves it', async () => {
    const id = await made('--test-clock', '2026-01-01')
    expect(await done('clock', 'show', '--store', id)).toBe(
      `STORE  CLOCK  NOW                   TARGET\n${id.padEnd(5)}  test   2026-01-01T00:00:00Z  none`,
    )
    expect(await done('clock', 'advance', '--store', id, '--to', '2026-06-01T12:00:00+02:00')).toBe(
      `It is 2026-06-01T10:00:00Z in store ${id}.`,
    )
    expect(JSON.parse(await done('clock', 'advance', '--store', id, '--to', '2027-01-01', '--json'))).toEqual({
      store_id: Number(id),
      is_test: true,
      now: '2027-01-01T00:00:00Z',
      target: null,
      is_moving: false,
    })
  })

  it('moves none backwards, none of a real store, and none that there is not', async () => {
    const id = await made('--test-clock', '2026-01-01')
    const to = (time: string, store = id) => refused('clock', 'advance', '--store', store, '--to', time)
    expect(await to('2025-12-31')).toBe(
      '--to must lie after 2026-01-01T00:00:00Z, where the clock stands: no clock is moved backwards.',
    )
    expect(await to('2037-01-01')).toBe('--to must not lie after 2036-01-01T00:00:00Z: a clock is moved by 10 years at most.')
    expect(await to('next year')).toBe(
      '--to must be an ISO 8601 date or time, such as 2026-11-20 or 2026-11-20T13:45:00Z, not next year.',
    )
    expect(await to('2027-01-01', await made())).toBe(
      'The store keeps real time; only a store that was made with a test clock can have it moved.',
    )
    expect(await to('2027-01-01', '999')).toBe('There is no store 999. See: npm run tandem -- store list')
    expect(await refused('clock', 'show', '--store', '999')).toBe('There is no store 999. See: npm run tandem -- store list')
  })

  // The embedded database is in one process alone.
  it.skipIf(!store)('that is stopped on its way goes on with another process', async () => {
    const { db, url = '' } = store as NonNullable<typeof store>
    await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
    await db.store.update({ where: { id: 1n }, data: { hasTestClock: true, clockNow: new Date('2026-03-15T00:00:00Z') } })
    const ids: number[] = []
    for (let day = 16; day <= 27; day += 1)
      ids.push((await addMonthly(db, { endDate: new Date(`2026-03-${day}T09:00:00Z`), anchorDay: day })).id)
    const root = resolve(import.meta.dirname, '../..')
    const options = ['--disable-warning=ExperimentalWarning', 'src/cli/tandem.js']
    const child = spawn(
      resolve(root, 'node_modules/.bin/node'),
      [...options, 'clock', 'advance', '--store', '1', '--to', '2028-03-15'],
      {
        cwd: root,
        env: { PATH: process.env.PATH, DATABASE_URL: url },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const said = text(child.stdout)
    const clockNow = async () => (await db.store.findUniqueOrThrow({ where: { id: 1n } })).clockNow?.toISOString() ?? ''
    await expect.poll(async () => (await clockNow()) > '2026-04-01', { timeout: 30_000 }).toBe(true)
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(await said).toMatch(
      /^Stopped at 20\S+Z\. It goes on with any server that works, or with: npm run tandem -- work --once\n$/,
    )
    expect((await clockNow()) < '2028-03-15').toBe(true)
    expect(await refused('clock', 'advance', '--store', '1', '--to', '2031-01-01')).toBe(
      'The clock is on its way to 2028-03-15T00:00:00Z; wait until it is there before it is moved again.',
    )
    expect(await done('work', '--once')).toMatch(
      /^Looked after \d+ subscriptions, and sent \d+ deliveries(?: and \d+ mails)?; GET \/v1\/events\/ says what became of each\.$/,
    )
    expect(await clockNow()).toBe('2028-03-15T00:00:00.000Z')
    for (const id of ids) {
      expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ status: 'active' })
      expect(await db.order.count({ where: { storeId: 1n, isRenewal: true, products: { some: { subscriptionId: id } } } })).toBe(
        24,
      )
    }
  })
})
