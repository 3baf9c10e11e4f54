/** The kind of a value in free-form metadata, and the names by which a filter finds it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedEntries, metadataEntries } from '../../src/resources/metadata/entries.ts'
import { comparable } from '../../src/values/comparable.ts'

describe('a metadata value', () => {
  it.each([
    [10, { number: 10 }],
    [-2.5, { number: -2.5 }],
    [0, { number: 0 }],
    ['10', { number: 10 }],
    ['-2.5', { number: -2.5 }],
    ['0', { number: 0 }],
    ['02134', { text: '02134' }],
    ['1.50', { number: 1.5 }],
    ['10.0', { number: 10 }],
    ['-0', { number: 0 }],
    ['-0.00', { number: 0 }],
    ['0.000123456789012345', { number: 0.000123456789012345 }],
    ['123456789012.345', { number: 123456789012.345 }],
    ['123456789012345', { number: 123456789012345 }],
    ['1234567890123456', { text: '1234567890123456' }],
    ['9.500000000000000', { text: '9.500000000000000' }],
    ['0.1234567890123456', { text: '0.1234567890123456' }],
    ['5.', { text: '5.' }],
    ['.5', { text: '.5' }],
    ['-', { text: '-' }],
    ['- 5', { text: '- 5' }],
    ['1,5', { text: '1,5' }],
    ['1.5.0', { text: '1.5.0' }],
    ['٣', { text: '٣' }],
    ['5\n', { text: '5\n' }],
    ['1e+21', { text: '1e+21' }],
    [`0.${'0'.repeat(400)}1`, { text: `0.${'0'.repeat(400)}1` }],
    ['1e3', { text: '1e3' }],
    ['+5', { text: '+5' }],
    [' 5', { text: ' 5' }],
    ['', { text: '' }],
    ['Infinity', { text: 'Infinity' }],
    ['NaN', { text: 'NaN' }],
    ['0x10', { text: '0x10' }],
    ['2026-11-20', { time: new Date('2026-11-20') }],
    ['2026-11-20T13:45:00+02:00', { time: new Date('2026-11-20T11:45:00Z') }],
    ['2026-11-31', { text: '2026-11-31' }],
    ['2026', { number: 2026 }],
    [true, { text: 'true' }],
    [false, { text: 'false' }],
    ['true', { text: 'true' }],
  ])('%j compares as %j', (value, wanted) => {
    expect(comparable(value)).toEqual(wanted)
  })

  it('that is a number of 15 digits compares like each of its spellings', () => {
    const spelling = fc.record({
      whole: fc.bigInt(0n, 999_999_999n).map(String),
      fraction: fc.stringMatching(/^\d{0,6}$/),
      isNegative: fc.boolean(),
    })
    fc.assert(
      fc.property(spelling, ({ whole, fraction, isNegative }) => {
        const text = `${isNegative ? '-' : ''}${whole}${fraction && `.${fraction}`}`
        expect(comparable(text)).toEqual({ number: Number(text) || 0 })
      }),
    )
  })

  it('is exactly one of number, time and text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(Object.keys(comparable(text))).toHaveLength(1)
      }),
    )
  })
})

/** Every value that a filter's key can lead to: that of the key itself, and those of all dotted paths of that name. */
function valuesAt(data: unknown, key: string): unknown[] {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([name, value]) => {
    if (value === null) return []
    return name === key ? [value] : key.startsWith(`${name}.`) ? valuesAt(value, key.slice(name.length + 1)) : []
  })
}

/** The same, but the value of the very key alone where there is one. */
const meaningsOf = (data: Record<string, unknown>, key: string) =>
  data[key] === undefined || data[key] === null ? valuesAt(data, key) : [data[key]]

const at = (data: Record<string, unknown>, path: string) => metadataEntries(data).find((entry) => entry.path === path)

