/** Claims of a process that dies: others have them within a minute, the embedded database at its start. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { claimDeliveries } from '../../src/consumers/claim.ts'
import { clockOf } from '../../src/db/clock.ts'
import { webhookRows } from '../../src/webhooks/rows.ts'
import { claimDue } from '../../src/worker/due.ts'
import { copyToDirectory } from '../support/embedded.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { startOptions } from '../support/start-options.ts'
import { openStore } from '../support/store.ts'
import { addMonthly } from '../writes/rows.ts'

const root = resolve(import.meta.dirname, '../..')
const node = resolve(root, 'node_modules/.bin/node')
const template = inject('template')

describe('A claim', async () => {
  const { db } = await openStore({ isApart: true })
  const start = new Date('2026-03-20T09:00:00Z')
  const at = (seconds: number) => clockOf(() => new Date(start.getTime() + seconds * 1_000))

  it('of a subscription lasts a minute and no longer', async () => {
    await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
    const { id } = await addMonthly(db, { endDate: start, anchorDay: 31 })
    const claim = async (seconds: number) => (await inSight(() => claimDue(db, at(seconds), 10))).map((due) => Number(due.id))
    expect(await claim(0)).toEqual([id])
    expect(await claim(59)).toEqual([])
    expect(await claim(61)).toEqual([id])
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({
      claimedUntil: new Date(start.getTime() + 121_000),
    })
  })

  it('a webhook delivery claimed by a dead worker is free after a minute', async () => {
    const hook = { storeId: 1n, url: 'http://127.0.0.1:1/', secret: 'whsec_AAAA', lastSequence: 10_000n, createdAt: start }
    const { id: webhookId } = await db.webhook.create({ data: hook })
    const due = { storeId: 1n, webhookId, eventType: 'order.created', request: '{}', nextTryAt: start, createdAt: start }
    await db.webhookDelivery.create({ data: { ...due, sequence: 1n, messageId: 'evt_1' } })
    const claim = async (seconds: number) => (await inSight(() => claimDeliveries(webhookRows, db, at(seconds), 10))).length
    expect([await claim(0), await claim(10), await claim(60)]).toEqual([1, 0, 1])
  })
})

/** Starts the server over a directory; answers its address. */
async function serve(dataDir: string): Promise<string> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', WEBHOOK_ALLOW_PRIVATE: 'on' }
  const options = [...startOptions, '--liftoff-only', 'src/launch.js', '--with-parent', 'src/server.ts']
  const child = spawn(node, options, { cwd: root, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  for (;;) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? []
    if (address) return address
    if (child.exitCode !== null) throw new Error(text)
    await sleep(50)
  }
}

describe.runIf('dataDir' in template)('A process over the embedded database that is killed with claims', () => {
  it('keeps the next one from none of it: renewal and delivery are done at its start', async () => {
    if (!('dataDir' in template)) return
    const dataDir = mkdtempSync(join(tmpdir(), 'tandem-claims-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    copyToDirectory(template.dataDir, dataDir)
    let deliveredAt: number | undefined
    const receiver = createServer((_request, response) => {
      deliveredAt ??= performance.now()
      response.end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    onTestFinished(() => void receiver.close())
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const dying = spawn(node, ['test/worker/dies-claiming.ts', dataDir, url], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    let id = ''
    dying.stdout.on('data', (chunk) => (id += chunk))
    const [, signal] = await once(dying, 'close')
    expect(signal).toBe('SIGKILL')
    const address = await serve(dataDir)
    const began = performance.now()
    const endDate = async () => {
      const response = await fetch(`${address}/v1/subscriptions/${id.trim()}`, {
        headers: { Authorization: 'Bearer demo.demo-secret' },
      })
      return new Date(((await response.json()) as { end_date: string }).end_date)
    }
    while ((await endDate()) < new Date() || deliveredAt === undefined) {
      expect(performance.now() - began).toBeLessThan(30_000)
      await sleep(100)
    }
  })
})
