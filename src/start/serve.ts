/** Opens the database, listens, and drains when asked to stop; nothing else. */
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import about from '../../package.json' with { type: 'json' }
import { forgetOldTries } from '../auth/sign-in-tries.ts'
import { renewSigningKeys } from '../auth/signing-keys.ts'
import { forgetOldSessions } from '../auth/staff-sessions.ts'
import { openBudget } from '../budget/open.ts'
import type { Config } from '../config/config.ts'
import { returnDeliveries } from '../consumers/claim.ts'
import { type Clock, databaseTime, followingClock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { copySentence } from '../db/installation.ts'
import { openDatabase } from '../db/open.ts'
import { outageOf } from '../db/outage.ts'
import { readOperations } from '../graphql/operations.ts'
import { addressSentence } from '../http/server/listen.ts'
import { createListener } from '../http/server/listener.ts'
import { mostUnread } from '../http/server/unread.ts'
import { liveStreams } from '../live/streams.ts'
import { forgetOldMails, giveUpOldMails, makeMailers, noteRelay } from '../mails/upkeep.ts'
import { fillInMovements } from '../movements/fill.ts'
import { forgetOldDisputes } from '../payments/disputes.ts'
import { forgetOldCharges } from '../payments/old-charges.ts'
import { openGateways } from '../payments/open.ts'
import { forgetOldNotices, forgetOldSetups } from '../purchases/payment/notices.ts'
import { dropOldPlans } from '../purchases/payment/old-plans.ts'
import { forgetOldLinks } from '../resources/account-links/sessions.ts'
import { forgetOldConsents } from '../resources/consents/old-consents.ts'
import { rollUpMovements } from '../resources/figures/roll-up.ts'
import { forgetOldCarts } from '../resources/orders/carts/old-carts.ts'
import { schema } from '../resources/schema.ts'
import { disableWebhook } from '../resources/webhooks/disable.ts'
import { OperatorError } from '../values/operator-error.ts'
import { disableLeftBehind, forgetOldDeliveries } from '../webhooks/upkeep.ts'
import { returnAllClaims } from '../worker/due.ts'
import { consumersOfEvents } from '../writes/consumers.ts'
import { forgetOldKeys } from '../writes/idempotency.ts'
import { forgetOldEntries, forgetOldEvents, forgetTombstones } from '../writes/retention.ts'
import { numberedChannel } from '../writes/sequencer.ts'
import { createApp } from './app.ts'
import { startBackground } from './background.ts'
import { addresses, copyScreen, demoWarning, nextStep, openDemo } from './demo.ts'
import { courseOfEnding, drainOnSignal } from './drain.ts'
import { failureLog } from './failures.ts'
import { openLog } from './log.ts'
import { type MaintenanceJob, runMaintenance } from './maintenance.ts'
import { freeMemoryWhenIdle } from './memory.ts'
import { openMetrics } from './metrics.ts'
import { giveUp } from './operator-errors.ts'
import { openTraces } from './traces.ts'

const comparedMilliseconds = 10_000
// Longer than any key lookup, so timing reveals nothing.
const refusalMilliseconds = 100

/** Starts the server the configuration describes, whose address and directory are good; answers when it listens. */
export async function serve(config: Config): Promise<void> {
  const began = performance.now()
  const log = openLog(config)
  const logFailures = failureLog(log)
  for (const warning of config.warnings) log.warn(warning)
  const endTraces = await openTraces(config.traces, (message) => log.warn({ collector: message }, 'traces were not taken'))
  const { limits, persistedOperations } = config
  const operations = persistedOperations && (await readOperations(persistedOperations, schema, limits, config.showsSchema))
  const isEmbedded = config.database.kind === 'embedded'
  const database = await openDatabase(config.database, {
    program: 'server',
    readSeconds: limits.seconds,
    warn: (sentence) => log.warn(sentence),
    giveUp: (sentence) => giveUp(new OperatorError(sentence)),
  })
  const clock = await followingClock(
    () => databaseTime(database.db),
    (milliseconds) => log.warn({ milliseconds }, wrongClock(milliseconds)),
  )
  if (isEmbedded)
    await Promise.all([
      returnAllClaims(database.db, clock),
      ...consumersOfEvents.map((rows) => returnDeliveries(rows, database.db, clock)),
    ])
  const openKeys = await demoWarning(database.db, config.host)
  if (openKeys) log.warn(openKeys)
  const demo = isEmbedded ? await openDemo(database.db, clock.now()) : undefined
  const next = demo ? undefined : await nextStep(database.db)
  const noteBudget = (err: unknown) => log.error({ err }, 'Redis does not answer; this instance counts budgets by itself')
  const budget = config.rate && (await openBudget(config.rate, config.redisUrl, noteBudget))
  const streams = liveStreams({ db: database.db, clock, report: (error) => logFailures([error], 'a stream failed') })
  const heard = (storeId: string | undefined) => {
    streams.wake(storeId)
    background.eventsNumbered(storeId)
  }
  const announce = (storeIds: readonly bigint[]) => {
    for (const storeId of storeIds) heard(String(storeId))
  }
  // With several processes each is notified of the events that any of them numbered, its own included, and not twice of those.
  const endListening = database.listen?.(numberedChannel, heard)
  const background = startBackground({
    ...database,
    ...config,
    clock,
    report: (error, message) => logFailures([error], message),
    adopted: () => log.info('This database was adopted: what was off goes on.'),
    ...(!endListening && { announce }),
  })
  const { eventsWritten, gatewayTold } = background
  const copy = () => (background.isOff() ? copySentence : undefined)
  if (database.isCopy) log.warn(copySentence)
  const underWay = new Set<ServerResponse>()
  const ending = courseOfEnding(config.drainSeconds)
  const underWayNow = () => underWay.size
  const metrics = await openMetrics(config.metrics, {
    ...database,
    clock,
    isEmbedded,
    isCopy: background.isOff,
    underWay: underWayNow,
    report: (error) => logFailures([error], 'metrics could not be read'),
  })
  const app = createApp({
    db: database.db,
    eventsWritten,
    gatewayTold,
    allowsPrivateWebhooks: config.allowsPrivateWebhooks,
    streams,
    clock,
    log,
    pageBase: config.pageBase,
    limits,
    budget,
    refusalMilliseconds,
    slowMilliseconds: config.slowMilliseconds,
    showMetrics: metrics.ofServer,
    showsSchema: config.showsSchema,
    ...(operations && { registered: operations }),
    isEmbedded,
    desk: { host: config.deskHost, origin: config.deskOrigin },
    copy,
    ending,
    ...(config.allowedHosts && { allowedHosts: config.allowedHosts }),
    ...(database.fault && { databaseFault: database.fault }),
    ...(demo && { prefilled: demo.prefilled }),
  })
  const reportAnswer = (error: unknown) => logFailures([error], 'an answer was not sent')
  const server = createListener({ ...app, isEnding: ending.hasBegun, report: reportAnswer }, config.trustProxy, {
    unread: mostUnread(config.limits),
    bodyBytes: config.limits.bodyBytes,
  })
  server.on('request', (_request, response: ServerResponse) => {
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
  })
  const reportClock = (error: unknown) => logFailures([error], "the clock was not compared with the database's")
  setInterval(() => void clock.compare().catch(reportClock), comparedMilliseconds).unref()
  const upkeep = { db: database.db, clock, eventsWritten, isOff: background.isOff }
  runMaintenance(jobsOf(upkeep, config), (error, name) => {
    const isKnown = outageOf(error) === 'read-only' && database.fault?.()
    if (!isKnown) logFailures([error], `maintenance failed: ${name}`)
  })
  await database.admitCommands?.()
  server.listen(config.port, config.host, async () => {
    const { port } = server.address() as AddressInfo
    if (demo && !database.isCopy)
      await demo.follow(port).catch((error: unknown) => logFailures([error], "the demo's page for customers keeps its old port"))
    const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host
    const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    freeMemoryWhenIdle(server)
    // For the launcher.
    if (process.connected) process.send?.('listening')
    log.info(
      {
        version: about.version,
        address,
        ...startFields(config),
        ...(metrics.url && { metrics: metrics.url }),
        milliseconds: Math.round(performance.now() - began),
      },
      'listening',
    )
    process.stdout.write(
      `${addresses(address, config.showsSchema, config.pageBase)}${database.isCopy ? copyScreen : ''}${demo?.screen(address) ?? next}`,
    )
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    process.stderr.write(`${addressSentence(error, config)}\n`)
    void database.close().finally(() => process.exit(1))
  })
  const close = async () => {
    metrics.close()
    await endListening?.()
    await background.end()
    await budget?.buckets.close()
    await database.close()
    await endTraces()
  }
  drainOnSignal(server, { log, ending, underWay: () => underWay.size, endStreams: streams.end, close })
}

/** The line of the log for a server that listens. */
const startFields = ({ database, works, rate, redisUrl, traces }: Config) => ({
  database: database.kind,
  worker: works ? 'on' : 'off',
  budget: rate ? (redisUrl ? 'redis' : 'memory') : 'off',
  ...(traces && { traces: 'on' }),
})

/** The log message about a machine whose clock is wrong; records and promises are not affected. */
function wrongClock(milliseconds: number): string {
  const seconds = (Math.abs(milliseconds) / 1_000).toFixed(1)
  if (Math.abs(milliseconds) <= 1_000) return "This machine's clock agrees with the database's again"
  const side = milliseconds > 0 ? 'ahead of' : 'behind'
  return `This machine's clock is ${seconds} s ${side} the database's, whose time is used; set it right`
}

type Upkeep = { db: Db; clock: Clock; eventsWritten: () => void; isOff: () => boolean }

/** Periodic jobs, by their names in the log. */
const jobsOf = (
  { db, clock, eventsWritten, isOff }: Upkeep,
  {
    logDays,
    eventDays,
    webhookDays,
    mail,
    mailDays,
    works,
    limits,
  }: Pick<Config, 'logDays' | 'eventDays' | 'webhookDays' | 'mail' | 'mailDays' | 'works' | 'limits'>,
): Record<string, MaintenanceJob> => ({
  'forgetting old keys': () => forgetOldKeys(db, clock, limits.keyHours),
  'forgetting old log entries': () => forgetOldEntries(db, clock, logDays),
  'forgetting old events': () => forgetOldEvents(db, clock, eventDays),
  'forgetting old links to accounts': () => forgetOldLinks(db, clock),
  'forgetting old consents': () => forgetOldConsents(db, clock),
  'forgetting old carts': () => forgetOldCarts(db, clock),
  'forgetting old sessions of staff': () => forgetOldSessions(db, clock),
  'forgetting old tries to sign in': () => forgetOldTries(db, clock),
  'forgetting old tombstones': () => forgetTombstones(db, clock, eventDays),
  'dropping old plans': () => dropOldPlans(db, clock),
  'forgetting old charges of the sandbox': () => forgetOldCharges(db, clock),
  'forgetting old notices of gateways': () => forgetOldNotices(db, clock),
  'forgetting old pages of gateways': () => forgetOldSetups(db, clock),
  'forgetting old disputes of gateways': () => forgetOldDisputes(db, clock),
  'making mailers': async () => isOff() || makeMailers(db),
  'noting the relay': async () => isOff() || !works || !mail || noteRelay(db),
  'giving up old mails': async () => isOff() || giveUpOldMails(db, clock),
  'forgetting old mails': () => forgetOldMails(db, clock, mailDays),
  'forgetting old deliveries': () => forgetOldDeliveries(db, clock, webhookDays),
  'disabling webhooks left behind': async (report) =>
    isOff() ||
    disableLeftBehind({ db, clock, gateways: openGateways(db, clock), disable: disableWebhook, eventsWritten, report }),
  'filling in movements': async (report) => isOff() || fillInMovements(db, clock, report),
  'adding up movements': async () => isOff() || rollUpMovements(db),
  'renewing signing keys': () => renewSigningKeys(db, clock.now()),
})
