/** `npm run bench -- exactly-once`: rounds of renewals by three processes, two of which are killed at random moments. */
import { Command } from 'commander'
import { seedDemo } from '../../prisma/seed/demo.ts'
import { addDue, renewWithKills } from '../worker/rounds.ts'
import { onFresh } from './fresh.ts'
import { within } from './options.ts'

type Options = { due: number; rounds: number }

export const exactlyOnceCommand = new Command('exactly-once')
  .description(
    `Has subscriptions that are due at once renewed by three workers, two of which are killed at random moments, and counts orders, \
transactions and charges. Over a database of its own on the server in DATABASE_URL. Ends with 1 where a renewal was lost or made twice.`,
  )
  .option('--due <number>', 'how many are due at once', within(50, 100_000), 10_000)
  .option('--rounds <number>', 'how often', within(1, 1_000), 20)
  .action(main)

async function main({ due, rounds }: Options): Promise<void> {
  await onFresh('tandem_exactly_once', async ({ db, url }) => {
    if (!url) throw new Error('Set DATABASE_URL to a PostgreSQL server: an embedded database is in one process alone.')
    await seedDemo(db, new Date())
    let wrong = 0
    for (let round = 1; round <= rounds; round += 1) {
      const first = await addDue(db, due)
      const began = performance.now()
      const { killedAt, ...tally } = await renewWithKills(db, url, first, due)
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      const isRight = Object.values(tally).every((count) => count === due)
      if (!isRight) wrong += 1
      const counted = Object.entries(tally).map(([what, count]) => `${what} ${count}`)
      process.stdout.write(
        `round ${round}: ${counted.join(', ')}; killed when ${killedAt.join(' and ')} were renewed; ${seconds} s${isRight ? '' : ': WRONG'}\n`,
      )
    }
    process.stdout.write(wrong === 0 ? `${rounds} rounds, each renewal once.\n` : `${wrong} of ${rounds} rounds were wrong.\n`)
    if (wrong > 0) process.exitCode = 1
  })
}
