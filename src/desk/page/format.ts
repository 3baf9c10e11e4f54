/** Writes amounts and times as the shop has them: its currency, its time zone, the browser's language. */

type Shop = { currency: string; timeZone: string }

let shop: Shop = { currency: 'USD', timeZone: 'UTC' }

/** Sets the shop whose amounts and times are written. */
export const setShop = (next: Shop): void => {
  shop = next
}

/** Keeps one formatter for a kind of text: making one costs more than using it a hundred times. */
const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function formatter<Made extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => Made): Made {
  const known = kept.get(key)
  if (known) return known as Made
  const made = make()
  kept.set(key, made)
  return made
}

const amounts = (currency: string) =>
  formatter(`money ${currency}`, () => new Intl.NumberFormat(undefined, { style: 'currency', currency }))

const digitsOf = (currency: string): number => amounts(currency).resolvedOptions().maximumFractionDigits ?? 2

/** An amount in the smallest unit of the shop's currency: `6900` → `$69.00`. */
export function money(amount: number | null | undefined): string {
  if (amount === null || amount === undefined) return '–'
  const { currency } = shop
  const digits = digitsOf(currency)
  return amounts(currency).format(amount / 10 ** digits)
}

/** The sign of the shop's currency and its digits, for a field in which an amount is entered. */
export const moneyDigits = (): number => digitsOf(shop.currency)
export const currency = (): string => shop.currency

/**
 * Reads an amount as people write it, in the shop's or another notation: `1,234.50`, `1.234,50`, `$12`, `12,5` → the smallest unit.
 *
 * @returns undefined where it is none, or has more digits than the currency.
 */
export function readMoney(text: string): number | undefined {
  const plain = text.replace(/[\s'\u00a0\u202f]|[^\d.,-]/gu, '')
  const digits = moneyDigits()
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  const fraction = last < 0 ? '' : plain.slice(last + 1)
  // Three digits behind one mark are thousands, as `1,234` has them, unless the currency has as many.
  const isGrouped = fraction.length === 3 && digits !== 3
  const grouped = last < 0 || isGrouped ? plain : plain.slice(0, last)
  const whole = grouped.replace(/[.,]/g, '')
  const part = isGrouped ? '' : fraction
  if (!/^-?(?:\d*|\d{1,3}(?:[.,]\d{3})+)$/.test(grouped) || !/^\d*$/.test(part) || part.length > digits || plain === '')
    return undefined
  return Number(`${whole || '0'}${part.padEnd(digits, '0')}`)
}

/** A whole number with its groups: `12,345`. */
export const number = (value: number): string => formatter('number', () => new Intl.NumberFormat()).format(value)

/** A share as percent: `0.123` → `12.3%`. */
export const percent = (value: number | null | undefined): string =>
  value === null || value === undefined
    ? '–'
    : formatter('percent', () => new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })).format(value)

const dateOptions = { day: 'numeric', month: 'short', year: 'numeric' } as const
const timeOptions = { ...dateOptions, hour: '2-digit', minute: '2-digit' } as const

/** A day in the shop's zone: `28 Nov 2026`. */
export const day = (time: string | null | undefined): string => write(time, 'day', dateOptions)

/** The last day before an end, in the shop's zone: an end is the begin of the day behind it. */
export const lastDay = (end: string): string => day(new Date(Date.parse(end) - 1).toISOString())

/** A time in the shop's zone: `28 Nov 2026, 21:03`. */
export const time = (at: string | null | undefined): string => write(at, 'time', timeOptions)

function write(at: string | null | undefined, key: string, options: Intl.DateTimeFormatOptions): string {
  if (!at) return '–'
  const { timeZone } = shop
  return formatter(`${key} ${timeZone}`, () => new Intl.DateTimeFormat(undefined, { ...options, timeZone })).format(new Date(at))
}

/** The day of a time in the shop's zone as ISO has it: `2026-11-28`. */
export const isoDay = (at: Date): string =>
  formatter(`iso ${shop.timeZone}`, () => new Intl.DateTimeFormat('en-CA', { timeZone: shop.timeZone })).format(at)

/**
 * The time at which a day begins in the shop's zone: `2026-11-28` → `2026-11-27T23:00:00.000Z` in Berlin. Where clocks go forward at midnight
 * it is an hour later.
 */
export function beginOf(isoDate: string): string {
  const midnight = Date.parse(`${isoDate}T00:00:00Z`)
  const offsetAt = (time: number): number => {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: shop.timeZone, timeZoneName: 'longOffset' }).formatToParts(time)
    const [, sign, hours = '0', minutes = '0'] =
      /GMT([+-])(\d+):(\d+)/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  }
  // The offset at the first guess may be that of the other side of a change of clocks.
  const guess = midnight - offsetAt(midnight)
  return new Date(midnight - offsetAt(guess)).toISOString()
}

/** The time at which a day ends in the shop's zone, which is the begin of the next. */
export const endOf = (isoDate: string): string =>
  beginOf(new Date(Date.parse(`${isoDate}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10))

/** Whether a text is a day as ISO has it. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

/** A name of the schema as people read it: `past_due` → `Past due`. */
export const words = (name: string): string => {
  const spaced = name.replaceAll('_', ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** A name of the API as people read it: `placeOrder` → `Place order`. */
export const spoken = (name: string): string => words(name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase())

/** One or more things: `plural(3, 'order')` → `3 orders`. */
export const plural = (count: number, thing: string, things = `${thing}s`): string =>
  `${number(count)} ${count === 1 ? thing : things}`
