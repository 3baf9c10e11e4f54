/** The nearest of some known names. */
import { describe, expect, it } from 'vitest'
import { nearestName } from '../../src/values/nearest.ts'

const known = ['id', 'note', 'status', 'placed_at', 'placed_at__gt', 'quantity_on_hand', 'customer.email', 'total', 'total_tax']

describe('The nearest known name', () => {
  it.each([
    ['status', 'status'],
    ['Status', 'status'],
    ['stauts', 'status'],
    ['sttus', 'status'],
    ['statuss', 'status'],
    ['stqtus', 'status'],
    ['placedAt', 'placed_at'],
    ['placed_at_gt', 'placed_at__gt'],
    ['quantityOnHand', 'quantity_on_hand'],
    ['custmer.emial', 'customer.email'],
    ['totl', 'total'],
    ['total_tx', 'total_tax'],
    ['xd', 'id'],
  ])('of %s is %s', (name, nearest) => {
    expect(nearestName(name, known)).toBe(nearest)
  })

  it.each(['', 'foo', 'x', 'statement', 'customer.shoe', 'stat', 'é', 'a'.repeat(61)])('of %j is none', (name) => {
    expect(nearestName(name, known)).toBe(undefined)
  })

  it('of two that are as near is the first', () => {
    expect(nearestName('ab', ['abc', 'abd'])).toBe('abc')
  })

  it('of a name that is too long to be one is not looked for', () => {
    expect(nearestName('a'.repeat(61), ['a'.repeat(60)])).toBe(undefined)
  })
})
