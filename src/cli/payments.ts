/** `tandem payments`: looks after payments that were left open. */
import { databaseTime, followingClock } from '../db/clock.ts'
import { openGateways } from '../payments/open.ts'
import { reconcile } from '../purchases/payment/reconcile.ts'
import { json, OperatorCommand } from './command.ts'
import { report, say, withActingDatabase } from './operate.ts'

export const paymentsCommand = new OperatorCommand('payments')

paymentsCommand
  .command('reconcile')
  .description('ask the gateway about payments that are open or were given up, and settle them')
  .option(...json)
  .action((options: { json?: boolean }) =>
    withActingDatabase(async (db) => {
      const clock = await followingClock(() => databaseTime(db))
      const settled = await reconcile({ db, clock, gateways: openGateways(db, clock), report })
      if (settled.some(({ result }) => result === 'failed')) process.exitCode = 1
      if (options.json) return say(JSON.stringify(settled))
      for (const { reference, result } of settled) say(`${reference}  ${result}`)
      say(settled.length > 0 ? `Looked after ${settled.length}.` : 'No payment is due to be looked after.')
    }),
  )
