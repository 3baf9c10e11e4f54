/** `npm run bench -- bulk`: how many records a second are written in bulk, and what the same records again cost and write. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { onCopy } from './copy.ts'
import { type BenchDatabase, embeddedDatabase, postgresDatabase } from './database.ts'
import { aligned } from './figures.ts'
import { within } from './options.ts'
import type { Server } from './process.ts'
import { meterOf } from './processor.ts'
import { rehearse } from './rehearsal.ts'
import { startServer } from './server.ts'

type Options = { products: number; rounds: number }

/** The goals of PostgreSQL, in records a second. */
const wanted: Readonly<Record<string, number>> = { 'new customers': 1_500, 'same products': 1_000 }
const perBulk = 100
/** How much the heap may grow from the first repeat to the last. */
const mostMebibytes = 5

export const bulkCommand = new Command('bulk')
  .description(
    `Measures bulk writes over REST, ${perBulk} records each: new customers, new products, and the same products again. Over PostgreSQL when \
DATABASE_URL is set, else over the embedded database. Ends with 1 where PostgreSQL is slower than it must be, or a repeat writes a row.`,
  )
  .option('--products <number>', 'how many customers and products', within(100, 1_000_000), 10_000)
  .option('--rounds <number>', 'how often the same products are sent again', within(1, 1_000), 3)
  .action(main)

const customer = (number: number) => ({
  external_id: `bulk-${number}`,
  email: `bulk-${number}@example.com`,
  first_name: 'Ada',
  last_name: `No. ${number}`,
  country: 'SE',
})

const product = (number: number) => ({
  external_id: `bulk-${number}`,
  name: `Honey ${number}`,
  description: 'From the bees behind the house.',
  single_purchasable: true,
  subscription_types: [{ name: 'Regular', terms: [{ name: 'Monthly', num_cycles: 1, price: 1_200 }] }],
  instances: [{ sku: `HONEY-${number}`, price: 900, stock: { quantity_on_hand: 5 } }],
})

type Measured = { name: string; perSecond: number; processor: number; rows: number; heap: number; peak: number }

async function main(options: Options): Promise<void> {
  const { database } = readConfig()
  const measured: BenchDatabase =
    database.kind === 'postgres' ? await postgresDatabase(database.url, 1, 'tandem_bench_bulk') : embeddedDatabase(5)
  const lines = await onCopy(measured, (copy) => measure(copy, options))
  const rows = lines.map(({ name, perSecond, processor, rows: written, heap, peak }) => [
    ...[name, perSecond.toFixed(0), processor.toFixed(2), String(written), heap.toFixed(1), peak.toFixed(0)],
  ])
  const heads = ['records', 'records/s', 'processor ms', 'rows written', 'heap MiB', 'peak MiB']
  process.stdout.write(`${aligned([heads, ...rows], 1).join('\n')}\n`)
  const repeats = lines.filter(({ name }) => name === 'same products')
  const grown = (repeats.at(-1)?.heap ?? 0) - (repeats[0]?.heap ?? 0)
  const faults = [
    ...repeats.flatMap(({ rows }) => (rows > 0 ? [`A repeat wrote ${rows} rows.`] : [])),
    ...(grown > mostMebibytes ? [`The heap grew by ${grown.toFixed(1)} MiB.`] : []),
    ...(measured.name === 'PostgreSQL' ? lines : []).flatMap(({ name, perSecond }) =>
      perSecond < (wanted[name] ?? 0) ? [`At least ${wanted[name]} ${name} a second are wanted.`] : [],
    ),
  ]
  process.stdout.write(`${faults.length > 0 ? faults.join('\n') : 'This is what it must be.'}\n`)
  if (faults.length > 0) process.exitCode = 1
}

async function measure(copy: BenchDatabase, { products, rounds }: Options): Promise<Measured[]> {
  const { headers } = await rehearse(copy, [], async () => {})
  const server = await startServer(copy.environment, { collects: true })
  try {
    const send = sending(server, headers)
    const processorSeconds = meterOf(server, copy)
    const run = async (name: string, path: string, record: (number: number) => object): Promise<Measured> => {
      const [before, processor] = [await rowsWritten(copy), await processorSeconds()]
      server.peakMemory()
      const began = performance.now()
      for (let from = 0; from < products; from += perBulk)
        await send(
          path,
          Array.from({ length: Math.min(perBulk, products - from) }, (_, each) => record(from + each)),
        )
      const seconds = (performance.now() - began) / 1_000
      const taken = ((await processorSeconds()) - processor) * 1_000
      const [peak, heap] = [server.peakMemory() ?? 0, await server.collect()]
      const rows = (await rowsWritten(copy)) - before
      return { name, perSecond: products / seconds, processor: taken / products, rows, heap, peak }
    }
    // The server's code is compiled with the first requests.
    await send('/v1/products/bulk/', [product(0)])
    await send('/v1/customers/bulk/', [customer(0)])
    const lines = [
      await run('new customers', '/v1/customers/bulk/', customer),
      await run('new products', '/v1/products/bulk/', product),
    ]
    for (let round = 0; round < rounds; round += 1) lines.push(await run('same products', '/v1/products/bulk/', product))
    return lines
  } finally {
    await server.stop()
  }
}

const sending =
  ({ address }: Server, headers: Record<string, string>) =>
  async (path: string, records: object[]) => {
    const body = JSON.stringify(records)
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body,
    })
    const { count, results } = (await answer.json()) as { count?: number; results?: { ok: boolean }[] }
    if (answer.status !== 200 || count !== records.length || !results?.every(({ ok }) => ok))
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(results).slice(0, 300)}`)
  }

/** How many rows of records, of the log and of events there are versions of: a write of any makes one. */
async function rowsWritten({ config }: BenchDatabase): Promise<number> {
  if (config.kind === 'embedded') return 0
  // Sessions report what they have written once a second at most, and events are numbered behind a write.
  await sleep(2_500)
  const { db, close } = await openDatabase(config)
  try {
    const [found] = await db.$queryRaw<[{ rows: bigint }]>`
      SELECT sum(n_tup_ins + n_tup_upd + n_tup_del)::bigint AS rows FROM pg_stat_user_tables
      WHERE relname NOT IN ('installation', 'idempotency_key')`
    return Number(found.rows)
  } finally {
    await close()
  }
}
