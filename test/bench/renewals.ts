/** `npm run bench -- renewals`: how many renewals a second workers make, and what reads beside them keep of their rate. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { readConfig } from '../../src/config/config.ts'
import { databaseClock } from '../../src/db/clock.ts'
import type { Db } from '../../src/db/connect.ts'
import { openDatabase } from '../../src/db/open.ts'
import { openGateways } from '../../src/payments/open.ts'
import { advanceDue } from '../../src/worker/renewals.ts'
import { isAnswerTo } from './answer.ts'
import { onCopy } from './copy.ts'
import { type BenchDatabase, embeddedDatabase, postgresDatabase, root } from './database.ts'
import { aligned } from './figures.ts'
import { type Load, load } from './load.ts'
import { within } from './options.ts'
import { rehearse } from './rehearsal.ts'
import { chosen } from './scenarios.ts'
import { startServer } from './server.ts'

type Options = { due: number; embeddedScale: number; postgresScale: number; seconds: number; connections: number }

/** The goal of PostgreSQL on two cores, and the share of their rate that reads beside it must keep. */
const wanted = { perSecond: 150, share: 0.95 }
const reads = 'list-graphql'

export const renewalsCommand = new Command('renewals')
  .description(
    `Measures renewals a second through the sandbox gateway over a copy of the seeded databases, by one worker; over PostgreSQL in a \
process of its own, and beside it reads at half of their highest rate. A million of which 30,000 are due on one day: \
--postgres-scale 1000 --due 30000. Ends with 1 when PostgreSQL makes fewer than ${wanted.perSecond} a second, or reads do not keep their rate.`,
  )
  .option('--due <number>', 'how many are due', within(500, 100_000), 4_000)
  .option('--embedded-scale <thousands>', 'subscriptions in the embedded database', within(1, 100), 5)
  .option('--postgres-scale <thousands>', 'subscriptions on PostgreSQL', within(1, 1_000), 20)
  .option('--seconds <number>', 'how long reads are measured', within(1, 60), 5)
  .option('--connections <number>', 'how many reads are under way at once', within(1, 500), 16)
  .action(main)

async function main(options: Options): Promise<void> {
  const { database } = readConfig()
  const rows = [['database', 'subscriptions', 'due', 'renewals/s']]
  const add = ({ name, thousands }: BenchDatabase, due: number, perSecond: number) =>
    rows.push([name, `${thousands},000`, String(due), perSecond.toFixed(0)])
  const embedded = embeddedDatabase(options.embeddedScale)
  const most = Math.min(options.due, options.embeddedScale * 300)
  add(embedded, most, await onCopy(embedded, (copy) => inThisProcess(copy, most)))
  let beside: Beside | undefined
  if (database.kind === 'postgres') {
    const postgres = await postgresDatabase(database.url, options.postgresScale)
    beside = await onCopy(postgres, (copy) => inItsOwn(copy, options))
    add(postgres, options.due, beside.alone)
  }
  process.stdout.write(`${aligned(rows, 2).join('\n')}\n`)
  if (!beside) return
  const { alone, highest, asked, kept, renewals } = beside
  const isOver = alone < wanted.perSecond || kept.requestsPerSecond < asked * wanted.share
  process.stdout.write(
    `At least ${wanted.perSecond}/s wanted on PostgreSQL: ${alone.toFixed(0)}/s.
Reads (${reads}) alone at most ${highest.toFixed(0)}/s; asked ${asked.toFixed(0)}/s beside the renewals, answered ${kept.requestsPerSecond.toFixed(0)}/s, \
p50 ${kept.p50.toFixed(1)} ms, p99 ${kept.p99.toFixed(1)} ms; renewals beside them ${renewals.toFixed(0)}/s.
${isOver ? 'This is less than it must be.' : 'This is what it must be.'}\n`,
  )
  if (isOver) process.exitCode = 1
}

/** Makes so many subscriptions of all stores due, and nothing else; their cards pay, and shelves do not run empty. */
async function makeDue(db: Db, due: number): Promise<void> {
  for (const statement of [
    `UPDATE payment_method SET gateway_token = 'tok_succeed' WHERE gateway_token <> 'tok_succeed'`,
    'UPDATE product_inventory SET quantity_on_hand = 1000000000',
    `UPDATE subscription SET end_date = now() + interval '1 year', next_try_at = NULL
     WHERE status IN ('active', 'cancelled', 'past_due') AND (end_date < now() + interval '1 day' OR next_try_at IS NOT NULL)`,
    `UPDATE subscription SET end_date = now() - interval '1 hour', autorenew = true, is_gift = false
     WHERE (store_id, id) IN (SELECT store_id, id FROM subscription WHERE status = 'active' ORDER BY random() LIMIT ${due})`,
    'ANALYZE subscription',
  ])
    await db.$executeRawUnsafe(statement)
}

