/** Processes that benchmarks start: each answers on a port of its own, tells what it takes, and ends with the benchmark. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Server = {
  address: string
  /** Seconds from the start of the process to its first answer from the database. */
  startSeconds: number
  /** Resident memory in MiB; undefined where the system does not tell. */
  memory(): number | undefined
  /** Seconds of processor time it has taken so far, over all its threads; undefined where the system does not tell. */
  processorSeconds(): number | undefined
  /** Highest resident memory in MiB since it was last asked for. */
  peakMemory(): number | undefined
  /** Sends a message to a module that it was started with; answers the reply. */
  ask(message: string): Promise<unknown>
  /** Has it collect its garbage, where it was started with a collector; answers the MiB of its heap that are left. */
  collect(): Promise<number>
  stop(): Promise<void>
}

const readyWithinMilliseconds = 180_000
const stopWithinMilliseconds = 10_000

export type Program = {
  /** The arguments of Node: its options and the file. */
  args: string[]
  cwd: string
  /** Beside the variables of this process; it listens on the port of 127.0.0.1 that PORT names. */
  environment: Record<string, string>
  /** Answers 200 as soon as the program works. */
  readyPath: string
}

/**
 * Starts a program on the Node of this process and waits until it answers.
 *
 * @throws Error when it ends before, or does not answer in time.
 */
export async function startProgram({ args, cwd, environment, readyPath }: Program): Promise<Server> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // Node holds messages back until there is a listener: one that was sent at the start would be taken for a reply.
  child.on('message', () => {})
  // However this process ends, the program does not outlive it.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const stop = async () => {
    await end(child)
    process.off('exit', kill)
  }
  try {
    await ready(child, `${address}${readyPath}`)
  } catch (error) {
    await stop()
    throw error
  }
  const ask = async (message: string) => {
    const reply = once(child, 'message')
    child.send(message)
    return (await reply)[0] as unknown
  }
  return {
    address,
    startSeconds: (performance.now() - began) / 1000,
    memory: () => mebibytesOf(child.pid, 'VmRSS'),
    peakMemory: () => peakMebibytes(child.pid),
    ask,
    async collect() {
      return (await ask('collect')) as number
    },
    processorSeconds: () => processorSeconds(child.pid),
    stop,
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (!address || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}

async function ready(child: ChildProcess, address: string): Promise<void> {
  const deadline = performance.now() + readyWithinMilliseconds
  while (performance.now() < deadline) {
    if (hasEnded(child)) throw new Error(`The server ended before it was ready (${child.exitCode ?? child.signalCode}).`)
    const answer = await fetch(address, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return
    await sleep(10)
  }
  throw new Error(`The server was not ready within ${readyWithinMilliseconds / 1000} s.`)
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const gone = once(child, 'exit')
  const force = setTimeout(() => child.kill('SIGKILL'), stopWithinMilliseconds)
  child.kill('SIGTERM')
  await gone
  clearTimeout(force)
}

function mebibytesOf(pid: number | undefined, what: 'VmRSS' | 'VmHWM'): number | undefined {
  const kibibytes = new RegExp(`^${what}:\\s+(\\d+) kB$`, 'm').exec(told(pid, 'status'))?.[1]
  return kibibytes === undefined ? undefined : Number(kibibytes) / 1024
}

function peakMebibytes(pid: number | undefined): number | undefined {
  const peak = mebibytesOf(pid, 'VmHWM')
  // Has Linux begin anew with what is resident now.
  if (peak !== undefined) writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return peak
}

// Linux counts processor time in hundredths of a second on every platform that Node runs on.
const ticksASecond = 100

/** Seconds of processor time a process has taken so far. */
export function processorSeconds(pid: number | undefined): number | undefined {
  // The name in parentheses may hold spaces; user and system time are the 12th and 13th number after it.
  const [user, system] = told(pid, 'stat').split(') ').at(-1)?.split(' ').slice(11, 13) ?? []
  return user && system ? (Number(user) + Number(system)) / ticksASecond : undefined
}

/** Linux's figures of a process; nothing elsewhere. */
function told(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
