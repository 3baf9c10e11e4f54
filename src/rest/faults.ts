/** Unknown names of a request, and the sentences of its faults on REST. */
import { Refusal } from '../values/errors.ts'
import { didYouMean, Faults, firstMessages, withAdvice } from '../values/faults.ts'
import { nearestName } from '../values/nearest.ts'
import { shown } from '../values/text.ts'

/** An unknown name; the nearest known one is looked for when its sentence is written. */
class Unknown extends Refusal {
  readonly advice: () => string | undefined

  constructor(message: string, advice: () => string | undefined) {
    super('BAD_INPUT', message)
    this.advice = advice
  }
}

/**
 * Refuses what is not known here.
 *
 * @param what it would be, such as a `parameter`.
 * @param given what the client wrote.
 * @param advice how to go on.
 */
export const unknown = (what: string, given: string, advice: () => string | undefined): Refusal =>
  new Unknown(`Unknown ${what}: ${shown(given)}`, advice)

/** Refuses a name, with the nearest known one. */
export const unknownName = (
  what: string,
  given: string,
  known: Iterable<string>,
  part: string = given,
  whole: (name: string) => string = (name) => name,
): Refusal => unknown(what, given, () => adviseNearest(part, known, whole))

/**
 * Which known name may have been meant.
 *
 * @param part what of the given name the known ones are compared with, and `whole` what would be written with one of them.
 */
export function adviseNearest(
  part: string,
  known: Iterable<string>,
  whole: (name: string) => string = (name) => name,
): string | undefined {
  const nearest = nearestName(part, known)
  return didYouMean(nearest === undefined ? undefined : whole(nearest))
}

/** The sentences of an error, one for each fault. */
export function sentencesOf(error: Error): string[] {
  const faults = error instanceof Faults ? error.all : [error]
  return firstMessages(faults, (fault) => withAdvice(fault.message, fault instanceof Unknown ? fault.advice() : undefined))
}
