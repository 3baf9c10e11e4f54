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

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** An amount in the smallest unit of the shop's currency: `6900` → `$69.00`. */
export function money(amount: number | null | undefined): string {
  if (amount === null || amount === undefined) return '–'
  const { currency } = shop
  const digits = digitsOf(currency)
  return formatter(`money ${currency}`, () => new Intl.NumberFormat(undefined, { style: 'currency', currency })).format(
    amount / 10 ** digits,
  )
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

/** A name of the schema as people read it: `past_due` → `Past due`. */
export const words = (name: string): string => {
  const spaced = name.replaceAll('_', ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** One or more things: `plural(3, 'order')` → `3 orders`. */
export const plural = (count: number, thing: string, things = `${thing}s`): string =>
  `${number(count)} ${count === 1 ? thing : things}`
