/** The operator's commands for stores: what each has chosen for itself. */
import type { Store } from '../../prisma/generated/client/client.ts'
import { deleteTestStore, rowsOfStore } from '../db/delete-store.ts'
import { operatorInNew } from '../in-process.ts'
import { createStore } from '../resources/store/create.ts'
import { permissions, readRetryDays, readTimeZone } from '../resources/store/rules.ts'
import { updateStore } from '../resources/store/update.ts'
import { readId } from '../values/id.ts'
import { OperatorError } from '../values/operator-error.ts'
import { shown } from '../values/text.ts'
import { json, OperatorCommand } from './command.ts'
import { byRule, operate, operateAs, readTime, say, withDatabase } from './operate.ts'
import { table } from './table.ts'

/** A setting of a store: its option, and how its text becomes the column's value. */
type Setting = { option: string; description: string; read: (text: string) => unknown }

/** Every setting, by its column. */
const settings = {
  pageBase: {
    option: '--page-base <number>',
    description: 'number of the first page of a list on REST: 0, 1, or server for what PAGE_BASE says',
    read(text) {
      if (text === 'server') return null
      if (text === '0' || text === '1') return Number(text)
      throw new OperatorError(`--page-base must be 0, 1 or server, not ${shown(text)}.`)
    },
  },
  timeZone: {
    option: '--time-zone <name>',
    description: 'IANA name of the time zone the store keeps, such as Europe/Berlin',
    read: (text) => byRule(readTimeZone, text),
  },
  retryDays: {
    option: '--retry-days <list>',
    description: 'when a renewal that failed is tried again, in days since it first failed, such as 1,3,5,7,14; none for never',
    read: (text) => byRule(readRetryDays, text === 'none' ? [] : text.split(',').map(readWhole)),
  },
  cancelsPastDue: {
    option: '--past-due <fate>',
    description: 'what becomes of a subscription that is past due for thirty days: cancel or keep',
    read(text) {
      if (text === 'cancel' || text === 'keep') return text === 'cancel'
      throw new OperatorError(`--past-due must be cancel or keep, not ${shown(text)}.`)
    },
  },
  renewalNoticeDays: {
    option: '--renewal-notice-days <number>',
    description: 'how many days before a renewal an event tells of it, at most 60, or none',
    read: (text) => (text === 'none' ? null : readWhole(text)),
  },
  abandonedAfterHours: {
    option: '--abandoned-after-hours <number>',
    description: 'how many hours after its last change an open cart counts as abandoned, or none',
    read: (text) => (text === 'none' ? null : readWhole(text)),
  },
  name: { option: '--name <text>', description: 'name of the shop', read: asGiven },
  host: { option: '--host <name>', description: "the host name of the shop's own site", read: asGiven },
  currency: {
    option: '--currency <code>',
    description: 'ISO 4217 code of the currency of all amounts, until there is a product or a coupon',
    read: asGiven,
  },
  customersMay: {
    option: '--customers-may <list>',
    description: `what customers may do by themselves: some of ${permissions.join(',')}, or none`,
    read: (text) => (text === 'none' ? [] : text.split(',').map((name) => name.trim())),
  },
  dispatchCountry: {
    option: '--dispatch-country <code>',
    description: 'the country that parcels are sent from, such as DE, or none; it decides how sales are taxed',
    read: orNone,
  },
  pricesIncludeTax: {
    option: '--prices-include-tax <yes|no>',
    description: 'whether prices contain the tax',
    read(text) {
      if (text === 'yes' || text === 'no') return text === 'yes'
      throw new OperatorError(`--prices-include-tax must be yes or no, not ${shown(text)}.`)
    },
  },
  legalName: { option: '--legal-name <text>', description: 'name of the company behind the shop, or none', read: orNone },
  address: { option: '--address <text>', description: 'address of the company, or none', read: orNone },
  taxId: { option: '--tax-id <number>', description: 'tax number of the company, or none', read: orNone },
  invoicePrefix: {
    option: '--invoice-prefix <text>',
    description: 'what the numbers of invoices begin with, such as INV-, or none',
    read: (text) => (text === 'none' ? '' : text),
  },
  invoicesFrom: {
    option: '--invoices-from <time>',
    description: 'from when on what is paid has an invoice: a time that is to come, or none',
    read: (text) => (text === 'none' ? null : readTime('--invoices-from', text)),
  },
} satisfies { [Column in keyof Store]?: Setting }

// The mutation checks the values.
function asGiven(text: string): string {
  return text
}

function orNone(text: string): string | null {
  return text === 'none' ? null : text
}

const readWhole = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

/** `tandem store`: list, create, set, delete. */
export const storeCommand = new OperatorCommand('store')

storeCommand
  .command('list')
  .description('list the stores with their settings')
  .option(...json)
  .action((options: { json?: boolean }) =>
    withDatabase(async (db) => {
      const stores = await db.store.findMany({ orderBy: { id: 'asc' } })
      if (options.json) return say(JSON.stringify(stores.map(listed)))
      say(tableOf(stores))
    }),
  )

type NewStoreOptions = { name: string; host: string; currency: string; testClock?: string | true; json?: boolean }

