/**
 * A server in a process of its own whose payments go to a local Stripe, and that stops itself at a point of a charge or a refund. Started
 * with the database's address and the port of the local Stripe.
 */
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { databaseClock } from '../../../src/db/clock.ts'
import { overPostgres } from '../../../src/db/connect.ts'
import { createListener } from '../../../src/http/server/listener.ts'
import { gatewaysOf } from '../../../src/payments/gateways.ts'
import { stripeGateway } from '../../../src/payments/stripe/gateway.ts'
import { createApp } from '../../../src/start/app.ts'
import { before, isClaim } from '../points.ts'
import type { StripePoint } from './points.ts'

const [url = '', port = ''] = process.argv.slice(2)

process.once('disconnect', () => process.exit())

let stopsAt: StripePoint | undefined
process.on('message', (point: StripePoint) => {
  stopsAt = point
  process.send?.('ready')
})

function pass(point: StripePoint): void {
  if (point !== stopsAt) return
  stopsAt = undefined
  process.kill(process.pid, 'SIGSTOP')
}

const { db } = overPostgres(url)
const clock = { ...databaseClock, now: () => new Date() }
const accounts = { of: async () => ({ secretKey: 'sk_test_local' }) }
const stripe = stripeGateway({ accounts, clock, address: { host: '127.0.0.1', port: Number(port), protocol: 'http' } })
const app = createApp({
  db: before(db, isClaim, () => pass('before the claim')),
  clock,
  log: { info: () => {}, warn: () => {}, error: () => {} },
  pageBase: 0,
  isEmbedded: true,
  gateways: gatewaysOf({
    ...stripe,
    async charge(request) {
      pass('before the create')
      const begin = async (id: string) => {
        pass('after the create')
        const isBegun = await request.begin(id)
        pass('before the confirm')
        return isBegun
      }
      const charge = await stripe.charge({ ...request, begin })
      pass('after the confirm')
      return charge
    },
    async find(reference, asked) {
      pass('before the look')
      const found = await stripe.find(reference, asked)
      pass('after the look')
      return found
    },
    async refund(request) {
      pass('before the refund')
      const answer = await stripe.refund(request)
      pass('after the refund')
      return answer
    },
  }),
})
const server = createListener(app, 0)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
flushCompileCache()
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
