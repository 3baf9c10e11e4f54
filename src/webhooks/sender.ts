/** The sender: hands events over to webhooks and sends due deliveries as soon as possible, until it is stopped. */
import { type Loop, startLoop } from '../db/background-loop.ts'
import { handOver } from './hand-over.ts'
import { type Sending, sendDue } from './send.ts'

/** Concurrent deliveries to all endpoints: slow endpoints of a few stores do not fill it. */
const mostUnderWay = 128

/** Polling interval: the end of a backoff, and events that other processes have numbered, are not announced. */
const lookMilliseconds = 1_000

/** Events numbered within this time are handed over together. */
const restMilliseconds = 10

/** Sends all deliveries that are due now, and waits for their results; returns their number. */
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

/** Starts the sender; once it has stopped, no delivery is in progress. */
export function startSender(sending: Sending): Loop {
  const underWay = new Set<Promise<void>>()
  // Where nothing was handed over, nothing has come to be due but what a pause was over for, or was made room for.
  let hasRoom = true
  let lookedAt = 0
  const round = async () => {
    const isHandedOver = await handOver(sending.db, sending.clock)
    const free = mostUnderWay - underWay.size
    if (free === 0 || !(isHandedOver || hasRoom || performance.now() - lookedAt >= lookMilliseconds)) return isHandedOver
    ;[hasRoom, lookedAt] = [false, performance.now()]
    for (const each of await sendDue(sending, free)) {
      const done = each.finally(() => {
        underWay.delete(done)
        hasRoom = true
        wake()
      })
      underWay.add(done)
    }
    return isHandedOver
  }
  const { wake, end } = startLoop({ name: 'webhooks', round, report: sending.report, lookMilliseconds, restMilliseconds })
  return {
    wake,
    async end() {
      await end()
      await Promise.all(underWay)
    },
  }
}
