/** Processor time of all that answers: the server, and on this machine the backends of its database. */
import { withSession } from '../../src/db/connect.ts'
import type { BenchDatabase } from './database.ts'
import { processorSeconds, type Server } from './process.ts'

/** Seconds of processor time taken so far. */
export type ProcessorMeter = () => Promise<number>

/** Makes the function that tells it; of a database elsewhere it knows nothing. */
export function meterOf(server: Pick<Server, 'processorSeconds'>, { config }: BenchDatabase): ProcessorMeter {
  // A backend that has ended is remembered with what it was last seen to have taken.
  const ofBackends = new Map<number, number>()
  const backends = async () => {
    if (config.kind === 'embedded') return 0
    await withSession(config.url, async ({ query }) => {
      const { rows } = await query('SELECT pid FROM pg_stat_activity WHERE datname = current_database()', [])
      for (const { pid } of rows as { pid: number }[]) ofBackends.set(pid, processorSeconds(pid) ?? ofBackends.get(pid) ?? 0)
    })
    return [...ofBackends.values()].reduce((sum, each) => sum + each, 0)
  }
  return async () => (server.processorSeconds() ?? Number.NaN) + (await backends())
}
