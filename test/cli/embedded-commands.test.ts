/** The operator's commands over an embedded database, which each of them opens: in this process and in processes of their own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../src/db/connect.ts'
import { openEmbedded } from '../../src/db/embedded/open.ts'
import { runCommand } from '../support/command.ts'
import { seededIn } from '../support/embedded.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { beforeCheck } from '../support/old-rows.ts'
import { today } from '../support/template.ts'

const root = resolve(import.meta.dirname, '..', '..')
const node = resolve(root, 'node_modules/.bin/node')
const dataDir = mkdtempSync(join(tmpdir(), 'tandem-commands-'))
beforeAll(() => seededIn(dataDir))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Runs `tandem …` in this process. */
async function tandem(...args: string[]) {
  const { code, out, err } = await inSight(() => runCommand({ DATA_DIR: dataDir }, args))
  return { code, out, err }
}

/** The output of a command that is done. */
async function done(...args: string[]): Promise<string> {
  const { out, ...rest } = await tandem(...args)
  expect(rest).toEqual({ code: 0, err: '' })
  return out
}

/** Changes the data as an operator would by SQL. */
async function edited(edit: (db: Db) => Promise<unknown>): Promise<void> {
  const { db, close } = await openEmbedded({ dataDir })
  await edit(db).finally(close)
}

/** Runs `tandem …` in a process of its own. */
async function tandemProcess(...args: string[]) {
  // A process of a second is over before a better compilation of the embedded database has paid for itself.
  const options = ['--disable-warning=ExperimentalWarning', '--liftoff-only']
  const child = spawn(node, [...options, 'src/cli/tandem.js', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    timeout: 60_000,
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out: out.trim(), err: err.trim() }
}

describe('Over an embedded database', () => {
  test.each([['key list'], ['doctor --json'], ['store list --help']])(
    'a command in a process of its own writes the same, and ends with the same code: %s',
    async (command) => {
      const args = command.split(' ')
      expect(await tandemProcess(...args)).toEqual(await tandem(...args))
    },
  )

  test('each command reads what those before it wrote', async () => {
    const create = ['key', 'create', '--store', '2', '--scopes', 'read_orders', '--name', 'Warehouse', '--json']
    const { client_id: id } = JSON.parse((await tandem(...create)).out)
    expect(await tandem('key', 'revoke', id)).toEqual({ code: 0, out: `${id} is revoked.`, err: '' })
    const { out } = await tandemProcess('key', 'list', '--store', '2', '--json')
    expect(JSON.parse(out)).toContainEqual(expect.objectContaining({ client_id: id, revoked_at: expect.any(String) }))
  })

  test('doctor names what should be mended, with 1 as long as there is something', async () => {
    const names = [
      'database',
      'settings',
      'clock',
      'keys',
      'secrets',
      'disk',
      'payments',
      'renewals',
      'sums',
      'months',
      'invoices',
      'mails',
      'emails',
      'codes',
      'values',
    ]
    const looked = Object.fromEntries(names.map((name) => [name, 0]))
    const email = 'holloway.family@example.com'
    const message =
      `Store 1: ${email} is the address of customers 9, 10. An order by this address is refused; ` +
      'give all but one of them another address.'
    expect(await tandem('doctor')).toEqual({ code: 1, out: message, err: '' })
    const { code, out } = await tandem('doctor', '--json')
    const finding = { kind: 'shared_email', message, store_id: 1, email, customers: 2, customer_ids: [9, 10] }
    expect({ code, answer: JSON.parse(out) }).toEqual({
      code: 1,
      answer: { findings: [finding], more: 0, checks: { ...looked, emails: 1 } },
    })
    await edited((db) => db.customer.update({ where: ofStore(9n), data: { email: 'nora.holloway@example.com' } }))
    expect(await done('doctor')).toBe('Nothing to mend.')
    expect(JSON.parse(await done('doctor', '--json'))).toEqual({ findings: [], more: 0, checks: looked })

    const twin = { storeId: 1n, name: '', discountType: 'amount', discountValue: 1n, createdAt: today } as const
    await edited((db) => db.coupon.create({ data: { ...twin, id: 50n, code: 'tenth', codeRepetition: 1 } }))
    const shared = {
      kind: 'shared_code',
      message:
        'Store 1: tenth is the code of coupons 1, 50 in different cases. An order by a spelling that none of them has gets ' +
        'coupon 1; give all but one of them another code.',
      ...{ store_id: 1, code: 'tenth', coupons: 2, coupon_ids: [1, 50] },
    }
    await edited(async (db) => {
      await beforeCheck(db, 'product_ship_option_check', "UPDATE product SET ship_option = 'pigeon' WHERE id IN (2, 3)")
      await beforeCheck(db, 'subscription_credit_check', 'UPDATE subscription SET credit = -1 WHERE store_id = 2 AND id = 31')
    })
    const refused = [
      {
        kind: 'refused_value',
        message:
          'Store 1: ship_option of the product must be flat, weight or free; change it in product 2, 3. ' +
          'Until then every change of such a row is refused.',
        ...{ store_id: 1, record_type: 'product', column: 'ship_option', records: 2, record_ids: [2, 3] },
      },
      {
        kind: 'refused_value',
        message:
          'Store 2: credit of the subscription must be at least 0; change it in subscription 31. ' +
          'Until then every change of such a row is refused.',
        ...{ store_id: 2, record_type: 'subscription', column: 'credit', records: 1, record_ids: [31] },
      },
    ]
    const again = await tandem('doctor', '--json')
    expect({ code: again.code, answer: JSON.parse(again.out) }).toEqual({
      code: 1,
      answer: { findings: [shared, ...refused], more: 0, checks: { ...looked, codes: 1, values: 2 } },
    })
  })
})
