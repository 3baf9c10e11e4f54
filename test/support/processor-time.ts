/** Time that this thread computed, for bounds on work that waits for nothing: a busy machine makes it no longer. */

/** Milliseconds for which this thread has had a processor since it began. */
export function processorMilliseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Milliseconds of processor time that some synchronous work takes. */
export function processorTimeOf(work: () => unknown): number {
  const began = processorMilliseconds()
  work()
  return processorMilliseconds() - began
}
