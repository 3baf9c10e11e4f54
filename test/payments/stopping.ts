/** Processes that stop at a point of a purchase, a refund or a return, as a machine may at any. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

export type Server = { child: ChildProcess; address: string }

/** Starts a server over a database. */
export const startServer = (url: string): Promise<Server> => startProcess('process.ts', url)

/** Starts a server over a database whose payments go to a local Stripe. */
export const startStripeServer = (url: string, port: number): Promise<Server> =>
  startProcess('stripe/process.ts', url, String(port))

/** Starts a process over a database that runs rounds of reconciliation, by the time that a file holds. */
export const startRounds = (url: string, timeFile: string): Promise<Server> => startProcess('rounds-process.ts', url, timeFile)

/** Starts a server over a database that takes webhooks of a local Stripe, and reads its disputes. */
export const startDisputes = (shared: { url: string; timeFile: string; key: string; port: string }): Promise<Server> =>
  startProcess('stripe/disputes-process.ts', shared.url, shared.timeFile, shared.key, shared.port)

async function startProcess(file: string, ...values: string[]): Promise<Server> {
  const child = fork(new URL(file, import.meta.url), values, { execArgv: ['--disable-warning=ExperimentalWarning'] })
  const [address] = await once(child, 'message')
  return { child, address }
}

/** Runs a round of a process. @returns the results. */
export async function roundOf<Result = string[]>({ child }: Server): Promise<Result> {
  child.send('round')
  return (await once(child, 'message'))[0]
}

/** Sends a request to a process that stops at a point. @returns the request, once the process has stopped. */
export async function stoppedAt<T>({ child, address }: Server, point: string, ask: (address: string) => T): Promise<T[]> {
  child.send(point)
  await once(child, 'message')
  const answer = ask(address)
  while (!/^State:\s+T/m.test(readFileSync(`/proc/${child.pid}/status`, 'utf8'))) await setTimeout(10)
  return [answer]
}
