/** `npm run bench -- mails`: how fast notices of renewals are queued, and sent to a relay on this machine by one worker. */
import { type AddressInfo, createServer, type Server } from 'node:net'
import { Command } from 'commander'
import { readConfig } from '../../src/config/config.ts'
import { handOver } from '../../src/consumers/hand-over.ts'
import { startConsumer } from '../../src/consumers/run.ts'
import { databaseClock } from '../../src/db/clock.ts'
import type { Db } from '../../src/db/connect.ts'
import { openDatabase } from '../../src/db/open.ts'
import { mailConsumer } from '../../src/mails/consumer.ts'
import { mailRows } from '../../src/mails/rows.ts'
import { openMailing } from '../../src/mails/transport.ts'
import { makeMailers } from '../../src/mails/upkeep.ts'
import { openGateways } from '../../src/payments/open.ts'
import { announceDue } from '../../src/worker/announce.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { onCopy } from './copy.ts'
import { type BenchDatabase, embeddedDatabase, postgresDatabase } from './database.ts'
import { aligned } from './figures.ts'
import { within } from './options.ts'

type Options = { notices: number; embeddedScale: number; postgresScale: number }

/** The goals of PostgreSQL on two cores, of 10,000 notices. */
const wanted = { queuedSeconds: 5, perSecond: 200 }

export const mailsCommand = new Command('mails')
  .description(
    `Measures how long notices of renewals of one store take to be announced and queued as mails, and how many a second one worker sends to a relay \
on this machine, over a copy of the seeded databases. Ends with 1 when PostgreSQL sends fewer than ${wanted.perSecond} a second, or queues them for \
more than ${wanted.queuedSeconds} s.`,
  )
  .option('--notices <number>', 'how many are due', within(100, 100_000), 10_000)
  .option('--embedded-scale <thousands>', 'subscriptions in the embedded database', within(1, 100), 5)
  .option('--postgres-scale <thousands>', 'subscriptions on PostgreSQL', within(1, 1_000), 20)
  .action(main)

async function main({ notices, embeddedScale, postgresScale }: Options): Promise<void> {
  const { database } = readConfig()
  const rows = [['database', 'notices', 'announced s', 'queued s', 'mails/s']]
  const measured = async (on: BenchDatabase, count: number) => {
    const { announced, queued, perSecond } = await onCopy(on, (copy) => measure(copy, count))
    rows.push([on.name, String(count), announced.toFixed(1), queued.toFixed(1), perSecond.toFixed(0)])
    return { announced, queued, perSecond }
  }
  await measured(embeddedDatabase(embeddedScale), Math.min(notices, embeddedScale * 20))
  if (database.kind === 'postgres') {
    const { queued, perSecond } = await measured(
      await postgresDatabase(database.url, postgresScale, 'tandem_bench_mails', 1),
      notices,
    )
    if (queued > wanted.queuedSeconds || perSecond < wanted.perSecond) process.exitCode = 1
  }
  process.stdout.write(`${aligned(rows, 1).join('\n')}\n`)
}

/** Has so many renewals of one store near, whose notices are on, and no event or mail of before. */
async function makeNear(db: Db, notices: number): Promise<void> {
  for (const statement of [
    'UPDATE store SET renewal_notice_days = NULL',
    'UPDATE store SET renewal_notice_days = 3, has_test_clock = false, clock_now = NULL WHERE id = 1',
    `UPDATE subscription SET end_date = now() + interval '1 year' WHERE end_date < now() + interval '40 days'`,
    `UPDATE subscription SET end_date = now() + interval '2 days', status = 'active', autorenew = true, is_gift = false, past_due_reason = NULL
     WHERE store_id = 1 AND id IN (SELECT id FROM subscription WHERE store_id = 1 AND status = 'active' ORDER BY id LIMIT ${notices})`,
    `UPDATE customer SET mail_refused_at = NULL WHERE store_id = 1 AND mail_refused_at IS NOT NULL`,
    // Seeded stores have no settings.
    `INSERT INTO mail_setting (store_id, kind, is_on) SELECT 1, kind, false FROM mail_kinds() ON CONFLICT DO NOTHING`,
    `UPDATE mail_setting SET is_on = kind = 'renewal_notice'`,
    'DELETE FROM mail',
    `UPDATE mailer SET last_sequence = counter.last_sequence FROM event_counter AS counter WHERE counter.store_id = mailer.store_id`,
    'ANALYZE subscription',
  ])
    await db.$executeRawUnsafe(statement)
}

function fail(error: unknown): never {
  throw error
}

async function measure({ config }: BenchDatabase, notices: number) {
  const { db, close } = await openDatabase(config, { readSeconds: 600 })
  const relay = await openRelay()
  const mailing = openMailing({
    url: `smtp://127.0.0.1:${(relay.server.address() as AddressInfo).port}`,
    from: 'shop@mail.example',
  })
  try {
    await makeMailers(db)
    await numberEvents({ db })
    await makeNear(db, notices)
    const clock = databaseClock
    const worker = { db, clock, gateways: openGateways(db, clock), report: fail }
    const began = performance.now()
    const since = () => (performance.now() - began) / 1_000
    let due = 0
    for (let each = await announceDue(worker); each > 0; each = await announceDue(worker)) due += each
    const announced = since()
    await numberEvents({ db })
    while (await handOver(mailRows(true), db, clock));
    const queued = since()
    const [{ count }] = await db.$queryRaw<[{ count: number }]>`SELECT count(*)::int AS count FROM mail WHERE state = 'waiting'`
    if (count < Math.min(notices, due)) throw new Error(`Of ${notices} notices ${due} were announced, and ${count} are queued.`)
    const startedAt = performance.now()
    const sender = startConsumer(mailConsumer({ db, clock, mailing, report: fail }))
    await relay.reached(count)
    const perSecond = (count * 1_000) / (performance.now() - startedAt)
    await sender.end()
    return { announced, queued, perSecond }
  } finally {
    mailing?.transport.close()
    relay.server.close()
    await close()
  }
}

/** A relay that takes every mail, with as little work as it can. */
async function openRelay(): Promise<{ server: Server; reached(count: number): Promise<void> }> {
  let taken = 0
  let wanted = { count: 0, resolve: () => {} }
  const server = createServer((socket) => {
    let isData = false
    let rest = ''
    socket.on('error', () => {})
    socket.write('220 relay.example\r\n')
    socket.on('data', (bytes) => {
      rest += bytes.toString('latin1')
      for (;;) {
        const end = rest.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const line = rest.slice(0, end)
        rest = rest.slice(end + (isData ? 5 : 2))
        if (isData) {
          isData = false
          taken += 1
          socket.write('250 2.0.0 Taken\r\n')
          if (taken >= wanted.count) wanted.resolve()
        } else if (/^DATA/i.test(line)) {
          isData = true
          socket.write('354 Go on\r\n')
        } else socket.write('250 relay.example\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const reached = (count: number) =>
    new Promise<void>((resolve) => {
      wanted = { count, resolve }
      if (taken >= count) resolve()
    })
  return { server, reached }
}