async function withCopy<T>({ config }: BenchDatabase, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase(config, { readSeconds: 600 })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

function fail(error: unknown): never {
  throw error
}

const inThisProcess = (copy: BenchDatabase, due: number): Promise<number> =>
  withCopy(copy, async (db) => {
    await makeDue(db, due)
    const worker = { db, clock: databaseClock, gateways: openGateways(db, databaseClock), report: fail }
    const warm = await advanceDue(worker)
    const began = performance.now()
    let done = 0
    for (let each = await advanceDue(worker); each > 0; each = await advanceDue(worker)) done += each
    const seconds = (performance.now() - began) / 1000
    if (warm + done < due) throw new Error(`Of ${due} that were due, ${warm + done} were looked after.`)
    return done / seconds
  })

type Beside = {
  /** Renewals a second with nothing beside them, and with the reads. */
  alone: number
  renewals: number
  /** Reads a second: the most there can be, what was asked for beside the renewals, and what was answered. */
  highest: number
  asked: number
  kept: Load
}

async function inItsOwn(copy: BenchDatabase, { due, seconds, connections }: Options): Promise<Beside> {
  const scenarios = chosen([reads])
  const { headers, sample } = await rehearse(copy, scenarios, async () => {})
  const [scenario] = scenarios
  if (!scenario) throw new Error(`There is no ${reads}.`)
  return withCopy(copy, async (db) => {
    await makeDue(db, due)
    const alone = await whileWorking(copy, db, async ({ reach }) => reach(due / 2))
    const server = await startServer(copy.environment, { settings: { WORKER: 'off' } })
    const loaded = (rate?: number) =>
      load({
        ...{ ...server, headers, connections, seconds },
        ...(rate !== undefined && { rate }),
        next: (turn) => scenario.call(sample, turn),
        isRight: isAnswerTo,
      })
    try {
      const { requestsPerSecond: highest } = await loaded()
      const asked = Math.floor(highest / 2)
      const [renewals, kept] = await whileWorking(copy, db, async ({ rate }) => {
        const measured = rate()
        const answered = await loaded(asked)
        return [await measured(), answered] as const
      })
      return { alone, renewals, highest, asked, kept }
    } finally {
      await server.stop()
    }
  })
}

/** How fast a worker is: until so many were renewed since it began, or from now until it is asked. */
type Watch = { reach(count: number): Promise<number>; rate(): () => Promise<number> }

/** Runs a worker in a process of its own, beside something that watches it. */
async function whileWorking<T>({ environment }: BenchDatabase, db: Db, watch: (watch: Watch) => Promise<T>): Promise<T> {
  const [{ before }] = await db.$queryRaw<[{ before: bigint }]>`SELECT coalesce(max(id), 0) AS before FROM payment`
  const renewed = async () => {
    const [{ count }] = await db.$queryRaw<[{ count: number }]>`
      SELECT count(*)::int AS count FROM payment WHERE id > ${before} AND state = 'captured'`
    return count
  }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/cli/tandem.js', 'work'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  try {
    // The start is no part of it, nor the compilation of code that runs repeatedly.
    await reached(renewed, warm, child)
    const from = { count: await renewed(), at: performance.now() }
    const since = (count: number) => ((count - from.count) * 1000) / (performance.now() - from.at)
    return await watch({
      reach: async (count) => since(await reached(renewed, count, child)),
      rate: () => async () => since(await renewed()),
    })
  } finally {
    process.off('exit', kill)
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

/** How many are renewed before it is measured. */
const warm = 200

const stalledMilliseconds = 60_000
/** Looking takes a part of the database's time. */
const lookMilliseconds = 250

/** Waits until so many were renewed. */
async function reached(renewed: () => Promise<number>, wanted: number, child: ChildProcess): Promise<number> {
  let [last, since] = [0, performance.now()]
  for (;;) {
    const count = await renewed()
    if (count >= wanted) return count
    if (count > last) [last, since] = [count, performance.now()]
    if (child.exitCode !== null) throw new Error('The worker has ended.')
    if (performance.now() - since > stalledMilliseconds) throw new Error(`After ${count} renewals there was none for a minute.`)
    await sleep(lookMilliseconds)
  }
}
