/** Whether two series of times can be told apart: by their ranks, so that a few slow answers count no more than others. */

export type Comparison = {
  /** Mann–Whitney: how many standard deviations the ranks of the first series lie from those of two that are alike. */
  z: number
  /** Share of values that the best threshold puts into the right series; a half where there is nothing to tell. */
  bestShare: number
  /** The bound of that share, 999 times of 1,000, when both series are alike: the best of many thresholds finds something. */
  chanceShare: number
}

/** Compares two series. */
export function compare(first: readonly number[], second: readonly number[]): Comparison {
  const all = [...first.map((value) => ({ value, isFirst: true })), ...second.map((value) => ({ value, isFirst: false }))]
  all.sort((a, b) => a.value - b.value)
  const [n, m] = [first.length, second.length]
  let ranks = 0
  let widest = 0
  let below = { first: 0, second: 0 }
  for (let from = 0; from < all.length; ) {
    const value = all[from]?.value
    let to = from
    while (to < all.length && all[to]?.value === value) to += 1
    const equal = all.slice(from, to)
    const firsts = equal.filter(({ isFirst }) => isFirst).length
    // Equal values share the middle of their ranks.
    ranks += firsts * ((from + 1 + to) / 2)
    below = { first: below.first + firsts, second: below.second + equal.length - firsts }
    widest = Math.max(widest, Math.abs(below.first / n - below.second / m))
    from = to
  }
  const u = ranks - (n * (n + 1)) / 2
  const deviation = Math.sqrt((n * m * (n + m + 1)) / 12)
  return {
    z: (u - (n * m) / 2) / deviation,
    bestShare: (1 + widest) / 2,
    // The bound of Kolmogorov and Smirnov.
    chanceShare: (1 + 1.95 * Math.sqrt((n + m) / (n * m))) / 2,
  }
}
