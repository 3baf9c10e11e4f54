/** The sender: hands events over to webhooks and sends what is due, as soon as it is, until it is told to end. */
import { setTimeout as sleep } from 'node:timers/promises'
import { onBehalfOf } from '../db/cancel.ts'
import { handOver } from './hand-over.ts'
import { type Sending, sendDue } from './send.ts'

/** How many are on their way at a time, to all endpoints. */
const mostUnderWay = 32

/** Nobody says when a pause is over, or another process has numbered events. */
const lookMilliseconds = 1_000

/** Sends all that is due by now, and waits for what comes of it; answers how many were sent. */
export async function sendOnce(sending: Sending): Promise<number> {
  let sent = 0
  for (;;) {
    while (await handOver(sending.db, sending.clock));
    const underWay = await sendDue(sending, mostUnderWay)
    if (underWay.length === 0) return sent
    await Promise.all(underWay)
    sent += underWay.length
  }
}

/**
 * Starts to send.
 *
 * @returns what wakes it, which takes no time, and what ends it: nothing is on its way then any more.
 */
export function startSender(sending: Sending): { wake: () => void; end: () => Promise<void> } {
  const ending = new AbortController()
  const { signal } = ending
  const underWay = new Set<Promise<void>>()
  let isWoken = false
  let goOn = () => {}
  const wake = () => {
    isWoken = true
    goOn()
  }
  const round = async () => {
    const hasMore = await handOver(sending.db, sending.clock)
    const free = mostUnderWay - underWay.size
    for (const each of free > 0 ? await sendDue(sending, free) : []) {
      const done = each.finally(() => {
        underWay.delete(done)
        wake()
      })
      underWay.add(done)
    }
    if (hasMore) wake()
  }
  const work = async () => {
    while (!signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>()
      goOn = resolve
      if (!isWoken) await Promise.race([promise, sleep(lookMilliseconds, undefined, { signal, ref: false }).catch(() => {})])
      isWoken = false
      if (!signal.aborted) await round().catch(sending.report)
    }
    await Promise.all(underWay)
  }
  const working = onBehalfOf('webhooks', work)
  return {
    wake,
    async end() {
      ending.abort()
      goOn()
      await working
    },
  }
}
