/** Gathers what is wrong with a request, so that one answer names all of it. */
import { Refusal } from '../errors.ts'
import { didYouMean, maxTold, toldOf, withAdvice } from '../values/faults.ts'
import { nearestName } from '../values/nearest.ts'
import { shown } from '../values/text.ts'

/** Something that is not known here. What may have been meant is looked for when it is told. */
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
 * @param advice how to go on, told only where the schema is shown.
 */
export const unknown = (what: string, given: string, advice: () => string | undefined): Refusal =>
  new Unknown(`Unknown ${what}: ${shown(given)}`, advice)

/** Refuses a name, and tells the nearest of those that there are. */
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

/** Several faults of one request. */
class Faults extends Refusal {
  readonly all: readonly Refusal[]

  constructor(all: readonly [Refusal, ...Refusal[]]) {
    super('BAD_INPUT', all[0].message)
    this.all = all
  }
}

/**
 * Reads each of some items, also behind one that is refused.
 *
 * @throws Refusal BAD_INPUT with all faults that were found.
 */
export function each<Item, Result>(items: Iterable<Item>, read: (item: Item) => Result): Result[] {
  const results: Result[] = []
  const faults: Refusal[] = []
  for (const item of items) {
    try {
      results.push(read(item))
    } catch (error) {
      faults.push(...faultsIn(error))
      // What comes behind those that are told is not read.
      if (faults.length > maxTold) break
    }
  }
  const [first, ...others] = faults
  if (!first) return results
  throw others.length > 0 ? new Faults([first, ...others]) : first
}

/** Reads several things of a request, each whatever becomes of the others; see `each`. */
export function together<Results extends unknown[]>(...readers: { [Place in keyof Results]: () => Results[Place] }): Results {
  return each(readers, (read) => read()) as Results
}

/** What concerns more than the input hides every other fault. */
function faultsIn(error: unknown): readonly Refusal[] {
  if (error instanceof Faults) return error.all
  if (error instanceof Refusal && error.code === 'BAD_INPUT') return [error]
  throw error
}

/** The sentences that tell of an error, one for each fault. @param suggests whether they may name what there is. */
export function sentencesOf(error: Error, suggests: boolean): string[] {
  const faults = error instanceof Faults ? error.all : [error]
  return toldOf(faults, (fault) => withAdvice(fault.message, suggests && fault instanceof Unknown ? fault.advice() : undefined))
}
