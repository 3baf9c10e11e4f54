/** Exact fractions of amounts, rounded once and split without loss. Pure. */

/** A fraction with a denominator above 0. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint }

export const nothing: Fraction = { numerator: 0n, denominator: 1n }

const divisor = (one: bigint, other: bigint): bigint => (other === 0n ? one : divisor(other, one % other))
const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

export function fraction(numerator: bigint, denominator = 1n): Fraction {
  const by = divisor(absolute(numerator), denominator)
  return by > 1n ? { numerator: numerator / by, denominator: denominator / by } : { numerator, denominator }
}

export const plus = (one: Fraction, other: Fraction): Fraction =>
  one.denominator === other.denominator
    ? fraction(one.numerator + other.numerator, one.denominator)
    : fraction(one.numerator * other.denominator + other.numerator * one.denominator, one.denominator * other.denominator)

export const minus = (one: Fraction, other: Fraction): Fraction => plus(one, times(other, -1n))

export const total = (parts: readonly Fraction[]): Fraction => parts.reduce(plus, nothing)

/** The exact sum of fractions of many denominators, by halves and not reduced: the common divisors of long numbers take long. */
export function sumOfMany(parts: readonly Fraction[]): Fraction {
  if (parts.length < 2) return parts[0] ?? nothing
  const [one, other] = [sumOfMany(parts.slice(0, parts.length / 2)), sumOfMany(parts.slice(parts.length / 2))]
  return {
    numerator: one.numerator * other.denominator + other.numerator * one.denominator,
    denominator: one.denominator * other.denominator,
  }
}

export const times = ({ numerator, denominator }: Fraction, by: bigint): Fraction => fraction(numerator * by, denominator)

/** The nearest whole number; a half is rounded away from 0. */
export function rounded({ numerator, denominator }: Fraction): bigint {
  const half = (2n * absolute(numerator) + denominator) / (2n * denominator)
  return numerator < 0n ? -half : half
}

/** The quotient of two fractions to six decimals; null where nothing is divided by. */
export function ratio(one: Fraction, other: Fraction): number | null {
  if (other.numerator === 0n) return null
  const sign = other.numerator < 0n ? -1n : 1n
  const millionths = rounded({
    numerator: one.numerator * other.denominator * 1_000_000n * sign,
    denominator: one.denominator * absolute(other.numerator),
  })
  return Number(millionths) / 1_000_000
}

/** The quotient of two whole numbers to six decimals; null where nothing is divided by. */
export const share = (part: number, whole: number): number | null => ratio(fraction(BigInt(part)), fraction(BigInt(whole)))

const floorOf = ({ numerator, denominator }: Fraction): bigint =>
  numerator / denominator - (numerator % denominator < 0n ? 1n : 0n)

/**
 * Splits a whole number over parts by the largest remainder, so that the shares add up to it; of equal remainders the first part has it. A part
 * without a remainder gets none of what is left.
 *
 * @param parts that add up to the number, but for less than one; of others the shares miss it.
 */
export function apportioned(whole: bigint, parts: readonly Fraction[]): bigint[] {
  const shares = parts.map(floorOf)
  const left = Number(whole - shares.reduce((sum, share) => sum + share, 0n))
  const remainders = parts.map((part, place) => ({ place, rest: plus(part, fraction(-(shares[place] ?? 0n))) }))
  // Compares a/b with c/d by a·d and c·b.
  const larger = (one: Fraction, other: Fraction) => other.numerator * one.denominator - one.numerator * other.denominator
  const order = remainders
    .filter(({ rest }) => rest.numerator > 0n)
    .toSorted((one, other) => {
      const by = larger(one.rest, other.rest)
      return by === 0n ? one.place - other.place : by < 0n ? -1 : 1
    })
  for (const { place } of order.slice(0, Math.max(0, left))) shares[place] = (shares[place] ?? 0n) + 1n
  return shares
}
