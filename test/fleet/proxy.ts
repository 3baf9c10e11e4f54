/** HAProxy with the file that is deployed; installed first where it is missing, as root on Debian. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { end, freePort, hasEnded, install, start } from './processes.ts'

const file = 'src/deploy/haproxy.cfg'
const upMilliseconds = 60_000

/** An instance as the proxy sees it: its state, the connections that failed, and the requests that the other was then asked. */
export type Seen = { status: string; failedConnections: number; redispatched: number }

export type Haproxy = {
  port: number
  seen(): Promise<Map<string, Seen>>
  /** Waits until all instances take requests by its own checks. */
  untilAllUp(): Promise<void>
  end(): Promise<void>
}

/** Starts it in front of two instances. */
export async function proxyOf(ports: readonly [number, number]): Promise<Haproxy> {
  install('haproxy', '-v')
  const directory = mkdtempSync(join(tmpdir(), 'tandem-fleet-'))
  const socket = join(directory, 'socket')
  const watched = join(directory, 'watched.cfg')
  // Beside the file that is deployed: where the run asks how the instances are seen.
  writeFileSync(watched, `global\n  stats socket ${socket} mode 600\n`)
  const port = await freePort()
  const [WEB_1, WEB_2] = ports.map((each) => `127.0.0.1:${each}`)
  const { child, output } = start('haproxy', ['-db', '-f', file, '-f', watched], { LISTEN: `127.0.0.1:${port}`, WEB_1, WEB_2 })
  const seen = async () => seenIn(await ask(socket, 'show stat'))
  const untilAllUp = async () => {
    const deadline = performance.now() + upMilliseconds
    for (;;) {
      const states = await seen().catch(() => new Map<string, Seen>())
      if (states.size === ports.length && [...states.values()].every(({ status }) => status === 'UP')) return
      if (hasEnded(child) || performance.now() > deadline) throw new Error(`${JSON.stringify([...states])} ${output.text}`)
      await sleep(100)
    }
  }
  await untilAllUp()
  return {
    port,
    seen,
    untilAllUp,
    async end() {
      await end(child, 'SIGKILL')
      rmSync(directory, { recursive: true })
    },
  }
}

/** Asks over the socket of its operator. */
function ask(path: string, command: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(path)
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  socket.on('end', () => resolve(text))
  socket.on('error', reject)
  socket.write(`${command}\n`)
  return promise
}

/** The instances in its statistics, a table of comma-separated values with the names of the columns in the first line. */
function seenIn(text: string): Map<string, Seen> {
  const [head = '', ...lines] = text.trim().split('\n')
  const names = head.replace('# ', '').split(',')
  const rows = lines.map((line) => Object.fromEntries(line.split(',').map((value, place) => [names[place], value])))
  return new Map(
    rows
      .filter(({ pxname, svname }) => pxname === 'tandem' && svname !== 'BACKEND')
      .map(({ svname = '', status = '', econ, wredis }) => [
        svname,
        { status: status.split(' ')[0] ?? '', failedConnections: Number(econ), redispatched: Number(wredis) },
      ]),
  )
}
