/** Yields to other work of the process during long computations: each runs for some milliseconds at a time. */
import { setImmediate } from 'node:timers/promises'

const mostMilliseconds = 10

/** The tail of the queue: one computation runs per loop iteration, so that many together block others no longer than one does. */
let last: Promise<void> = Promise.resolve()

function nextTurn(): Promise<void> {
  last = last.then(() => setImmediate())
  return last
}

/** Processes items and yields in between. @param computed receives the duration of each slice. */
export async function forEachYielding<T>(
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
