/** The values of metadata as a filter meets them, said once more: which value a key leads to, and whether it is a number, a time or text. */
import { parseTime } from '../../../src/values/time.ts'
import { type Exact, Numeral } from './exact-json.ts'
import type { Row } from './rows.ts'

/** A value with its spelling; an object is there without one. */
export type Value = { spelling?: string; number?: number; time?: Date }

/** A value that was given to compare with, or is stored. */
export function plainValue(plain: string | number | boolean): Value {
  const text = String(plain)
  const spelling = searched(text)
  if (typeof plain !== 'string') return typeof plain === 'number' ? { spelling, number: plain } : { spelling }
  const number = numberIn(text)
  if (number !== undefined) return { spelling, number }
  const time = parseTime(text)
  return time ? { spelling, time } : { spelling }
}

/** The number that a text is, digit by digit: no sign but a minus, no zero before another digit, and digits on both sides of a point. */
function numberIn(text: string): number | undefined {
  const [whole = '', fraction, ...more] = text.replace(/^-/, '').split('.')
  const isDigits = (part: string) => part !== '' && [...part].every((each) => '0123456789'.includes(each))
  if (more.length > 0 || !isDigits(whole) || (whole.length > 1 && whole.startsWith('0'))) return undefined
  if (fraction !== undefined && !isDigits(fraction)) return undefined
  const digits = [...whole, ...(fraction ?? '')]
  const first = digits.findIndex((digit) => digit !== '0')
  const significant = first < 0 ? 0 : digits.length - first
  return significant <= 15 ? Number(text) : undefined
}

/** The part of a text that is searched. */
const searched = (text: string): string => {
  let length = 0
  let end = 0
  for (const character of text) {
    length += Buffer.byteLength(character)
    if (length > 800) break
    end += character.length
  }
  return text.slice(0, end)
}

const known = new WeakMap<Row, Map<string, Value>>()

/** The values of a record by the names that lead to them; of several with a name the one nearest to the top. */
export function metadataOf(record: Row): Map<string, Value> {
  const before = known.get(record)
  if (before) return before
  const values = new Map<string, Value>()
  known.set(record, values)
  const waiting: [prefix: string, value: Exact][] = [['', record.data as Exact]]
  for (const [prefix, value] of waiting) {
    for (const [key, inner] of value instanceof Map ? value : Object.entries(value as Exact[])) {
      const name = prefix + key
      if (inner === null || Buffer.byteLength(name) > 800) continue
      const isObject = inner instanceof Map || Array.isArray(inner)
      if (isObject) waiting.push([`${name}.`, inner])
      if (values.has(name)) continue
      values.set(name, isObject ? {} : plainValue(inner instanceof Numeral ? Number(inner.spelling) : inner))
    }
  }
  return values
}
