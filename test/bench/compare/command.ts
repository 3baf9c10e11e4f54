/** `npm run bench -- compare`: the product beside raw statements and PostGraphile 5, and what its figures must be. */
import { Command } from 'commander'
import { readConfig } from '../../../src/config/config.ts'
import { namesAmong, within } from '../options.ts'
import { startLoader } from './load.ts'
import { memory } from './memory.ts'
import { embeddedRows, rowsOf } from './rows.ts'
import { scaling, scalingNames } from './scaling.ts'
import { overEmbedded, overPostgres } from './side-by-side.ts'
import { type Held, isReached, perSecondOf, ratiosOf, rawByStart, writeHeld, writeSpeed } from './table.ts'
import type { Measured, Row } from './work.ts'

type Options = {
  only?: string[]
  seconds: number
  starts: number
  rounds: number
  connections: number
  memorySeconds: number
  json?: true
}

const nobody = { storeId: 1n, ids: [], from: '', stores: [] }
const onServer = rowsOf(nobody, { one: () => 'none' }).map(({ name }) => name)
const inDirectory = embeddedRows(nobody).map(({ name }) => name)
const names = [...onServer, ...inDirectory, ...scalingNames, 'memory']

export const compareCommand = new Command('compare')
  .description(
    `Measures raw statements behind node:http, PostGraphile 5 and the product side by side over the same seeded PostgreSQL, \
in interleaved rounds, their answers compared first. DATABASE_URL names the server; tandem_compare and tandem_compare_seeded \
are kept there for the next run. Ends with 1 when a figure is not what it must be.`,
  )
  .option('--only <names>', `some of ${names.join(', ')}`, namesAmong(names))
  .option('--seconds <number>', 'length of a round', within(1, 60), 2)
  .option('--starts <number>', 'how often the servers are started anew', within(1, 99), 3)
  .option('--rounds <number>', 'rounds of a start; the medians are of those of all starts', within(1, 99), 3)
  .option('--connections <number>', 'requests under way at once', within(1, 500), 16)
  .option('--memory-seconds <number>', 'length of the full load that memory is measured under', within(1, 3_600), 60)
  .option('--json', 'print JSON instead of tables')
  .action(compare)

async function compare(options: Options): Promise<void> {
  const { only = names, seconds, starts, rounds, connections, memorySeconds, json } = options
  const { database } = readConfig()
  const isAny = (of: readonly string[]) => of.some((name) => only.includes(name))
  const url = database.kind === 'postgres' ? database.url : undefined
  if (url === undefined && !only.every((name) => inDirectory.includes(name)))
    throw new Error('Set DATABASE_URL to a PostgreSQL server to compare over.')
  const loader = startLoader()
  const onRow = ({ work }: Row) => void process.stderr.write(`${work}\n`)
  const load = { loader, seconds, starts, rounds, connections }
  const sideBySide = { ...load, onRow, isWanted: ({ name }: Row) => only.includes(name) }
  try {
    const measured: Measured[] = []
    const held: Held[] = []
    if (url && isAny(onServer)) measured.push(...(await overPostgres(url, sideBySide)))
    if (isAny(inDirectory)) measured.push(...(await overEmbedded(sideBySide)))
    if (url && isAny(scalingNames)) held.push(...(await scaling(url, { ...load, isWanted: (name) => only.includes(name) })))
    if (url && isAny(['memory'])) held.push(...(await memory(url, { loader, connections, seconds: memorySeconds })))
    const settings = { starts, rounds, seconds, connections, node: process.versions.node }
    process.stdout.write(json ? asJson({ ...settings, measured, held }) : asTables({ ...settings, measured, held }))
    if (!measured.every(isReached) || !held.every(({ isOk }) => isOk)) process.exitCode = 1
  } finally {
    loader.stop()
  }
}

type Found = {
  starts: number
  rounds: number
  seconds: number
  connections: number
  node: string
  measured: Measured[]
  held: Held[]
}

function asTables({ starts, rounds, seconds, connections, node, measured, held }: Found): string {
  const heading = `Medians of ${starts} starts, each of ${rounds} rounds of ${seconds} s, ${connections} connections, Node ${node}`
  const tables = [...(measured.length > 0 ? [writeSpeed(measured)] : []), ...(held.length > 0 ? [writeHeld(held)] : [])]
  return `${[heading, ...tables].join('\n\n')}\n`
}

function asJson({ measured, ...others }: Found): string {
  const rows = measured.map((each) => {
    const { row, starts, fault } = each
    return {
      name: row.name,
      work: row.work,
      perSecond: perSecondOf(starts),
      fault,
      ratios: ratiosOf(starts),
      rawByStart: rawByStart(each),
      wanted: row.wanted,
      isReached: isReached(each),
    }
  })
  return `${JSON.stringify({ ...others, rows }, null, 2)}\n`
}
