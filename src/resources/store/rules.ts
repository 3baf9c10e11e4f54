/** The settings that a store may choose. Pure. */
import { isLoopback } from '../../config/loopback.ts'
import { countryFault } from '../../values/countries.ts'
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { shown } from '../../values/text.ts'
import { formatTime, wholeSecond } from '../../values/time.ts'
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
  'checkout',
] as const

const maxTries = 20
/** How long a renewal is tried again, in days. */
const lastDay = 30
const maxHost = 253

// Names of letters, digits and hyphens with dots between them, as browsers send them in Host, without a port.
const hostForm = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/
const edgeHyphen = /(?:^|\.)-|-(?:\.|$)/

/** A host name as it is kept. @throws Refusal BAD_INPUT. */
export function readHost(host: string): string {
  const own = host.toLowerCase()
  if (own.length <= maxHost && hostForm.test(own) && !edgeHyphen.test(own)) return own
  throw badInput(say`${field('host')} must be a host name without scheme and port, such as shop.example, not ${shown(host)}.`)
}

/** Refuses a host that all stores share: the host of the Desk, and the names of the machine itself. @throws Refusal BAD_INPUT. */
export function checkHost(host: string, deskOrigin: string | undefined): void {
  if (deskOrigin !== undefined && new URL(deskOrigin).hostname === host)
    throw badInput(say`${field('host')} must be the store's own, not ${shown(host)}, which serves the Desk.`)
  if (isLoopback(host))
    throw badInput(say`${field('host')} must be the store's own, not ${shown(host)}, which names the machine itself.`)
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
  throw badInput([...known, `, not ${shown(other)}.`])
}

const maxCountries = 250

/** Countries by their codes, each once. @throws Refusal BAD_INPUT naming the first that is none. */
export function readCountries(list: 'untaxedWithNumber' | 'withdrawalCountries', codes: readonly string[]): string[] {
  const name = field(list)
  if (codes.length > maxCountries) throw badInput(say`${name} must have at most ${maxCountries} codes.`)
  for (const [place, code] of codes.entries()) {
    const fault = countryFault(code, field(`${list}[${place}]`))
    if (fault) throw badInput(fault)
  }
  return [...new Set(codes)].sort()
}

/** Of this machine, so that the page can be tried without a certificate. */
const ownMachine = /^http:\/\/(?:localhost|127\.0\.0\.1|[a-z0-9-]+\.localhost)(?::\d{1,5})?\/account$/

/**
 * Refuses an address of the customers' page that is not at the host of the store, where its cookie belongs.
 *
 * Accepted: `https://shop.example/account`, `http://localhost:4000/account`. Refused: `https://shop.example/`, `http://shop.example/account`.
 *
 * @throws Refusal BAD_INPUT.
 */
export function checkAccountUrl({ accountUrl, host }: { accountUrl: string | null; host: string }): void {
  if (accountUrl === null || accountUrl === `https://${host}/account` || ownMachine.test(accountUrl)) return
  throw badInput(
    say`${field('accountUrl')} must be https://${host}/account, at the host of the store, or http://localhost:4000/account to try it, not ${shown(accountUrl)}.`,
  )
}

/** The answer to a setting that rates of tax are made for. */
export const staysTaxed = (name: string, value: string) =>
  badInput(say`${field(name)} stays ${value}: the store has tax rates; archive them first.`)

/** The answer to a host that is another store's. */
export const hostTaken = (host: string) => badInput(say`${field('host')} ${host} is another store's.`)

/** The answer to a currency that amounts are in already. */
export const currencyInUse = (currency: string) =>
  badInput(say`${field('currency')} stays ${currency}: the store has products or coupons with amounts in it.`)

/** The columns of a store that invoices depend on. */
type InvoiceSettings = { invoicesFrom: Date | null; legalName: string | null; address: string | null }

/** Clocks of clients differ: a time of the last minute is now. */
const nowSeconds = 60

/**
 * The settings of invoices: what was paid before has none, since it may have been edited or refunded meanwhile.
 *
 * @returns the change, in which a time of the last minute is now.
 *
 * @throws Refusal BAD_INPUT for a beginning in the past, and for invoices without the company's name and address.
 */
export function withInvoices<Change extends Partial<InvoiceSettings>>(before: InvoiceSettings, change: Change, at: Date): Change {
  const { invoicesFrom, legalName, address } = { ...before, ...change }
  if (invoicesFrom !== null && !(legalName?.trim() && address?.trim()))
    throw badInput(
      say`${field('invoicesFrom')} takes ${field('legalName')} and ${field('address')}, which stand on every invoice.`,
    )
  const now = wholeSecond(at)
  if (!change.invoicesFrom || change.invoicesFrom >= now) return change
  if (now.getTime() - change.invoicesFrom.getTime() > nowSeconds * 1_000)
    throw badInput(say`${field('invoicesFrom')} must not be before ${formatTime(now)}: what is paid already has no invoice.`)
  return { ...change, invoicesFrom: now }
}
