/** `npm run bench -- sums`: aggregates, figures and exports beside the best SQL known for them, over one store. */
import { Command } from 'commander'
import { readConfig } from '../../src/config/config.ts'
import { type Db, withSession } from '../../src/db/connect.ts'
import { openDatabase } from '../../src/db/open.ts'
import { addUp, vacuum } from './added-up.ts'
import { type BenchDatabase, embeddedDatabase, postgresDatabase } from './database.ts'
import { aligned, median } from './figures.ts'
import { within } from './options.ts'
import { makeKey } from './rehearsal.ts'
import { startServer } from './server.ts'

type Options = { thousands: number; stores: number; rounds: number }

export const sumsCommand = new Command('sums')
  .description(
    'Measures aggregates, figures and exports of a store, one request at a time, beside the best SQL known for each: over PostgreSQL when \
DATABASE_URL is set, else over the embedded database. Ends with 1 where one takes longer than it may.',
  )
  .option('--thousands <number>', 'thousands of subscriptions in all', within(1, 1_000), 100)
  .option('--stores <number>', 'stores that share them, of which the first is measured', within(1, 20), 1)
  .option('--rounds <number>', 'requests of each kind, of which the median is taken', within(1, 200), 15)
  .action(main)

type Work = {
  name: string
  /** A GraphQL document, or a path of REST. */
  request: string
  /** The best SQL known; none of a request that has no equal. */
  sql?: string
  /** Milliseconds that it may take on PostgreSQL with 100,000 subscriptions. */
  within?: number
}

const store = 1n

async function main({ thousands, stores, rounds }: Options): Promise<void> {
  const { database } = readConfig()
  const measured =
    database.kind === 'postgres'
      ? await postgresDatabase(database.url, thousands, `tandem_bench_sums_${stores}`, stores)
      : embeddedDatabase(thousands)
  const { db, close } = await openDatabase(measured.config)
  const headers = {
    Authorization: `Bearer sums.${await makeKey(db, 'sums')}`,
    'Content-Type': 'application/json',
  }
  const works = await worksOf(db)
  const facts = [
    `${await db.subscription.count({ where: { storeId: store } })} subscriptions`,
    `${await db.order.count({ where: { storeId: store } })} orders`,
    `${await db.subscriptionMovement.count({ where: { storeId: store } })} movements`,
  ]
  await db.movementRollUp.deleteMany()
  const rows = [['work', 'added up', 'ms', 'SQL ms', 'of SQL', 'may take']]
  const tooLong: string[] = []
  const isShared = measured.name === 'PostgreSQL'
  for (const isAddedUp of [false, true]) {
    if (isAddedUp) await addUp(measured)
    await vacuum(measured)
    const server = await startServer(measured.environment)
    try {
      for (const work of isAddedUp ? works : works.filter(({ name, sql }) => sql && name.startsWith('figures'))) {
        process.stderr.write(`${work.name}\n`)
        const ms = await timeOf(rounds, () => ask(server.address, headers, work.request))
        const sqlMs = work.sql === undefined || !isShared ? undefined : await sqlTime(measured, work.sql, rounds)
        const isOver = isAddedUp && isShared && work.within !== undefined && ms > work.within
        if (isOver) tooLong.push(work.name)
        rows.push([
          ...[work.name, isAddedUp ? 'yes' : 'no', ms.toFixed(1), sqlMs?.toFixed(1) ?? '-'],
          ...[
            sqlMs === undefined ? '-' : `${((100 * sqlMs) / ms).toFixed(0)} %`,
            work.within === undefined ? '-' : String(work.within),
          ],
        ])
      }
    } finally {
      await server.stop()
    }
  }
  await close()
  process.stdout.write(`${measured.name}: ${facts.join(', ')}\n${aligned(rows, 2).join('\n')}\n`)
  if (tooLong.length > 0) {
    process.stdout.write(`Longer than they may take: ${tooLong.join(', ')}.\n`)
    process.exitCode = 1
  }
}

async function timeOf(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds + 3; round += 1) {
    const began = performance.now()
    await work()
    // Code is compiled, and statements are planned, with the first ones.
    if (round >= 3) times.push(performance.now() - began)
  }
  return median(times)
}

