/** Identifiers: whole numbers that a JSON number can hold. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readId } from '../../src/values/id.ts'

describe('an identifier', () => {
  it.each([
    ['1', 1n],
    ['12', 12n],
    ['9007199254740991', 9007199254740991n],
  ])('may be %s', (text, id) => {
    expect(readId('id', text)).toBe(id)
  })

  it.each([
    '',
    '0',
    '-1',
    '+1',
    '1.5',
    '1e3',
    '012',
    ' 12',
    '12 ',
    '12\n',
    '٣',
    'abc',
    '0x1f',
    '9007199254740992',
    '9007199254740993',
    '99999999999999999999',
  ])('may not be %j', (text) => {
    const sentence = `order_id must be a whole number from 1 to 9007199254740991, not ${text}.`
    expect(() => readId('order_id', text)).toThrow(sentence)
  })

  it('is any whole number from 1 to 2^53 - 1', () => {
    fc.assert(fc.property(fc.maxSafeNat(), (id) => id === 0 || readId('id', String(id)) === BigInt(id)))
  })

  it('is refused in one sentence of bearable length', () => {
    try {
      readId('id', '9'.repeat(100_000))
      expect.unreachable()
    } catch (error) {
      expect((error as Error).message.length).toBeLessThan(200)
    }
  })
})
