/** pgbouncer with the file that is deployed; installed first where it is missing, as root on Debian. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { end, freePort, hasEnded, install, root, start } from './processes.ts'

const startMilliseconds = 20_000
// It does not run as root.
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

export type Pooler = { port: number; end(): Promise<void> }

/** Starts it on the loopback address, before all databases of a PostgreSQL server. */
export async function poolerOf(server: string): Promise<Pooler> {
  install('pgbouncer', '--version')
  const { hostname, port: serverPort, username, password } = new URL(server)
  const directory = mkdtempSync(join(tmpdir(), 'tandem-pooler-'))
  const port = await freePort()
  const deployed = readFileSync(join(root, 'src/deploy/pgbouncer.ini'), 'utf8')
  const database = `* = host=${hostname} port=${serverPort || 5432} user=${username}${password && ` password=${password}`}`
  // Of two values the last counts.
  const own = ['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any', 'auth_file =']
  const file = join(directory, 'pgbouncer.ini')
  writeFileSync(file, `${deployed.replace(/^tandem = .*$/m, database)}${own.join('\n')}\n`)
  chmodSync(directory, 0o755)
  const { child, output } = start('pgbouncer', [file], {}, nobody)
  const deadline = performance.now() + startMilliseconds
  while (!(await listens(port))) {
    if (hasEnded(child) || performance.now() > deadline) throw new Error(output.text)
    await sleep(50)
  }
  return {
    port,
    async end() {
      await end(child, 'SIGKILL')
      rmSync(directory, { recursive: true })
    },
  }
}

function listens(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.once('connect', () => resolve(true))
  socket.once('error', () => resolve(false))
  socket.once('close', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
