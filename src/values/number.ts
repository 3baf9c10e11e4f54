/**
 * Numbers that are kept as they are sent. JSON writes any, but its readers hold a whole number exactly up to 2^53 − 1 only:
 * 9007199254740993 arrives as its neighbour, and 1e400 as infinity.
 */

/** Whether a number that was read is sure to be the one that was sent; a fraction is one to a double's 15 digits. */
export const isKept = (number: number): boolean => Math.abs(number) <= Number.MAX_SAFE_INTEGER

/** What a number must be, and what else can be done. */
export const keptForm = `a number from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}; send a larger one as text`

/** Whether a text is a number as JSON writes it, of whatever size. */
export const isNumeral = (text: string): boolean => /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)

/** How many digits of any number a double keeps, and how long a text may be of which it keeps that it is not zero. */
const maxDigits = 15
const maxNumberLength = 300

/**
 * Reads a text that is a number to whoever reads it, however many zeros it ends with.
 *
 * Accepted: `10`, `-2.5`, `9.50`, `10.0`, `0.001`, and so on to 15 significant digits.
 * Refused, as undefined: `1e3`, `+5`, `.5`, `5.`, `0042`, `4111111111111111`, which are codes as often as they are numbers.
 */
export function parseNumber(text: string): number | undefined {
  if (text.length > maxNumberLength || !/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) return undefined
  const digits = text.replace(/^-?[0.]*/, '').replace('.', '')
  // Zero has no sign here.
  return digits.length > maxDigits ? undefined : Number(text) || 0
}

/**
 * The dotted path to a number in a JSON value that is not kept, such as `.sizes.0`; empty for the value itself. Looks for it without
 * recursion, since clients choose the depth.
 */
export function pathOfUnkept(value: unknown): string | undefined {
  const waiting: [path: string, value: unknown][] = [['', value]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, value] = next
    if (typeof value === 'number' && !isKept(value)) return path
    if (typeof value !== 'object' || value === null) continue
    for (const [key, child] of Object.entries(value)) waiting.push([`${path}.${key}`, child])
  }
  return undefined
}

const maxWhole = 2n ** 63n - 1n

/** Reads a whole number as the database keeps it, in 64 bits; undefined for everything else. */
export function parseWhole(text: string): bigint | undefined {
  const whole = /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined
  return whole !== undefined && whole <= maxWhole && whole >= -maxWhole - 1n ? whole : undefined
}

// Of the language since 2025, and in Node since 21; TypeScript does not know it yet.
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => object }

/** A whole number that JSON will write with all its digits. */
export const exactNumber = (whole: bigint | number): number | object =>
  isKept(Number(whole)) ? Number(whole) : rawJSON(String(whole))
