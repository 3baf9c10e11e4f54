/** The database time that a request is charged: that of its statements, and nothing of what else held the thread. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { measured } from '../../src/db/cancel.ts'
import { millisecondsOf, newMeter, timed } from '../../src/db/meter.ts'
import { openStore } from '../support/store.ts'

/** So long that whatever this machine does meanwhile is nothing to it. */
const long = 1_000_000

function steps() {
  let time = 0
  return () => (time += long)
}

describe('A meter', async () => {
  const { db } = await openStore()
  const read = async () => await db.order.findFirst({ where: { id: 1n }, select: { id: true } })

  it('measures the statements of its own work, each of them', async () => {
    const [one, two] = [newMeter(steps()), newMeter(steps())]
    const twice = async () => {
      await read()
      await read()
    }
    await Promise.all([measured(one, read), measured(two, twice), read()])
    expect([one, two].map((meter) => Math.round(millisecondsOf(meter) / long))).toEqual([1, 2])
    expect([one.running.size, two.running.size]).toEqual([0, 0])
  })

  it('measures one that failed, too', async () => {
    const meter = newMeter(steps())
    await expect(measured(meter, async () => await db.$queryRaw`SELECT nothing`)).rejects.toThrow('nothing')
    expect(Math.round(millisecondsOf(meter) / long)).toBe(1)
  })

  it('knows of one that still runs', async () => {
    const meter = newMeter(steps())
    const ended = Promise.withResolvers<void>()
    const statement = timed(meter, () => ended.promise)
    expect(millisecondsOf(meter)).toBeGreaterThan(long / 2)
    ended.resolve()
    await statement
    expect(meter.running.size).toBe(0)
  })

  it('leaves out for how long the thread was held', async () => {
    const meter = newMeter(() => performance.now())
    const statement = timed(meter, () => sleep(1))
    const until = performance.now() + 200
    while (performance.now() < until);
    await statement
    expect(millisecondsOf(meter)).toBe(0)
  })
})
