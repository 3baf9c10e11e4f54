/** Limits of time: each is told when its own time is up, whatever began before and after it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type TimedWork, TimeLimit } from '../../src/values/time-limit.ts'

const milliseconds = 150

/** Notes when each of what is begun is called back, in milliseconds from its own beginning. */
function noted(limit: TimeLimit) {
  const told: [name: string, after: number][] = []
  return {
    told,
    begin(name: string): TimedWork {
      const began = performance.now()
      return limit.begin(() => void told.push([name, performance.now() - began]))
    },
  }
}

it('calls each expiry once, never early, also after an idle time', async () => {
  const { told, begin } = noted(new TimeLimit(milliseconds))
  begin('first')
  await sleep(60)
  begin('second')
  await expect.poll(() => told.length).toBe(2)
  begin('third')
  await expect.poll(() => told.length).toBe(3)
  await sleep(2 * milliseconds)
  expect(told.map(([name]) => name)).toEqual(['first', 'second', 'third'])
  for (const [, after] of told) expect(after).toBeGreaterThanOrEqual(milliseconds - 1)
})

it('does not call the expiry of work that ended, nor delays later ones', async () => {
  const limit = new TimeLimit(milliseconds)
  const { told, begin } = noted(limit)
  const first = begin('first')
  await sleep(50)
  const second = begin('second')
  begin('third')
  limit.end(first)
  await expect.poll(() => told.length).toBe(2)
  limit.end(second)
  limit.end(first)
  expect(told.map(([name]) => name)).toEqual(['second', 'third'])
})

it('What begins or ends another when its time is up takes no other along', async () => {
  const limit = new TimeLimit(milliseconds)
  const { told, begin } = noted(limit)
  limit.begin(() => limit.end(last))
  limit.begin(() => begin('begun then'))
  begin('other')
  const last = begin('last')
  await expect.poll(() => told.length).toBe(2)
  await sleep(milliseconds)
  expect(told.map(([name]) => name)).toEqual(['other', 'begun then'])
})
