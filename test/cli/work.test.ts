/** `tandem work --once` in a process of its own, which loads the module of its command alone: what is due is done. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, inject, it } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { copyToDirectory } from '../support/embedded.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { addMonthly } from '../writes/rows.ts'

const template = inject('template')
const dataDir = mkdtempSync(join(tmpdir(), 'tandem-work-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

if ('dataDir' in template) copyToDirectory(template.dataDir, dataDir)
const store = 'dataDir' in template ? undefined : await openStore()

/** The database, which another process has while it is closed. */
const open = async () => (store ? { db: store.db, close: async () => {} } : openDatabase({ kind: 'embedded', dataDir }))

it('renews what is due', async () => {
  const before = await open()
  await before.db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
  const { id } = await addMonthly(before.db, { endDate: new Date(Date.now() - 60_000) })
  await before.close()
  const root = resolve(import.meta.dirname, '../..')
  const env = { PATH: process.env.PATH, ...(store ? { DATABASE_URL: store.url } : { DATA_DIR: dataDir }) }
  const options = ['--disable-warning=ExperimentalWarning', 'src/cli/tandem.js', 'work', '--once', '--json']
  const child = spawn(resolve(root, 'node_modules/.bin/node'), options, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  expect(err).toBe('')
  expect(JSON.parse(out)).toMatchObject({ looked_after: 1 })
  const after = await open()
  const where = { storeId: 1n, isRenewal: true, financialStatus: 'paid', products: { some: { subscriptionId: id } } } as const
  expect(await after.db.order.count({ where })).toBe(1)
  expect(await after.db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ status: 'active' })
  await after.close()
})
