/** Releases memory that is no longer needed: the start and a full load allocate several times as much as remains in use. */
import type { Server } from 'node:http'
import { performance } from 'node:perf_hooks'

// Loading goes on behind the first statements: Prisma has a compiler of its own.
const firstMilliseconds = 2_000
const everyMilliseconds = 10_000

/** The most requests of an idle period. Health checks make as many; any other request would wait for the collection. */
const fewRequests = 100

/** The share of the time that the background work of the server takes. */
const idlePart = 0.02

/** Growth that justifies a collection: twice the size of the young generation. */
const grownBytes = 67_108_864

/**
 * Collects all garbage soon, and later whenever the server was idle for ten seconds and has grown since the last collection: V8
 * collects while objects are allocated, which an idle server does not do. Takes some 100 ms. Needs Node's `--expose-gc`.
 */
export function freeMemoryWhenIdle(server: Server): void {
  let requests = 0
  server.on('request', () => {
    requests += 1
  })
  let left = 0
  let before = performance.eventLoopUtilization()
  const look = (mostUsed: number) => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    const resident = process.memoryUsage.rss()
    left = Math.min(left, resident)
    const isIdle = requests <= fewRequests && utilization <= mostUsed
    if (isIdle && resident > left + grownBytes) left = freeMemory()
    requests = 0
    before = now
  }
  setTimeout(() => {
    // Starting is work.
    look(1)
    setInterval(() => look(idlePart), everyMilliseconds).unref()
  }, firstMilliseconds).unref()
}

/** Collects as a last resort, by which V8 also releases the young generation. Returns the resident bytes of the process. */
export function freeMemory(): number {
  // V8 then drops the layouts without an object, and without its layout Node's code for ticks stays slow, which costs requests a tenth
  // to a fifth of their time. A waiting tick keeps the layout.
  process.nextTick(() => {})
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  return process.memoryUsage.rss()
}
