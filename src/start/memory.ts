/** Gives back the memory that is no longer needed: starting makes several times as much as stays, and so does a full load. */
import type { Server } from 'node:http'
import { performance } from 'node:perf_hooks'

// Loading goes on behind the first statements: Prisma has a compiler of its own.
const firstMilliseconds = 2_000
const everyMilliseconds = 10_000

/** In that time. Health checks make as many; whoever else asks would wait for the collection. */
const fewRequests = 100

/** The part of the time that the server's own upkeep takes. */
const idlePart = 0.02

/** Growth that justifies a collection: twice the size of the young generation. */
const grownBytes = 67_108_864

/**
 * Collects all garbage soon, and later whenever the server has had hardly anything to do for ten seconds and takes much more than after
 * the last time: V8 does so while something is made, which an idle server does not. Takes some 100 ms. Only where Node lends its
 * collector: `--expose-gc`.
 */
export function giveBackWhenIdle(server: Server): void {
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
    if (isIdle && resident > left + grownBytes) left = giveBack()
    requests = 0
    before = now
  }
  setTimeout(() => {
    // Starting is work.
    look(1)
    setInterval(() => look(idlePart), everyMilliseconds).unref()
  }, firstMilliseconds).unref()
}

/** As a last resort V8 also gives back the room in which young objects were made. Answers what the process takes then. */
export function giveBack(): number {
  // V8 forgets the layouts of which there is no object then, and Node's own code never makes ticks fast again once theirs is
  // forgotten, which costs requests a tenth to a fifth of their time. One waits here meanwhile.
  process.nextTick(() => {})
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  return process.memoryUsage.rss()
}
