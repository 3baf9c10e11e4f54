/** Changes what a store has chosen for itself: merchants by `updateStore`, operators by `tandem store set`. */
import type { Shape } from '../../db/shape.ts'
import { isTaken } from '../../db/unique.ts'
import { inputFields } from '../../schema/inputs.ts'
import { badInput } from '../../values/errors.ts'
import { each } from '../../values/faults.ts'
import { field, say } from '../../values/sentence.ts'
import { differing } from '../../values/written-values.ts'
import type { Write } from '../../writes/write.ts'
import { mutation } from '../describe.ts'
import {
  checkAccountUrl,
  checkHost,
  currencyInUse,
  hostTaken,
  permissions,
  readCountries,
  readCurrency,
  readHost,
  readPageBase,
  readPermissions,
  readRetryDays,
  readTimeZone,
  staysTaxed,
  withInvoices,
} from './rules.ts'
import { writable } from './writable.ts'

/** The readers of fields with a form of their own. */
const readers = {
  host: readHost,
  currency: readCurrency,
  timeZone: readTimeZone,
  pageBase: readPageBase,
  retryDays: readRetryDays,
  customersMay: readPermissions,
  untaxedWithNumber: (codes: readonly string[]) => readCountries('untaxedWithNumber', codes),
  withdrawalCountries: (codes: readonly string[]) => readCountries('withdrawalCountries', codes),
} as const

const lists = ['retryDays', 'customersMay', 'untaxedWithNumber', 'withdrawalCountries'] as const

export const updateStore = mutation('updateStore', {
  description:
    'Changes what the store has chosen for itself; fields that are left out stay as they are. Settings that requests depend on hold within a minute.',
  scope: 'admin',
  emits: ['store.updated'],
  input: (t) => ({
    ...inputFields(t, writable),
    pageBase: t.int({
      description: 'Number of the first page of a list on REST, 0 or 1; null for what the server has.',
      extensions: { takesNull: true },
    }),
    retryDays: t.intList({
      description:
        'When a renewal that failed is tried again, in days since it first failed, at most 20 rising numbers from 1 to 30; none for never.',
    }),
    customersMay: t.stringList({
      description: `The writes that the store opens to its customers, the whole list: ${permissions.map((name) => `\`${name}\``).join(', ')}.`,
    }),
    withdrawalCountries: t.stringList({
      description:
        'Countries whose customers are shown the forms that withdraw from a contract and cancel one without signing in, the whole list of their codes; they are open to all once there is one.',
    }),
    untaxedWithNumber: t.stringList({
      description:
        'Countries whose customers with a valid tax number owe the tax themselves, the whole list of their codes; in the EU the rules of the EU hold instead.',
    }),
  }),
  shows: { field: 'store', resource: 'Store' },
  async write(write, given) {
    const store = await write.lockStore({ alone: given.currency != null })
    const own = Object.keys(readers).filter((name) => given[name as keyof typeof readers] !== undefined)
    const read = each(own, (name) => {
      const value = given[name as keyof typeof readers]
      if (value === null && name !== 'pageBase') throw badInput(say`${field(name)} must not be null.`)
      return [name, (readers[name as keyof typeof readers] as (value: unknown) => unknown)(value)]
    })
    const change = withInvoices(store, differing(writable, store, { ...given, ...Object.fromEntries(read) }), write.now)
    const others = Object.fromEntries(
      read.filter(([name]) => name === 'pageBase' || (lists as readonly unknown[]).includes(name)),
    )
    if (change.host !== undefined) checkHost(change.host, write.context.deskOrigin)
    checkAccountUrl({ ...store, ...change })
    await checkCurrency(write, store, change)
    await checkTaxed(write, store, change)
    await write.change(store, { ...change, ...others }).catch((error: unknown) => {
      throw isTaken(error) ? hostTaken(change.host ?? '') : error
    })
    return { id: store.id }
  },
})

/** Refuses another currency once there are amounts; the store is locked against new products and coupons. */
async function checkCurrency(
  { tx }: Write,
  { id: storeId, currency }: Shape<'Store'>,
  change: { currency?: string },
): Promise<void> {
  if (change.currency === undefined || change.currency === currency) return
  const select = { where: { storeId }, select: { id: true } } as const
  if ((await tx.product.findFirst(select)) ?? (await tx.coupon.findFirst(select))) throw currencyInUse(currency)
}

/** Refuses what rates of tax are made for once there are some; the store is locked against new ones. */
async function checkTaxed(
  write: Write,
  { dispatchCountry, pricesIncludeTax }: Shape<'Store'>,
  change: { dispatchCountry?: string | null; pricesIncludeTax?: boolean },
): Promise<void> {
  if (change.dispatchCountry === undefined && change.pricesIncludeTax === undefined) return
  if ((await write.count('TaxRate', { archivedAt: null })) === 0) return
  if (change.dispatchCountry !== undefined) throw staysTaxed('dispatchCountry', String(dispatchCountry))
  throw staysTaxed('pricesIncludeTax', String(pricesIncludeTax))
}