describe('the entries of a metadata record', () => {
  it('are found by their key', () => {
    expect(metadataEntries({ size: 9, name: 'x', since: '2026-11-20', yes: true })).toEqual([
      { path: 'size', text: '9', number: 9 },
      { path: 'name', text: 'x' },
      { path: 'since', text: '2026-11-20', time: new Date('2026-11-20') },
      { path: 'yes', text: 'true' },
    ])
  })

  it('are found at any depth by a dotted path, also in arrays', () => {
    const data = { a: { b: { c: { d: 1 } }, list: ['x', { y: 2 }] } }
    expect(at(data, 'a.b.c.d')).toEqual({ path: 'a.b.c.d', text: '1', number: 1 })
    expect(at(data, 'a.list.0')).toEqual({ path: 'a.list.0', text: 'x' })
    expect(at(data, 'a.list.1.y')).toEqual({ path: 'a.list.1.y', text: '2', number: 2 })
  })

  it('take the exact key before the path, whichever stands first', () => {
    expect(at({ 'shoe.size': 9, shoe: { size: 10 } }, 'shoe.size')?.number).toBe(9)
    expect(at({ shoe: { size: 10 }, 'shoe.size': 9 }, 'shoe.size')?.number).toBe(9)
  })

  it('take the exact key before the path inside an object too, whichever stands first', () => {
    expect(at({ shoe: { 'size.eu': 43, size: { eu: 44 } } }, 'shoe.size.eu')?.number).toBe(43)
    expect(at({ shoe: { size: { eu: 44 }, 'size.eu': 43 } }, 'shoe.size.eu')?.number).toBe(43)
  })

  it('leave null out', () => {
    expect(metadataEntries({ a: null, b: { c: null } })).toEqual([{ path: 'b' }])
  })

  it('take the path where the exact key is null, since null counts as missing', () => {
    expect(at({ 'shoe.size': null, shoe: { size: 10 } }, 'shoe.size')?.number).toBe(10)
  })

  it('have objects and arrays as present, without a value', () => {
    expect(metadataEntries({ a: {}, b: [] })).toEqual([{ path: 'a' }, { path: 'b' }])
  })

  it('hold one entry for each name, with the value the name means', () => {
    const key = fc.constantFrom('a', 'b', 'a.b', 'b.a', 'a.a', 'a.b.a')
    const leaf = fc.oneof(fc.integer(), fc.constantFrom('x', '7', '2026-11-20'), fc.constant(null), fc.boolean())
    const { object } = fc.letrec<{ object: Record<string, unknown>; value: unknown }>((tie) => ({
      object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      value: fc.oneof({ maxDepth: 3 }, leaf, tie('object')),
    }))
    fc.assert(
      fc.property(object, (data) => {
        const entries = metadataEntries(data)
        const paths = entries.map(({ path }) => path)
        expect(new Set(paths).size).toBe(paths.length)
        for (const { path, text } of entries) {
          const texts = meaningsOf(data, path).map((value) => (typeof value === 'object' ? undefined : String(value)))
          expect(texts, `${path} of ${JSON.stringify(data)}`).toContain(text)
        }
        for (const path of ['a', 'b', 'a.b', 'b.a', 'a.a', 'a.b.a', 'a.a.b', 'b.a.b']) {
          expect(paths.includes(path), `${path} of ${JSON.stringify(data)}`).toBe(meaningsOf(data, path).length > 0)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('are brought from one record to another by what differs alone', () => {
    const record = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'a.b'), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
    fc.assert(
      fc.property(record, record, (from, to) => {
        const { gone, added } = changedEntries(from, to)
        const stay = metadataEntries(from).filter(({ path }) => !gone.includes(path))
        const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1)
        expect([...stay, ...added].sort(byPath)).toEqual(metadataEntries(to).sort(byPath))
        expect(stay.filter((entry) => added.some(({ path }) => path === entry.path))).toEqual([])
      }),
    )
    // Of two values with one name it is not known which was the first.
    expect(changedEntries({ 'a.b': 1, a: { b: 2 } }, { a: { b: 2 } })).toEqual({
      gone: ['a.b'],
      added: [{ path: 'a.b', text: '2', number: 2 }],
    })
    expect(changedEntries({ a: 1, b: { c: 2, d: 3 } }, { a: 1, b: { c: 4, d: 3 } })).toEqual({
      gone: ['b.c'],
      added: [{ path: 'b.c', text: '4', number: 4 }],
    })
  })

  it('are never longer than an index entry may be', () => {
    for (const { path, text } of metadataEntries({ long: 'ä'.repeat(10_000), [`${'k'.repeat(600)}`]: 1 })) {
      expect(Buffer.byteLength(path) + Buffer.byteLength(text ?? '')).toBeLessThan(2_704)
    }
    const wide = metadataEntries({ ['文'.repeat(512)]: '文'.repeat(512) })
    for (const { path, text } of wide) expect(Buffer.byteLength(path) + Buffer.byteLength(text ?? '')).toBeLessThan(2_704)
  })

  it('never hold half a surrogate pair where a long text is cut', () => {
    const [entry] = metadataEntries({ long: `x${'😀'.repeat(600)}` })
    expect(entry?.text?.isWellFormed()).toBe(true)
  })
})
