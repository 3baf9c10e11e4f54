/** `npm run bench -- compare`: the product beside raw statements and PostGraphile 5, and what its figures must be. */
import { Command } from 'commander'
import { readConfig } from '../../../src/config.ts'
import { namesAmong, within } from '../options.ts'
import { startLoader } from './load.ts'
import { embeddedRows, rowsOf } from './rows.ts'
import { overEmbedded, overPostgres } from './side-by-side.ts'
import { isReached, ratios, writeSpeed } from './table.ts'
import type { Measured, Row } from './work.ts'

type Options = { only?: string[]; seconds: number; rounds: number; connections: number; json?: true }

const nobody = { storeId: 1n, ids: [], from: '' }
const onServer = rowsOf(nobody, { one: () => 'none' }).map(({ name }) => name)
const inDirectory = embeddedRows(nobody).map(({ name }) => name)
const names = [...onServer, ...inDirectory]

export const compareCommand = new Command('compare')
  .description(
    `Measures raw statements behind node:http, PostGraphile 5 and the product side by side over the same seeded PostgreSQL at
DATABASE_URL, in interleaved rounds, after comparing their answers; ends with 1 when a ratio is less than it must be.`,
  )
  .option('--only <names>', `some of ${names.join(', ')}`, namesAmong(names))
  .option('--seconds <number>', 'length of a round', within(1, 60), 4)
  .option('--rounds <number>', 'rounds that the medians are of', within(1, 99), 3)
  .option('--connections <number>', 'requests under way at once', within(1, 500), 16)
  .option('--json', 'print JSON instead of tables')
  .action(compare)

async function compare({ only = names, seconds, rounds, connections, json }: Options): Promise<void> {
  const { database } = readConfig()
  const isAny = (of: readonly string[]) => of.some((name) => only.includes(name))
  if (isAny(onServer) && database.kind !== 'postgres') throw new Error('Set DATABASE_URL to a PostgreSQL server to compare over.')
  const loader = startLoader()
  const isWanted = ({ name }: Row) => only.includes(name)
  const onRow = ({ work }: Row) => void process.stderr.write(`${work}\n`)
  const options = { isWanted, onRow, loader, seconds, rounds, connections }
  try {
    const measured: Measured[] = []
    if (isAny(onServer) && database.kind === 'postgres') measured.push(...(await overPostgres(database.url, options)))
    if (isAny(inDirectory)) measured.push(...(await overEmbedded(options)))
    const heading = `Medians of ${rounds} rounds of ${seconds} s, ${connections} connections, Node ${process.versions.node}`
    const figures = measured.map((each) => ({
      name: each.row.name,
      perSecond: each.perSecond,
      ratios: ratios(each),
      wanted: each.row.wanted,
      isReached: isReached(each),
    }))
    process.stdout.write(
      json ? `${JSON.stringify({ seconds, rounds, connections, figures }, null, 2)}\n` : `${heading}\n${writeSpeed(measured)}\n`,
    )
    if (!measured.every(isReached)) process.exitCode = 1
  } finally {
    loader.stop()
  }
}
