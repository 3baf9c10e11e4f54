/** Which statements are planned once: those that say so, under one name for one text, and no more than a few. */
import { beforeEach, describe, expect, it, vi } from 'vitest'

describe('A statement written by hand', () => {
  let keptPlan: typeof import('../../src/db/kept-plan.ts').keptPlan
  let nameOfKept: typeof import('../../src/db/kept-plan.ts').nameOfKept

  // Names of its own for each test: whatever other tests have prepared, in any order.
  beforeEach(async () => {
    vi.resetModules()
    ;({ keptPlan, nameOfKept } = await import('../../src/db/kept-plan.ts'))
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
