/** Runs a consumer: hands events over to its subscribers and sends due deliveries as soon as possible, until it is stopped. */
import { type Loop, startLoop } from '../db/background-loop.ts'
import type { Consumer } from './consumer.ts'
import { handOver } from './hand-over.ts'
import { sendDue } from './send.ts'

/** Polling interval: the end of a backoff, and events that other processes have numbered, are not announced. */
const lookMilliseconds = 1_000

/** Events numbered within this time are handed over together. */
const restMilliseconds = 10

/** Sends all deliveries that are due now, and waits for their results; returns their number. */
export async function consumeOnce<Content>(consumer: Consumer<Content>): Promise<number> {
  let sent = 0
  for (;;) {
    while (await handOver(consumer, consumer.db, consumer.clock));
    const underWay = await sendDue(consumer, consumer.mostUnderWay)
    if (underWay.length === 0) return sent
    await Promise.all(underWay)
    sent += underWay.length
  }
}

/** Starts a consumer; once it has stopped, no delivery is in progress. */
export function startConsumer<Content>(consumer: Consumer<Content>): Loop {
  const { name, report, db, clock, mostUnderWay } = consumer
  const underWay = new Set<Promise<void>>()
  // Where nothing was handed over, nothing has come to be due but what a pause was over for, or was made room for.
  let hasRoom = true
  let lookedAt = 0
  const round = async () => {
    const isHandedOver = await handOver(consumer, db, clock)
    const free = mostUnderWay - underWay.size
    if (free === 0 || !(isHandedOver || hasRoom || performance.now() - lookedAt >= lookMilliseconds)) return isHandedOver
    ;[hasRoom, lookedAt] = [false, performance.now()]
    for (const each of await sendDue(consumer, free)) {
      const done = each.finally(() => {
        underWay.delete(done)
        hasRoom = true
        wake()
      })
      underWay.add(done)
    }
    return isHandedOver
  }
  const { wake, end } = startLoop({ name, round, report, lookMilliseconds, restMilliseconds })
  return {
    wake,
    async end() {
      await end()
      await Promise.all(underWay)
    },
  }
}
