/**
 * A process that runs a round of reconciliation for each message `round`, as a server does each minute, and stops itself at a point of a
 * return that another message names. Started with the database's address and a file with the time, which all processes share.
 */
import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { clockOf } from '../../src/db/clock.ts'
import { overPostgres, statementsSent } from '../../src/db/connect.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { sandboxGateway } from '../../src/payments/sandbox.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { type ReturnPoint, returnStatements } from './points.ts'

const [url = '', timeFile = ''] = process.argv.slice(2)
const clock = clockOf(() => new Date(readFileSync(timeFile, 'utf8')))

process.once('disconnect', () => process.exit())

let stopsAt: ReturnPoint | undefined

function pass(point: ReturnPoint): void {
  if (point !== stopsAt) return
  stopsAt = undefined
  process.kill(process.pid, 'SIGSTOP')
}

statementsSent.subscribe((message) => {
  const { text } = message as { text: string }
  for (const [point, statement] of returnStatements) if (statement.test(text)) pass(point)
})

const { db } = overPostgres(url)
const sandbox = sandboxGateway(db, clock)
const gateway = {
  ...sandbox,
  findRefund(reference: string) {
    pass('before the look')
    return sandbox.findRefund(reference)
  },
  async refund(request: Parameters<typeof sandbox.refund>[0]) {
    pass('before the return')
    const answer = await sandbox.refund(request)
    pass('after the return')
    return answer
  },
}

process.on('message', async (message: ReturnPoint | 'round') => {
  if (message !== 'round') {
    stopsAt = message
    process.send?.('ready')
    return
  }
  const results = await reconcile({ db, clock, gateways: gatewaysOf(gateway), report: () => {} })
  process.send?.(results.map(({ result }) => result))
})
flushCompileCache()
process.send?.('ready')
