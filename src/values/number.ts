/**
 * Exact numbers. JSON can write any, but its readers hold whole numbers exactly only up to 2^53 − 1: 9007199254740993 is read as its
 * neighbour, and 1e400 as infinity.
 */

/** Whether a parsed number is certainly the one that was sent; a fraction is exact to a double's 15 digits. */
export const isKept = (number: number): boolean => Math.abs(number) <= Number.MAX_SAFE_INTEGER

/** The allowed range of a number, with the alternative. */
export const keptForm = `a number from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}; send a larger one as text`

/** Whether a text is a JSON number, of any size. */
export const isNumeral = (text: string): boolean => /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)

/** The digits that a double always preserves, and the length of a text up to which a nonzero value does not become zero. */
const maxDigits = 15
const maxNumberLength = 300

/**
 * Parses a text that is unambiguously a number, however many zeros it ends with.
 *
 * Accepted: `10`, `-2.5`, `9.50`, `10.0`, `0.001`, and so on to 15 significant digits. Refused, as undefined: `1e3`, `+5`, `.5`, `5.`,
 * `0042`, `4111111111111111`, which are codes as often as they are numbers.
 */
export function parseNumber(text: string): number | undefined {
  if (text.length > maxNumberLength || !/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) return undefined
  const digits = text.replace(/^-?[0.]*/, '').replace('.', '')
  // Negative zero becomes zero.
  return digits.length > maxDigits ? undefined : Number(text) || 0
}

/**
 * The dotted path to an inexact number in a JSON value, such as `.sizes.0`; empty for the value itself. Searches without recursion, since
 * clients choose the depth.
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

/** Parses a whole number of 64 bits, as the database stores it; undefined for any other text. */
export function parseWhole(text: string): bigint | undefined {
  const whole = /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined
  return whole !== undefined && whole <= maxWhole && whole >= -maxWhole - 1n ? whole : undefined
}

// In the language since 2025, and in Node since 21; TypeScript does not declare it yet.
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => object }

/** A whole number that JSON writes with all its digits. */
export const exactNumber = (whole: bigint | number): number | object =>
  isKept(Number(whole)) ? Number(whole) : rawJSON(String(whole))

/** A number as JSON spells it, with all its digits. */
export class Digits {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): object {
    return rawJSON(this.text)
  }
}

// TypeScript does not declare the third argument yet.
type Revive = (key: string, value: unknown, context: { source: string }) => unknown
const keepDigits: Revive = (_key, value, { source }) => (typeof value === 'number' ? new Digits(source) : value)

/** Parses JSON whose numbers keep their digits. */
export const parseWithDigits = (json: string): unknown => JSON.parse(json, keepDigits as never)
