/** The settings that a store may choose. Pure. */
import { badInput } from '../../values/errors.ts'
import { field, type Sentence, say } from '../../values/sentence.ts'
import { shown } from '../../values/text.ts'
import { parseTimeZone } from '../../values/time-zone.ts'

/** The names of the writes that a store may open to its customers. */
export const permissions = [
  'cancel',
  'skip',
  'reactivate',
  'renew',
  'pause',
  'change_product',
  'change_address',
  'change_payment_method',
  'add_coupon',
] as const

// Names that are decided, for what customers cannot do yet.
const later = ['checkout']

const maxTries = 20
/** How long a renewal is tried again, in days. */
const lastDay = 30
const maxHost = 253

// Names of letters, digits and hyphens with dots between them, as browsers send them in Host, without a port.
const hostForm = /^(?=[a-z0-9])[a-z0-9-]*[a-z0-9](?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/

/** A host name as it is kept. @throws Refusal BAD_INPUT. */
export function readHost(host: string): string {
  const own = host.toLowerCase()
  if (own.length <= maxHost && hostForm.test(own)) return own
  throw badInput(say`${field('host')} must be a host name without scheme and port, such as shop.example, not ${shown(host)}.`)
}

/** A currency as it is kept. @throws Refusal BAD_INPUT. */
export function readCurrency(currency: string): string {
  const code = currency.toUpperCase()
  if (Intl.supportedValuesOf('currency').includes(code)) return code
  throw badInput(say`${field('currency')} must be an ISO 4217 code such as USD or EUR, not ${shown(currency)}.`)
}

/** A time zone as it is kept. @throws Refusal BAD_INPUT. */
export function readTimeZone(timeZone: string): string {
  const name = parseTimeZone(timeZone)
  if (name) return name
  throw badInput(say`${field('timeZone')} must be an IANA name such as Europe/Berlin or UTC, not ${shown(timeZone)}.`)
}

/** The first page of a list. @throws Refusal BAD_INPUT. */
export function readPageBase(pageBase: number | null): number | null {
  if (pageBase === null || pageBase === 0 || pageBase === 1) return pageBase
  throw badInput(say`${field('pageBase')} must be 0, 1, or null for what the server has, not ${pageBase}.`)
}

/** The days of retries, rising. @throws Refusal BAD_INPUT. */
export function readRetryDays(days: readonly number[]): number[] {
  const isRising = days.every((day, index) => day >= 1 && day <= lastDay && (index === 0 || day > (days[index - 1] ?? 0)))
  if (isRising && days.length <= maxTries) return [...days]
  throw badInput(
    say`${field('retryDays')} must be at most ${maxTries} rising numbers from 1 to ${lastDay}, such as 1, 3, 5, or none.`,
  )
}

/** The writes opened to customers, each once and in one order. @throws Refusal BAD_INPUT naming the first that they cannot be let do. */
export function readPermissions(names: readonly string[]): string[] {
  const known = say`${field('customersMay')} takes ${permissions.join(', ')}`
  const other = names.find((name) => !(permissions as readonly string[]).includes(name))
  if (other === undefined) return permissions.filter((name) => names.includes(name))
  const why: Sentence = later.includes(other) ? [`; ${other} cannot be opened to customers yet.`] : [`, not ${shown(other)}.`]
  throw badInput([...known, ...why])
}

/** The answer to a host that is another store's. */
export const hostTaken = (host: string) => badInput(say`${field('host')} ${host} is another store's.`)

/** The answer to a currency that amounts are in already. */
export const currencyInUse = (currency: string) =>
  badInput(say`${field('currency')} stays ${currency}: the store has products or coupons with amounts in it.`)
