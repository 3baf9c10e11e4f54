/** The operator's commands over a database of each test's own, in this process. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { demoCustomerId, demoKeys } from '../../prisma/seed/demo.ts'
import { hashSecret } from '../../src/auth/secret.ts'
import { doctorCommand } from '../../src/cli/doctor.ts'
import { keyCommand } from '../../src/cli/key.ts'
import { originCommand } from '../../src/cli/origin.ts'
import { seedCommand } from '../../src/cli/seed.ts'
import { signingKeyCommand } from '../../src/cli/signing-key.ts'
import { storeCommand } from '../../src/cli/store.ts'
import { databaseClock } from '../../src/db/clock.ts'
import { maxValidKeys } from '../../src/resources/merchant-keys/rules.ts'
import { permissions } from '../../src/resources/store/rules.ts'
import { createApp } from '../../src/start/app.ts'
import { type Installed, installed } from '../copies/installed.ts'
import { type DatabaseSettings, runCommand } from '../support/command.ts'
import { inSight } from '../support/every-statement.ts'
import { today } from '../support/template.ts'

const directory = mkdtempSync(join(tmpdir(), 'tandem-cli-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
/** The settings of commands that ask no database. */
const nowhere = () => ({ DATA_DIR: join(directory, `nowhere-${randomUUID()}`) })

/** Runs `tandem …` in this process, and answers what it wrote and the code it would exit with. */
async function tandem(database: DatabaseSettings, ...args: string[]) {
  const { code, out, err } = await inSight(() => runCommand(database, args))
  return { code, out, err }
}

/** The output of a command that is done. */
async function done(database: DatabaseSettings, ...args: string[]): Promise<string> {
  const { out, ...rest } = await tandem(database, ...args)
  expect(rest).toEqual({ code: 0, err: '' })
  return out
}

/** The demo store, for one test alone. */
async function newDatabase(): Promise<Installed> {
  const database = await installed()
  onTestFinished(database.remove)
  return database
}

/** The answers of an app over the database to credentials at a path, and the log entries of the operator's commands. */
const lookInto = (database: Installed, path: string, credentials: string[]) =>
  database.within(async (db) => {
    const log = { info: () => {}, warn: () => {}, error: ({ err }: { err?: unknown }) => console.error(err) }
    const app = createApp({ db, clock: databaseClock, log, pageBase: 0, isEmbedded: true })
    const statuses: number[] = []
    for (const credential of credentials) {
      const headers = { Authorization: `Bearer ${credential}` }
      statuses.push((await app.fetch(new Request(`http://localhost${path}`, { headers }))).status)
    }
    const entries = await db.logEntry.findMany({ where: { actor: 'operator' }, orderBy: { id: 'asc' } })
    expect(new Set(entries.map(({ requestId }) => requestId)).size).toBe(entries.length)
    const logged = JSON.stringify(entries, (_name, value) => (typeof value === 'bigint' ? Number(value) : value))
    return { statuses, entries, logged, keys: await db.merchantKey.findMany() }
  })

const entry = (operation: string, storeId: bigint, recordType: string | null, recordId: unknown, changes: object) =>
  expect.objectContaining({
    surface: 'worker',
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    operation,
    storeId,
    recordType,
    recordId,
    changes,
  })
const from = null
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)