async function ask(address: string, headers: Record<string, string>, request: string): Promise<void> {
  const isPath = request.startsWith('/')
  const answer = isPath
    ? await fetch(address + request, { headers })
    : await fetch(`${address}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query: request }) })
  const body = await answer.text()
  if (!answer.ok || (!isPath && body.includes('"errors"'))) throw new Error(`${request}: ${answer.status} ${body.slice(0, 500)}`)
}

const urlOf = ({ config }: BenchDatabase): string => (config as { url: string }).url

const sqlTime = (database: BenchDatabase, sql: string, rounds: number): Promise<number> =>
  withSession(urlOf(database), ({ query }) => timeOf(rounds, () => query(sql)))

const day = (time: Date): string => time.toISOString().slice(0, 10)

async function worksOf(db: Db): Promise<Work[]> {
  const { placedAt } = await db.order.findFirstOrThrow({ where: { storeId: store }, orderBy: { placedAt: 'desc' } })
  const now = new Date(placedAt.getTime() + 86_400_000)
  const ago = (months: number) => day(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)))
  const end = day(now)
  const bounds = (months: number) =>
    `ARRAY[${Array.from({ length: months }, (_each, index) => `timestamptz '${ago(months - 1 - index)}T00:00Z'`)}]`
  const of = `store_id = ${store}`
  const byMonth = `SELECT width_bucket(placed_at, ${bounds(12)}), count(*), sum(total) FROM "order" WHERE ${of} AND placed_at >= '${ago(11)}T00:00Z' AND placed_at < '${end}T00:00Z' GROUP BY 1`
  const byStatus = `SELECT status, count(*) FROM "order" WHERE ${of} GROUP BY 1`
  const figures = (months: number, parts: string) =>
    `{ figures(from: "${ago(months - 1)}", to: "${end}", zone: "UTC") { ${parts} } }`
  const movements = 'mrrMovements { rows { start startMrr new reactivation expansion contraction churn endMrr } }'
  const ledger = (months: number) =>
    `SELECT width_bucket(at, ${bounds(months)}), kind, to_months, to_weeks, from_months, from_weeks,
      sum(CASE WHEN to_counted THEN to_price END), sum(CASE WHEN from_counted THEN from_price END) FROM subscription_movement WHERE ${of} AND at < '${end}T00:00Z' GROUP BY 1, 2, 3, 4, 5, 6`
  const aggregate = `ordersAggregate(period: { column: placed_at, from: "${ago(11)}", to: "${end}", zone: "UTC" }) { groups(by: [{ time: { column: placed_at, bucket: month } }]) { nodes { key { start } count sum { total } } } }`
  const list = 'orders(first: 50) { totalCount nodes { id total status placedAt } }'
  return [
    { name: 'revenue by month of a year', request: `{ ${aggregate} }`, sql: byMonth, within: 150 },
    {
      name: 'counts by status',
      request: '{ ordersAggregate { groups(by: [{ column: status }]) { nodes { key { value } count } } } }',
      sql: byStatus,
    },
    {
      name: 'revenue by customer’s country',
      request:
        '{ ordersAggregate { groups(by: [{ column: customer_country }]) { nodes { key { value } count sum { total } } } } }',
      sql: `SELECT country, count(*), sum("order".total) FROM "order" JOIN customer ON customer.store_id = "order".store_id AND customer.id = customer_id WHERE "order".${of} GROUP BY 1`,
    },
    { name: 'list with a count', request: `{ ${list} }` },
    { name: 'list with a count and an aggregate', request: `{ ${list} ${aggregate} }` },
    {
      name: 'figures: MRR now',
      request: figures(1, 'mrr { rows { mrr } }'),
      sql: `SELECT recurring_months, recurring_weeks, sum(recurring_price) FROM subscription WHERE ${of} AND is_counted GROUP BY 1, 2`,
      within: 20,
    },
    { name: 'figures: movements of a year', request: figures(12, movements), sql: ledger(12), within: 30 },
    {
      name: 'figures: MRR of 36 months',
      request: figures(36, 'mrr { rows { start mrr arr committed } }'),
      sql: ledger(36),
      within: 40,
    },
    {
      name: 'figures: movements of a year by product',
      request: `{ figures(from: "${ago(11)}", to: "${end}", zone: "UTC", by: product) { ${movements} } }`,
    },
    {
      name: 'figures: subscribers and churn of a year',
      request: figures(12, 'subscribers { rows { customers paying active } } churn { rows { rate netRate } }'),
    },
    {
      name: 'figures: eight widgets',
      request: `{ ${aggregate} figures(from: "${ago(11)}", to: "${end}", zone: "UTC") { mrr { rows { mrr } } ${movements} subscribers { rows { customers } } churn { rows { rate } } refunds { rows { start } } recovery { rows { start } } } subscriptions(first: 10, filter: { status: { eq: past_due } }) { totalCount nodes { id } } }`,
      within: 400,
    },
    {
      name: 'export of 100,000 transactions',
      request: '/v1/transactions/?format=ndjson&limit=100000',
    },
  ]
}
