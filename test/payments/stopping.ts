/** Servers in processes of their own, which stop at a point of a purchase or a refund, as a machine may at any. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Point, RefundPoint } from './points.ts'

export type Server = { child: ChildProcess; address: string }

/** Starts a server over a database. */
export async function startServer(url: string): Promise<Server> {
  const child = fork(new URL('process.ts', import.meta.url), [url], { execArgv: ['--disable-warning=ExperimentalWarning'] })
  const [address] = await once(child, 'message')
  return { child, address }
}

/** Sends a request to a server that stops at a point, and answers once it has. */
export async function stoppedAt<T>(
  { child, address }: Server,
  point: Point | RefundPoint,
  ask: (address: string) => T,
): Promise<T[]> {
  child.send(point)
  await once(child, 'message')
  const answer = ask(address)
  while (!/^State:\s+T/m.test(readFileSync(`/proc/${child.pid}/status`, 'utf8'))) await setTimeout(10)
  return [answer]
}
