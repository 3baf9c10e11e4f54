/** The form of texts: invisible characters, normal forms, spellings, and the codes of countries. */
import { describe, expect, it } from 'vitest'
import { caseKey, codeKeys, couponNamed, emailKeys } from '../../src/values/case-key.ts'
import { countryFault } from '../../src/values/countries.ts'
import { field, inContract } from '../../src/values/sentence.ts'
import { hasLongRowOfMarks, hasVisible, invisibleIn, normalized, spellings, withText } from '../../src/values/text-form.ts'
import { processorTimeOf } from '../support/processor-time.ts'

describe('An invisible character', () => {
  it.each([
    ['a\u200b', 'U+200B'],
    ['a\u2060b', 'U+2060'],
    ['\u200ea', 'U+200E'],
    ['a\u00adb', 'U+00AD'],
    ['a\u034fb', 'U+034F'],
    ['\ufeffa', 'U+FEFF'],
    ['a\u3164', 'U+3164'],
    ['❤\ufe0f', 'U+FE0F'],
    ['a\u{e0061}', 'U+E0061'],
    ['a\u0007', 'U+0007'],
    ['a\u2028b', 'U+2028'],
  ])('of %j is %s', (text, code) => {
    expect(invisibleIn(text)).toBe(code)
  })

  it.each(['', 'Zoë', 'zoe\u0308', '日本', 'a b', '\u{1f381}', 'नमस्ते'])('invisibleIn(%j) finds none', (text) => {
    expect(invisibleIn(text)).toBeUndefined()
  })
})

it('A text has a visible character, or blanks and invisible ones alone', () => {
  expect(['a', ' é ', '\u200b!', '★'].map(hasVisible)).toEqual([true, true, true, true])
  expect(['', ' ', '\u00a0', '\u200b', ' \u00ad\u200e ', '\u3164'].map(hasVisible)).toEqual(Array(6).fill(false))
})

describe('The spellings of a text', () => {
  it('are the given one first, then both normal forms, each once', () => {
    expect(spellings('zoe')).toEqual(['zoe'])
    expect(spellings('zo\u00eb')).toEqual(['zo\u00eb', 'zoe\u0308'])
    expect(spellings('zoe\u0308')).toEqual(['zoe\u0308', 'zo\u00eb'])
  })

  it('give the keys of e-mail addresses and codes, as rows have them', () => {
    // Of a decomposed capital the letter has two cases.
    expect(emailKeys('\u00c9A@example.com')).toEqual([caseKey('\u00c9a@example.com'), caseKey('E\u0301a@example.com')])
    expect(emailKeys('Zoe@Example.com')).toEqual(['zoe@example.com'])
    expect(codeKeys(' Spring ')).toEqual([' spring ', 'spring'])
    expect(codeKeys('\ufeffSPRING\u00a0')).toEqual(['\ufeffspring\u00a0', 'spring'])
  })

  it('find the item that is stored so before one in another form', () => {
    const items = ['e\u0301', '\u00e9']
    expect(items.map((text) => withText(items, (item) => item, text))).toEqual(items)
    expect(withText(['\u00e9'], (item) => item, 'e\u0301')).toBe('\u00e9')
    expect(withText(['a\u0323\u0307e\u0301'], (item) => item, '\u1ea1\u0307\u00e9')).toBe('a\u0323\u0307e\u0301')
  })

  it('name the coupon with the exact spelling, else the first of its key', () => {
    const coupons = ['Twin', 'TWIN', ' twin'].map((code) => ({ code, codeKey: caseKey(code) }))
    const named = (code: string) => couponNamed(coupons, code)?.code
    expect(['TWIN', 'TWIN ', ' twin', 'tWin', ' tWin', 'two'].map(named)).toEqual([
      'TWIN',
      'TWIN',
      ' twin',
      'Twin',
      ' twin',
      undefined,
    ])
  })
})

describe('A country', () => {
  const fault = (code: string) => {
    const found = countryFault(code, field('country'))
    return found && inContract(found)
  }
  const assigned = 'GB XK AX GG SX TW DE SS CW BQ BL MF JE IM AQ UM US'.split(' ')

  it('is assigned by ISO 3166-1, or XK', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const taken = letters.flatMap((one) => letters.map((other) => one + other)).filter((code) => fault(code) === undefined)
    expect(taken).toHaveLength(250)
    expect(assigned.filter((code) => !taken.includes(code))).toEqual([])
    // ICU knows the name of each.
    const names = new Intl.DisplayNames('en', { type: 'region' })
    expect(taken.filter((code) => names.of(code) === code)).toEqual([])
  })

  it.each([
    ['UK', 'country must be "GB", not "UK", as in ISO 3166.'],
    ['EL', 'country must be "GR", not "EL", as in ISO 3166.'],
    ['EU', 'country must be a code that ISO 3166-1 has assigned, or XK, not "EU".'],
    ['AN', 'country must be a code that ISO 3166-1 has assigned, or XK, not "AN".'],
    ['gb', 'country must be two capital letters, as in ISO 3166.'],
    ['', 'country must be two capital letters, as in ISO 3166.'],
  ])('is not %j', (code, message) => {
    expect(fault(code)).toBe(message)
  })
})

describe('A row of combining marks', () => {
  const marks = (count: number) => `a${'\u0316\u0301'.repeat(count / 2)}`

  it('of 30 is normalized, and a longer one is not', () => {
    expect(hasLongRowOfMarks(marks(30))).toBe(false)
    expect(normalized(marks(30))).toBe(marks(30).normalize('NFC'))
    expect(hasLongRowOfMarks(marks(32))).toBe(true)
    expect(spellings(marks(32))).toEqual([marks(32)])
  })

  it('takes time in proportion to its length, in any text', () => {
    const texts = [marks(400_000), marks(30).repeat(13_000), `${marks(30)}b`.repeat(12_500), 'é'.repeat(400_000)]
    for (const text of texts) {
      // A row of this length took 42 seconds.
      expect(processorTimeOf(() => spellings(text))).toBeLessThan(2_000)
    }
  })
})
