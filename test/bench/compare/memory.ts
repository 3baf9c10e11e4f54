/** The memory that the product's process takes: idle, under a full load of all reads, and after it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '../server.ts'
import { comparedDatabase } from './fixture.ts'
import type { Loader } from './load.ts'
import { rowsOf } from './rows.ts'
import type { Held } from './table.ts'

type Options = { loader: Loader; connections: number; seconds: number }

/** MiB. */
const most = { idle: 160, loaded: 350 }

/** The part that falls back soon after. */
const fallen = 0.05

const settledMilliseconds = 5_000
const afterMilliseconds = 30_000

/** Measures it. Where the system does not tell what a process takes, nothing is found to be too much. */
export async function memory(url: string, { loader, connections, seconds }: Options): Promise<Held[]> {
  const { database, headers, subject } = await comparedDatabase(url)
  const server = await startServer(database.environment)
  try {
    await sleep(settledMilliseconds)
    const idle = server.memory()
    process.stderr.write(`Memory under ${seconds} s of full load\n`)
    // All reads in turn, so that every part of the product works.
    const requests = rowsOf(subject, { one: () => 'none' }).flatMap(({ asked }) => asked.tandem.slice(0, 20))
    server.peakMemory()
    await loader.tell({ address: server.address, headers, requests, connections, leadSeconds: 0, seconds })
    const [peak, loaded] = [server.peakMemory(), server.memory()]
    await sleep(afterMilliseconds)
    const after = server.memory()
    const held = (work: string, figures: string, wanted: string, isOk: boolean): Held => ({
      name: 'memory',
      work: `memory: ${work}`,
      figures,
      wanted,
      isOk,
    })
    return [
      held('idle on PostgreSQL', told(idle), `at most ${most.idle} MiB`, (idle ?? 0) <= most.idle),
      held(`in ${seconds} s of full load`, told(peak), `at most ${most.loaded} MiB`, (peak ?? 0) <= most.loaded),
      held(
        `${afterMilliseconds / 1000} s after it`,
        `${told(after)}, from ${told(loaded)}`,
        `at least ${fallen * 100}% less`,
        (after ?? 0) <= (1 - fallen) * (loaded ?? 0),
      ),
    ]
  } finally {
    await server.stop()
  }
}

const told = (mebibytes: number | undefined): string =>
  mebibytes === undefined ? 'not known here' : `${mebibytes.toFixed(0)} MiB`
