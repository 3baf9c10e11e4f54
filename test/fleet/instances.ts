/** Instances of the server, each at a port of its own, that can be killed, drained and started again. */
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startOptions } from '../support/start-options.ts'
import { end, freePort, hasEnded, root, type Started, start } from './processes.ts'

const node = resolve(root, 'node_modules/.bin/node')
const readyMilliseconds = 120_000

export type Instance = {
  port: number
  /** Starts it, and answers when it is ready. */
  start(): Promise<void>
  kill(): Promise<void>
  /** Asks it to end; answers its exit code and how long that took. */
  drain(): Promise<{ code: number | null; seconds: number }>
  /** Its log, over all its starts. */
  logged(): Record<string, unknown>[]
}

/** An instance with these settings, which does not run yet. */
export async function instance(settings: Record<string, string>): Promise<Instance> {
  const port = await freePort()
  const starts: Started[] = []
  const last = () => {
    const started = starts.at(-1)
    if (!started) throw new Error('It was not started.')
    return started.child
  }
  return {
    port,
    async start() {
      const env = { HOST: '127.0.0.1', PORT: String(port), LOG_FORMAT: 'json', ...settings }
      const started = start(node, [...startOptions, 'src/launch.js', '--with-parent', 'src/server.ts'], env)
      starts.push(started)
      const deadline = performance.now() + readyMilliseconds
      while (!(await isReady(port))) {
        if (hasEnded(started.child) || performance.now() > deadline) throw new Error(started.output.text)
        await sleep(50)
      }
    },
    async kill() {
      await end(last(), 'SIGKILL')
    },
    async drain() {
      const began = performance.now()
      const code = await end(last(), 'SIGTERM')
      return { code, seconds: (performance.now() - began) / 1_000 }
    },
    logged: () => starts.flatMap(({ output }) => output.text.split('\n').flatMap(entryOf)),
  }
}

const entryOf = (line: string): Record<string, unknown>[] => {
  try {
    return line.startsWith('{') ? [JSON.parse(line)] : []
  } catch {
    // The last line of one that was killed.
    return []
  }
}

async function isReady(port: number): Promise<boolean> {
  const asked = fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(3_000) })
  const answer = await asked.catch(() => undefined)
  await answer?.arrayBuffer().catch(() => {})
  return answer?.status === 200
}
