/** Sealed secrets: opened with their key and for their owner alone. */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readSealingKey, type SealingKey, seal, unseal } from '../../src/values/sealed.ts'

const newKey = () => readSealingKey(randomBytes(32).toString('base64')) as SealingKey
const [one, other] = [newKey(), newKey()]

describe('A key', () => {
  it('is read in base64 and in hexadecimal digits', () => {
    const bytes = randomBytes(32)
    expect(readSealingKey(bytes.toString('base64'))?.bytes).toEqual(bytes)
    expect(readSealingKey(bytes.toString('hex'))).toEqual(readSealingKey(bytes.toString('base64')))
  })

  it.each(['', 'short', randomBytes(16).toString('base64'), randomBytes(33).toString('base64'), `${'g'.repeat(64)}`])(
    '%s is none',
    (text) => expect(readSealingKey(text)).toBeUndefined(),
  )
})

describe('A sealed text', () => {
  const sealed = seal({ present: one }, 'store 1 at stripe', 'sk_test_secret')

  it('is opened by its key, present or previous', () => {
    expect(unseal({ present: one }, 'store 1 at stripe', sealed)).toBe('sk_test_secret')
    expect(unseal({ present: other, previous: one }, 'store 1 at stripe', sealed)).toBe('sk_test_secret')
  })

  it('does not show the text, and is another one each time', () => {
    expect(sealed).not.toContain('secret')
    expect(seal({ present: one }, 'store 1 at stripe', 'sk_test_secret')).not.toBe(sealed)
  })

  it('names the key where that is missing', () => {
    expect(() => unseal({ present: other }, 'store 1 at stripe', sealed)).toThrow(
      `The secrets of store 1 at stripe were sealed with the key ${one.id}, which is neither SECRETS_KEY nor SECRETS_KEY_PREVIOUS.`,
    )
  })

  it.each([
    ['for another store', 'store 2 at stripe', sealed],
    ['that was changed', 'store 1 at stripe', `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`],
    ['that was cut', 'store 1 at stripe', sealed.slice(0, 20)],
  ])('%s does not open', (_what, owner, text) => {
    expect(() => unseal({ present: one }, owner, text)).toThrow(`The secrets of ${owner} were changed, or are another's.`)
  })
})
