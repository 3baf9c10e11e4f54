/** The table of a subscription's columns that a charge may change. */

import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  type RenewableChange,
  renewableColumns,
  storedRenewableChange,
  termsOf,
} from '../../src/purchases/subscription/renewable.ts'
import { changesOfPlan, changesOfRenewal } from '../../src/purchases/subscription/renewed.ts'
import { snakeCase } from '../../src/values/text.ts'

const names = renewableColumns.map(([name]) => name)

describe('the columns that a charge may change', () => {
  it('are all a change has: the types refuse any other', () => {
    const other = { status: 'active', note: 'kept' } as const
    // @ts-expect-error The note is no column that a charge changes.
    const refused: RenewableChange = other
    expect(names).not.toContain(Object.keys(refused).at(-1))
  })

  it('are read from a stored plan, and no others', () => {
    expect(Object.keys(storedRenewableChange.entries)).toEqual(names)
    expect(v.safeParse(storedRenewableChange, { note: 'x' }).success).toBe(false)
  })

  it('are in the changes of a renewal or of the plan, but for the day and the recurring price, which these leave out', () => {
    const rowOf = (value: number) => Object.fromEntries(names.map((name) => [snakeCase(name), value]))
    const renewed = { before: rowOf(1), after: rowOf(2) }
    const shown = Object.keys({ ...changesOfRenewal(renewed), ...changesOfPlan(renewed) })
    const hidden = ['anchorDay', 'recurringPrice', 'recurringMonths', 'recurringWeeks']
    const expected = names.filter((name) => !hidden.includes(name) && !name.startsWith('scheduled'))
    expect(shown.sort()).toEqual([...expected, 'scheduledChange'].sort())
    expect(changesOfPlan(renewed).scheduledChange?.to).toEqual({ termId: 2, productInstanceId: 2, quantity: 2, fixedPrice: 2 })
  })

  it('keep the order of a text of terms, which stored plans are compared by', () => {
    const now = { productInstanceId: 1n, termId: 2n, quantity: 3, fixedPrice: 4n }
    const next = { scheduledProductInstanceId: 5n, scheduledTermId: 6n, scheduledQuantity: 7, scheduledFixedPrice: null }
    expect(termsOf({ ...now, ...next })).toBe('1 2 3 4 5 6 7 ')
  })
})
