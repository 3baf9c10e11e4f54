/** Has a process of its own send loads. */
import type { LoadFigures, LoadOrder } from '../load-worker.ts'
import { startWorker, type Worker } from '../worker.ts'

export type Loader = Worker<LoadOrder, LoadFigures>

/** Starts the process. */
export const startLoader = (): Loader => startWorker('load-worker.ts')

export type Rounds = {
  /** How often the servers are started anew: where they lie in memory and on which core differs by as much as a tenth from start to start. */
  starts: number
  /** Of each start. */
  rounds: number
  seconds: number
  connections: number
}

export type Asked = Pick<LoadOrder, 'address' | 'headers' | 'requests'>

// V8 goes on compiling what is asked again and again for some 50,000 requests, the more the longer a program's way to an answer is.
const firstSeconds = 20
const warmUpSeconds = 10
const leadSeconds = 0.3

/** In turns as short as the rounds: the product gives memory back when it has nothing to do for ten seconds, and compiles anew after it. */
const turnSeconds = 2

/** Asks some that have just been started for all that will be asked of them. */
export const warmUp = (loader: Loader, asked: readonly Asked[], connections: number): Promise<void> =>
  forEachYielding(loader, asked, connections, firstSeconds)

async function forEachYielding(loader: Loader, asked: readonly Asked[], connections: number, seconds: number): Promise<void> {
  for (let turn = 0; turn < seconds / turnSeconds; turn += 1)
    for (const each of asked) await loader.tell({ ...each, connections, leadSeconds: 0, seconds: turnSeconds })
}

/**
 * Measures several in turn, round by round, each round beginning with another of them: what the machine does beside them
 * meets all alike.
 *
 * @returns the rounds of each, in the order given.
 */
export async function interleaved(
  loader: Loader,
  asked: Asked[],
  { rounds, seconds, connections }: Rounds,
): Promise<LoadFigures[][]> {
  const figures: LoadFigures[][] = asked.map(() => [])
  await forEachYielding(loader, asked, connections, warmUpSeconds)
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < asked.length; turn += 1) {
      const at = (round + turn) % asked.length
      figures[at]?.push(await loader.tell({ ...(asked[at] as Asked), connections, leadSeconds, seconds }))
    }
  }
  return figures
}
