/** `npm run bench -- parts`: the database time of each write on an order or a subscription with 1,000 deliveries. */
import { Command } from 'commander'
import { readConfig } from '../../src/config/config.ts'
import { databaseClock } from '../../src/db/clock.ts'
import { openDatabase } from '../../src/db/open.ts'
import { type App, createApp } from '../../src/start/app.ts'
import { onCopy } from './copy.ts'
import { type BenchDatabase, embeddedDatabase, postgresDatabase } from './database.ts'
import { aligned } from './figures.ts'
import { within } from './options.ts'
import { makeKey } from './rehearsal.ts'

type Options = { deliveries: number; thousands: number }

/** Milliseconds of database that a write may take on PostgreSQL; the embedded database is only reported. */
const mostMilliseconds = 300

export const partsCommand = new Command('parts')
  .description(
    `Measures writes on an order of 1,000 deliveries, beside an order of one: over PostgreSQL when DATABASE_URL is set, else over the embedded \
database. Ends with 1 where one takes more than ${mostMilliseconds} ms of a PostgreSQL server.`,
  )
  .option('--deliveries <number>', 'how many deliveries the order has', within(1, 1_000), 1_000)
  .option('--thousands <number>', 'thousands of subscriptions in the database', within(1, 10_000), 15)
  .action(main)

type Facts = { statements: number; databaseMilliseconds: number; milliseconds: number }
type Measured = Facts & { name: string }

async function main({ deliveries, thousands }: Options): Promise<void> {
  const { database } = readConfig()
  const measured =
    database.kind === 'postgres'
      ? await postgresDatabase(database.url, thousands, 'tandem_bench_parts')
      : embeddedDatabase(thousands)
  const lines = await onCopy(measured, (copy) => measure(copy, deliveries))
  const rows = lines.map((line) => [
    ...[line.name, String(line.statements), line.databaseMilliseconds.toFixed(0), line.milliseconds.toFixed(0)],
  ])
  process.stdout.write(`${aligned([['write', 'statements', 'database ms', 'ms'], ...rows], 1).join('\n')}\n`)
  const slow = measured.name === 'PostgreSQL' ? lines.filter((line) => line.databaseMilliseconds > mostMilliseconds) : []
  for (const { name } of slow) process.stdout.write(`At most ${mostMilliseconds} ms are wanted: ${name}.\n`)
  if (slow.length > 0) process.exitCode = 1
}

async function measure({ config }: BenchDatabase, deliveries: number): Promise<Measured[]> {
  const { db, close } = await openDatabase(config)
  try {
    const headers = { Authorization: `Bearer parts.${await makeKey(db, 'parts')}`, 'Content-Type': 'application/json' }
    let facts: Facts | undefined
    const log = {
      info: (fields: object, message: string) => {
        if (message === 'request') facts = fields as Facts
      },
      warn: () => {},
      error: (fields: object) => console.error(fields),
    }
    const app = createApp({ db, clock: databaseClock, log, pageBase: 0, isEmbedded: config.kind === 'embedded' })
    const send = sending(app, headers)
    const lines: Measured[] = []
    const time = async (name: string, request: string, body: unknown = {}, isDryRun = false) => {
      const answer = await send(request, body, isDryRun)
      if (facts) lines.push({ ...facts, name })
      return answer
    }
    // The code is compiled, and statements are planned, with the first order.
    await writes(send, send, 1)
    await writes(send, time, deliveries)
    return lines
  } finally {
    await close()
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are of many resources
type Answer = any
type Send = (request: string, body?: unknown, isDryRun?: boolean) => Promise<Answer>
type Time = (name: string, request: string, body?: unknown, isDryRun?: boolean) => Promise<Answer>

const sending =
  (app: App, headers: Record<string, string>): Send =>
  async (request, body, isDryRun = false) => {
    const [method = '', path = ''] = request.split(' ')
    const answer = await app.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: { ...headers, ...(isDryRun && { 'X-Dry-Run': 'true' }) },
        ...(method !== 'GET' && { body: JSON.stringify(body) }),
      }),
    )
    const answered = await answer.json()
    if (answer.status >= 400) throw new Error(`${request}: ${answer.status} ${JSON.stringify(answered).slice(0, 300)}`)
    return answered
  }

