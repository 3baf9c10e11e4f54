/**
 * Runs the background work of a server: numbering events, sending webhooks, running due renewals, reconciling open payments. On a
 * copy of a database it starts when the copy is adopted.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { type ConsumerLoop, startConsumer } from '../consumers/run.ts'
import { type Loop, startLoop } from '../db/background-loop.ts'
import type { Clock } from '../db/clock.ts'
import { isCopyStill } from '../db/installation.ts'
import type { OpenedDatabase } from '../db/opened.ts'
import { mailConsumer } from '../mails/consumer.ts'
import { openMailing } from '../mails/transport.ts'
import { makeMailers } from '../mails/upkeep.ts'
import type { Gateways } from '../payments/gateways.ts'
import { openGateways } from '../payments/open.ts'
import { reconcile } from '../purchases/payment/reconcile.ts'
import { refuseAddressIn } from '../resources/mails/refuse-address.ts'
import { disableWebhook } from '../resources/webhooks/disable.ts'
import { webhookConsumer } from '../webhooks/consumer.ts'
import { outsideOf } from '../webhooks/post.ts'
import { lookAtDisputes } from '../worker/disputes.ts'
import { openRenewalPages } from '../worker/renewal-pages.ts'
import { lookAtSetups } from '../worker/setups.ts'
import { startWork } from '../worker/work.ts'
import { startSequencer } from '../writes/sequencer.ts'

/** The pause between two looks at whether another process has adopted the copy. */
const lookMilliseconds = 2_000
/** A payment is left alone for a minute; one that a process has left open is then looked at within two. */
const openPaymentsMilliseconds = 15_000

type BackgroundOptions = Pick<OpenedDatabase, 'db' | 'place' | 'isCopy'> &
  Pick<Config, 'works' | 'allowsPrivateWebhooks' | 'mail'> & {
    clock: Clock
    /** Reports an error, with a message that names the work. */
    report: (error: unknown, message: string) => void
    /** Called with the stores of newly numbered events, where the database sends no notifications. */
    announce?: (storeIds: readonly bigint[]) => void
    /** Called when a copy was adopted. */
    adopted: () => void
    /** The payment gateways; those of the database unless given. */
    gateways?: Gateways
  }

type Background = {
  /** Whether it is off because the database is a copy. */
  isOff(): boolean
  /** Wakes the numbering of events. */
  eventsWritten(): void
  /** Wakes the sending of webhooks and mails, for events of a store or of any. */
  eventsNumbered(storeId: string | undefined): void
  /** Wakes the looks at payments, refunds and pages of gateways: a webhook has told of one. */
  gatewayTold(): void
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
    eventsNumbered(storeId) {
      for (const sender of acting?.senders ?? []) sender.wake(storeId)
    },
    gatewayTold() {
      acting?.payments.wake()
      acting?.setups.wake()
      acting?.disputes.wake()
    },
    async end() {
      ending.abort()
      await waiting
      // Not waited for: a gateway may take longer than the server has to end.
      void acting?.payments.end()
      void acting?.setups.end()
      void acting?.disputes.end()
      await acting?.worker?.end()
      await Promise.all((acting?.senders ?? []).map((sender) => sender.end()))
      await acting?.sequencer.end()
    },
  }
}

type Acting = {
  sequencer: Loop
  payments: Loop
  setups: Loop
  disputes: Loop
  senders: readonly ConsumerLoop[]
  worker: Loop | undefined
}

function start(options: BackgroundOptions): Acting {
  const { db, clock, works, allowsPrivateWebhooks, mail, report, announce, gateways = openGateways(db, clock) } = options
  const sequencer = startSequencer({
    db,
    report: (error) => report(error, 'events were not numbered'),
    ...(announce && { announce }),
  })
  const shared = { db, clock, gateways, eventsWritten: sequencer.wake }
  const reportPayments = (error: unknown) => report(error, 'open payments were not looked at')
  const payments = startLoop({
    name: 'payments',
    round: () => reconcile({ ...shared, report: reportPayments }).then(() => false),
    report: reportPayments,
    lookMilliseconds: openPaymentsMilliseconds,
  })
  const reportSetups = (error: unknown) => report(error, 'pages of gateways were not looked at')
  const setups = startLoop({
    name: 'setups',
    async round() {
      const worker = { ...shared, report: reportSetups }
      await lookAtSetups(worker)
      await openRenewalPages(worker)
      return false
    },
    report: reportSetups,
    lookMilliseconds: openPaymentsMilliseconds,
  })
  const reportDisputes = (error: unknown) => report(error, 'disputes were not read')
  const disputes = startLoop({
    name: 'disputes',
    round: () => lookAtDisputes({ ...shared, report: reportDisputes }).then(() => false),
    report: reportDisputes,
    lookMilliseconds: openPaymentsMilliseconds,
  })
  // The mails of new stores begin at once; the job of upkeep makes the mailers of later ones.
  void makeMailers(db).catch((error: unknown) => report(error, 'mailers were not made'))
  if (!works) return { sequencer, payments, setups, disputes, senders: [], worker: undefined }
  return {
    sequencer,
    payments,
    setups,
    disputes,
    senders: [
      startConsumer(
        webhookConsumer({
          ...shared,
          outside: outsideOf(allowsPrivateWebhooks),
          disable: disableWebhook,
          report: (error) => report(error, 'webhooks were not sent'),
        }),
      ),
      startConsumer(
        mailConsumer({
          ...{ db, clock, mailing: openMailing(mail), refuse: refuseAddressIn(shared) },
          report: (error) => report(error, 'mails were not sent'),
        }),
      ),
    ],
    worker: startWork({ ...shared, report: (error) => report(error, 'work failed') }),
  }
}
