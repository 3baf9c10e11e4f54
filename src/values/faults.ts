/** How the faults of one request are told, on either surface. */

/** Faults that are told. */
export const maxTold = 20

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
