/** The operator's key commands: the real ones, each in a process of its own, over a data directory of their own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { hashSecret } from '../../src/auth/secret.ts'
import { openDatabase } from '../../src/db/connect.ts'

const root = resolve(import.meta.dirname, '..', '..')
const node = resolve(root, 'node_modules/.bin/node')
const dataDir = mkdtempSync(join(tmpdir(), 'tandem-cli-'))

/** Runs `tandem …` and answers what it wrote and its exit code. */
async function tandem(...args: string[]) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', 'src/cli/tandem.ts', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    timeout: 60_000,
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out: out.trim(), err: err.trim() }
}

/** What a store over the same directory answers to these secrets of a client. */
async function statuses(clientId: string, secrets: string[]): Promise<number[]> {
  const { db, close } = await openDatabase({ kind: 'embedded', dataDir })
  try {
    const log = { info: () => {}, error: ({ err }: { err?: unknown }) => console.error(err) }
    const app = createApp({ db, now: () => new Date(), log, pageBase: 0, isEmbedded: true })
    const answers = []
    for (const secret of secrets) {
      const headers = { Authorization: `Bearer ${clientId}.${secret}` }
      answers.push((await app.fetch(new Request('http://localhost/v1/orders/', { headers }))).status)
    }
    return answers
  } finally {
    await close()
  }
}

beforeAll(async () => {
  const { db, close } = await openDatabase({ kind: 'embedded', dataDir })
  await db.store.createMany({
    data: ['localhost', 'second.localhost'].map((host) => ({ name: host, host, createdAt: new Date(0) })),
  })
  const key = { clientId: 'elsewhere', secretHash: hashSecret('elsewhere', 's') }
  await db.merchantKey.create({ data: { ...key, storeId: 2n, scopes: ['*'], createdAt: new Date(0) } })
  await close()
})

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('A key is made, rotated, listed and revoked', { timeout: 120_000 }, async () => {
  const made = await tandem('key', 'create', '--store', '1', '--scopes', 'read_orders', '--name', 'Warehouse', '--json')
  expect(made).toMatchObject({ code: 0, err: '' })
  const { client_id: clientId, client_secret: first, ...rest } = JSON.parse(made.out)
  expect(rest).toEqual({ store_id: 1, name: 'Warehouse', scopes: ['read_orders'] })
  expect(first).toMatch(/^tsk_[\w-]{43}$/)

  const rotated = await tandem('key', 'rotate', clientId, '--overlap', '3600')
  expect(rotated).toMatchObject({ code: 0, err: '' })
  const [, id, second = ''] = /^client id {6}(\S+)\nclient secret {2}(\S+)\n/.exec(rotated.out) ?? []
  expect(id).toBe(clientId)
  expect(rotated.out).toMatch(/\nThe secret before works until \d{4}-.*Z\.$/)
  expect(await statuses(clientId, [first, second, 'wrong'])).toEqual([200, 200, 401])

  const listed = await tandem('key', 'list', '--store', '1', '--json')
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  expect(JSON.parse(listed.out)).toEqual([
    {
      client_id: clientId,
      store_id: 1,
      name: 'Warehouse',
      scopes: ['read_orders'],
      created_at: time,
      rotated_at: time,
      previous_works_until: time,
      revoked_at: null,
    },
  ])

  expect(await tandem('key', 'revoke', clientId)).toEqual({ code: 0, out: `${clientId} is revoked.`, err: '' })
  expect(await statuses(clientId, [first, second])).toEqual([401, 401])
  const { out } = await tandem('key', 'list')
  expect(out.split('\n')).toEqual([
    'elsewhere  store 2  *  valid',
    expect.stringMatching(`^${clientId}  store 1  read_orders  revoked \\S+  Warehouse$`),
  ])
  expect(out).not.toMatch(/[0-9a-f]{64}/)
})

describe('A command that cannot be done ends with one line and 1', () => {
  test.each([
    [['create', '--store', '0', '--scopes', '*'], '--store must be a whole number from 1 to 9007199254740991, not 0.'],
    [['create', '--store', '1', '--scopes', 'read_orders,fly'], /^Unknown scope: fly; known are \*, admin, /],
    [['rotate', 'tk_nobody'], 'There is no key tk_nobody. See: npx tandem key list'],
    [['rotate', 'x', '--overlap', '1h'], '--overlap must be a whole number of seconds from 0 to 2592000, not 1h.'],
  ])('key %j', { timeout: 60_000 }, async (args, line) => {
    const { code, out, err } = await tandem('key', ...args)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toEqual(typeof line === 'string' ? line : expect.stringMatching(line))
    expect(err.split('\n')).toHaveLength(1)
  })

  test('and each command tells how it is used', { timeout: 60_000 }, async () => {
    const { code, out } = await tandem('key', 'create', '--help')
    expect(code).toBe(0)
    for (const part of ['--store <id>', '--scopes <list>', '--name <text>', '--json', 'read_orders, write_orders'])
      expect(out).toContain(part)
  })
})
