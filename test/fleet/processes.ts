/** The processes of a run: ports for them, and that none outlives it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export type Started = { child: ChildProcess; output: { text: string } }

/** Starts a program in the folder of the project, and collects its output; it is killed when this process ends. */
export function start(command: string, args: readonly string[], env: Record<string, string | undefined>): Started {
  const child = spawn(command, args, { cwd: root, env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
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
