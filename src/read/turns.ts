/** Lets long work of JavaScript take turns with all else that the process has to do: some milliseconds of it, then others. */
import { setImmediate } from 'node:timers/promises'

const mostMilliseconds = 10

/** The last of those that wait: one has its turn each time round, so that many together hold up others no longer than one does. */
let last: Promise<void> = Promise.resolve()

function nextTurn(): Promise<void> {
  last = last.then(() => setImmediate())
  return last
}

/** Works through items in turns. @param computed hears how long each turn took, by the stopwatch. */
export async function inTurns<T>(
  items: readonly T[],
  work: (item: T) => void,
  stopwatch: () => number,
  computed: (time: number) => void,
): Promise<void> {
  for (let next = 0; next < items.length; ) {
    await nextTurn()
    const [began, from] = [performance.now(), stopwatch()]
    do work(items[next++] as T)
    while (next < items.length && performance.now() - began < mostMilliseconds)
    computed(stopwatch() - from)
  }
}
