/** Gathers what is wrong with a request, so that one answer names all of it, and says how it is told on either surface. */
import { Refusal } from './errors.ts'
import { joined } from './sentence.ts'

/** Faults that are told. */
const maxTold = 20

/** The sentences of some faults, and one more when there are others behind them. */
export function toldOf<Fault>(faults: readonly Fault[], sentenceOf: (fault: Fault) => string): string[] {
  const sentences = faults.slice(0, maxTold).map(sentenceOf)
  return faults.length > maxTold ? [...sentences, `More is wrong; the first ${maxTold} faults are told.`] : sentences
}

/** The question whether a known name was meant, if one is near. */
export const didYouMean = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : `did you mean ${name}?`

/** A sentence about what is not known here, and what to do about it, if that can be told. */
export const withAdvice = (sentence: string, advice: string | undefined): string =>
  advice === undefined ? sentence : `${sentence}; ${advice}`

/** Several faults of one request. */
export class Faults extends Refusal {
  readonly all: readonly Refusal[]

  constructor(all: readonly Refusal[]) {
    super('BAD_INPUT', joined(all.map(({ sentence }) => sentence)))
    this.all = all
  }
}

/** The faults that a refusal tells of, one unless they were gathered. */
export const faultsOf = (refusal: Refusal): readonly Refusal[] =>
  refusal instanceof Faults ? refusal.all.slice(0, maxTold) : [refusal]

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
  throw others.length > 0 ? new Faults(faults) : first
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
