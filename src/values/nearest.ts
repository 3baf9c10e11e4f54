/** Finds the word that somebody may have meant. */

/**
 * How many letters have to be added, left out, changed or swapped with their neighbour to make one word the other; for words
 * that differ by more than `most`, any number above it.
 */
export function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, place) => place)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        ...(isSwap ? [(before[j - 2] ?? 0) + 1] : []),
      )
    }
    ;[before, last] = [last, row]
  }
  return last[other.length] ?? 0
}
