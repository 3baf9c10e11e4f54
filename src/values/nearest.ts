/** Finds the known name that is nearest to a misspelled one. */

/** Longer names are not compared; no known name is as long. */
const maxLength = 60

/** One letter may be wrong, and two in a longer name. */
const faultsAllowed = (name: string): number => (name.length < 8 ? 1 : 2)

/**
 * The nearest of some known names, in any case, or undefined when none is near.
 *
 * `stauts` → `status` · `placedAt` → `placed_at` · `emial` → `email` · `foo` → nothing.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > maxLength) return undefined
  const wanted = name.toLowerCase()
  let nearest: string | undefined
  let faults = faultsAllowed(name)
  for (const each of known) {
    const apart = distance(wanted, each, faults)
    // A name of one letter is near to every other of one.
    if (apart === each.length) continue
    // The first of equally near names wins.
    if (apart > faults || (nearest !== undefined && apart === faults)) continue
    nearest = each
    faults = apart
  }
  return nearest
}

/**
 * The number of letters to add, omit, change or swap with their neighbour to turn one word into the other; for words that differ by more
 * than `most`, any number above it.
 */
export function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[line - 1] === other[column - 1]
      const isSwapped = column > 1 && one[line - 1] === other[column - 2] && one[line - 2] === other[column - 1]
      const changed = at(row, column - 1) + (isSame ? 0 : 1)
      const swapped = isSwapped ? at(before, column - 2) + 1 : changed
      next.push(Math.min(at(next, column - 1) + 1, at(row, column) + 1, changed, swapped))
    }
    // The distance only grows from here.
    if (Math.min(...next) > most) return most + 1
    ;[before, row] = [row, next]
  }
  return at(row, other.length)
}

const at = (row: number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY
