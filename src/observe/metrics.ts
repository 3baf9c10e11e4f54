/**
 * The metrics of this process, in Prometheus' text format: counted from the facts of `observe.ts`, and read from the pool and the database
 * when they are asked for. Loaded only where they are shown.
 *
 * Labels take few values: operations of clients are named by the root field of the schema, those of REST by their row.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { whileAwaited } from '../db/cancel.ts'
import type { PoolState } from '../db/pool.ts'
import type { Backlog } from './backlog.ts'
import { type Fact, listen } from './observe.ts'

type MetricsOptions = {
  version: string
  database: 'embedded' | 'postgresql'
  connections: () => PoolState
  /** Whether background work is off because the database is a copy. */
  isCopy: () => boolean
  /** Requests under way. */
  underWay: () => number
  /** The replicas, each with the reason why it is left out, if it is. */
  replicas: () => readonly { name: string; leftOut: string | undefined }[]
  /** Reads what waits in the database. */
  backlog: () => Promise<Backlog>
  /** Reports that it could not be read. */
  report: (error: unknown) => void
}

export type Metrics = {
  contentType: string
  /** All metrics, as text. Those of the database are at most ten seconds old, and left out where it does not answer. */
  read(): Promise<string>
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const statementSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5]
const keptMilliseconds = 10_000
const backlogMilliseconds = 2_000