describe('Commands that write', () => {
  test('make, rotate, list and revoke keys, and the log has each without its secret', async () => {
    const database = await newDatabase()
    const key = (...args: string[]) => done(database.env, 'key', ...args)
    const [own, other] = demoKeys
    const made = await key('create', '--store', '1', '--scopes', 'read_orders', '--name', 'Warehouse', '--json')
    const { client_id: clientId, client_secret: first, ...rest } = JSON.parse(made)
    expect(rest).toEqual({ store_id: 1, name: 'Warehouse', scopes: ['read_orders'] })
    expect(first).toMatch(/^tsk_[\w-]{43}$/)

    const rotated = await key('rotate', clientId, '--overlap', '3600')
    const [, id, second = ''] = /^client id {6}(\S+)\nclient secret {2}(\S+)\n/.exec(rotated) ?? []
    expect(id).toBe(clientId)
    expect(rotated).toMatch(/\nThe secret before works until \d{4}-.*Z\.$/)

    const times = { created_at: time, rotated_at: time, previous_works_until: time, revoked_at: null }
    const listed = JSON.parse(await key('list', '--store', '1', '--json'))
    expect(listed).toEqual([
      expect.objectContaining({ client_id: own.clientId }),
      { client_id: clientId, store_id: 1, name: 'Warehouse', scopes: ['read_orders'], ...times },
    ])

    expect(await key('revoke', other.clientId)).toBe(`${other.clientId} is revoked.`)
    const lines = await key('list')
    expect(lines.split('\n')).toEqual([
      expect.stringMatching(/^CLIENT ID +STORE +NAME +STATE +SCOPES$/),
      expect.stringMatching(`^${own.clientId} +1 +Demo +valid +\\*$`),
      expect.stringMatching(`^${other.clientId} +2 +Demo +revoked \\S+ +\\*$`),
      expect.stringMatching(`^${clientId} +1 +Warehouse +valid, the secret before until \\S+ +read_orders$`),
    ])
    expect(new Set(lines.split('\n').map((line) => line.search(/STATE|valid|revoked/))).size).toBe(1)
    expect(lines).not.toMatch(/[0-9a-f]{64}/)

    const pairs = [first, second, 'wrong'].map((secret) => `${clientId}.${secret}`)
    const { statuses, entries, logged, keys } = await lookInto(database, '/v1/orders/', [
      ...pairs,
      `${other.clientId}.${other.secret}`,
    ])
    expect(statuses).toEqual([200, 200, 401, 401])
    const idOf = (wanted?: string) => keys.find((row) => row.clientId === wanted)?.id
    const changes = { name: { from, to: 'Warehouse' }, scopes: { from, to: ['read_orders'] } }
    const rotation = { rotatedAt: { from, to: time }, previousWorksUntil: { from, to: time } }
    expect(entries).toEqual([
      entry('createMerchantKey', 1n, 'merchant_key', idOf(clientId), changes),
      entry('rotateMerchantKey', 1n, 'merchant_key', idOf(clientId), rotation),
      entry('revokeMerchantKey', 2n, 'merchant_key', idOf(other.clientId), { revokedAt: { from, to: time } }),
    ])
    for (const secret of [first, second]) {
      expect(logged).not.toContain(secret)
      expect(logged).not.toContain(hashSecret(clientId, secret))
    }
  })

  test('allow and forbid origins and sign tokens, and the log has each without its secret', async () => {
    const database = await newDatabase()
    const origin = 'https://shop.example'
    const allowed = await done(database.env, 'origin', 'allow', 'https://Shop.example:443', '--store', '1')
    expect(allowed).toBe(`Store 1 allows ${origin}.`)
    const forbidden = await done(database.env, 'origin', 'forbid', origin, '--store', '1')
    expect(forbidden).toBe(`Store 1 no longer allows ${origin}.`)
    const token = await done(
      database.env,
      'customer-token',
      '--store',
      '1',
      '--customer',
      `${demoCustomerId}`,
      '--lifetime',
      '600',
    )
    const missing = await tandem(database.env, 'key', 'rotate', 'tk_nobody')
    expect(missing).toEqual({ code: 1, out: '', err: 'There is no key tk_nobody. See: npm run tandem -- key list' })

    const { statuses, entries, logged } = await lookInto(database, '/v1/store/api/shipments/', [token, `${token}x`])
    expect(statuses).toEqual([200, 401])
    expect(entries).toEqual([
      entry('addAllowedOrigin', 1n, 'allowed_origin', expect.any(BigInt), { origin: { from, to: origin } }),
      entry('removeAllowedOrigin', 1n, null, null, { origin: { from: origin, to: null } }),
      entry('createCustomerToken', 1n, 'customer', BigInt(demoCustomerId), {}),
    ])
    for (const part of token.split('.')) expect(logged).not.toContain(part)
  })

  test('change what a store has chosen for itself, and the log has it', async () => {
    const database = await newDatabase()
    const set = (...args: string[]) => done(database.env, 'store', 'set', '--store', '2', ...args)
    const header = 'STORE  NAME           HOST              TIME ZONE      PAGE BASE  RETRY DAYS  PAST DUE  CUSTOMERS MAY'
    const second = (others: string) =>
      `${header}\n2      Harbour Crumb  second.localhost  ${others.replace(/\w+$/, (fate) => fate.padEnd(8))}  none`
    expect(await set('--page-base', '1')).toBe(second('Europe/London  1          1,3,5,7,14  keep'))
    const kept = {
      retry_days: [1, 3, 5, 7, 14],
      past_due: 'keep',
      renewal_notice_days: 3,
      abandoned_after_hours: 4,
      customers_may: [],
      legal_name: null,
      address: null,
      dispatch_country: 'US',
      prices_include_tax: false,
      tax_id: null,
      invoice_prefix: '',
      invoices_from: null,
    }
    const listed = JSON.parse(await done(database.env, 'store', 'list', '--json'))
    expect(listed).toEqual([
      {
        id: 1,
        name: 'Larch & Lantern',
        host: 'localhost',
        currency: 'USD',
        time_zone: 'America/Chicago',
        page_base: null,
        ...kept,
        customers_may: permissions,
      },
      {
        id: 2,
        name: 'Harbour Crumb',
        host: 'second.localhost',
        currency: 'GBP',
        time_zone: 'Europe/London',
        page_base: 1,
        ...kept,
        dispatch_country: 'GB',
      },
    ])
    expect(await set('--page-base', 'server')).toBe(second('Europe/London  server     1,3,5,7,14  keep'))
    expect(await set('--time-zone', 'europe/lisbon')).toBe(second('Europe/Lisbon  server     1,3,5,7,14  keep'))
    expect(await set('--retry-days', '2,9', '--past-due', 'cancel')).toBe(second('Europe/Lisbon  server     2,9         cancel'))
    expect(await set('--retry-days', 'none')).toBe(second('Europe/Lisbon  server     none        cancel'))
    const missing = await tandem(database.env, 'store', 'set', '--store', '9', '--page-base', '1')
    expect(missing).toEqual({ code: 1, out: '', err: 'There is no store 9. See: npm run tandem -- store list' })
    const { entries } = await lookInto(database, '/v1/orders/', [])
    expect(entries).toEqual([
      entry('updateStore', 2n, 'store', 2n, { pageBase: { from, to: 1 } }),
      entry('updateStore', 2n, 'store', 2n, { pageBase: { from: 1, to: null } }),
      entry('updateStore', 2n, 'store', 2n, { timeZone: { from: 'Europe/London', to: 'Europe/Lisbon' } }),
      entry('updateStore', 2n, 'store', 2n, {
        retryDays: { from: [1, 3, 5, 7, 14], to: [2, 9] },
        cancelsPastDue: { from: false, to: true },
      }),
      entry('updateStore', 2n, 'store', 2n, { retryDays: { from: [2, 9], to: [] } }),
    ])
  })

  test('make no more valid keys than a store may have', async () => {
    const database = await newDatabase()
    const key = { storeId: 2n, secretHash: '', scopes: ['*'], createdAt: today }
    // One is there.
    const data = Array.from({ length: maxValidKeys - 1 }, (_, place) => ({ ...key, clientId: `tk_${place}` }))
    await database.within((db) => db.merchantKey.createMany({ data }))
    const create = ['key', 'create', '--store', '2', '--scopes', 'read_orders']
    const refused = await tandem(database.env, ...create)
    expect(refused).toEqual({ code: 1, out: '', err: 'A store has at most 100 valid keys; revoke one first.' })
    await done(database.env, 'key', 'revoke', 'tk_7')
    await done(database.env, ...create)
  })
})

