/** Which statements are planned once: those that say so, under one name for one text, and no more than a few. */
import { beforeEach, describe, expect, it } from 'vitest'
import { keptPlan, namesOfKept } from '../../src/db/kept-plan.ts'

describe('A statement written by hand', () => {
  let nameOfKept: (sql: string) => string

  beforeEach(() => {
    nameOfKept = namesOfKept(200)
  })

  const marked = (text: string) => `${text} ${keptPlan.sql}`

  it('is planned anew unless it says otherwise', () => expect(nameOfKept('SELECT 1')).toBe(''))

  it('is kept under one name for one text', () => {
    const [one, other] = [nameOfKept(marked('SELECT 1')), nameOfKept(marked('SELECT 2'))]
    expect([one, other]).toEqual([expect.stringMatching(/^kept_/), expect.stringMatching(/^kept_/)])
    expect(one).not.toBe(other)
    expect(nameOfKept(marked('SELECT 1'))).toBe(one)
  })

  it('is one of two hundred at most, however many texts there are', () => {
    const names = Array.from({ length: 400 }, (_, number) => nameOfKept(marked(`SELECT ${number}`)))
    expect(new Set(names.filter((name) => name !== '')).size).toBeLessThanOrEqual(200)
    expect(names.at(-1)).toBe('')
  })
})
