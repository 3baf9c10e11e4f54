/** The seed command: the demo store, or with `--scale N` that many thousand subscriptions, into an empty database. */
import { InvalidArgumentError } from 'commander'
import { json, OperatorCommand } from '../../src/cli/command.ts'
import { type DatabaseConfig, readConfig } from '../../src/config.ts'
import { type Db, openDatabase, withSession } from '../../src/db/connect.ts'
import { operatorSentence } from '../../src/operator-errors.ts'
import { demoKeys, seedDemo } from './demo.ts'
import { duration, type Progress, showProgress } from './progress.ts'
import { type Statements, seedScale } from './scale.ts'

/** Stands alone as `node prisma/seed.ts`, and is part of the operator's commands as `tandem seed`. */
export const seedCommand = new OperatorCommand('seed')
  .description('Fills an empty database: the one DATABASE_URL names, otherwise the embedded one in DATA_DIR.')
  .option('--scale <thousands>', 'make this many thousand subscriptions instead of the demo store', readThousands)
  .option(...json)
  .action((options: Options) => main(options))

type Options = { scale?: number; json?: boolean }

function readThousands(text: string): number {
  const thousands = Number(text)
  if (!/^\d+$/.test(text) || thousands < 1 || thousands > 10_000)
    throw new InvalidArgumentError('Give a whole number from 1 to 10000.')
  return thousands
}

async function main({ scale: thousands, json }: Options): Promise<void> {
  try {
    const { database } = readConfig()
    const began = Date.now()
    const { db, close } = await openDatabase(database)
    try {
      if (thousands === undefined) await seedDemo(db, new Date())
      else await scale(db, database, thousands, showProgress(process.stderr))
      const made = await countMade(db)
      const seconds = (Date.now() - began) / 1000
      const megabytes = Math.round(process.resourceUsage().maxRSS / 1024)
      const keys = thousands === undefined ? demoKeys : []
      if (json) console.log(JSON.stringify({ made, keys: keys.map(shownKey), seconds: Math.round(seconds), megabytes }))
      else report(made, keys, `Took ${duration(seconds)}, at most ${megabytes} MiB of memory.`)
    } finally {
      await close()
    }
  } catch (error) {
    const line = operatorSentence(error)
    if (line === undefined) throw error
    console.error(line)
    process.exitCode = 1
  }
}

/** A transaction of hours needs a session of its own on PostgreSQL: the pool's statements end after seconds. */
async function scale(db: Db, database: DatabaseConfig, thousands: number, progress: Progress): Promise<void> {
  if (database.kind === 'embedded') {
    await db.$transaction((tx) => seedScale(overPrisma(tx), thousands, new Date(), progress), { timeout: 24 * 60 * 60 * 1000 })
    await db.$executeRawUnsafe('VACUUM')
    return
  }
  await withSession(database.url, async (session) => {
    const statements: Statements = {
      run: async (sql) => ((await session.query(sql)) as { rowCount?: number | null }).rowCount ?? 0,
      rows: async (sql) => (await session.query(sql)).rows,
    }
    await session.exec('BEGIN')
    try {
      await seedScale(statements, thousands, new Date(), progress)
      await session.exec('COMMIT')
    } catch (error) {
      await session.exec('ROLLBACK')
      throw error
    }
    // Marks the rows as seen by all, so that measurements do not pay for it.
    await session.exec('VACUUM')
  })
}

function overPrisma(tx: Pick<Db, '$executeRawUnsafe' | '$queryRawUnsafe'>): Statements {
  return { run: (sql) => tx.$executeRawUnsafe(sql), rows: (sql) => tx.$queryRawUnsafe(sql) }
}

async function countMade(db: Db): Promise<Record<string, number>> {
  const [stores, customers, products] = await Promise.all([db.store.count(), db.customer.count(), db.product.count()])
  const [subscriptions, orders, shipments] = await Promise.all([db.subscription.count(), db.order.count(), db.shipment.count()])
  return { stores, customers, products, subscriptions, orders, shipments }
}

type DemoKey = (typeof demoKeys)[number]

const shownKey = ({ clientId, secret, storeId }: DemoKey) => ({ client_id: clientId, client_secret: secret, store_id: storeId })

function report(made: Record<string, number>, keys: readonly DemoKey[], effort: string): void {
  const counts = Object.entries(made).map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
  console.log(`Made ${counts.join(', ')}.`)
  for (const { clientId, secret, storeId } of keys) console.log(`Merchant key of store ${storeId}: ${clientId} / ${secret}`)
  if (keys.length === 0) console.log('Make a merchant key with: npm run tandem -- key create --store 1 --scopes "*"')
  console.log(effort)
}
