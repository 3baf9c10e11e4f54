/** Formats and parses times, as ISO 8601 and as HTTP dates. */

// 2026-11-20 · 2026-11-20T13:45 · 2026-11-20T13:45:00.5Z · 2026-11-20T13:45:00+02:00; a time without a zone is UTC. PostgreSQL
// prints offsets of whole hours: 2026-11-20 13:45:00+02. A plus sign that was not percent-encoded arrives as a blank. Clients that
// put dates together themselves leave out leading zeros: 2018-1-5T0:0:0Z.
const iso = /^(\d{4})-(\d\d?)-(\d\d?)(?:[Tt ](\d\d?):(\d\d?)(?::(\d\d?)(?:\.(\d{1,9}))?)?([Zz]|[+ -]\d\d(?::?\d\d)?)?)?$/

export const timeForm = 'an ISO 8601 date or time, such as 2026-11-20 or 2026-11-20T13:45:00Z'

/**
 * Reads an ISO 8601 date or time, be it without its leading zeros; without a zone it is UTC, a date is its midnight.
 *
 * Accepted: `2026-11-20`, `2018-1-5T00:00:00Z`, `2026-11-20T13:45:00Z`, `2026-11-20T13:45:00.250+02:00`, `2026-11-20 13:45:00+02`,
 * `2026-11-20T13:45:00 02:00`.
 * Refused, as undefined: `2026-02-30`, `24:00`, `20.11.2026`, `1763646300`.
 */
export function parseTime(text: string): Date | undefined {
  const match = iso.exec(text)
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const millisecond = Math.floor(Number(`0.${match[7] ?? 0}`) * 1000)
  const offset = offsetMinutes(match[8])
  if (year < 1 || offset === undefined) return undefined
  const time = new Date(0)
  time.setUTCFullYear(year, month - 1, day)
  time.setUTCHours(hour, minute, second, millisecond)
  // A part out of range has carried into the next one.
  const kept = time.getUTCMonth() === month - 1 && time.getUTCDate() === day && time.getUTCHours() === hour
  if (!kept || minute > 59 || second > 59) return undefined
  const utc = new Date(time.getTime() - offset * 60_000)
  // An offset may move a time out of the years with four digits.
  return utc.getUTCFullYear() >= 1 && utc.getUTCFullYear() <= 9999 ? utc : undefined
}

/** Parses an HTTP date as `formatHttpDate` writes it; undefined for every other text. */
export function parseHttpDate(text: string): Date | undefined {
  const time = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(text) ? new Date(text) : undefined
  return time && formatHttpDate(time) === text ? time : undefined
}

function offsetMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'Z' || zone === 'z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = zone.length > 3 ? Number(zone.slice(-2)) : 0
  if (hours > 14 || minutes > 59) return undefined
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes)
}

/** Truncates a time to the second: times are stored and compared in whole seconds, and none is later than the event. */
export const wholeSecond = (time: Date): Date => new Date(Math.floor(time.getTime() / 1_000) * 1_000)

/** Formats a time as ISO 8601 UTC in whole seconds: `2026-11-20T13:45:00Z`. */
export const formatTime = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`

/** Formats a time as an HTTP date: `Fri, 20 Nov 2026 13:45:00 GMT`. */
export const formatHttpDate = (time: Date): string => time.toUTCString()
