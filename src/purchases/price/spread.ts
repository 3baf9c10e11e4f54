/** Parts of amounts, and amounts spread over the lines of an order. Pure. */

/** A part of an amount, rounded half up. */
export const shareOf = (amount: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/**
 * Spreads an amount over lines in proportion to their weights, by largest remainder: of equal remainders the earlier line is first. Without
 * weights the lines share alike.
 */
export function spread(amount: number, weights: readonly number[]): number[] {
  const whole = BigInt(sum(weights))
  if (whole === 0n)
    return weights.length > 0 && amount > 0
      ? spread(
          amount,
          weights.map(() => 1),
        )
      : weights.map(() => 0)
  const products = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const shares = products.map((product) => Number(product / whole))
  const byRemainder = products
    .map((product, index) => ({ index, remainder: product % whole }))
    .sort((one, other) =>
      one.remainder === other.remainder ? one.index - other.index : one.remainder > other.remainder ? -1 : 1,
    )
  const given = new Set(byRemainder.slice(0, amount - sum(shares)).map(({ index }) => index))
  return shares.map((share, index) => share + (given.has(index) ? 1 : 0))
}

/** The amounts of a line that its deliveries share. */
export type SharedAmounts = { shipping: number; tax: number }

/** The shares of deliveries in the amounts of their line, in proportion to their pieces. */
export function sharesOf({ shipping, tax }: SharedAmounts, pieces: readonly number[]): SharedAmounts[] {
  const [ofShipping, ofTax] = [spread(shipping, pieces), spread(tax, pieces)]
  return pieces.map((_, index) => ({ shipping: ofShipping[index] ?? 0, tax: ofTax[index] ?? 0 }))
}
