/** Long work takes turns with all else: that others are served meanwhile, however many do it at once. */
import { describe as describeAlways, expect, inject, it } from 'vitest'
import { forEachYielding } from '../../src/read/run/yielding.ts'

// It opens no database, so that once is enough.
const describe = describeAlways.skipIf('dataDir' in inject('template'))

/** Keeps the process busy for some milliseconds. */
function busy(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

describe('Long work', () => {
  it('lets others have their turn after some milliseconds, also where many do it at once', async () => {
    // Counted by what was done meanwhile: how long that took depends on what else the machine does.
    let most = 0
    let before = 0
    let isDone = false
    const done: number[] = []
    const look = () => {
      most = Math.max(most, done.length - before)
      before = done.length
      if (!isDone) setImmediate(look)
    }
    look()
    let computed = 0
    const works = Array.from({ length: 6 }, () =>
      forEachYielding(
        [...Array(30).keys()],
        (item) => {
          busy(2)
          done.push(item)
        },
        () => performance.now(),
        (time) => {
          computed += time
        },
      ),
    )
    await Promise.all(works)
    isDone = true
    expect(done).toHaveLength(180)
    expect(computed).toBeGreaterThan(350)
    // Some five in ten milliseconds; thirty of each, and all at once, were they not to take turns.
    expect(most).toBeLessThan(15)
  })

  it('ends with what goes wrong in it, and leaves the others their turns', async () => {
    const failing = () => {
      throw new Error('wrong')
    }
    await expect(
      forEachYielding(
        [1],
        failing,
        () => 0,
        () => {},
      ),
    ).rejects.toThrow('wrong')
    const done: number[] = []
    await forEachYielding(
      [1, 2],
      (item) => void done.push(item),
      () => 0,
      () => {},
    )
    expect(done).toEqual([1, 2])
  })
})
