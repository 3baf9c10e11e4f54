/**
 * `npm run bench -- hostile`: how fast each hostile request is refused, what memory that takes, and what ordinary requests
 * beside it feel of it.
 */
import { statusOf } from '../../src/http/status.ts'
import { sameAs } from './answer.ts'
import type { AttackOrder } from './attack-worker.ts'
import { attacker } from './attacker.ts'
import { type Attack, attacks } from './attacks.ts'
import type { BenchDatabase } from './database.ts'
import { aligned, median, percentile } from './figures.ts'
import type { Server } from './process.ts'
import { makeKey, rehearse } from './rehearsal.ts'
import type { Section } from './report.ts'
import { chosen } from './scenarios.ts'
import { type Sent, sender } from './send.ts'
import { startServer } from './server.ts'
import { steadily } from './steady.ts'
import { startWorker } from './worker.ts'

/** The limits of a refusal: milliseconds of waiting and of processor time, and MiB beyond what the server had. */
const mostMilliseconds = 50
const mostMebibytes = 10
/** And that is kept after all of them, in caches that have bounds: MiB. */
const mostKept = 200
/** How much longer the slowest of a hundred ordinary requests may take beside hostile ones. */
const mostSlowdown = 2

/** How often what seems to slow them down is tried again. */
const mostAgain = 2

const ordinaryPerSecond = 50
const hostilePerSecond = 10
const inARow = 30
const warmUps = 5
const warmUpSeconds = 2
const collected = 5
/** Stretches without hostile requests: one before the first attack and one after so many of them. */
const undisturbedEvery = 5

/** Budgets are kept, but nobody comes to the end of one: what is measured is the refusal by a limit. */
const settings = { RATE_LIMIT: 'on', BUDGET_BURST: '100000000', BUDGET_PER_SECOND: '100000000' }

type Refused = { p50: number; max: number; processor: number | undefined; overBudget: number }
type Line = Refused &
  Pick<Attack, 'title' | 'code'> & { surface: string; beside: number[]; slowdown: number; mebibytes: number | undefined }

export async function hostile(database: BenchDatabase, seconds: number): Promise<Section> {
  const scenarios = chosen(['reads'])
  let secret = ''
  const { headers, sample, rehearsed } = await rehearse(database, scenarios, async (db) => {
    secret = await makeKey(db, 'bench-hostile')
  })
  const server = await startServer(database.environment, { settings, collects: true })
  const worker = startWorker<AttackOrder, object>('attack-worker.ts')
  try {
    const { address } = server
    const hostileHeaders = { Authorization: `Bearer bench-hostile.${secret}` }
    const attackWith = attacker({ address, headers: hostileHeaders, firstNumber: 0 })
    const mix = rehearsed.map(({ scenario, body }) => {
      const call = scenario.call(sample, { connection: 0, connections: 1, number: 0 })
      return { call, isRight: sameAs(body) }
    })
    const send = sender(address, ordinaryPerSecond)
    const next = (number: number) => mix[number % mix.length] as (typeof mix)[number]
    const ordinary = (length: number) => steadily({ send, headers, perSecond: ordinaryPerSecond, seconds: length, next })
    /** The time of ordinary requests while an attack is sent beside them. */
    const disturbed = async ({ title }: Attack) => {
      const order = { title, address, headers: hostileHeaders, perSecond: hostilePerSecond, seconds }
      const [milliseconds] = await Promise.all([ordinary(seconds), worker.tell(order)])
      return milliseconds
    }

    await ordinary(warmUpSeconds)
    const before = await settledMemory(server)
    await ordinary(warmUpSeconds)
    const undisturbed: number[] = []
    const measured: Line[] = []
    for (const [index, attack] of attacks.entries()) {
      process.stderr.write(`${database.name}: ${attack.title}\n`)
      if (index % undisturbedEvery === 0) undisturbed.push(...(await ordinary(seconds)))
      const refused = await refusals(server, () => attackWith(attack))
      const beside = await disturbed(attack)
      const surface = attack.path === '/graphql' ? 'GraphQL' : 'REST'
      measured.push({ ...attack, ...refused, surface, beside, slowdown: 0, mebibytes: undefined })
    }
    const quiet = percentile(undisturbed, 0.99)
    for (const [index, line] of measured.entries()) {
      // A busy machine slows one stretch in many down by chance, or for minutes; a request that does so will do so again.
      const attack = attacks[index] as Attack
      line.slowdown = percentile(line.beside, 0.99) / quiet
      for (let again = 0; line.slowdown > mostSlowdown && again < mostAgain; again += 1) {
        process.stderr.write(`${database.name}: ${attack.title}, once more\n`)
        const justBefore = percentile(await ordinary(seconds), 0.99)
        line.beside = await disturbed(attack)
        line.slowdown = percentile(line.beside, 0.99) / Math.max(quiet, justBefore)
      }
    }
    // By itself, when all times are measured: when V8 collects as a last resort it forgets what it has compiled, and the next requests
    // take up to four times as long.
    process.stderr.write(`${database.name}: memory\n`)
    for (const [index, line] of measured.entries())
      line.mebibytes = await memoryTaken(server, () => attackWith(attacks[index] as Attack))
    return report(database, measured, undisturbed, { before, after: await settledMemory(server) }, seconds)
  } finally {
    worker.stop()
    await server.stop()
  }
}