describe('A command that cannot be read ends with one line and 1, and asks no database', () => {
  test.each([
    ['key create --store 1 --scopes read_orders,fly', /^Unknown scope: fly; known are \*, admin, /],
    ['key rotate x --overlap 1h', '--overlap must be a whole number of seconds, not 1h.'],
    ['customer-token --customer 1', "error: required option '--store <id>' not specified"],
    ['customer-token --store 1 --customer 1 --lifetime 1e3', '--lifetime must be a whole number of seconds, not 1e3.'],
    ['origin allow https://shop.example/path --store 1', /^https:\/\/shop.example\/path is not an origin; /],
    ['store set --store 1 --page-base 2', '--page-base must be 0, 1 or server, not 2.'],
    [
      'store set --store 1',
      'Give a setting to change: --page-base <number>, --time-zone <name>, --retry-days <list>, --past-due <fate>, --renewal-notice-days <number>, --abandoned-after-hours <number>, --name <text>, --host <name>, --currency <code>, --customers-may <list>, --dispatch-country <code>, --prices-include-tax <yes|no>, --legal-name <text>, --address <text>, --tax-id <number>, --invoice-prefix <text>, --invoices-from <time>.',
    ],
    ['store set --store 1 --time-zone Berlin', '--time-zone must be an IANA name such as Europe/Berlin or UTC, not Berlin.'],
    ['store set --store 1 --time-zone=+01:00', '--time-zone must be an IANA name such as Europe/Berlin or UTC, not +01:00.'],
    [
      'store set --store 1 --retry-days 3,1',
      '--retry-days must be at most 20 rising numbers from 1 to 30, such as 1, 3, 5, or none.',
    ],
    ['store set --store 1 --past-due pause', '--past-due must be cancel or keep, not pause.'],
    ['origin list --store 0', '--store must be a whole number from 1 to 9007199254740991, not 0.'],
  ])('%s', async (command, line) => {
    const database = nowhere()
    const { code, out, err } = await tandem(database, ...command.split(' '))
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toEqual(typeof line === 'string' ? line : expect.stringMatching(line))
    expect(err.split('\n')).toHaveLength(1)
    expect(existsSync(database.DATA_DIR)).toBe(false)
  })
})

