/** Base64 in its one spelling. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, decodeBase64Text } from '../../src/values/base64.ts'

describe.each(['base64', 'base64url'] as const)('%s', (alphabet) => {
  it('is read as it is written', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (content) => {
        expect(decodeBase64(Buffer.from(content).toString(alphabet), alphabet)).toEqual(Buffer.from(content))
      }),
    )
  })

  it('has one spelling for each content', () => {
    const odd = fc.string({ unit: fc.constantFrom(...'AQIz09+/-_= \n.%'), maxLength: 12 })
    fc.assert(
      fc.property(odd, (text) => {
        const content = decodeBase64(text, alphabet)
        if (content) expect(content.toString(alphabet)).toBe(text)
      }),
    )
  })
})

describe('A text', () => {
  it.each([
    ['YQ==', 'a', undefined],
    ['YQ', undefined, 'a'],
    ['', '', ''],
    ['YQ=', undefined, undefined],
    ['YR==', undefined, undefined],
    ['YR', undefined, undefined],
    ['Y', undefined, undefined],
    ['Y Q==', undefined, undefined],
    ['YQ==\n', undefined, undefined],
    ['YQ==YQ==', undefined, undefined],
    ['YWE=', 'aa', undefined],
    ['YWF=', undefined, undefined],
    ['w7/Dvg==', 'ÿþ', undefined],
    ['w7_Dvg', undefined, 'ÿþ'],
    ['/w==', undefined, undefined],
    ['77u/YQ==', '\ufeffa', undefined],
    ['äöü', undefined, undefined],
  ])('%j is %j in plain, %j in URLs', (text, plain, inUrls) => {
    expect(decodeBase64Text(text, 'base64')).toBe(plain)
    expect(decodeBase64Text(text, 'base64url')).toBe(inUrls)
  })
})
