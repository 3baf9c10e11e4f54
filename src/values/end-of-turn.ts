/** Does at the end of a turn of the event loop, when it has read all that has come, what costs less together. */

/**
 * Makes the function that has work done at the end of this turn, all of it one after the other. The work must not throw, and goes on
 * in the asynchronous context of whoever came first.
 */
export function endOfTurn(): (work: () => void) => void {
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