describe('Where there is no database', () => {
  test.each(['key list', 'customer-token --store 1 --customer 1'])('%s says so and makes none', async (command) => {
    const database = nowhere()
    expect(await tandem(database, ...command.split(' '))).toEqual({
      code: 1,
      out: '',
      err: `There is no database in ${database.DATA_DIR} yet. DATA_DIR names another directory; npm start makes a demo store.`,
    })
    expect(existsSync(database.DATA_DIR)).toBe(false)
  })
})

describe('When a program asks', () => {
  test('each command can answer JSON', () => {
    const groups = [keyCommand, originCommand, signingKeyCommand, storeCommand]
    const commands = [seedCommand, doctorCommand, ...groups.flatMap(({ commands }) => commands)]
    expect(commands.filter(({ options }) => !options.some(({ long }) => long === '--json')).map((each) => each.name())).toEqual(
      [],
    )
  })

  test('it is told what was done', async () => {
    const database = await newDatabase()
    const answer = async (...args: string[]) => JSON.parse(await done(database.env, ...args, '--json'))
    const origin = 'https://shop.example'
    expect(await answer('migrate')).toEqual({ up_to_date: true, applied: [] })
    expect(await answer('origin', 'allow', origin, '--store', '1')).toEqual({ store_id: 1, origin, allowed: true, is_new: true })
    expect(await answer('signing-key', 'rotate', '--now')).toEqual({ key_id: expect.any(String), older_withdrawn: true })
    expect(await answer('key', 'revoke', 'demo2')).toEqual({ client_id: 'demo2', store_id: 2, revoked: true })
  })
})

test('A command called with too little tells what there is', async () => {
  for (const group of [[], ['key']]) {
    const out = await done(nowhere(), ...group)
    expect(out).toMatch(new RegExp(`^Usage: ${['tandem', ...group].join(' ')} `))
    expect(out).toContain('Commands:')
  }
  expect(await tandem(nowhere(), 'key', 'lst')).toEqual({
    code: 1,
    out: '',
    err: "error: unknown command 'lst'\n(Did you mean list?)",
  })
})

test('Each command tells how it is used, and marks what must be given', async () => {
  const out = await done(nowhere(), 'key', 'create', '--help')
  for (const part of ['--store <id>', '--scopes <list>', '--name <text>', '--json', 'read_orders, write_orders'])
    expect(out).toContain(part)
  expect(out.match(/--(store|scopes|name|json)[^-]*\(required\)/g)).toHaveLength(2)
})
