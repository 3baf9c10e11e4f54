/**
 * Measures how long the database works for a request.
 *
 * A connection tells when an answer was read, not when it came: while something else holds the thread, answers wait. So that
 * nobody pays for what others do to the thread, the time it was held is left out.
 */

/** What is measured for one request. */
export type Meter = {
  readonly stopwatch: () => number
  /** Milliseconds that statements took beyond what each may take for nothing. */
  milliseconds: number
}

/** One statement under way: for how many milliseconds the thread was held at a stretch meanwhile. */
type Span = { held: number }

/** A statement finds a row by its index, sends it and is answered within this. */
const freeMilliseconds = 2

/** An answer waits for the turn of the event loop that was under way when it came, and in the next for those before it. */
const turnsWaited = 2

/** Runs a statement and adds its time to the meter, if there is one. */
export async function timed<T>(meter: Meter | undefined, statement: () => Promise<T>): Promise<T> {
  if (!meter) return statement()
  const span = watched()
  try {
    return await addedTo(meter, statement, () => turnsWaited * heldOf(span))
  } finally {
    spans.delete(span)
  }
}

/** The same for a statement that itself holds the thread, as those of the embedded database do. */
export async function timedOnThread<T>(meter: Meter | undefined, statement: () => Promise<T>): Promise<T> {
  return meter ? addedTo(meter, statement, () => 0) : statement()
}

async function addedTo<T>(meter: Meter, statement: () => Promise<T>, leftOut: () => number): Promise<T> {
  const began = meter.stopwatch()
  try {
    return await statement()
  } finally {
    meter.milliseconds += Math.max(0, meter.stopwatch() - began - leftOut() - freeMilliseconds)
  }
}

// Shorter turns are no holding.
const tickMilliseconds = 10

const spans = new Set<Span>()
let isTicking = false
let due = 0

function watched(): Span {
  const span = { held: 0 }
  spans.add(span)
  if (!isTicking) tickLater()
  return span
}

function heldOf(span: Span): number {
  return Math.max(span.held, performance.now() - due)
}

/** The clock ticks only while statements are under way: a tick that comes late tells how long the thread was held. */
function tickLater(): void {
  isTicking = true
  due = performance.now() + tickMilliseconds
  setTimeout(tick, tickMilliseconds).unref()
}

function tick(): void {
  const late = performance.now() - due
  for (const span of spans) span.held = Math.max(span.held, late)
  isTicking = spans.size > 0
  if (isTicking) tickLater()
}
