import { describe, expect, it } from 'vitest'
import { operatorSentence } from '../../src/start/operator-errors.ts'
import { badInput, maxSentence } from '../../src/values/errors.ts'
import { Faults } from '../../src/values/faults.ts'
import { condition, field, inContract, inGraphql, inOptions, joined, nameIn, say, within } from '../../src/values/sentence.ts'

const product = field('products[0]')
const given = 'aB_c dE'
const sentence = say`${within(product, 'productInstance')} is not ${given}; see ${field('endDate')}, ${12n} or ${3}.`

describe('a sentence', () => {
  it('spells the names of fields as each surface does, and nothing else', () => {
    expect(inGraphql(sentence)).toBe(`products[0].productInstance is not ${given}; see endDate, 12 or 3.`)
    expect(inContract(sentence)).toBe(`products[0].product_instance is not ${given}; see end_date, 12 or 3.`)
    expect(inOptions(say`${field('overlapSeconds')}, ${field('customerId')} and ${field('timeZone')}`)).toBe(
      '--overlap, --customer and --time-zone',
    )
  })

  it('spells a filter with what it compares by', () => {
    const filters = say`${condition('placedAt', 'gt')}, ${condition('placedAt', 'isNull')}, ${condition('placedAt', 'eq')}`
    expect(inGraphql(filters)).toBe('placedAt.gt, placedAt.isNull, placedAt.eq')
    expect(inContract(filters)).toBe('placed_at__gt, placed_at__is_null, placed_at')
  })

  it('is about the first field that it names', () => {
    expect(nameIn(sentence)).toBe('products[0].productInstance')
    expect(nameIn(say`Nothing of ${given}.`)).toBeUndefined()
  })
})

describe('a refusal', () => {
  it('has the message of the contract, and the path of the field', () => {
    expect(badInput(sentence)).toMatchObject({ message: inContract(sentence), field: 'products[0].productInstance' })
    expect(badInput(sentence, 'endDate').field).toBe('endDate')
    expect(badInput('endDate')).toMatchObject({ message: 'endDate', field: undefined, sentence: ['endDate'] })
  })

  it('is told to operators in the words of their command', () => {
    expect(operatorSentence(badInput(say`${field('overlapSeconds')} must be less.`))).toBe('--overlap must be less.')
  })

  it('gathers sentences with their names', () => {
    const all = [badInput(sentence), badInput(say`${field('startDate')} too.`)]
    expect(inGraphql(new Faults(all).sentence)).toBe(`${inGraphql(sentence)} startDate too.`)
    expect(joined([])).toEqual([])
  })

  it('is cut where what a client wrote makes it too long', () => {
    const long = badInput(say`${field('endDate')} is not ${'x'.repeat(maxSentence)}.`)
    expect(long.message).toHaveLength(maxSentence)
    expect([long.sentence, long.field]).toEqual([[long.message], 'endDate'])
  })
})
