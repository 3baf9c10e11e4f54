/** The sender: hands events over to webhooks and sends what is due, as soon as it is, until it is told to end. */
import { type Awake, startRounds } from '../db/rounds.ts'
import { handOver } from './hand-over.ts'
import { type Sending, sendDue } from './send.ts'

/** How many are on their way at a time, to all endpoints: those of a few stores that are slow do not fill it. */
const mostUnderWay = 128

/** Nobody says when a pause is over, or another process has numbered events. */
const lookMilliseconds = 1_000

/** What is numbered within this time is handed over together. */
const restMilliseconds = 10

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

/** Starts to send; once it has ended nothing is on its way any more. */
export function startSender(sending: Sending): Awake {
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
  const { wake, end } = startRounds({ name: 'webhooks', round, report: sending.report, lookMilliseconds, restMilliseconds })
  return {
    wake,
    async end() {
      await end()
      await Promise.all(underWay)
    },
  }
}
