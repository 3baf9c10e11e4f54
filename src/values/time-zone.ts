/** Time zones by their IANA names. */

/** Reads the name of a time zone in any case, or answers undefined. Accepted: `Europe/Berlin`, `utc`. Refused: `+01:00`, `Berlin`. */
export function parseTimeZone(text: string): string | undefined {
  // Intl takes offsets too, which know no summer.
  if (!/^[A-Za-z]/.test(text)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
