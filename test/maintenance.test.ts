/** The jobs of each minute: one that hangs or fails keeps none of the others waiting. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type MaintenanceJob, runMaintenance } from '../src/start/maintenance.ts'

const minute = 60_000

describe('Maintenance', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('does every job once a minute, whatever becomes of the others, and none twice at once', async () => {
    const done: Record<string, number> = {}
    const told: string[] = []
    const counted = (name: string, work: MaintenanceJob): MaintenanceJob => {
      return (report) => {
        done[name] = (done[name] ?? 0) + 1
        return work(report)
      }
    }
    const hanging = Promise.withResolvers<void>()
    const jobs = {
      hangs: counted('hangs', () => hanging.promise),
      fails: counted('fails', () => Promise.reject(new Error('all of it'))),
      'fails in part': counted('fails in part', async (report) => report(new Error('a part'))),
      works: counted('works', async () => {}),
    }
    runMaintenance(jobs, (error, name) => told.push(`${name}: ${(error as Error).message}`))
    await vi.advanceTimersByTimeAsync(minute - 1)
    expect(done).toEqual({})
    await vi.advanceTimersByTimeAsync(2 * minute + 1)
    expect(done).toEqual({ hangs: 1, fails: 3, 'fails in part': 3, works: 3 })
    expect(told).toEqual(Array(3).fill(['fails: all of it', 'fails in part: a part']).flat())
    hanging.resolve()
    await vi.advanceTimersByTimeAsync(minute)
    expect(done).toMatchObject({ hangs: 2, works: 4 })
  })
})
