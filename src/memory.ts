/** Gives back the memory that is no longer needed: starting makes several times as much as stays, and so does a full load. */
import type { Server } from 'node:http'

// Loading goes on behind the first statements: Prisma has a compiler of its own.
const firstMilliseconds = 2_000
const everyMilliseconds = 10_000

/** As many as health checks make in that time: more are somebody, who would wait for the collection. */
const fewRequests = 10

/** What is worth a collection. */
const grownBytes = 33_554_432

/**
 * Collects all garbage soon, and later whenever hardly anybody has asked for ten seconds and the process takes much more than after
 * the last time: V8 does so while something is made, which an idle server does not. Takes some 100 ms. Only where Node lends its
 * collector: `--expose-gc`.
 */
export function giveBackWhenIdle(server: Server): void {
  let requests = 0
  server.on('request', () => {
    requests += 1
  })
  setTimeout(() => {
    let left = giveBack()
    const look = () => {
      if (requests <= fewRequests && process.memoryUsage.rss() > left + grownBytes) left = giveBack()
      requests = 0
    }
    setInterval(look, everyMilliseconds).unref()
  }, firstMilliseconds).unref()
}

/** As a last resort V8 also gives back the room in which young objects were made. Answers what the process takes then. */
function giveBack(): number {
  // V8 forgets the layouts of which there is no object then, and Node's own code never makes ticks fast again once theirs is
  // forgotten, which costs requests a tenth to a fifth of their time. One waits here meanwhile.
  process.nextTick(() => {})
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  return process.memoryUsage.rss()
}
