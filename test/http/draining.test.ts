/** How long a server takes requests while it says that it is about to end. */
import { expect, it } from 'vitest'
import { courseOfEnding } from '../../src/start/drain.ts'

/** For how long it does, where its readiness was asked for so many seconds before. */
function secondsAfter(set: number | undefined, ...looks: number[]): number {
  let now = -100_000
  const course = courseOfEnding(set, () => now)
  for (const before of looks) {
    now = -before * 1_000
    course.noteLook()
  }
  now = 0
  return course.begin()
}

it('A server that nobody watches ends at once, and one that is watched says so first', () => {
  expect(secondsAfter(undefined)).toBe(0)
  expect(secondsAfter(undefined, 1)).toBe(0)
  expect(secondsAfter(undefined, 31, 1)).toBe(0)
  expect(secondsAfter(undefined, 29, 1)).toBe(2)
})

it('a configured drain time holds whether or not readiness was polled', () => {
  expect(secondsAfter(5)).toBe(5)
  expect(secondsAfter(0, 2, 1)).toBe(0)
})
