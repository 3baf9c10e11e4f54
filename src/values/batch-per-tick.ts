/** Batches work at the end of an event-loop tick, after all pending input was read, where a batch costs less. */

/**
 * Creates a function that schedules work for the end of the current tick, all of it in sequence. The work must not throw, and runs in the
 * asynchronous context of the first caller.
 */
export function batchPerTick(): (work: () => void) => void {
  let waiting: (() => void)[] = []
  const doAll = () => {
    const works = waiting
    waiting = []
    for (const work of works) work()
  }
  return (work) => {
    waiting.push(work)
    if (waiting.length === 1) setImmediate(doAll)
  }
}
