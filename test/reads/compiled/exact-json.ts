/** JSON read without a loss: numbers with all their digits, keys in their order, and no key twice. */

/** A number, in the one spelling of its value: its digits without zeros at either end, and an exponent. */
export class Numeral {
  readonly spelling: string
  constructor(text: string) {
    const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
    if (whole === '') throw new Error(`${text} is no number`)
    const digits = (whole + fraction).replace(/^0+/, '')
    const kept = digits.replace(/0+$/, '')
    this.spelling = kept === '' ? '0' : `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
  }
}

export type Exact = null | boolean | string | Numeral | Exact[] | Map<string, Exact>

const token = /\s*(?:([[\]{},:])|("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)|(true|false|null))/sy

/**
 * Reads a JSON text.
 *
 * @throws Error for a text that is none, or names a key twice in one object.
 */
export function readExact(text: string): Exact {
  let place = 0
  function next(): RegExpExecArray {
    token.lastIndex = place
    const match = token.exec(text)
    if (!match) throw new Error(`No JSON at ${place}: ${text.slice(place, place + 60)}`)
    place = token.lastIndex
    return match
  }
  function value([, sign, string, number, word]: RegExpExecArray): Exact {
    if (string !== undefined) return JSON.parse(string) as string
    if (number !== undefined) return new Numeral(number)
    if (word !== undefined) return JSON.parse(word) as boolean | null
    if (sign === '[') return array()
    if (sign === '{') return object()
    throw new Error(`Unexpected ${sign} at ${place}`)
  }
  function array(): Exact[] {
    const items: Exact[] = []
    for (let first = next(); first[1] !== ']'; first = next()) {
      items.push(value(first))
      const after = next()[1]
      if (after === ']') return items
      if (after !== ',') throw new Error(`Expected , or ] at ${place}`)
    }
    if (items.length > 0) throw new Error(`An array ends with a comma at ${place}`)
    return items
  }
  function object(): Map<string, Exact> {
    const entries = new Map<string, Exact>()
    for (let first = next(); first[1] !== '}'; first = next()) {
      if (first[2] === undefined || next()[1] !== ':') throw new Error(`Expected a key at ${place}`)
      const key = JSON.parse(first[2]) as string
      if (entries.has(key)) throw new Error(`The key ${key} comes twice at ${place}`)
      entries.set(key, value(next()))
      const after = next()[1]
      if (after === '}') return entries
      if (after !== ',') throw new Error(`Expected , or } at ${place}`)
    }
    if (entries.size > 0) throw new Error(`An object ends with a comma at ${place}`)
    return entries
  }
  const read = value(next())
  if (text.slice(place).trim() !== '') throw new Error(`Text behind the JSON at ${place}`)
  return read
}

/** Whether two values are the same, whatever the order of keys. */
export function isSame(one: Exact, other: Exact): boolean {
  if (one instanceof Numeral) return other instanceof Numeral && one.spelling === other.spelling
  if (one instanceof Map)
    return other instanceof Map && one.size === other.size && [...one].every(([key, each]) => isAt(other, key, each))
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((each, index) => isSame(each, other[index] as Exact))
  return one === other
}

const isAt = (object: Map<string, Exact>, key: string, value: Exact): boolean =>
  object.has(key) && isSame(value, object.get(key) as Exact)
