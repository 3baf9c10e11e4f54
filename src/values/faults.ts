/** Collects all faults of a request, so that one answer names them, and formats them for both surfaces. */
import { Refusal } from './errors.ts'
import { field, joined } from './sentence.ts'

/** Maximum faults in one answer. */
const maxFaults = 20

/** The messages of the first faults, and one more when there are others behind them. */
export function firstMessages<Fault>(faults: readonly Fault[], sentenceOf: (fault: Fault) => string): string[] {
  const sentences = faults.slice(0, maxFaults).map(sentenceOf)
  return faults.length > maxFaults ? [...sentences, `More is wrong; the first ${maxFaults} faults are told.`] : sentences
}

/** A suggestion of the nearest known name, if there is one. */
export const didYouMean = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : `did you mean ${name}?`

/** An error message for an unknown name, with advice if there is any. */
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

/** The faults inside a refusal: its collected faults, or itself. */
export const faultsOf = (refusal: Refusal): readonly Refusal[] =>
  refusal instanceof Faults ? refusal.all.slice(0, maxFaults) : [refusal]

/** A refusal of one of several records, whose fields are named with its place: `email` of the fourth is `customers[3].email`. */
export function at(path: string, refusal: Refusal): Refusal {
  if (refusal instanceof Faults) return new Faults(refusal.all.map((each) => at(path, each)))
  const { code, sentence, field: named, because, current } = refusal
  const isNamed = sentence.some((part) => typeof part === 'object')
  const placed = sentence.map((part) => (typeof part === 'object' ? { ...part, name: `${path}.${part.name}` } : part))
  const whole = named === undefined ? path : `${path}.${named}`
  return new Refusal(code, isNamed ? placed : [field(path), ': ', ...placed], whole, because, current)
}

/**
 * Reads each item, and continues after one that is refused.
 *
 * @throws Refusal BAD_INPUT with all faults found.
 */
export function each<Item, Result>(items: Iterable<Item>, read: (item: Item) => Result): Result[] {
  const results: Result[] = []
  const faults: Refusal[] = []
  for (const item of items) {
    try {
      results.push(read(item))
    } catch (error) {
      faults.push(...faultsIn(error))
      // Items behind the maximum are not read.
      if (faults.length > maxFaults) break
    }
  }
  const [first, ...others] = faults
  if (!first) return results
  throw others.length > 0 ? new Faults(faults) : first
}

/** Runs several readers of a request, each regardless of the others' faults; see `each`. */
export function together<Results extends unknown[]>(...readers: { [Place in keyof Results]: () => Results[Place] }): Results {
  return each(readers, (read) => read()) as Results
}

/** A refusal of the whole request hides every other fault. */
function faultsIn(error: unknown): readonly Refusal[] {
  if (error instanceof Faults) return error.all
  if (error instanceof Refusal && error.code === 'BAD_INPUT') return [error]
  throw error
}
