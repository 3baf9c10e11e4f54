/** `npm run bench -- exactly-once`: rounds of renewals by processes that are killed at random moments. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { seedDemo } from '../../prisma/seed/demo.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Db } from '../../src/db/connect.ts'
import { openDatabase } from '../../src/db/open.ts'
import { addDue, renewEmbeddedWithKills, renewWithKills, type Tally, workEmbedded } from '../worker/rounds.ts'
import { onFresh } from './fresh.ts'
import { within } from './options.ts'

type Options = { due?: number; rounds: number }

/** Makes subscriptions that are due and has them renewed. */
type Round = (due: number) => Promise<Tally>

export const exactlyOnceCommand = new Command('exactly-once')
  .description(
    `Has subscriptions that are due at once renewed by processes that are killed at random moments, and counts orders, transactions and \
charges. With DATABASE_URL over a database of its own on that server, by three processes of which two are killed; otherwise over an embedded \
database, by one after the other. Ends with 1 where a renewal was lost or made twice.`,
  )
  .option('--due <number>', 'how many are due at once (default: 10000, embedded 1000)', within(50, 100_000))
  .option('--rounds <number>', 'how often', within(1, 1_000), 20)
  .action(main)

async function main({ due, rounds }: Options): Promise<void> {
  if (readConfig().database.kind === 'embedded') return inDirectory(rounds, due ?? 1_000)
  await onFresh('tandem_exactly_once', async ({ db, url = '' }) => {
    await seedDemo(db, new Date())
    await repeat(rounds, due ?? 10_000, async (due) => renewWithKills(db, url, await addDue(db, due), due))
  })
}

/** Runs the rounds over an embedded database of its own, which is closed while processes work on it; the first run, unkilled, is timed. */
async function inDirectory(rounds: number, due: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-exactly-once-'))
  const open = () => openDatabase({ kind: 'embedded', dataDir })
  const inDatabase = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const { db, close } = await open()
    return work(db).finally(close)
  }
  try {
    await inDatabase((db) => seedDemo(db, new Date()))
    await inDatabase((db) => addDue(db, due))
    const milliseconds = await workEmbedded(dataDir)
    await repeat(rounds, due, async () => {
      const first = await inDatabase((db) => addDue(db, due))
      return renewEmbeddedWithKills(open, dataDir, first, milliseconds)
    })
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

/** Runs the rounds, prints what each came to, and sets the exit code. */
async function repeat(rounds: number, due: number, round: Round): Promise<void> {
  let wrong = 0
  for (let number = 1; number <= rounds; number += 1) {
    const began = performance.now()
    const { killedAt, ...tally } = await round(due)
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    const isRight = Object.values(tally).every((count) => count === due)
    if (!isRight) wrong += 1
    const counted = Object.entries(tally).map(([what, count]) => `${what} ${count}`)
    process.stdout.write(
      `round ${number}: ${counted.join(', ')}; killed when ${killedAt.join(' and ')} were renewed; ${seconds} s${isRight ? '' : ': WRONG'}\n`,
    )
  }
  process.stdout.write(wrong === 0 ? `${rounds} rounds, each renewal once.\n` : `${wrong} of ${rounds} rounds were wrong.\n`)
  if (wrong > 0) process.exitCode = 1
}
