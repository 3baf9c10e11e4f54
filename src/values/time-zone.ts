/** Time zones by their IANA names. */

/** Parses the name of a time zone in any case, or returns undefined. Accepted: `Europe/Berlin`, `utc`. Refused: `+01:00`, `Berlin`. */
export function parseTimeZone(text: string): string | undefined {
  // Intl accepts offsets too, which have no daylight saving time.
  if (!/^[A-Za-z]/.test(text)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
