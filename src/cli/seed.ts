/** `tandem seed`: the demo store, or with `--scale N` that many thousand subscriptions, into an empty database. */
import { InvalidArgumentError } from 'commander'
import { demoKeys } from '../../prisma/seed/demo.ts'
import { duration } from '../../prisma/seed/progress.ts'
import { maxStores } from '../../prisma/seed/scale/catalogue.ts'
import { seed } from '../../prisma/seed.ts'
import { readConfig } from '../config/config.ts'
import { OperatorError } from '../values/operator-error.ts'
import { json, OperatorCommand } from './command.ts'
import { say } from './operate.ts'

export const seedCommand = new OperatorCommand('seed')
  .option('--scale <thousands>', 'make this many thousand subscriptions instead of the demo store', readThousands)
  .option('--stores <number>', 'with --scale: over how many stores, 1 to 200 (default: 20)', readStores)
  .option(...json)
  .action(main)

type Options = { scale?: number; stores?: number; json?: boolean }

function readThousands(text: string): number {
  const thousands = Number(text)
  if (!/^\d+$/.test(text) || thousands < 1 || thousands > 10_000)
    throw new InvalidArgumentError('Give a whole number from 1 to 10000.')
  return thousands
}

function readStores(text: string): number {
  const stores = Number(text)
  if (!/^\d+$/.test(text) || stores < 1 || stores > maxStores)
    throw new InvalidArgumentError(`Give a whole number from 1 to ${maxStores}.`)
  return stores
}

async function main({ scale: thousands, stores, json }: Options): Promise<void> {
  if (stores !== undefined && thousands === undefined) throw new OperatorError('--stores goes with --scale.')
  const began = Date.now()
  const made = await seed(readConfig().database, thousands === undefined ? undefined : { thousands, stores })
  const seconds = (Date.now() - began) / 1000
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024)
  const keys = thousands === undefined ? demoKeys : []
  if (json) return say(JSON.stringify({ made, keys: keys.map(shownKey), seconds: Math.round(seconds), megabytes }))
  report(made, keys, `Took ${duration(seconds)}, at most ${megabytes} MiB of memory.`)
}

type DemoKey = (typeof demoKeys)[number]

const shownKey = ({ clientId, secret, storeId }: DemoKey) => ({ client_id: clientId, client_secret: secret, store_id: storeId })

function report(made: Record<string, number>, keys: readonly DemoKey[], effort: string): void {
  const counts = Object.entries(made).map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
  say(`Made ${counts.join(', ')}.`)
  for (const { clientId, secret, storeId } of keys) say(`Merchant key of store ${storeId}: ${clientId} / ${secret}`)
  if (keys.length === 0) say('Make a merchant key with: npm run tandem -- key create --store 1 --scopes "*"')
  say(effort)
}
