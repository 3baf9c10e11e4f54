/** The processes of a run: ports for them, and that none outlives it. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export type Started = { child: ChildProcess; output: { text: string } }

// Debian has servers where only root looks.
const path = `${process.env.PATH}:/usr/sbin`

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, PATH: path } })

/** Installs a program on Debian, as root, unless it is there. */
export function install(name: string, versionOption: string): void {
  if (run(name, versionOption).status === 0) return
  const isDone =
    run('apt-get', 'update').status === 0 && run('apt-get', 'install', '-y', '--no-install-recommends', name).status === 0
  if (!isDone) throw new Error(`${name} is not installed, and apt-get could not install it.`)
}

/** Starts a program in the folder of the project, and collects its output; it is killed when this process ends. */
export function start(
  command: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
  user: Pick<SpawnOptions, 'uid' | 'gid'> = {},
): Started {
  const child = spawn(command, args, { cwd: root, env: { PATH: path, ...env }, ...user, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += chunk))
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => void process.off('exit', kill))
  return { child, output }
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Ends a process by a signal; answers its exit code, null where the signal itself ended it. */
export async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  if (hasEnded(child)) return child.exitCode
  const gone = once(child, 'exit')
  child.kill(signal)
  const [code] = (await gone) as [number | null]
  return code
}

/** A port of the loopback address that nobody listens at. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (!address || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}
