/**
 * Measures the database time of a request.
 *
 * A connection reports when an answer was read, not when it arrived: while something else holds the thread, answers wait. So that
 * no client pays for other work of the thread, the time it was held is left out.
 */

/** The measured time of one operation. */
export type Meter = {
  readonly stopwatch: () => number
  /** Milliseconds of the statements that have ended, beyond what each may take for nothing. */
  ended: number
  readonly running: Set<Span>
}

/** A statement in progress. */
type Span = {
  readonly began: number
  /** For how many milliseconds the thread was held at a stretch meanwhile. */
  held: number
}

/** A statement finds a row by its index, sends it and is answered within this. */
const freeMilliseconds = 2

/** An answer waits for the turn of the event loop that was under way when it came, and in the next for those before it. */
const turnsWaited = 2

export const newMeter = (stopwatch: () => number): Meter => ({ stopwatch, ended: 0, running: new Set() })

/** Milliseconds beyond what statements may take for nothing, those that still run included. */
export const millisecondsOf = (meter: Meter): number =>
  [...meter.running].reduce((sum, span) => sum + millisecondsSoFar(meter, span), meter.ended)

/** Runs a statement and adds its time to the meter. */
export async function timed<T>(meter: Meter, statement: () => Promise<T>): Promise<T> {
  const span = { began: meter.stopwatch(), held: 0 }
  meter.running.add(span)
  watched.add(span)
  if (!isTicking) tickLater()
  try {
    return await statement()
  } finally {
    meter.ended += millisecondsSoFar(meter, span)
    meter.running.delete(span)
    watched.delete(span)
  }
}

function millisecondsSoFar({ stopwatch }: Meter, { began, held }: Span): number {
  const waited = turnsWaited * Math.max(held, performance.now() - due)
  return Math.max(0, stopwatch() - began - waited - freeMilliseconds)
}

// Shorter turns are no holding.
const tickMilliseconds = 10

const watched = new Set<Span>()
let isTicking = false
let due = 0

/** The clock ticks only while statements are under way: the delay of a tick is the time for which the thread was held. */
function tickLater(): void {
  isTicking = true
  due = performance.now() + tickMilliseconds
  setTimeout(tick, tickMilliseconds).unref()
}

function tick(): void {
  const late = performance.now() - due
  for (const span of watched) span.held = Math.max(span.held, late)
  isTicking = watched.size > 0
  if (isTicking) tickLater()
}