async function refusals(server: Server, attack: () => Promise<Sent>): Promise<Refused> {
  for (let count = 0; count < warmUps; count += 1) await attack()
  const answers: Sent[] = []
  const from = server.processorSeconds()
  for (let count = 0; count < inARow; count += 1) answers.push(await attack())
  const to = server.processorSeconds()
  const milliseconds = answers.map((answer) => answer.milliseconds)
  return {
    p50: median(milliseconds),
    max: Math.max(...milliseconds),
    processor: from === undefined || to === undefined ? undefined : ((to - from) * 1000) / inARow,
    overBudget: answers.filter(({ status }) => status === statusOf.RATE_LIMITED).length,
  }
}

/** MiB beyond what the server had; undefined where the system does not tell. */
async function memoryTaken(server: Server, attack: () => Promise<Sent>): Promise<number | undefined> {
  const growth: number[] = []
  for (let count = 0; count < collected; count += 1) {
    const resident = await settledMemory(server)
    server.peakMemory()
    await attack()
    const peak = server.peakMemory()
    if (peak !== undefined && resident !== undefined) growth.push(Math.max(0, peak - resident))
  }
  return growth.length > 0 ? median(growth) : undefined
}

async function settledMemory(server: Server): Promise<number | undefined> {
  await server.collect()
  return server.memory()
}

function report(
  { name, thousands }: BenchDatabase,
  lines: Line[],
  undisturbed: number[],
  memory: { before: number | undefined; after: number | undefined },
  seconds: number,
): Section {
  const quiet = { p50: median(undisturbed), p99: percentile(undisturbed, 0.99) }
  const judged = lines.map(({ beside, ...line }) => {
    const over = [
      ...(line.p50 > mostMilliseconds ? ['slow'] : []),
      ...((line.processor ?? 0) > mostMilliseconds ? ['CPU'] : []),
      ...((line.mebibytes ?? 0) > mostMebibytes ? ['memory'] : []),
      ...(line.slowdown > mostSlowdown ? ['disturbs'] : []),
    ]
    return { ...line, besideP50: median(beside), besideP99: percentile(beside, 0.99), over }
  })
  const all = lines.flatMap(({ beside }) => beside)
  const rows = judged.map(({ title, surface, code, p50, max, processor, mebibytes, overBudget, besideP99, slowdown, over }) => [
    title,
    surface,
    `${code}${overBudget > 0 ? `, ${overBudget} RATE_LIMITED` : ''}`,
    p50.toFixed(1),
    max.toFixed(1),
    processor?.toFixed(1) ?? '-',
    mebibytes?.toFixed(1) ?? '-',
    besideP99.toFixed(1),
    `${slowdown.toFixed(2)}×`,
    over.join(', '),
  ])
  const kept = (memory.after ?? 0) - (memory.before ?? 0)
  const failures = judged.filter(({ over }) => over.length > 0).length
  const headings = ['hostile request', 'surface', 'refused as', 'p50 ms', 'max ms', 'CPU ms', 'MiB', 'p99 beside', 'slower', '']
  return {
    name: 'hostile',
    isOver: failures > 0 || kept > mostKept,
    figures: { database: name, thousands, undisturbed: quiet, besideAll: percentile(all, 0.99), memory, lines: judged },
    text: [
      `${name}, ${thousands},000 subscriptions: hostile requests, each ${inARow} times in a row, then ${hostilePerSecond} a second`,
      `beside ${ordinaryPerSecond} ordinary reads a second (both surfaces, ${seconds} s each)`,
      ...aligned([headings, ...rows], 3),
      `ordinary reads undisturbed: p50 ${quiet.p50.toFixed(1)} ms, p99 ${quiet.p99.toFixed(1)} ms (${undisturbed.length}); beside hostile ones of ` +
        `every kind: p50 ${median(all).toFixed(1)} ms, p99 ${percentile(all, 0.99).toFixed(1)} ms (${all.length})`,
      `resident memory after a collection: before ${memory.before?.toFixed(0) ?? '-'} MiB, at the end ${memory.after?.toFixed(0) ?? '-'} MiB ` +
        `(limit: ${mostKept} MiB more)`,
      `limits: ${mostMilliseconds} ms (p50 and CPU), ${mostMebibytes} MiB, ${mostSlowdown} × the undisturbed p99: ` +
        `${failures === 0 ? 'all held' : `${failures} of ${judged.length} lines are over`}`,
    ].join('\n'),
  }
}
