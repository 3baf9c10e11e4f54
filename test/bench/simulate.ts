/** `npm run bench -- simulate`: years of generated subscriptions beside a model of what must become of them. */
import { Command } from 'commander'
import { simulate } from '../simulation/simulate.ts'
import { openWorld } from '../simulation/world.ts'
import { onFresh } from './fresh.ts'
import { within } from './options.ts'

type Options = { subscriptions: number; years: number; seed?: number; seeds: number }

export const simulateCommand = new Command('simulate')
  .description(
    `Moves generated subscriptions through years by their store's test clock, and compares every order, transaction, delivery, \
status and event with a model written from the contract. Over the server in DATABASE_URL, else embedded. Ends with 1 where they differ.`,
  )
  .option('--subscriptions <number>', 'how many', within(10, 100_000), 1_000)
  .option('--years <number>', 'how long', within(1, 100), 10)
  .option('--seed <number>', 'what chance begins with; another one each time unless given', within(0, 2 ** 31))
  .option('--seeds <number>', 'how many seeds, one after the other', within(1, 100), 1)
  .addHelpText(
    'after',
    `
Ten years of 200 subscriptions with three seeds:
  npm run bench -- simulate --subscriptions 200 --years 10 --seeds 3`,
  )
  .action(main)

async function main({ seed = Math.floor(Math.random() * 1_000_000), seeds, ...wanted }: Options): Promise<void> {
  for (let number = 0; number < seeds; number += 1) await run({ ...wanted, seed: seed + number })
}

async function run({ subscriptions, years, seed }: Omit<Required<Options>, 'seeds'>): Promise<void> {
  const wanted = { seed, subscriptions, years }
  process.stdout.write(`--subscriptions ${subscriptions} --years ${years} --seed ${seed}\n`)
  const began = performance.now()
  const onProgress = (sentence: string) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${sentence}\x1b[K`)
  }
  const { differences, figures, done } = await onFresh('tandem_simulate', ({ db }) =>
    simulate(openWorld(db), { ...wanted, onProgress }),
  )
  if (process.stderr.isTTY) process.stderr.write('\n')
  const seconds = Math.round((performance.now() - began) / 1000)
  const counted = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([what, count]) => `${what} ${count}`)
      .join(', ')
  process.stdout.write([...differences, `${seconds} s: ${counted(figures)}`, counted(done), ''].join('\n'))
  process.stdout.write(differences.length === 0 ? 'All is as the model says.\n' : 'It differs from the model.\n')
  if (differences.length > 0) process.exitCode = 1
}
