/** `tandem work`: does what is due, such as renewals, in a process of its own. */
import { readConfig } from '../config/config.ts'
import { consumeOnce, startConsumer } from '../consumers/run.ts'
import { databaseTime, followingClock } from '../db/clock.ts'
import { mailConsumer } from '../mails/consumer.ts'
import { openMailing } from '../mails/transport.ts'
import { makeMailers, noteRelay } from '../mails/upkeep.ts'
import { openGateways } from '../payments/open.ts'
import { refuseAddressIn } from '../resources/mails/refuse-address.ts'
import { disableWebhook } from '../resources/webhooks/disable.ts'
import { openMetrics } from '../start/metrics.ts'
import { openTraces } from '../start/traces.ts'
import { OperatorError } from '../values/operator-error.ts'
import { webhookConsumer } from '../webhooks/consumer.ts'
import { outsideOf } from '../webhooks/post.ts'
import { workRound } from '../worker/round.ts'
import { startWork } from '../worker/work.ts'
import { numberEvents, numberedChannel, startSequencer } from '../writes/sequencer.ts'
import { OperatorCommand } from './command.ts'
import { report, say, withActingDatabase } from './operate.ts'

export const workCommand = new OperatorCommand('work')
  .option('--once', 'end when nothing more is due')
  .option('--json', 'with --once: print JSON')
  .action(({ once, json }: { once?: boolean; json?: boolean }) => {
    const { database, allowsPrivateWebhooks, mail, metrics, traces } = readConfig()
    if (database.kind === 'embedded' && !once)
      throw new OperatorError('Over an embedded database the server works by itself. Give --once, or set DATABASE_URL.')
    if (json && !once) throw new OperatorError('--json goes with --once: without it nothing ends that could be told.')
    return withActingDatabase(async (db, { listen, connections }) => {
      const clock = await followingClock(() => databaseTime(db))
      const outside = outsideOf(allowsPrivateWebhooks)
      const worker = { db, clock, gateways: openGateways(db, clock), report }
      if (once) {
        let done = 0
        for (let round = await workRound(worker); round.done + round.moved > 0; round = await workRound(worker))
          done += round.done
        await numberEvents({ db })
        const deliveries = await consumeOnce(webhookConsumer({ ...worker, outside, disable: disableWebhook }))
        await makeMailers(db)
        if (mail) await noteRelay(db)
        const refuse = refuseAddressIn(worker)
        const mails = await consumeOnce(mailConsumer({ db, clock, report, refuse, mailing: openMailing(mail) }))
        if (json) return say(JSON.stringify({ looked_after: done, deliveries, mails }))
        if (done + deliveries + mails === 0) return say('Nothing is due.')
        return say(
          `Looked after ${done} subscriptions, and sent ${deliveries} deliveries and ${mails} mails; GET /v1/events/ says what became of each.`,
        )
      }
      const endTraces = await openTraces(traces, (message) => report(new Error(`Traces were not taken: ${message}`)))
      // They are shown at an address of their own alone: nothing else of this process listens.
      const ofWorker = { db, clock, connections, isEmbedded: false, isCopy: () => false, underWay: () => 0, report }
      const shown = metrics.address && (await openMetrics(metrics, ofWorker))
      const note = () => mail && noteRelay(db).catch(report)
      await note()
      const compare = setInterval(() => {
        void clock.compare().catch(() => {})
        void note()
      }, 10_000)
      const sequencer = startSequencer({ db, report })
      // Events numbered by servers, and by this process.
      const endListening = listen?.(numberedChannel, (storeId) => {
        for (const sender of senders) sender.wake(storeId)
      })
      const senders = [
        startConsumer(webhookConsumer({ ...worker, outside, disable: disableWebhook, eventsWritten: sequencer.wake })),
        startConsumer(
          mailConsumer({
            ...{ db, clock, report, mailing: openMailing(mail) },
            refuse: refuseAddressIn({ ...worker, eventsWritten: sequencer.wake }),
          }),
        ),
      ]
      const working = startWork({ ...worker, eventsWritten: sequencer.wake })
      say(`Working. ${shown?.url ? `Metrics are at ${shown.url}. ` : ''}Ctrl+C ends it.`)
      await new Promise<void>((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
      })
      clearInterval(compare)
      shown?.close()
      await endListening?.()
      await working.end()
      await Promise.all(senders.map((sender) => sender.end()))
      await sequencer.end()
      await endTraces()
    }, 'worker')
  })