/** Begins to count. */
export function startMetrics({
  version,
  database,
  connections,
  isCopy,
  underWay,
  replicas,
  backlog,
  report,
}: MetricsOptions): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const counter = (name: string, help: string, labelNames: string[] = []) => new Counter({ name, help, labelNames, registers })
  const histogram = (name: string, help: string, buckets: number[], labelNames: string[] = []) =>
    new Histogram({ name, help, buckets, labelNames, registers })
  const gauge = (name: string, help: string, labelNames: string[] = []) => new Gauge({ name, help, labelNames, registers })

  collectDefaultMetrics({ register: registry })
  gauge('tandem_info', 'The version of the server and the kind of its database.', ['version', 'database']).set(
    { version, database },
    1,
  )
  const requests = counter('tandem_requests_total', 'Requests that were answered.', ['surface', 'operation', 'status'])
  const duration = histogram('tandem_request_duration_seconds', 'Time from the headers of a request to its answer.', seconds, [
    'surface',
    'operation',
  ])
  const inProgress = gauge('tandem_requests_in_progress', 'Requests under way, open streams included.')
  const statements = histogram(
    'tandem_statement_duration_seconds',
    'Time from the sending of a statement to its answer.',
    statementSeconds,
  )
  const waits = histogram(
    'tandem_connection_wait_seconds',
    'Time that work waits for a connection of the pool.',
    statementSeconds,
  )
  const connected = gauge('tandem_connections', 'Connections to the database.', ['state'])
  const waiting = gauge(
    'tandem_connection_waiters',
    'Work that waits for a connection: for any, or for the share of its own holder.',
    ['for'],
  )
  const holders = gauge('tandem_connection_holders', 'Holders that have connections: callers, and loops of the background.')
  const readsFrom = counter('tandem_reads_total', 'Reads by the database that was asked, where there are replicas.', ['database'])
  const replicaUp = gauge('tandem_replica_up', 'Whether a replica answers reads: 1, or 0 while it is left out.', ['replica'])
  const overBudget = counter('tandem_budget_refusals_total', 'Requests whose budget did not hold what they deposit.')
  const renewals = counter('tandem_renewals_total', 'Due subscriptions that were looked after.', ['result', 'reason'])
  const calls = counter('tandem_gateway_calls_total', 'Calls of payment gateways.', ['gateway', 'call', 'result'])
  const callDuration = histogram('tandem_gateway_call_duration_seconds', 'Time of a call of a payment gateway.', seconds, [
    'gateway',
    'call',
  ])
  const tries: Record<string, Counter> = {
    webhooks: counter('tandem_webhook_tries_total', 'Tries to send a delivery to a webhook.', ['result']),
    mails: counter('tandem_mail_tries_total', 'Tries to send a mail, and mails that were kept.', ['result']),
  }
  const copy = gauge('tandem_copy', 'Whether the database is a copy, over which nothing is done in the background: 1 or 0.')
  const answers = gauge('tandem_database_up', 'Whether the database answered when its metrics were read: 1 or 0.')
  const waitingWork = {
    renewalsDue: gauge('tandem_renewals_due', 'Renewals that are due, at most 10,000; stores with a test clock are left out.'),
    renewalsLate: gauge('tandem_renewals_late', 'Renewals that have been due for ten minutes, at most 10,000.'),
    paymentsUnknown: gauge(
      'tandem_payments_unknown',
      'Payments of which it is not known whether they were charged, at most 10,000.',
    ),
    paymentsUnwritten: gauge(
      'tandem_payments_unwritten',
      'Payments whose result is known and cannot be written, at most 10,000.',
    ),
    refundsUnknown: gauge('tandem_refunds_unknown', 'Refunds of which it is not known whether they were given, at most 10,000.'),
    deliveriesWaiting: gauge('tandem_webhook_deliveries_waiting', 'Deliveries that wait to be sent, at most 10,000.'),
    deliveriesFailed: gauge('tandem_webhook_deliveries_failed', 'Deliveries that were given up and are kept, at most 10,000.'),
    webhooksDisabled: gauge('tandem_webhooks_disabled', 'Webhooks that are disabled, at most 10,000.'),
    mailsWaiting: gauge('tandem_mails_waiting', 'Mails that wait to be sent, at most 10,000.'),
    mailsFailed: gauge('tandem_mails_failed', 'Mails that were refused and are kept, at most 10,000.'),
    mailsExpired: gauge('tandem_mails_expired', 'Mails whose time was over before they were sent, at most 10,000.'),
    mailsUnsent: gauge('tandem_mails_unsent', 'Mails that were not sent for want of MAIL_URL, at most 10,000.'),
    eventsUnnumbered: gauge('tandem_events_unnumbered', 'Events that wait for their numbers, at most 10,000.'),
    backupAge: gauge('tandem_backup_age_seconds', 'Time since the beginning of the last backup; infinite where there is none.'),
  } satisfies Record<keyof Backlog, Gauge>

  const hearers: { [Kind in Fact['kind']]: (fact: Extract<Fact, { kind: Kind }>) => void } = {
    answered({ facts: { surface, operation = 'none', status, milliseconds } }) {
      requests.inc({ surface, operation, status })
      duration.observe({ surface, operation }, milliseconds / 1_000)
    },
    queried: ({ milliseconds }) => statements.observe(milliseconds / 1_000),
    connected: ({ milliseconds }) => waits.observe(milliseconds / 1_000),
    'read-from': ({ database }) => readsFrom.inc({ database }),
    'over-budget': () => overBudget.inc(),
    renewed: ({ result, reason }) => renewals.inc({ result, reason }),
    delivered: ({ consumer, result }) => tries[consumer]?.inc({ result }),
    'gateway-answered'({ gateway, call, result, milliseconds }) {
      calls.inc({ gateway, call, result })
      callDuration.observe({ gateway, call }, milliseconds / 1_000)
    },
  }
  listen((fact) => (hearers[fact.kind] as (fact: Fact) => void)(fact))

  async function readWaiting(): Promise<void> {
    try {
      const found = await whileAwaited({ milliseconds: backlogMilliseconds }, backlog)
      answers.set(1)
      for (const [name, each] of Object.entries(waitingWork)) each.set(found[name as keyof Backlog])
    } catch (error) {
      report(error)
      answers.set(0)
      for (const each of Object.values(waitingWork)) each.remove()
    }
  }

  /** Scrapes that come at once, or soon after, share one look at the database. */
  let looking: Promise<void> | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  function look(): Promise<void> | undefined {
    if (looking || performance.now() - lookedAt < keptMilliseconds) return looking
    looking = readWaiting().finally(() => {
      lookedAt = performance.now()
      looking = undefined
    })
    return looking
  }

  return {
    contentType: registry.contentType,
    async read() {
      await look()
      const pool = connections()
      connected.set({ state: 'busy' }, pool.connections - pool.idle)
      connected.set({ state: 'idle' }, pool.idle)
      waiting.set({ for: 'connection' }, pool.waiting)
      waiting.set({ for: 'share' }, pool.waitingForShare)
      holders.set(pool.holders)
      for (const { name, leftOut } of replicas()) replicaUp.set({ replica: name }, leftOut ? 0 : 1)
      inProgress.set(underWay())
      copy.set(isCopy() ? 1 : 0)
      return registry.metrics()
    },
  }
}
