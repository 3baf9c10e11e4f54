/** Sums of money that are shared out. Pure, in the smallest unit of the currency. */

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** Shares an amount out by weights, by largest remainder: of equal remainders the earlier is first. Without weights all share alike. */
export function spread(amount: number, weights: readonly number[]): number[] {
  const whole = sum(weights)
  if (whole === 0)
    return weights.map((_weight, index) => Math.floor(amount / weights.length) + (index < amount % weights.length ? 1 : 0))
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const shares = exact.map((each) => Number(each / BigInt(whole)))
  const order = exact
    .map((each, index) => ({ index, rest: Number(each % BigInt(whole)) }))
    .sort((one, other) => other.rest - one.rest || one.index - other.index)
  for (const { index } of order.slice(0, amount - sum(shares))) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

/** Shares an amount out by weights and gives none more than its limit; the rest goes where there is room, by the room. */
export function spreadWithin(amount: number, weights: readonly number[], limits: readonly number[]): number[] {
  const shares = spread(amount, weights).map((share, index) => Math.min(share, limits[index] ?? 0))
  const room = shares.map((share, index) => (limits[index] ?? 0) - share)
  const rest = Math.min(amount - sum(shares), sum(room))
  const more = rest > 0 ? spread(rest, room) : []
  return shares.map((share, index) => share + (more[index] ?? 0))
}

/** A part of an amount, rounded half up. */
export const partOf = (amount: number, part: number, whole: number): number =>
  Math.floor((2 * amount * part + whole) / (2 * whole))
