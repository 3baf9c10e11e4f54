/**
 * A server in a process of its own that stops itself at a point of a purchase, as a machine may at any: it is told the point by
 * a message, and goes on with SIGCONT. Started with the database's address and how many seconds its clock is ahead.
 */
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { databaseClock } from '../../src/db/clock.ts'
import { overPostgres } from '../../src/db/connect.ts'
import { createListener } from '../../src/http/server/listener.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { sandboxGateway } from '../../src/payments/sandbox.ts'
import { createApp } from '../../src/start/app.ts'
import { before, isClaim, type Point, type RefundPoint } from './points.ts'

const [url = '', secondsAhead = '0'] = process.argv.slice(2)
const clock = { ...databaseClock, now: () => new Date(Date.now() + Number(secondsAhead) * 1_000) }

process.once('disconnect', () => process.exit())

let stopsAt: Point | RefundPoint | undefined
process.on('message', (point: Point | RefundPoint) => {
  stopsAt = point
  process.send?.('ready')
})

function pass(point: Point | RefundPoint): void {
  if (point !== stopsAt) return
  stopsAt = undefined
  process.kill(process.pid, 'SIGSTOP')
}

const { db } = overPostgres(url)
const sandbox = sandboxGateway(db, clock)
const app = createApp({
  db: before(db, isClaim, () => pass('before the claim')),
  clock,
  log: { info: () => {}, warn: () => {}, error: () => {} },
  pageBase: 0,
  isEmbedded: true,
  gateways: gatewaysOf({
    ...sandbox,
    async charge(request) {
      pass('before the charge')
      const charge = await sandbox.charge(request)
      pass('after the charge')
      return charge
    },
    async refund(request) {
      pass('before the refund')
      const answer = await sandbox.refund(request)
      pass('after the refund')
      return answer
    },
  }),
})
const server = createListener(app, 0)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
// Node does so when a process ends by itself; the next of them starts in two thirds of the time.
flushCompileCache()
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
