/** Rounds of renewals by several processes, some of which are killed at random moments: what came of them, counted. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { clockOf, databaseClock } from '../../src/db/clock.ts'
import type { Db } from '../../src/db/connect.ts'
import { openGateways } from '../../src/payments/open.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { advanceDue } from '../../src/worker/renewals.ts'
import { addCustomer, addProduct, addSubscription } from '../writes/rows.ts'

const root = resolve(import.meta.dirname, '../..')
const workers = 3
const killed = 2
const customers = 50
/** Counting takes a part of the time of the database. */
const lookMilliseconds = 50
/** Each change of a row that one transaction makes walks over those before it. */
const batch = 500

/** Makes subscriptions that are due, of so many customers; answers the id of the first. */
export async function addDue(db: Db, count: number): Promise<bigint> {
  // Renewals of earlier rounds are due in a month, and stay as they are.
  await db.subscription.updateMany({
    where: { endDate: { lt: tomorrow() }, status: { not: 'suspended' } },
    data: { status: 'suspended', pastDueReason: null },
  })
  const product = await addProduct(db, { terms: [{ cycles: 1, price: 500 }] })
  const ids: number[] = []
  for (let number = 1; number <= customers; number += 1)
    ids.push(await addSubscription(db, { customer: await addCustomer(db), product, status: 'suspended' }))
  const [{ last }] = await db.$queryRaw<[{ last: bigint }]>`SELECT max(id) AS last FROM subscription`
  for (let made = 0; made < count; made += batch)
    await db.$executeRaw`
      INSERT INTO subscription SELECT (jsonb_populate_record(NULL::subscription, to_jsonb(model) || jsonb_build_object('id', nextval(pg_get_serial_sequence('subscription', 'id')),
      'status', 'active', 'end_date', date_trunc('second', now() - interval '1 hour')))).*
    FROM generate_series(${made}::int, ${Math.min(made + batch, count) - 1}::int) AS number JOIN LATERAL (
      SELECT * FROM subscription WHERE store_id = 1 AND id = (${ids}::bigint[])[number % ${customers}::int + 1]) AS model ON true`
  return last + 1n
}

/** The result of a round. */
export type Tally = {
  renewed: number
  orders: number
  captured: number
  /** Captured at the gateway and not given back. */
  charged: number
  /** How many were renewed before the first process was killed, and after the last. */
  killedAt: number[]
}

/**
 * Has all that is due renewed by processes of their own, two of which are killed on the way, and then by another that comes
 * when their claims have run out.
 *
 * @param url of the database.
 */
export async function renewWithKills(db: Db, url: string, first: bigint, count: number): Promise<Tally> {
  const renewed = () => countRenewed(db, first)
  const processes = Array.from({ length: workers }, () => spawnWorker({ DATABASE_URL: url }))
  const killedAt: number[] = []
  for (const each of processes.slice(0, killed)) {
    const at = Math.random() * count * 0.8
    while ((await renewed()) < at && processes.some(isRunning)) await setTimeout(lookMilliseconds)
    killedAt.push(await renewed())
    each.kill('SIGKILL')
  }
  let before = -1
  for (let now = await renewed(); now > before; now = await renewed()) {
    before = now
    await setTimeout(1_200)
  }
  for (const each of processes.filter(isRunning)) {
    each.kill('SIGTERM')
    await once(each, 'exit')
  }
  await clearUp(db)
  return { renewed: await renewed(), killedAt, ...(await tally(db, first)) }
}

/**
 * Has all that is due in an embedded database renewed by one process after another, two of which are killed at random moments,
 * some while they start; the database is opened again afterwards.
 *
 * @param open opens the database in `dataDir`, which one process has alone.
 * @param milliseconds that a process takes to start and to renew them all; each is killed within this time.
 * @returns the tally; `killedAt` is how many were renewed once both were killed.
 */
export async function renewEmbeddedWithKills(
  open: () => Promise<{ db: Db; close(): Promise<void> }>,
  dataDir: string,
  first: bigint,
  milliseconds: number,
): Promise<Tally> {
  for (let kills = 0; kills < killed; kills += 1) await workEmbedded(dataDir, Math.random() * milliseconds)
  const { db, close } = await open()
  try {
    const killedAt = [await countRenewed(db, first)]
    await clearUp(db)
    return { renewed: await countRenewed(db, first), killedAt, ...(await tally(db, first)) }
  } finally {
    await close()
  }
}

/**
 * Has a process renew what is due in an embedded database, killed after that time; answers the milliseconds it took.
 *
 * @throws Error when the process fails by itself.
 */
export async function workEmbedded(dataDir: string, killedAfter?: number): Promise<number> {
  const began = performance.now()
  const child = spawnWorker({ DATA_DIR: dataDir }, '--once')
  const timer = killedAfter === undefined ? undefined : globalThis.setTimeout(() => child.kill('SIGKILL'), killedAfter)
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  clearTimeout(timer)
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`tandem work --once ended with ${signal ?? code}.`)
  return performance.now() - began
}

/** How many subscriptions from that id on are paid for beyond now. */
export const countRenewed = (db: Db, first: bigint): Promise<number> =>
  db.subscription.count({ where: { storeId: 1n, id: { gte: first }, endDate: { gt: new Date() } } })

const tomorrow = () => new Date(Date.now() + 86_400_000)

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

function spawnWorker(settings: Record<string, string>, ...options: string[]): ChildProcess {
  const env = { PATH: process.env.PATH, ...settings }
  const child = spawn(
    resolve(root, 'node_modules/.bin/node'),
    ['--disable-warning=ExperimentalWarning', 'src/cli/tandem.js', 'work', ...options],
    { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  // None goes on when nobody counts any more.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => void process.off('exit', kill))
  return child
}

/** The round of another instance once the claims have run out, and a minute later. */
async function clearUp(db: Db): Promise<void> {
  const gateways = openGateways(db, databaseClock)
  for (const seconds of [61, 122]) {
    const clock = clockOf(() => new Date(Date.now() + seconds * 1_000))
    await reconcile({ db, clock, gateways })
    while ((await advanceDue({ db, clock, gateways, report })) > 0) {
      // Batch after batch.
    }
  }
}

/** Failed work is done in the next turn, as in production; missing work is then counted. */
function report(error: unknown): void {
  process.stderr.write(`${error}\n`)
}

/** Orders, captured transactions and charges of the renewals of subscriptions from that id on. */
export async function tally(db: Db, first: bigint) {
  const [counted] = await db.$queryRaw<[{ orders: number; captured: number; charged: number }]>`
    WITH renewals AS (
      SELECT DISTINCT o.store_id, o.id FROM "order" o JOIN order_product line ON line.store_id = o.store_id AND line.order_id = o.id
      WHERE o.store_id = 1 AND line.subscription_id >= ${first} AND o.is_renewal
    )
    SELECT (SELECT count(*)::int FROM renewals) AS orders,
      (SELECT count(*)::int FROM transaction t JOIN renewals o ON t.store_id = o.store_id AND t.order_id = o.id
        WHERE t.store_id = 1 AND t.result = 'captured') AS captured,
      (SELECT count(*)::int FROM payment p JOIN sandbox_charge c ON c.reference = p.reference
        WHERE p.store_id = 1 AND p.subscription_id >= ${first} AND c.captured
          AND NOT EXISTS (SELECT FROM sandbox_refund r WHERE r.charge = 'sandbox_' || c.reference)) AS charged`
  return counted
}
