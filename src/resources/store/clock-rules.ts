/** Where a store's clock may be moved. Pure. */
import { badInput, Refusal } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { formatTime, wholeSecond } from '../../values/time.ts'

/** The clock columns of a store: its time, unless it runs with real time, and the time it is being moved to. */
export type ClockColumns = { hasTestClock: boolean; clockNow: Date | null; clockTarget: Date | null }

/** How far a clock is moved at a time; everything in between is done one after the other. */
const mostYears = 10

// As far as a subscription's end date may be written: terms added to it stay within what can be written and stored.
const [firstYear, lastYear] = [2000, 2199]
const lastTime = new Date(Date.UTC(lastYear + 1, 0) - 1_000)

/**
 * Checks where the test clock of a new store is to stand.
 *
 * @throws Refusal BAD_INPUT.
 */
export function checkStand(time: Date): void {
  const year = time.getUTCFullYear()
  if (year < firstYear || year > lastYear)
    throw badInput(`A test clock must stand in the years ${firstYear} to ${lastYear}, not at ${formatTime(time)}.`)
}

/**
 * Sets a test clock on its way, from where it stands, or from now if it has run with real time so far.
 *
 * @throws Refusal WRONG_STATUS for a store that keeps real time, or a clock on its way; BAD_INPUT for a time not after the clock's.
 */
export function advance(store: ClockColumns, now: Date, to: Date): Pick<ClockColumns, 'clockNow' | 'clockTarget'> {
  if (!store.hasTestClock)
    throw new Refusal(
      'WRONG_STATUS',
      'The store keeps real time; only a store that was made with a test clock can have it moved.',
    )
  if (store.clockTarget) {
    const sentence = `The clock is on its way to ${formatTime(store.clockTarget)}; wait until it is there before it is moved again.`
    throw new Refusal('WRONG_STATUS', sentence)
  }
  const clockNow = wholeSecond(store.clockNow ?? now)
  const clockTarget = wholeSecond(to)
  if (clockTarget <= clockNow)
    throw badInput(
      say`${field('to')} must lie after ${formatTime(clockNow)}, where the clock stands: no clock is moved backwards.`,
    )
  const last = new Date(clockNow)
  last.setUTCFullYear(last.getUTCFullYear() + mostYears)
  if (clockTarget > last)
    throw badInput(say`${field('to')} must not lie after ${formatTime(last)}: a clock is moved by ${mostYears} years at most.`)
  if (clockTarget > lastTime)
    throw badInput(say`${field('to')} must not lie after ${formatTime(lastTime)}: no clock is moved beyond that.`)
  return { clockNow, clockTarget }
}
