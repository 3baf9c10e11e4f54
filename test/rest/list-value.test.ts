/** Lists in a query string: what is taken and what is refused, and that a long one takes no time. */
import { describe, expect, it } from 'vitest'
import { splitList } from '../../src/rest/coerce.ts'

/** The grammar as a regular expression says it, which takes minutes over a few thousand characters. */
function byExpression(text: string): string[] | undefined {
  const items: string[] = []
  const item = /\s*(?:"((?:[^"]|"")*)"|([^,"]*))\s*(,|$)/y
  while (item.lastIndex <= text.length) {
    const found = item.exec(text)
    if (!found) return undefined
    items.push(found[1] === undefined ? (found[2] ?? '').trim() : found[1].replaceAll('""', '"'))
    if (found[3] === '') break
  }
  return items
}

function split(text: string): string[] | undefined {
  try {
    return splitList('name__in', text)
  } catch {
    return undefined
  }
}

/** Every text of exactly so many of these signs. */
const texts = (signs: string[], length: number): string[] =>
  length === 0 ? [''] : texts(signs, length - 1).flatMap((rest) => signs.map((sign) => rest + sign))

describe('A list', () => {
  it.each([
    ['', ['']],
    ['a', ['a']],
    [' a , b ', ['a', 'b']],
    ['a,', ['a', '']],
    ['"a, b",c', ['a, b', 'c']],
    ['"x, ""y"", z"', ['x, "y", z']],
    [' " a " ', [' a ']],
    ['""', ['']],
    ['""""', ['"']],
  ])('%j is split', (text, items) => {
    expect(split(text)).toEqual(items)
  })

  it.each(['"', '"a', 'a"', 'a"b', '"a"b', '"a""', '"a" "b"', '"""', 'a,"b', '"a"",b'])('%j is refused', (text) => {
    expect(() => splitList('name__in', text)).toThrow('name__in must be a list such as a,b or "a, b",c.')
  })

  it('is taken and refused exactly as its grammar says, whatever it is made of', () => {
    for (let length = 0; length <= 7; length += 1) {
      for (const text of texts(['a', ',', '"', ' '], length)) {
        const [found, expected] = [split(text), byExpression(text)]
        if (JSON.stringify(found) !== JSON.stringify(expected)) expect([text, found]).toEqual([text, expected])
      }
    }
  })

  it.each([' ', '"', '""', '",', ' "', '" ', ',', 'a '])('of a hundred thousand times %j is read in one pass', (part) => {
    split(`${part.repeat(100_000)}"x`)
  })
})
