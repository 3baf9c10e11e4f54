/** The checks of `tandem doctor`: each names what it has found, and says what to do. */
import { type Config, readSealingKeys } from '../config/config.ts'
import { isLoopback } from '../config/loopback.ts'
import { type BrokenRows, brokenRows } from '../db/broken-rows.ts'
import { sentenceOf } from '../db/checks.ts'
import { databaseClock, databaseTime } from '../db/clock.ts'
import { freeBytesOf, mebibytes } from '../db/embedded/disk-space.ts'
import { copySentence } from '../db/installation.ts'
import type { OpenedDatabase } from '../db/opened.ts'
import { type WrongSum, wrongSums } from '../db/recount.ts'
import { readBacklog } from '../observe/backlog.ts'
import { countSealedOtherwise } from '../payments/reseal.ts'
import { type WrongMonths, wrongMonths } from '../resources/figures/wrong-months.ts'
import { type WrongInvoices, wrongInvoices } from '../resources/invoices/wrong-invoices.ts'
import { type SharedKey, sharedKeys } from '../resources/shared-keys.ts'
import { demoKeysSentence, validDemoKeys } from '../start/demo.ts'
import { inContract } from '../values/sentence.ts'
import { snakeCase } from '../values/text.ts'
import { mailDomains } from './mail-domains.ts'

/** Something to mend: what it is and what to do, for people to read, and its parts, for programs. */
export type Finding = { kind: string; message: string } & Record<string, unknown>

/** The result of one check; `more` is the number of findings left out. */
type CheckResult = { findings: Finding[]; more: number }
type Examined = Pick<OpenedDatabase, 'db' | 'isCopy' | 'isShared' | 'session'>
type DoctorCheck = (database: Examined, config: Config) => Promise<CheckResult>

const found = (findings: readonly (Finding | undefined)[], more = 0): CheckResult => ({
  findings: findings.filter((each) => each !== undefined),
  more,
})

/** The checks, by their names for programs. The migrations are applied when the database is opened, or the command ends with a sentence. */
const checks: Readonly<Record<string, DoctorCheck>> = {
  database: async ({ isCopy, session }, { database }) => {
    if (database.kind === 'embedded') return found([isCopy ? { kind: 'copy', message: copySentence } : undefined])
    const { rows } = await session(({ query }) =>
      query(`SELECT current_setting('max_connections')::int AS most, (SELECT count(*)::int FROM pg_stat_activity) AS open`),
    )
    const [{ most, open }] = rows as [{ most: number; open: number }]
    return found([isCopy ? { kind: 'copy', message: copySentence } : undefined, connectionsShort(open, most)])
  },
  settings: async ({ db }, config) => found([...config.warnings.map(warning), await openDemo(db, config), openMetrics(config)]),
  mails: async (_database, config) => found(await mailDomains(config)),
  clock: async ({ db }) => {
    const began = performance.now()
    const there = (await databaseTime(db)).getTime()
    const took = performance.now() - began
    return found([clockApart(Date.now() - took / 2 - there, took)])
  },
  keys: async ({ db }) => {
    const [newest] = await db.$queryRaw<{ days: number }[]>`
      SELECT floor(extract(epoch FROM clock_timestamp() - max(created_at)) / 86400)::int AS days FROM signing_key
      HAVING max(created_at) < clock_timestamp() - interval '35 days'`
    return found([newest && signingKeyOld(newest.days)])
  },
  secrets: async ({ db }) => found(secretsOf(await countSealedOtherwise(db, readSealingKeys()))),
  disk: async (_database, { database }) => {
    if (database.kind !== 'embedded') return found([])
    return found([diskFull(await freeBytesOf(database.dataDir), database.minFreeBytes ?? 0)])
  },
  payments: async ({ db }) => {
    const backlog = await readBacklog(db, databaseClock)
    const { paymentsUnknown: unknown, paymentsUnwritten: unwritten } = backlog
    return found([paymentsUnknown(unknown), paymentsUnwritten(unwritten), refundsUnknown(backlog.refundsUnknown)])
  },
  // The server of an embedded database, if none runs now, does what is due when it starts; a copy does nothing.
  renewals: async ({ db, isCopy, isShared }, { database }) => {
    const isLeft = isCopy || (database.kind === 'embedded' && !isShared)
    return found([isLeft ? undefined : renewalsLate((await readBacklog(db, databaseClock)).renewalsLate)])
  },
  sums: async ({ session }) => found((await session(wrongSums)).map(wrongSum)),
  months: async ({ session }) => found((await session(wrongMonths)).map(wrongMonthsOf)),
  invoices: async ({ session }) => found((await session(wrongInvoices)).flatMap(wrongInvoicesOf)),
  emails: async ({ db }) => {
    const shared = await sharedKeys(db, 'customer')
    return found(shared.found.map(sharedEmail), shared.total - shared.found.length)
  },
  codes: async ({ db }) => {
    const shared = await sharedKeys(db, 'coupon')
    return found(shared.found.map(sharedCode), shared.total - shared.found.length)
  },
  values: async ({ db }) => found((await brokenRows(db)).map(refusedValue)),
}

