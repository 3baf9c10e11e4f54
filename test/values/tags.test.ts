/** Tags are compared without case and accents, and keep the spelling that they were given in first. */
import { describe, expect, it } from 'vitest'
import { folded } from '../../src/values/fold.ts'
import { field, inContract } from '../../src/values/sentence.ts'
import { keptSpellings, tagKey, tagsFault, withoutTags, withTags } from '../../src/values/tags.ts'
import { processorTimeOf } from '../support/processor-time.ts'

describe('A folded text', () => {
  it('has no case, no accents and no compatibility forms', () => {
    expect(folded('Crème BRÛLÉE')).toBe('creme brulee')
    expect(folded('Cre\u0300me')).toBe('creme')
    expect(folded('ﬁt Ⅳ')).toBe('fit iv')
  })

  it('is made in time of any text', () => {
    for (const text of [`a${'\u0301'.repeat(200_000)}`, 'ﷺ'.repeat(20_000)]) {
      expect(processorTimeOf(() => folded(text))).toBeLessThan(5_000)
    }
  })
})

describe('A set of tags', () => {
  it('has each tag once, in the order of their keys and the spelling given first', () => {
    expect(keptSpellings(['VIP', 'été', 'vip', ' Ete ', 'b2b'])).toEqual(['b2b', 'été', 'VIP'])
    expect(keptSpellings(['two  words', 'Two\u00a0Words'])).toEqual(['two words'])
  })

  it('keeps the spelling that a record has', () => {
    expect(keptSpellings(['vip', 'new'], ['VIP', 'old'])).toEqual(['new', 'VIP'])
    expect(withTags(['VIP'], ['vip', 'b2b'])).toEqual(['b2b', 'VIP'])
    expect(withoutTags(['VIP', 'b2b'], ['Víp'])).toEqual(['b2b'])
  })

  it('tells a tag of marks alone from none', () => expect(tagKey('\u0301')).not.toBe(''))
})

describe('Tags are refused', () => {
  const refusal = (...tags: string[]) => {
    const fault = tagsFault(tags, field('tags'))
    return fault && inContract(fault)
  }

  it.each([
    [['x'.repeat(41)], `tags must have tags of at most 40 characters, unlike ${'x'.repeat(41)}.`],
    [[' '], 'tags must have a visible character in each tag, unlike " ".'],
    [['a\nb'], 'tags must have no control characters, such as a line break, unlike "a\\nb".'],
    [Array.from({ length: 51 }, (_, index) => `t${index}`), 'tags must have at most 50 tags, not 51.'],
  ])('that are wrong: %j', (tags, said) => expect(refusal(...tags)).toBe(said))

  it('but not emoji, nor 50 of 40 characters', () => {
    expect(refusal('❤️', '👨‍👩‍👧')).toBeUndefined()
    expect(refusal(...Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(40, 'x')))).toBeUndefined()
  })
})
