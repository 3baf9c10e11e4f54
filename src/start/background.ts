/**
 * Runs the background work of a server: numbering events, sending webhooks, running due renewals, reconciling open payments. On a
 * copy of a database it starts when the copy is adopted.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { startConsumer } from '../consumers/run.ts'
import { type Loop, startLoop } from '../db/background-loop.ts'
import type { Clock } from '../db/clock.ts'
import { isCopyStill } from '../db/installation.ts'
import type { OpenedDatabase } from '../db/opened.ts'
import { openGateways } from '../payments/open.ts'
import { reconcile } from '../purchases/payment/reconcile.ts'
import { disableWebhook } from '../resources/webhooks/disable.ts'
import { webhookConsumer } from '../webhooks/consumer.ts'
import { outsideOf } from '../webhooks/post.ts'
import { startWork } from '../worker/work.ts'
import { startSequencer } from '../writes/sequencer.ts'

/** The pause between two looks at whether another process has adopted the copy. */
const lookMilliseconds = 2_000
/** A payment is left alone for a minute; one that a process has left open is then looked at within two. */
const openPaymentsMilliseconds = 15_000

type BackgroundOptions = Pick<OpenedDatabase, 'db' | 'place' | 'isCopy'> &
  Pick<Config, 'works' | 'allowsPrivateWebhooks'> & {
    clock: Clock
    /** Reports an error, with a message that names the work. */
    report: (error: unknown, message: string) => void
    /** Called with the stores of newly numbered events, where the database sends no notifications. */
    announce?: (storeIds: readonly bigint[]) => void
    /** Called when a copy was adopted. */
    adopted: () => void
  }

type Background = {
  /** Whether it is off because the database is a copy. */
  isOff(): boolean
  /** Wakes the numbering of events. */
  eventsWritten(): void
  /** Wakes the sending of webhooks. */
  eventsNumbered(): void
  end(): Promise<void>
}

/** Starts the work at once, or when the copy is adopted. */
export function startBackground(options: BackgroundOptions): Background {
  const { db, place, isCopy, report, adopted } = options
  const ending = new AbortController()
  const { signal } = ending
  let acting = isCopy ? undefined : start(options)

  const waitForAdoption = async () => {
    while (!signal.aborted) {
      await sleep(lookMilliseconds, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted || (await isCopyStill(db, place).catch(() => true))) continue
      acting = start(options)
      return adopted()
    }
  }
  const waiting = isCopy
    ? waitForAdoption().catch((error: unknown) => report(error, 'an adopted copy could not begin'))
    : undefined

  return {
    isOff: () => acting === undefined,
    eventsWritten: () => acting?.sequencer.wake(),
    eventsNumbered: () => acting?.sender?.wake(),
    async end() {
      ending.abort()
      await waiting
      // Not waited for: a gateway may take longer than the server has to end.
      void acting?.payments.end()
      await acting?.worker?.end()
      await acting?.sender?.end()
      await acting?.sequencer.end()
    },
  }
}

type Acting = { sequencer: Loop; payments: Loop; sender: Loop | undefined; worker: Loop | undefined }

function start({ db, clock, works, allowsPrivateWebhooks, report, announce }: BackgroundOptions): Acting {
  const sequencer = startSequencer({
    db,
    report: (error) => report(error, 'events were not numbered'),
    ...(announce && { announce }),
  })
  const shared = { db, clock, gateways: openGateways(db, clock), eventsWritten: sequencer.wake }
  const reportPayments = (error: unknown) => report(error, 'open payments were not looked at')
  const payments = startLoop({
    name: 'payments',
    round: () => reconcile({ ...shared, report: reportPayments }).then(() => false),
    report: reportPayments,
    lookMilliseconds: openPaymentsMilliseconds,
  })
  if (!works) return { sequencer, payments, sender: undefined, worker: undefined }
  return {
    sequencer,
    payments,
    sender: startConsumer(
      webhookConsumer({
        ...shared,
        outside: outsideOf(allowsPrivateWebhooks),
        disable: disableWebhook,
        report: (error) => report(error, 'webhooks were not sent'),
      }),
    ),
    worker: startWork({ ...shared, report: (error) => report(error, 'work failed') }),
  }
}