/** Runs all checks, one after the other. */
export async function examine(database: Examined, config: Config): Promise<(CheckResult & { name: string })[]> {
  const looked: (CheckResult & { name: string })[] = []
  for (const [name, check] of Object.entries(checks)) looked.push({ name, ...(await check(database, config)) })
  return looked
}

/** The part of the server's connections from which new instances soon find none. */
const manyConnections = 0.9

function connectionsShort(open: number, most: number): Finding | undefined {
  if (open < most * manyConnections) return undefined
  const message =
    `${open} of the ${most} connections of the database server are open, and an instance takes up to 22. ` +
    'Raise max_connections, or run fewer instances.'
  return { kind: 'connections', message, open, most }
}

const warning = (message: string): Finding => ({ kind: 'setting', message })

/** Demo keys that open a server which others reach. */
export async function openDemo(
  db: Examined['db'],
  { host, database }: Pick<Config, 'host' | 'database'>,
): Promise<Finding | undefined> {
  if (database.kind === 'embedded' && isLoopback(host)) return undefined
  const keys = await validDemoKeys(db)
  return keys.length > 0 ? { kind: 'demo_keys', message: demoKeysSentence(keys), client_ids: keys } : undefined
}

function openMetrics({ metrics: { address, token } }: Config): Finding | undefined {
  if (!address || token !== undefined || isLoopback(address.host)) return undefined
  const message = `METRICS_HOST=${address.host} shows the metrics to everybody who reaches it. Set METRICS_TOKEN, or see to it that only those inside do.`
  return { kind: 'open_metrics', message }
}

/** A difference that is reported, in milliseconds; the server follows the database's clock all the same. */
const apartMilliseconds = 1_000

function clockApart(ahead: number, took: number): Finding | undefined {
  if (Math.abs(ahead) <= apartMilliseconds + took) return undefined
  const seconds = Math.round(Math.abs(ahead) / 1_000)
  const side = ahead > 0 ? 'ahead of' : 'behind'
  const message = `This machine's clock is ${seconds} s ${side} the database's, whose time is used. Set it right, by NTP for example.`
  return { kind: 'clock', message, seconds: ahead > 0 ? seconds : -seconds }
}

/** Secrets that are sealed with another key than SECRETS_KEY. */
function secretsOf({ previous, unknown }: { previous: number; unknown: number }): Finding[] {
  const old =
    `The secrets of ${previous} accounts at payment gateways, or apps of staff, are sealed with SECRETS_KEY_PREVIOUS. Run secrets reseal; ` +
    'then it is needed no more.'
  const lost =
    `The secrets of ${unknown} accounts at payment gateways, or apps of staff, are sealed with a key that is neither SECRETS_KEY nor ` +
    'SECRETS_KEY_PREVIOUS, and cannot be used. Set that key, or enter the accounts, and enrol the apps, anew.'
  return [
    ...(previous > 0 ? [{ kind: 'secrets_previous', message: old, accounts: previous }] : []),
    ...(unknown > 0 ? [{ kind: 'secrets_unknown', message: lost, accounts: unknown }] : []),
  ]
}

function signingKeyOld(days: number): Finding {
  const message =
    `The key that signs customers' tokens is ${days} days old; a server renews it after 30. Start a server, which does so within a minute, ` +
    'or run signing-key rotate.'
  return { kind: 'signing_key', message, days }
}

function diskFull(free: number, minimum: number): Finding | undefined {
  if (free >= minimum * 2) return undefined
  const message =
    `${mebibytes(free)} MiB are free on the disk of the embedded database; with less than ${mebibytes(minimum)} it takes reads only ` +
    '(MIN_FREE_MIB). Make room on it.'
  return { kind: 'disk', message, free_mib: mebibytes(free), least_mib: mebibytes(minimum) }
}

function paymentsUnknown(count: number): Finding | undefined {
  if (count === 0) return undefined
  const message =
    `Of ${count} payments it is not known whether they were charged. Look whether the payment gateway answers; the server asks it every 15 ` +
    'seconds, payments reconcile asks at once.'
  return { kind: 'unknown_payments', message, payments: count }
}

