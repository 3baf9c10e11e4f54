import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storesBehind } from '../../src/consumers/stores-behind.ts'
import { pauseAfter } from '../../src/db/background-loop.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('The stores that a consumer looks at', () => {
  it('are all at first, then those that were announced, and all once more after a second', () => {
    const behind = storesBehind(1_000)
    expect(behind.take()).toBeUndefined()
    for (const storeId of [7n, 8n, 7n]) behind.add(storeId)
    expect(behind.take()).toEqual([7n, 8n])
    expect(behind.take()).toEqual([])
    vi.advanceTimersByTime(1_000)
    behind.add(9n)
    expect(behind.take()).toBeUndefined()
    expect(behind.take()).toEqual([])
  })

  it('are all where any may be meant, or more are announced than are looked at one by one', () => {
    const behind = storesBehind(1_000)
    behind.take()
    behind.add()
    expect(behind.take()).toBeUndefined()
    for (let storeId = 1n; storeId <= 100n; storeId += 1n) behind.add(storeId)
    expect(behind.take()).toHaveLength(100)
    for (let storeId = 1n; storeId <= 101n; storeId += 1n) behind.add(storeId)
    expect(behind.take()).toBeUndefined()
  })

  it('are all less often where a look at all takes long', () => {
    const behind = storesBehind(1_000)
    behind.take()
    behind.foundNothing(300)
    vi.advanceTimersByTime(2_999)
    expect(behind.take()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(behind.take()).toBeUndefined()
  })
})

it.each([
  [5, 1_000, 1_000],
  [250, 1_000, 2_500],
  [5_000, 1_000, 10_000],
  [5_000, 15_000, 15_000],
])('A look of %d ms that finds nothing, each %d ms, is made again after %d ms', (look, usual, pause) => {
  expect(pauseAfter(look, usual)).toBe(pause)
})
