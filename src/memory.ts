/** Gives back the memory that starting took: loading and describing make several times as much as stays. */

// Loading goes on behind the first statements: Prisma has a compiler of its own.
const afterMilliseconds = 2_000

/**
 * Collects all garbage once, soon: V8 does so while something is made, which an idle server does not. As a last resort it also gives
 * back the room in which young objects were made, some 40 MiB in all; takes some 200 ms. Only where Node lends its collector: `--expose-gc`.
 */
export function giveBackSoon(): void {
  setTimeout(() => {
    // V8 forgets the layouts of which there is no object then, and Node's own code never makes ticks fast again once theirs is
    // forgotten, which costs requests a tenth to a fifth of their time. One waits here meanwhile.
    process.nextTick(() => {})
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, afterMilliseconds).unref()
}
