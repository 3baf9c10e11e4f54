/** The descriptions and the checks of writable fields come out of one table, and agree. */

import { describe, expect, it } from 'vitest'
import { writable as inventory } from '../../src/resources/inventory/writable.ts'
import { writable as keys } from '../../src/resources/merchant-keys/rules.ts'
import { giftInfo, writable as orders } from '../../src/resources/orders/writable.ts'
import { writable as products } from '../../src/resources/products/writable.ts'
import { remark, writable as subscriptions } from '../../src/resources/subscriptions/writable.ts'
import {
  amount,
  changeable,
  count,
  type Field,
  flag,
  isRequired,
  maxAmount,
  oneOf,
  reference,
  text,
  time,
  type WritableTable,
} from '../../src/values/writable.ts'
import { checked, complete, differing } from '../../src/values/written-values.ts'

const fields = [keys, inventory, giftInfo, orders, products, remark, subscriptions].flatMap((table: WritableTable) =>
  Object.entries(table),
)

const isTaken = (name: string, field: Field, value: unknown): boolean => {
  try {
    checked({ [name]: field }, { [name]: value } as never)
    return true
  } catch {
    return false
  }
}

/** Values at the limits that a description states, and beyond them. */
function limitsIn(description: string, type: Field['type']): [value: unknown, isWithin: boolean][] {
  const numbers = (pattern: RegExp) =>
    (pattern.exec(description) ?? []).slice(1).map((digits) => Number(digits.replaceAll(',', '')))
  const [most] = numbers(/at most ([\d,]+) characters/)
  const range = numbers(/from ([\d,]+) to ([\d,]+)/)
  const [least] = numbers(/at least (\d+)/)
  const [first, last] = numbers(/in the years (\d+) to (\d+)/)
  const number = (value: number) => (type === 'Amount' ? BigInt(value) : value)
  const both = (from: number, to: number, of: (value: number) => unknown): [unknown, boolean][] => [
    [of(from), true],
    [of(to), true],
    [of(from - 1), false],
    [of(to + 1), false],
  ]
  return [
    ...(most === undefined
      ? []
      : ([
          ['x'.repeat(most), true],
          ['x'.repeat(most + 1), false],
          ['🎁'.repeat(most), true],
          ['🎁'.repeat(most + 1), false],
        ] as [unknown, boolean][])),
    ...(range[0] === undefined || range[1] === undefined ? [] : both(range[0], range[1], number)),
    ...(least === undefined
      ? []
      : ([
          [least, true],
          [least - 1, false],
        ] as [unknown, boolean][])),
    ...(first === undefined || last === undefined ? [] : both(first, last, (year) => new Date(Date.UTC(year, 5)))),
    [null, /null for/.test(description)],
    ...(/not empty/.test(description) ? ([[' ', false]] as [unknown, boolean][]) : []),
    ...[...description.matchAll(/`(flat|weight|free)`/g)].map(([, choice]): [unknown, boolean] => [choice, true]),
  ]
}

describe('a field', () => {
  it.each(fields)('%s takes what its description says, and nothing else', (name, field) => {
    const limits = limitsIn(field.description, field.type)
    expect(limits.map(([value]) => isTaken(name, field, value))).toEqual(limits.map(([, isWithin]) => isWithin))
  })

  it.each(fields.filter(([, { type }]) => type !== 'Boolean' && type !== 'ID'))('%s states a limit', (_name, { description }) => {
    expect(description).toMatch(/at most|from .* to|at least|in the years|`\w+` or `\w+`/)
  })
})

describe('a table', () => {
  const table = {
    title: text('Title', { max: 3 }),
    blurb: text('Blurb', { max: 3, ifNull: 'nothing' }),
    isOpen: flag('Open'),
    price: amount('Price'),
    kind: oneOf('Kind', ['prose', 'verse']),
    printed: time('Printed', { years: [1900, 1999] }),
  }

  it('answers what was given', () => {
    const given = { title: 'abc', blurb: null, price: maxAmount, isOpen: undefined }
    expect(checked(table, given)).toEqual({ title: 'abc', blurb: null, price: maxAmount })
  })

  it('names each field that is wrong, in its own order, and the contract’s words', () => {
    const given = { isOpen: null, title: 'abcd', printed: new Date('2000-01-01'), kind: 'drama' }
    expect(() => checked(table, given)).toThrow(
      'title must have at most 3 characters. is_open must not be null. kind must be one of prose, verse. printed must lie in the years 1900 to 1999.',
    )
    const { isOpen } = given
    expect(() => checked({ isOpen: table.isOpen }, { isOpen })).toThrow(expect.objectContaining({ field: 'isOpen' }))
  })

  it("does not validate a value that equals the row's", () => {
    const row = { title: 'too long', price: -1n, isOpen: false }
    expect(differing(table, row, { ...row, isOpen: true })).toEqual({ isOpen: true })
    expect(() => differing(table, row, { price: -2n })).toThrow('price must be a number of at least 0.')
  })

  it('asks for more of a value only when it is right by itself', () => {
    const asked: unknown[] = []
    const more = { title: (value: string) => void asked.push(value) }
    expect(() => checked(table, { title: 'abcd' }, more)).toThrow('title must have')
    checked(table, { title: 'abc' }, more)
    expect(asked).toEqual(['abc'])
  })
})

describe('A new record', () => {
  const table = {
    shelfId: reference('Shelf', 'The shelf it stands on', { isFixed: true }),
    title: text('What it is called', { max: 10, uniqueTo: 'book' }),
    note: text('A note', { max: 10, ifNull: 'nothing' }),
    copies: count('How many there are', { initially: 1 }),
  }

  it('has what was given, and of the rest what it first has; null is leaving out', () => {
    const first = { shelfId: 12n, title: 'Walden', note: null, copies: 1 }
    expect(complete(table, { shelfId: '12', title: 'Walden' })).toEqual(first)
    expect(complete(table, { shelfId: '12', title: 'Walden', note: null, copies: null })).toEqual(first)
    expect(complete(table, { shelfId: '12', title: 'Walden', note: 'x', copies: 2 })).toEqual({ ...first, note: 'x', copies: 2 })
  })

  it('needs what can be neither null nor left out', () => {
    expect(Object.keys(table).filter((name) => isRequired(table[name as keyof typeof table]))).toEqual(['shelfId', 'title'])
    expect(() => complete(table, {})).toThrow('shelf_id is required. title is required.')
    expect(() => complete(table, { shelfId: 'top', title: 'Walden' })).toThrow(/^shelf_id must be a whole number/)
  })

  it('keeps what is fixed: an update has no such field', () => {
    expect(Object.keys(changeable(table))).toEqual(['title', 'note', 'copies'])
  })

  it('is compared by what a field stands for', () => {
    expect(differing(table, { shelfId: 12n }, { shelfId: '12' })).toEqual({})
    expect(differing(table, { shelfId: 12n }, { shelfId: '13' })).toEqual({ shelfId: 13n })
  })

  it('describes a unique field as unique in the store', () => {
    expect(table.title.description).toBe("What it is called, at most 10 characters; no other book's in the store.")
  })
})
