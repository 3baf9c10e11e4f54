/** Amounts and times of mails in a language. Pure. */

/** The texts of amounts and times in a language, with the currency and the time zone of a shop. */
export type Formats = {
  /** @param amount in the smallest unit of the currency. */
  amount(amount: number): string
  date(time: Date): string
  /** A date with the hour and the minute. */
  time(time: Date): string
}

/** An amount as a decimal number, exact whatever its size. */
function decimal(amount: number, digits: number): `${number}` {
  const text = String(Math.abs(amount)).padStart(digits + 1, '0')
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
  return `${amount < 0 ? '-' : ''}${whole}` as `${number}`
}

/** @param currency ISO 4217 code. @param timeZone IANA name. */
export function formatsOf(language: string, currency: string, timeZone: string): Formats {
  const amounts = new Intl.NumberFormat(language, { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = amounts.resolvedOptions()
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone })
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return {
    amount: (amount) => amounts.format(decimal(amount, maximumFractionDigits)),
    date: (time) => dates.format(time),
    time: (time) => times.format(time),
  }
}
