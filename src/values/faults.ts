/** How the faults of one request are told, on either surface. */

/** Faults that are told. */
export const maxTold = 20

/** The sentences of some faults, and one more when there are others behind them. */
export function toldOf<Fault>(faults: readonly Fault[], sentenceOf: (fault: Fault) => string): string[] {
  const sentences = faults.slice(0, maxTold).map(sentenceOf)
  return faults.length > maxTold ? [...sentences, `More is wrong; the first ${maxTold} faults are told.`] : sentences
}

/** A sentence about an unknown name, and which known one is near, if one is. */
export const withNearest = (sentence: string, nearest: string | undefined): string =>
  nearest === undefined ? sentence : `${sentence}; did you mean ${nearest}?`
