/** Has a process of its own send loads. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { median } from '../figures.ts'
import type { LoadFigures, LoadOrder, LoadOutcome } from '../load-worker.ts'

export type Loader = {
  /** Sends one load. @throws Error when an answer was not as it should be. */
  send(order: LoadOrder): Promise<LoadFigures>
  stop(): void
}

/** Starts the process. */
export function startLoader(): Loader {
  const child = fork(join(import.meta.dirname, '..', 'load-worker.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  return {
    async send(order) {
      const done = new AbortController()
      const { signal } = done
      const ended = once(child, 'exit', { signal }).then(() => [{ fault: 'The process that sends ended.' }])
      const told = once(child, 'message', { signal })
      child.send(order)
      const [outcome] = (await Promise.race([told, ended]).finally(() => {
        ended.catch(() => {})
        done.abort()
      })) as [LoadOutcome]
      if ('fault' in outcome) throw new Error(`${order.requests[0]?.path}: ${outcome.fault}`)
      return outcome
    },
    stop() {
      process.off('exit', kill)
      kill()
    },
  }
}

export type Rounds = { rounds: number; seconds: number; connections: number }

export type Asked = Pick<LoadOrder, 'address' | 'headers' | 'requests'>

// V8 goes on compiling what is asked again and again for some 30,000 requests.
const warmUpSeconds = 10
const leadSeconds = 0.3

/**
 * Measures several in turn, round by round, each round beginning with another of them: what the machine does beside them
 * meets all alike.
 *
 * @returns the medians of each, in the order given.
 */
export async function interleaved(loader: Loader, asked: Asked[], { rounds, seconds, connections }: Rounds) {
  const figures: LoadFigures[][] = asked.map(() => [])
  for (const each of asked) await loader.send({ ...each, connections, leadSeconds: 0, seconds: warmUpSeconds })
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < asked.length; turn += 1) {
      const at = (round + turn) % asked.length
      figures[at]?.push(await loader.send({ ...(asked[at] as Asked), connections, leadSeconds, seconds }))
    }
  }
  return figures.map((of) => ({
    perSecond: median(of.map(({ perSecond }) => perSecond)),
    p50: median(of.map(({ p50 }) => p50)),
    p99: median(of.map(({ p99 }) => p99)),
    sending: median(of.map(({ sending }) => sending)),
  }))
}
