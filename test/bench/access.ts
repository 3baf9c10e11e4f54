/**
 * `npm run bench -- access`: what authentication, scopes, limits and budget together add to a read: the same requests to the
 * server as it is and to one without them, in turns within one run.
 */
import { readConfig } from '../../src/config/config.ts'
import { sameAs } from './answer.ts'
import { onCopy } from './copy.ts'
import type { BenchDatabase } from './database.ts'
import { aligned } from './figures.ts'
import { type Load, type LoadOptions, load } from './load.ts'
import type { Server } from './process.ts'
import { rehearse } from './rehearsal.ts'
import type { Section } from './report.ts'
import { chosen } from './scenarios.ts'
import { startServer } from './server.ts'

/** How much they may add to the processor time of all reads together, in per cent. */
const mostShare = 10

/**
 * How often the servers take turns at each scenario. The cheapest turn is what counts: whatever else the machine does makes a
 * request dearer, never cheaper.
 */
const turns = 5

/** Budgets are kept, but nobody comes to the end of one. */
const budget = { RATE_LIMIT: 'on', BUDGET_BURST: '100000000', BUDGET_PER_SECOND: '100000000' }

type Variant = { title: string; settings: Record<string, string>; preload?: string[] }

/** The first is what the others are compared with. */
function variants(): Variant[] {
  const { redisUrl } = readConfig()
  return [
    { title: 'without', settings: { RATE_LIMIT: 'off', REDIS_URL: '' }, preload: ['./test/bench/unguarded.ts'] },
    { title: 'with', settings: { ...budget, REDIS_URL: '' } },
    ...(redisUrl ? [{ title: 'with, budget in Redis', settings: { ...budget, REDIS_URL: redisUrl } }] : []),
  ]
}

/** The figures of one server in one scenario, turn by turn. */
type Line = { title: string; surface: string; variant: string; loads: Load[] }

export async function access(database: BenchDatabase, seconds: number, connections: number): Promise<Section> {
  const { headers, sample, rehearsed } = await rehearse(database, chosen(['reads']), async () => {})
  return withServers(database, variants(), async (servers) => {
    const lines: Line[] = []
    for (const { scenario, body } of rehearsed) {
      const { title, surface } = scenario
      const next: LoadOptions['next'] = (turn) => scenario.call(sample, turn)
      const isSame = sameAs(body)
      const isRight: LoadOptions['isRight'] = (_call, text) => isSame(text)
      const loads = servers.map((): Load[] => [])
      for (let turn = 1; turn <= turns; turn += 1) {
        process.stderr.write(`${database.name}: ${title}, ${surface}, turn ${turn} of ${turns}\n`)
        // Nobody is always first.
        const order = servers.map((_, index) => (index + turn) % servers.length)
        for (const index of order) {
          const server = servers[index] as Server
          loads[index]?.push(await load({ ...server, headers, connections, seconds, next, isRight }))
        }
      }
      lines.push(...variants().map(({ title: variant }, index) => ({ title, surface, variant, loads: loads[index] ?? [] })))
    }
    return report(database, lines)
  })
}

/** Starts a server for each variant; an embedded database takes one at a time, so each further one works on a copy. */
async function withServers<T>(database: BenchDatabase, wanted: Variant[], work: (servers: Server[]) => Promise<T>): Promise<T> {
  const servers: Server[] = []
  async function next(): Promise<T> {
    const variant = wanted[servers.length]
    if (!variant) return work(servers)
    const start = async ({ environment }: BenchDatabase) => {
      const server = await startServer(environment, variant)
      servers.push(server)
      try {
        return await next()
      } finally {
        await server.stop()
      }
    }
    const isShared = database.name === 'PostgreSQL'
    return isShared ? start(database) : onCopy(database, start, `turn${servers.length}`)
  }
  return next()
}

function report({ name, thousands }: BenchDatabase, lines: Line[]): Section {
  const figures = lines.map(({ loads, ...line }) => ({
    ...line,
    requestsPerSecond: Math.max(...loads.map((each) => each.requestsPerSecond)),
    processor: Math.min(...loads.map((each) => each.processor ?? Number.NaN)),
  }))
  const plain = figures[0]?.variant
  const added = figures.map((line) => {
    const base = figures.find(
      ({ title, surface, variant }) => title === line.title && surface === line.surface && variant === plain,
    )
    return { ...line, share: (line.processor / (base?.processor ?? Number.NaN) - 1) * 100 }
  })
  const all = (variant: string) =>
    added.filter((line) => line.variant === variant).reduce((sum, { processor }) => sum + processor, 0)
  const totals = [...new Set(added.map(({ variant }) => variant))]
    .filter((variant) => variant !== plain)
    .map((variant) => ({ variant, share: (all(variant) / all(plain ?? '') - 1) * 100 }))
  const rows = added.map(({ title, surface, variant, requestsPerSecond, processor, share }) => [
    title,
    surface,
    variant,
    requestsPerSecond.toFixed(0),
    processor.toFixed(2),
    variant === plain ? '' : percent(share),
  ])
  return {
    name: 'access',
    isOver: totals.some(({ share }) => share >= mostShare),
    figures: { database: name, thousands, lines: added, totals },
    text: [
      `${name}, ${thousands},000 subscriptions: reads with and without authentication, scopes, limits and budget; best of ${turns} turns`,
      ...aligned([['scenario', 'surface', 'server', 'req/s', 'CPU ms', 'added'], ...rows], 3),
      ...totals.map(({ variant, share }) => `all reads ${variant}: ${percent(share)} processor time (target < ${mostShare} %)`),
    ].join('\n'),
  }
}

const percent = (share: number): string => `${share < 0 ? '−' : '+'}${Math.abs(share).toFixed(1)} %`