function paymentsUnwritten(count: number): Finding | undefined {
  if (count === 0) return undefined
  const message =
    `The result of ${count} payments is known and cannot be written. The log of the server has the error; it tries again at least once an hour, ` +
    'and gives a charge back 72 hours after the first failure.'
  return { kind: 'unwritten_payments', message, payments: count }
}

function refundsUnknown(count: number): Finding | undefined {
  if (count === 0) return undefined
  const message =
    `Of ${count} refunds it is not known whether they were given. Look whether the payment gateway answers; the server asks it every 15 ` +
    'seconds, payments reconcile asks at once.'
  return { kind: 'unknown_refunds', message, refunds: count }
}

function renewalsLate(count: number): Finding | undefined {
  if (count === 0) return undefined
  const message =
    `${count} renewals have been due for ten minutes. Look whether a server with WORKER=on or tandem work runs, and what its log says; ` +
    'work --once does what is due.'
  return { kind: 'late_renewals', message, renewals: count }
}

function wrongSum({ storeId, table, column, count, ids }: WrongSum): Finding {
  const message =
    `Store ${storeId}: ${column} of ${table} ${listed(ids, count)} is not what a recount comes to. Look what SQL has written there past Tandem, ` +
    'and set the column to the sum.'
  return {
    kind: 'wrong_sum',
    message,
    store_id: Number(storeId),
    record_type: table,
    column,
    records: count,
    record_ids: ids.map(Number),
  }
}

function wrongMonthsOf({ storeId, count, names }: WrongMonths): Finding {
  const message =
    `Store ${storeId}: ${count} sums of months (${names.join('; ')}) are not what a recount of its movements comes to, and its figures are wrong. ` +
    `Delete the row of the store in movement_roll_up by SQL; a server adds all up again within a minute.`
  return { kind: 'wrong_months', message, store_id: Number(storeId), months: count, names }
}

function wrongInvoicesOf({ storeId, gaps, late, orders, ids }: WrongInvoices): Finding[] {
  const about = { store_id: Number(storeId) }
  const findings = [
    gaps > 0 && {
      ...{ kind: 'invoice_gaps', ...about, invoices: gaps },
      message: `Store ${storeId}: ${gaps} invoices are missing in its series. Nothing deletes one; look what SQL has done past Tandem, and restore them from a backup.`,
    },
    late > 0 && {
      ...{ kind: 'late_invoices', ...about, invoices: late },
      message: `Store ${storeId}: ${late} invoices have been due for ten minutes. Look whether a server with WORKER=on or tandem work runs, and what its log says.`,
    },
    orders > 0 && {
      ...{ kind: 'orders_without_invoice', ...about, orders, order_ids: ids.map(Number) },
      message: `Store ${storeId}: orders ${listed(ids, orders)} were paid since it makes invoices, and have none. Look what SQL has written there past Tandem.`,
    },
  ]
  return findings.filter((each) => each !== false)
}

function sharedEmail({ storeId, key: email, count, ids }: SharedKey): Finding {
  return {
    kind: 'shared_email',
    message:
      `Store ${storeId}: ${email} is the address of customers ${listed(ids, count)}. An order by this address is ` +
      'refused; give all but one of them another address.',
    store_id: Number(storeId),
    email,
    customers: count,
    customer_ids: ids.map(Number),
  }
}

function sharedCode({ storeId, key: code, count, ids }: SharedKey): Finding {
  return {
    kind: 'shared_code',
    message:
      `Store ${storeId}: ${code} is the code of coupons ${listed(ids, count)} in different cases. An order by a spelling ` +
      `that none of them has gets coupon ${ids[0]}; give all but one of them another code.`,
    store_id: Number(storeId),
    code,
    coupons: count,
    coupon_ids: ids.map(Number),
  }
}

function refusedValue({ storeId, check, count, ids }: BrokenRows): Finding {
  const { table, column } = check
  const sentence = inContract(sentenceOf(check)).replace(/\.$/, '')
  return {
    kind: 'refused_value',
    message: `Store ${storeId}: ${sentence}; change it in ${table} ${listed(ids, count)}. Until then every change of such a row is refused.`,
    store_id: Number(storeId),
    record_type: table,
    column: snakeCase(column),
    records: count,
    record_ids: ids.map(Number),
  }
}

/** The ids that are named, and how many there are beside them. */
const listed = (ids: readonly bigint[], count: number): string =>
  `${ids.join(', ')}${count > ids.length ? ` and ${count - ids.length} more` : ''}`
