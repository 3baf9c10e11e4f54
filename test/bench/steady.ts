/** So many ordinary requests a second, whether or not the earlier ones are answered: what a shop's own traffic is like. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from './scenarios.ts'
import type { Message, Sent } from './send.ts'

export type SteadyOptions = {
  send(message: Message): Promise<Sent>
  headers: Record<string, string>
  perSecond: number
  seconds: number
  /** The nth request. */
  next(number: number): { call: Call; isRight(body: string): boolean }
}

/**
 * Sends requests at an even pace.
 *
 * @returns for each the milliseconds from when it was due to its answer, so that a server that stands still cannot hide it.
 * @throws Error for an answer that is not the right one.
 */
export async function steadily({ send, headers, perSecond, seconds, next }: SteadyOptions): Promise<number[]> {
  const began = performance.now()
  const one = async (number: number): Promise<number> => {
    const due = began + (number * 1000) / perSecond
    await sleep(Math.max(1, due - performance.now()))
    const { call, isRight } = next(number)
    const { method, path, body, status: expected } = call
    const type = body && { 'Content-Type': 'application/json' }
    const { status, body: answer } = await send({ method, path, headers: { ...headers, ...type }, body })
    if (status === expected && isRight(answer)) return performance.now() - due
    throw new Error(`An ordinary request was not answered rightly: ${method} ${path}: ${status} ${answer.slice(0, 300)}`)
  }
  return Promise.all(Array.from({ length: perSecond * seconds }, (_, number) => one(number)))
}
