/**
 * A server in a process of its own that takes webhooks of a local Stripe, reads disputes for each message `round`, and stops itself at a point
 * that another message names. Started with the database's address, a file with the time, the key of secrets and the port of the local Stripe.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { clockOf } from '../../../src/db/clock.ts'
import { overPostgres, statementsSent } from '../../../src/db/connect.ts'
import { createListener } from '../../../src/http/server/listener.ts'
import { openGateways } from '../../../src/payments/open.ts'
import { createApp } from '../../../src/start/app.ts'
import { readSealingKey } from '../../../src/values/sealed.ts'
import { lookAtDisputes } from '../../../src/worker/disputes.ts'
import { type DisputePoint, disputeStatements } from './points.ts'

const [url = '', timeFile = '', key = '', port = ''] = process.argv.slice(2)
const clock = clockOf(() => new Date(readFileSync(timeFile, 'utf8')))

process.once('disconnect', () => process.exit())

let stopsAt: DisputePoint | undefined
/** Whether a dispute was read in this round. */
let isRead = false

function pass(point: DisputePoint): void {
  if (point !== stopsAt) return
  stopsAt = undefined
  process.kill(process.pid, 'SIGSTOP')
}

statementsSent.subscribe((message) => {
  const { text } = message as { text: string }
  if (/INSERT INTO gateway_notice/.test(text)) pass('before the notice')
  // The next ones are taken when the first are written.
  if (isRead && /UPDATE gateway_dispute SET looks/.test(text)) pass('after the commit')
  for (const [point, statement] of Object.entries(disputeStatements)) if (statement.test(text)) pass(point as DisputePoint)
})

const { db } = overPostgres(url)
const opened = openGateways(db, clock, {
  keys: { present: readSealingKey(key) as NonNullable<ReturnType<typeof readSealingKey>> },
  address: { host: '127.0.0.1', port: Number(port), protocol: 'http' },
})
const gateways: typeof opened = {
  ...opened,
  of(name) {
    const gateway = opened.of(name)
    const { disputes } = gateway
    if (!disputes) return gateway
    return {
      ...gateway,
      disputes: {
        ...disputes,
        async find(storeId, reference) {
          pass('before the read')
          const found = await disputes.find(storeId, reference)
          isRead = true
          pass('after the read')
          return found
        },
      },
    }
  },
}
const app = createApp({
  ...{ db, clock, gateways, pageBase: 0, isEmbedded: true },
  log: { info: () => {}, warn: () => {}, error: () => {} },
  gatewayTold: () => pass('after the notice'),
})

process.on('message', async (message: DisputePoint | 'round') => {
  if (message !== 'round') {
    stopsAt = message
    process.send?.('ready')
    return
  }
  isRead = false
  process.send?.(await lookAtDisputes({ db, clock, gateways, report: () => {} }))
})
const server = createListener(app, 0)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
flushCompileCache()
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
