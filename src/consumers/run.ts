/** Runs a consumer: hands events over to its subscribers and sends due deliveries as soon as possible, until it is stopped. */
import { type Loop, startLoop } from '../db/background-loop.ts'
import type { Consumer } from './consumer.ts'
import { handOver } from './hand-over.ts'
import { sendDue } from './send.ts'
import { storesBehind } from './stores-behind.ts'

/** Polling interval: the end of a backoff is not announced, nor are events numbered by a process that is gone. */
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

/** Controls of a consumer: `wake` takes the store whose events were numbered, as it is announced; without one, events of any may have been. */
export type ConsumerLoop = Omit<Loop, 'wake'> & { wake: (storeId?: string) => void }

/** Starts a consumer; once it has stopped, no delivery is in progress. */
export function startConsumer<Content>(consumer: Consumer<Content>): ConsumerLoop {
  const { name, report, db, clock, mostUnderWay } = consumer
  const underWay = new Set<Promise<void>>()
  // Where nothing was handed over, nothing has come to be due but what a pause was over for, or was made room for.
  let hasRoom = true
  let lookedAt = 0
  const behind = storesBehind(lookMilliseconds)
  const handOverSome = async () => {
    const stores = behind.take()
    if (stores?.length === 0) return false
    const began = performance.now()
    const isHandedOver = await handOver(consumer, db, clock, stores)
    if (isHandedOver) for (const storeId of stores ?? [undefined]) behind.add(storeId)
    else if (!stores) behind.foundNothing(performance.now() - began)
    return isHandedOver
  }
  const round = async () => {
    const isHandedOver = await handOverSome()
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
    wake(storeId) {
      behind.add(storeId === undefined ? undefined : BigInt(storeId))
      wake()
    },
    async end() {
      await end()
      await Promise.all(underWay)
    },
  }
}
