/** The characters that no text may contain, and the spelling of names and values. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characterCount, cutText, isLongerThan, shown, snakeCase, textFault } from '../../src/values/text.ts'

describe('a text that comes in', () => {
  it('may hold every character but NUL and half a surrogate pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(textFault(text) === undefined).toBe(!text.includes('\u0000'))
      }),
    )
    expect(textFault('👋 ünïcode \n \u{10ffff}')).toBeUndefined()
  })

  it.each([
    ['a\u0000b', 'text must not contain the NUL character'],
    ['\ud83d', 'text must be well-formed Unicode'],
    ['\udc4b\ud83d', 'text must be well-formed Unicode'],
  ])('%j is refused: %s', (text, fault) => {
    expect(textFault(text)).toBe(fault)
  })
})

describe('a name in the contract', () => {
  it.each([
    ['id', 'id'],
    ['quantityOnHand', 'quantity_on_hand'],
    ['last4', 'last4'],
    ['OrderProduct', 'order_product'],
    ['ProductInstanceSubscriptionTypeTermPrice', 'product_instance_subscription_type_term_price'],
    ['giftinstances', 'giftinstances'],
  ])('%s is spelled %s on REST', (name, wanted) => {
    expect(snakeCase(name)).toBe(wanted)
  })
})

describe('a received value in a sentence', () => {
  it('is shortened to what fits in it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect([...shown(value)].length).toBeLessThan(62)
      }),
      { examples: [['x'.repeat(1000)]] },
    )
    expect(shown(undefined)).toBe('undefined')
  })
})

describe('the length of a text', () => {
  it('is counted in code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, most) => {
        const points = [...text]
        expect(characterCount(text)).toBe(points.length)
        expect(isLongerThan(text, most)).toBe(points.length > most)
        expect(cutText(text, most)).toBe(points.slice(0, most).join(''))
      }),
      {
        examples: [
          ['👋a👋', 2],
          ['👩‍👩‍👧', 5],
          ['', 0],
        ],
      },
    )
  })
})
