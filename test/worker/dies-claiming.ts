/**
 * A process over an embedded database that dies with claims: it claims what is due, prints the subscription's id, and is killed.
 * Started with the data directory and the address of a webhook.
 */

import { claimDeliveries } from '../../src/consumers/claim.ts'
import { databaseClock } from '../../src/db/clock.ts'
import { openEmbedded } from '../../src/db/embedded/open.ts'
import { webhookRows } from '../../src/webhooks/rows.ts'
import { claimDue } from '../../src/worker/due.ts'

const [dataDir = '', url = ''] = process.argv.slice(2)
const { db } = await openEmbedded({ dataDir })
const [one] = await db.$queryRaw<[{ id: bigint }]>`
  SELECT id FROM subscription WHERE store_id = 1 AND status = 'active' AND autorenew AND customer_id = 1 ORDER BY id LIMIT 1`
await db.$executeRaw`UPDATE subscription SET status = 'suspended', past_due_reason = NULL WHERE id <> ${one.id}`
await db.$executeRaw`
  UPDATE subscription SET end_date = date_trunc('second', now()) - interval '1 hour' WHERE store_id = 1 AND id = ${one.id}`
await db.$executeRaw`UPDATE store SET clock_now = NULL, has_test_clock = false`
const now = new Date()
const hook = { storeId: 1n, url, secret: 'whsec_AAAA', lastSequence: 10_000n, createdAt: now }
const { id: webhookId } = await db.webhook.create({ data: hook })
const due = { storeId: 1n, webhookId, eventType: 'order.created', request: '{}', nextTryAt: new Date(0), createdAt: now }
await db.webhookDelivery.create({ data: { ...due, sequence: 1n, messageId: 'evt_1' } })
const claimed = await claimDue(db, databaseClock, 100)
const deliveries = await claimDeliveries(webhookRows, db, databaseClock, 100)
if (!claimed.some(({ id }) => id === one.id) || deliveries.length !== 1) throw new Error('Not all was claimed.')
process.stdout.write(`${one.id}\n`, () => process.kill(process.pid, 'SIGKILL'))