storeCommand
  .command('create')
  .description('make a store; its first key is made with: npm run tandem -- key create')
  .requiredOption('--name <text>', 'name of the shop')
  .requiredOption('--host <name>', "the host name of the shop's own site, such as shop.example")
  .requiredOption('--currency <code>', 'ISO 4217 code of the currency of all its amounts, such as EUR')
  .option(
    '--test-clock [time]',
    'let it have a test clock, for good: it stands at this time, or runs with real time, until it is moved',
  )
  .option(...json)
  .action(({ testClock, json: asJson, ...given }: NewStoreOptions) => {
    const clockNow = typeof testClock === 'string' ? readTime('--test-clock', testClock) : null
    return withDatabase(async (db) => {
      const viewer = await operatorInNew(db)
      await operateAs(db, viewer, createStore, { ...given, hasTestClock: testClock !== undefined, clockNow })
      const made = await db.store.findUniqueOrThrow({ where: { id: viewer.storeId } })
      say(asJson ? JSON.stringify(listed(made)) : tableOf([made]))
    })
  })

const set = storeCommand
  .command('set')
  .description('change settings of a store, within a minute; those that are not given stay as they are')
  .requiredOption('--store <id>', 'the store')
  .option(...json)
for (const { option, description } of Object.values<Setting>(settings)) set.option(option, description)

/** Commander's option name of each column. */
const optionOf = {
  pageBase: 'pageBase',
  timeZone: 'timeZone',
  retryDays: 'retryDays',
  cancelsPastDue: 'pastDue',
  renewalNoticeDays: 'renewalNoticeDays',
  abandonedAfterHours: 'abandonedAfterHours',
  name: 'name',
  host: 'host',
  currency: 'currency',
  customersMay: 'customersMay',
  legalName: 'legalName',
  address: 'address',
  taxId: 'taxId',
  invoicePrefix: 'invoicePrefix',
  invoicesFrom: 'invoicesFrom',
  dispatchCountry: 'dispatchCountry',
  pricesIncludeTax: 'pricesIncludeTax',
} as const satisfies Record<keyof typeof settings, string>

type Option = (typeof optionOf)[keyof typeof settings]

type SetOptions = { store: string; json?: boolean } & Partial<Record<Option, string>>

set.action(({ store, json: asJson, ...given }: SetOptions) => {
  const storeId = readId('--store', store)
  const change = Object.fromEntries(
    Object.entries<Setting>(settings).flatMap(([name, { read }]) => {
      const text = given[optionOf[name as keyof typeof settings]]
      return text === undefined ? [] : [[name, read(text)]]
    }),
  ) as Partial<Store>
  if (Object.keys(change).length === 0) {
    throw new OperatorError(
      `Give a setting to change: ${Object.values<Setting>(settings)
        .map(({ option }) => option)
        .join(', ')}.`,
    )
  }
  return withDatabase(async (db) => {
    await operate(db, storeId, updateStore, change)
    const after = await db.store.findUniqueOrThrow({ where: { id: storeId } })
    say(asJson ? JSON.stringify(listed(after)) : tableOf([after]))
  })
})

storeCommand
  .command('delete')
  .description('delete a store that was made with a test clock, with everything in it; says what that is, and does it with --yes')
  .requiredOption('--store <id>', 'the store')
  .option('--yes', 'delete it')
  .option(...json)
  .action(({ store, yes, json: asJson }: { store: string; yes?: true; json?: boolean }) => {
    const storeId = readId('--store', store)
    return withDatabase(async (db, { session }) => {
      const found = await db.store.findUnique({ where: { id: storeId } })
      if (!found) throw new OperatorError(`There is no store ${storeId}. See: npm run tandem -- store list`)
      if (!found.hasTestClock)
        throw new OperatorError(`Store ${storeId} keeps real time; only a store that was made with a test clock can be deleted.`)
      const counted = await session((opened) => rowsOfStore(opened, storeId))
      const rows = Object.fromEntries(counted.map((each) => [each.table, each.rows]))
      const sayJson = (deleted: boolean) => say(JSON.stringify({ id: Number(storeId), deleted, rows }))
      if (!asJson)
        say(
          table(
            ['TABLE', 'ROWS'],
            Object.entries(rows).map(([name, count]) => [name, String(count)]),
          ),
        )
      if (!yes) {
        if (asJson) sayJson(false)
        throw new OperatorError(`Store ${storeId}, ${found.name}, would be deleted with these rows; give --yes to do it.`)
      }
      const isDeleted = await session((opened) => deleteTestStore(opened, storeId))
      if (!isDeleted) throw new OperatorError(`Store ${storeId} is gone already.`)
      if (asJson) return sayJson(true)
      say(`Store ${storeId}, ${found.name}, is deleted.`)
    })
  })

const tableOf = (stores: Store[]): string =>
  table(
    ['STORE', 'NAME', 'HOST', 'TIME ZONE', 'PAGE BASE', 'RETRY DAYS', 'PAST DUE', 'CUSTOMERS MAY'],
    stores.map(({ id, name, host, timeZone, pageBase, retryDays, cancelsPastDue, customersMay }) => [
      String(id),
      name,
      host,
      timeZone,
      pageBase === null ? 'server' : String(pageBase),
      retryDays.join(',') || 'none',
      cancelsPastDue ? 'cancel' : 'keep',
      customersMay.join(',') || 'none',
    ]),
  )

const listed = ({ id, name, host, currency, timeZone, pageBase, retryDays, cancelsPastDue, ...others }: Store) => ({
  id: Number(id),
  name,
  host,
  currency,
  time_zone: timeZone,
  page_base: pageBase,
  retry_days: retryDays,
  past_due: cancelsPastDue ? 'cancel' : 'keep',
  renewal_notice_days: others.renewalNoticeDays,
  abandoned_after_hours: others.abandonedAfterHours,
  customers_may: others.customersMay,
  legal_name: others.legalName,
  address: others.address,
  dispatch_country: others.dispatchCountry,
  prices_include_tax: others.pricesIncludeTax,
  tax_id: others.taxId,
  invoice_prefix: others.invoicePrefix,
  invoices_from: others.invoicesFrom,
})
