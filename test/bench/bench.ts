/** `npm run bench`: how fast the server answers, how much memory it takes and how long it takes to start. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Argument, Command } from 'commander'
import { readConfig } from '../../src/config/config.ts'
import { access } from './access.ts'
import { isAnswerTo, sameAs } from './answer.ts'
import { bulkCommand } from './bulk.ts'
import { compareCommand } from './compare/command.ts'
import { onCopy } from './copy.ts'
import { type BenchDatabase, embeddedDatabase, postgresDatabase } from './database.ts'
import { deskCommand } from './desk.ts'
import { exactlyOnceCommand } from './exactly-once.ts'
import { files } from './files.ts'
import { guesses } from './guesses.ts'
import { hostile } from './hostile.ts'
import { latencyCommand } from './latency.ts'
import { lengths } from './lengths.ts'
import { type LoadOptions, load } from './load.ts'
import { mailsCommand } from './mails.ts'
import { within } from './options.ts'
import { partsCommand } from './parts.ts'
import { rehearse } from './rehearsal.ts'
import { renewalsCommand } from './renewals.ts'
import { type DatabaseReport, type Line, type Section, writeJson, writeTable } from './report.ts'
import { prepare } from './sample.ts'
import { chosen, names, type Scenario } from './scenarios.ts'
import { startServer } from './server.ts'
import { simulateCommand } from './simulate.ts'
import { sumsCommand } from './sums.ts'
import { taxCommand } from './tax.ts'
import { walks } from './walks.ts'

type Options = {
  seconds: number
  connections: number
  embeddedScale: number
  postgresScale: number
  json?: true
  profile?: string
}

const idleMilliseconds = 2_000

/** MiB of resident memory an idle server should stay under. */
const idleTargets: Record<BenchDatabase['name'], number> = { embedded: 350, PostgreSQL: 200 }

/** Benchmarks of another kind, run only when they are named: they take minutes. */
const sections: Record<string, (database: BenchDatabase, options: Options) => Promise<Section>> = {
  hostile: (database, { seconds }) => hostile(database, seconds),
  access: (database, { seconds, connections }) => access(database, seconds, connections),
  files,
  guesses,
  lengths,
  walks,
}

const command = new Command('bench')
  .description('Measures the server over the embedded database and, when DATABASE_URL is set, over PostgreSQL; writes on a copy.')
  .addArgument(
    new Argument('[scenarios...]', 'names or groups; reads and writes unless given').choices([
      ...names,
      ...Object.keys(sections),
    ]),
  )
  .addHelpText(
    'after',
    `
Run only when they are named, and ending with 1 when a figure is beyond its limit:
  hostile   each known class of hostile request: how long until it is refused, the memory it takes, and what
            ordinary reads beside it feel; --seconds is the length of each stretch of reads
  access    what authentication, scopes, limits and budget add to the reads; REDIS_URL adds a budget in Redis
  walks     what ordinary programs pay with the budgets as they are by default, and how much of the machine one credential
            can keep busy
  files     how many files of src a warm read executes, and how many functions it calls in them
  guesses   whether the time of a refusal tells an unknown client from a wrong secret
  lengths   whether a text that a client chooses takes more than in proportion to its length`,
  )
  .option('--seconds <number>', 'how long each scenario is measured', within(1, 60), 5)
  .option('--connections <number>', 'how many requests are under way at once', within(1, 500), 32)
  .option('--embedded-scale <thousands>', 'subscriptions in the embedded database', within(1, 100), 5)
  .option('--postgres-scale <thousands>', 'subscriptions on PostgreSQL', within(1, 1_000), 20)
  .option('--json', 'print JSON instead of a table')
  .option('--profile <folder>', 'write CPU profiles of the server into a folder; the numbers are then not comparable')
  .action(main)
  // Arguments after the name of a command are its own.
  .enablePositionalOptions()
  .addCommand(compareCommand)
  .addCommand(simulateCommand)
  .addCommand(exactlyOnceCommand)
  .addCommand(renewalsCommand)
  .addCommand(latencyCommand)
  .addCommand(mailsCommand)
  .addCommand(deskCommand)
  .addCommand(partsCommand)
  .addCommand(sumsCommand)
  .addCommand(bulkCommand)
  .addCommand(taxCommand)

// Ending by way of `exit` takes the server down too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

try {
  await command.parseAsync()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

async function main(wanted: string[], options: Options): Promise<void> {
  const { database } = readConfig()
  const scenarios = chosen(wanted)
  const databases: DatabaseReport[] = []
  const found: Section[] = []
  const measureAll = async (each: BenchDatabase) => {
    databases.push(...(await measureGroups(each, scenarios, options)))
    for (const name of wanted) {
      const section = sections[name]
      if (section) found.push(await section(each, options))
    }
  }
  await measureAll(embeddedDatabase(options.embeddedScale))
  if (database.kind === 'postgres') await measureAll(await postgresDatabase(database.url, options.postgresScale))
  const { connections, seconds } = options
  const report = { connections, seconds, node: process.versions.node, databases, sections: found }
  process.stdout.write(options.json ? writeJson(report) : writeTable(report))
  if (found.some(({ isOver }) => isOver)) process.exitCode = 1
}

/** Reads are measured on the database that is kept, writes on a copy of it that is thrown away. */
async function measureGroups(database: BenchDatabase, scenarios: Scenario[], options: Options): Promise<DatabaseReport[]> {
  const of = (group: Scenario['group']) => scenarios.filter((scenario) => scenario.group === group)
  const reports: DatabaseReport[] = []
  if (of('reads').length > 0) reports.push(await measure(database, 'reads', of('reads'), options))
  if (of('writes').length > 0) reports.push(await onCopy(database, (copy) => measure(copy, 'writes', of('writes'), options)))
  return reports
}

async function measure(
  database: BenchDatabase,
  group: Scenario['group'],
  scenarios: Scenario[],
  options: Options,
): Promise<DatabaseReport> {
  const isRead = group === 'reads'
  const { headers, sample, rehearsed } = await rehearse(database, scenarios, isRead ? async () => {} : prepare)
  const server = await startServer(database.environment, { profile: options.profile })
  try {
    await sleep(idleMilliseconds)
    const idleMebibytes = server.memory()
    const lines: Line[] = []
    for (const { scenario, body, statements } of rehearsed) {
      const { name, title, surface } = scenario
      process.stderr.write(`${database.name}: ${title}, ${surface}\n`)
      const { connections, seconds } = options
      const next: LoadOptions['next'] = (turn) => scenario.call(sample, turn)
      const isSame = sameAs(body)
      const isRight: LoadOptions['isRight'] = (call, text) => (isRead ? isSame(text) : isAnswerTo(call, text))
      const measured = await load({ ...server, headers, connections, seconds, next, isRight })
      lines.push({ name, group, title, surface, ...measured, statements, bytes: Buffer.byteLength(body) })
    }
    return {
      database: database.name,
      thousands: database.thousands,
      group,
      startSeconds: server.startSeconds,
      idleMebibytes,
      loadedMebibytes: server.memory(),
      idleTarget: idleTargets[database.name],
      lines,
    }
  } finally {
    await server.stop()
  }
}
