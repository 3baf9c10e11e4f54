/** A body is JSON where JSON.parse says so, and what is none is refused without asking it. */
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readJsonObject } from '../../src/http/json-body.ts'

const noJson = 'The body is not valid JSON.'

/** What becomes of a text: its value, or the sentence that refuses it. */
function read(text: string): unknown {
  try {
    return readJsonObject(text, 100, 100_000)
  } catch (error) {
    return (error as Error).message
  }
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : 'The body must be a JSON object.'
  } catch {
    return noJson
  }
}

/**
 * The same, unless a key is given twice, of which JSON.parse says nothing; and JSON.parse was given nothing that it could not parse: as
 * the source of its error V8 keeps that until it looks through all of its memory.
 */
function expectAlike(text: string): void {
  const parse = vi.spyOn(JSON, 'parse')
  const found = read(text)
  const failed = parse.mock.results.filter(({ type }) => type === 'throw')
  parse.mockRestore()
  expect(failed, text).toEqual([])
  if (typeof found !== 'string' || !/^The body gives the key .* twice\.$/s.test(found)) expect(found, text).toEqual(parsed(text))
}

const signs = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '/',
  'u',
  'n',
  't',
  'true',
  'null',
  '0',
  '1',
  '-',
  '+',
  '.',
  'e',
  'E',
  ' ',
]
const others = ['\t', '\n', '\r', '\f', '\v', '\0', '\u007f', '\u00a0', '\u2028', '\ufeff', "'", 'x', 'é', '\ud83d', '\u{1f600}']

describe('A body', () => {
  it('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.jsonValue().map((value) => JSON.stringify(value, null, 1)),
        ),
        expectAlike,
      ),
    )
  })

  it('with a sign too many, too few or wrong is JSON where JSON.parse says so', () => {
    const sign = fc.constantFrom(...signs, ...others)
    const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), gone: fc.integer({ min: 0, max: 2 }), sign })
    const text = fc.oneof(
      fc.json(),
      fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(text, fc.array(change, { minLength: 1, maxLength: 3 }), (before, changes) => {
        let after = before
        for (const { at, gone, sign: added } of changes) {
          const place = Math.floor(at * after.length)
          after = after.slice(0, place) + added + after.slice(place + gone)
        }
        expectAlike(after)
      }),
      { numRuns: 5_000 },
    )
  })

  it('of any few signs is JSON where JSON.parse says so', () => {
    const text = fc.array(fc.constantFrom(...signs, ...others), { maxLength: 12 }).map((each) => each.join(''))
    fc.assert(fc.property(text, expectAlike), { numRuns: 5_000 })
    fc.assert(
      fc.property(text, (each) => expectAlike(`{"a":${each}}`)),
      { numRuns: 5_000 },
    )
    fc.assert(
      fc.property(text, (each) => expectAlike(`{"a${each}":1}`)),
      { numRuns: 5_000 },
    )
  })

  it.each(['', ' ', '{', '}', '{]', '[}', '{"a"}', '{"a":}', '{"a":1,}', '{,}', '{"a":1}{}', '{"a":01}', '{"a":1.}', '{"a":.1}'])(
    'is no JSON: %s',
    (text) => {
      expect(read(text)).toBe(noJson)
    },
  )
})

describe('A text that is a field of a body', () => {
  it('is heard of by its name and by the fewest characters it may have, and no other is', () => {
    const heard: [string, number][] = []
    const checkField = (name: string, characters: number) => void heard.push([name, characters])
    const text = String.raw`{"a":"\ud83d\ude00\ud83d\ude01","b":["x"],"c":{"d":"y"},"\u0065":"1234567890abc","f":1,"g":""}`
    expect(readJsonObject(text, 9, 99, { checkField })).toMatchObject({ a: '😀😁', e: '1234567890abc' })
    expect(heard).toEqual([
      ['a', 2],
      ['e', 2],
      ['g', 0],
    ])
  })

  it('may be refused before it is parsed', () => {
    const parse = vi.spyOn(JSON, 'parse')
    const checkField = () => {
      throw new Error('too long')
    }
    expect(() => readJsonObject('{"query":"{a}"}', 9, 99, { checkField })).toThrow('too long')
    expect(() => readJsonObject('{"query":"{a}', 9, 99, { checkField })).toThrow(noJson)
    expect(parse).not.toHaveBeenCalled()
    parse.mockRestore()
  })
})
