/** `npm run bench -- tax`: what rates of tax and shipping zones add to creating an order, side by side. */
import { Command } from 'commander'
import { readConfig } from '../../src/config/config.ts'
import { databaseClock } from '../../src/db/clock.ts'
import type { Db } from '../../src/db/connect.ts'
import { openDatabase } from '../../src/db/open.ts'
import { createApp } from '../../src/start/app.ts'
import { isAnswerTo } from './answer.ts'
import { onCopy } from './copy.ts'
import { type BenchDatabase, embeddedDatabase, postgresDatabase } from './database.ts'
import { aligned, median } from './figures.ts'
import { within } from './options.ts'
import { meterOf } from './processor.ts'
import { makeKey, request } from './rehearsal.ts'
import { findSample, isBuyer, prepare, storeId } from './sample.ts'
import { chosen, type Scenario } from './scenarios.ts'

type Options = { orders: number; rounds: number }

/** How many times as dear an order may be with rates and zones. */
const mostRatio = 1.1

export const taxCommand = new Command('tax')
  .description(
    `Measures creating an order in a store with rates of tax and shipping zones, and in the same store without, in turns: over \
PostgreSQL when DATABASE_URL is set, else over the embedded database. Ends with 1 where it is more than ${mostRatio} times as dear.`,
  )
  .option('--orders <number>', 'orders in each turn', within(10, 1_000), 100)
  .option('--rounds <number>', 'rounds of four turns: without, with, with, without them', within(1, 100), 12)
  .action(main)

/** Goods of weight go to three countries, by rates and zones of a store of the EU. */
const countries = `(ARRAY['DE', 'AT', 'CH'])[1 + id % 3]`
const ground = [
  `UPDATE address SET country = ${countries}, state = 'Bern', zip_code = '3011'
   WHERE store_id = ${storeId} AND customer_id IN (SELECT id FROM customer WHERE store_id = ${storeId} AND ${isBuyer})`,
  `UPDATE product SET ship_option = 'weight', ship_weight = 12 WHERE store_id = ${storeId}`,
  `UPDATE store SET dispatch_country = 'DE', prices_include_tax = true WHERE id = ${storeId}`,
  'ANALYZE address, product',
]

/** Fifty rates, thirty zones and five bands of each. */
const withRates = [
  `INSERT INTO tax_rate (store_id, name, country, tax_class, rate, valid_from)
   SELECT ${storeId}, 'VAT', country, class, 19000, '2020-01-01'
   FROM unnest(ARRAY['DE', 'AT', 'CH', 'FR', 'IT', 'ES', 'NL', 'BE', 'PL', 'SE']) AS country,
     unnest(ARRAY['standard', 'reduced', 'food', 'books', 'zero']) AS class`,
  `INSERT INTO shipping_zone (store_id, name, country, postcode)
   SELECT ${storeId}, country || n, country, CASE WHEN n = 1 THEN '' ELSE n::text END
   FROM unnest(ARRAY['DE', 'AT', 'CH', 'FR', 'IT', 'ES', 'NL', 'BE', 'PL', 'SE']) AS country, generate_series(1, 3) AS n`,
  `INSERT INTO shipping_band (store_id, zone_id, at_least, below, price)
   SELECT store_id, id, n * 50, CASE WHEN n < 4 THEN (n + 1) * 50 END, 400 + n * 100
   FROM shipping_zone, generate_series(0, 4) AS n WHERE store_id = ${storeId}`,
]
const withoutRates = ['shipping_band', 'shipping_zone', 'tax_rate'].map(
  (table) => `DELETE FROM ${table} WHERE store_id = ${storeId}`,
)
const turns = ['without', 'taxed', 'taxed', 'without'] as const

type Side = { milliseconds: number[]; processorSeconds: number }
type Line = { surface: string; without: Side; taxed: Side }

async function main(options: Options): Promise<void> {
  const { database } = readConfig()
  const measured: BenchDatabase =
    database.kind === 'postgres' ? await postgresDatabase(database.url, 20, 'tandem_bench_tax') : embeddedDatabase(5)
  const lines = await onCopy(measured, (copy) => measure(copy, options))
  const figures = lines.map(({ surface, without, taxed }) => ({
    surface,
    times: [median(without.milliseconds), median(taxed.milliseconds)] as const,
    processor: [processorOf(without), processorOf(taxed)] as const,
  }))
  const rows = figures.map(({ surface, times, processor }) => [
    surface,
    ...[times, processor].flatMap(([without, taxed]) => [without.toFixed(2), taxed.toFixed(2), (taxed / without).toFixed(3)]),
  ])
  const heads = ['create order', 'ms without', 'with', 'ratio', 'processor ms without', 'with', 'ratio']
  process.stdout.write(`${aligned([heads, ...rows], 1).join('\n')}\n`)
  const dear = figures.filter(({ processor: [without, taxed] }) => taxed > mostRatio * without)
  for (const { surface } of dear) process.stdout.write(`At most ${mostRatio} times the processor time is wanted: ${surface}.\n`)
  if (dear.length > 0) process.exitCode = 1
}

/** Milliseconds of processor time of an order. */
const processorOf = ({ milliseconds, processorSeconds }: Side): number => (processorSeconds * 1_000) / milliseconds.length

async function measure(copy: BenchDatabase, { orders, rounds }: Options): Promise<Line[]> {
  const { config } = copy
  const { db, close } = await openDatabase(config)
  try {
    await prepare(db)
    await runAll(db, ground)
    const headers = { Authorization: `Bearer bench.${await makeKey(db, 'bench')}` }
    const log = { info: () => {}, warn: () => {}, error: (fields: object) => console.error(fields) }
    const app = createApp({ db, clock: databaseClock, log, pageBase: 0, isEmbedded: config.kind === 'embedded' })
    const sample = await findSample(db)
    const processorSeconds = meterOf({ processorSeconds: ownProcessorSeconds }, copy)
    const order = async (scenario: Scenario): Promise<number> => {
      const call = scenario.call(sample, { connection: 0, connections: 1, number: 0 })
      const began = performance.now()
      const answer = await app.fetch(request(call, headers))
      const body = await answer.text()
      const milliseconds = performance.now() - began
      if (answer.status === call.status && isAnswerTo(call, body)) return milliseconds
      throw new Error(`${scenario.name}: the answer is not the expected one: ${answer.status} ${body.slice(0, 300)}`)
    }
    const turn = async (scenario: Scenario, side: Side, isTaxed: boolean) => {
      await runAll(db, isTaxed ? withRates : withoutRates)
      const from = await processorSeconds()
      for (let count = 0; count < orders; count += 1) side.milliseconds.push(await order(scenario))
      side.processorSeconds += (await processorSeconds()) - from
      await runAll(db, withoutRates)
    }
    const lines = chosen(['order-rest', 'order-graphql']).map((scenario) => ({ scenario, without: empty(), taxed: empty() }))
    // The code is compiled, and statements are planned, with the first orders.
    for (const { scenario } of lines) for (const name of turns) await turn(scenario, empty(), name === 'taxed')
    for (let round = 0; round < rounds; round += 1)
      for (const line of lines) for (const name of turns) await turn(line.scenario, line[name], name === 'taxed')
    return lines.map(({ scenario, ...sides }) => ({ surface: scenario.surface, ...sides }))
  } finally {
    await close()
  }
}

const empty = (): Side => ({ milliseconds: [], processorSeconds: 0 })

const ownProcessorSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

async function runAll(db: Db, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await db.$executeRawUnsafe(statement)
}