/** Does every write once to orders of so many deliveries, in two lines: a term has at most 500. */
async function writes(send: Send, measured: Send | Time, deliveries: number): Promise<void> {
  const cycles = Math.ceil(deliveries / 2)
  const name = `Parts ${deliveries} ${Date.now()}`
  const time = ((...[what, request, body, isDryRun]: Parameters<Time>) =>
    measured === send ? send(request, body, isDryRun) : (measured as Time)(what, request, body, isDryRun)) as Time
  const { instances } = await send('POST /v1/products/', {
    name,
    instances: ['A', 'B'].map((size) => ({
      sku: `${name} ${size}`,
      price: 500,
      stock: { quantity_on_hand: 100_000, track_inventory: true },
    })),
    subscription_types: [{ name: 'Box', terms: [{ name: 'Long', num_cycles: cycles, price: 500 * cycles }] }],
  })
  const order = async (email: string) => {
    const customer = await send('POST /v1/customers/', { email, first_name: 'Ada', country: 'SE' })
    const address = { to: 'Ada Marsh', street: '4 Quay Street', city: 'Lund', country: 'SE', zip_code: '22100' }
    await send(`POST /v1/customers/${customer.id}/addresses/`, address)
    const card = { gateway_token: 'tok_succeed', last4: '4242', exp_month: 12, exp_year: 2031 }
    await send(`POST /v1/customers/${customer.id}/payment_methods/`, card)
    const line = { product_instance: { id: instances[0].id }, term: { name: 'Long', num_cycles: cycles } }
    const made = await time('create the order', 'POST /v1/orders/', { customer: { id: customer.id }, products: [line, line] })
    const subscriptions = await send(`GET /v1/subscriptions/?customer.id=${customer.id}`)
    return { order: made, subscription: subscriptions.results[0].id }
  }
  const [one, other] = [
    await order(`${deliveries}-1-${Date.now()}@example.com`),
    await order(`${deliveries}-2-${Date.now()}@example.com`),
  ]
  const lines: { id: number }[] = one.order.products
  const swap = { product_instance_id: instances[1].id, when: 'now' }
  await time('pause', `PUT /v1/subscriptions/${one.subscription}/pause/`)
  await time('resume', `PUT /v1/subscriptions/${one.subscription}/resume/`)
  await time('edit', `PUT /v1/orders/${one.order.id}/edit/`, { lines: lines.map(({ id }) => ({ id, quantity: 2 })) })
  await time('change at once, dry run', `PUT /v1/subscriptions/${other.subscription}/change/`, swap, true)
  await time('change at once', `PUT /v1/subscriptions/${other.subscription}/change/`, swap)
  const parcels = await send(`GET /v1/shipments/?fulfillments.order_id=${one.order.id}&status=unshipped&limit=1000&sort=id`)
  const ids: number[] = parcels.results.map(({ id }: { id: number }) => id)
  const most = ids.slice(0, Math.max(1, ids.length - 1))
  await time(
    'ship in bulk',
    'POST /v1/shipments/ship/',
    most.map((id) => ({ id, carrier: 'Post', tracking_number: `T${id}` })),
  )
  await time(
    'return in bulk',
    'POST /v1/shipments/return/',
    most.slice(0, 100).map((id) => ({ id })),
  )
  await time('refund with restock', `POST /v1/orders/${one.order.id}/refunds/`, {
    lines: lines.map(({ id }) => ({ id, quantity: 1 })),
    restock: true,
  })
  await time('cancel, dry run', `PUT /v1/orders/${other.order.id}/cancel/`, { subscriptions: 'cancel' }, true)
  await time('cancel', `PUT /v1/orders/${other.order.id}/cancel/`, { subscriptions: 'cancel' })
}
