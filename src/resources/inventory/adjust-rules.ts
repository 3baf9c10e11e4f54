/** The rule of an adjustment of stock. Pure. */
import { leastStock, mostStock } from '../../purchases/stock/movements.ts'
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'

/** The kinds of movement that an adjustment makes. */
export type AdjustmentKind = 'corrected' | 'received' | 'returned'

/**
 * The count of a stock record once it is adjusted.
 *
 * @throws Refusal BAD_INPUT for 0 pieces, for fewer where pieces come, or for a count out of the range of the column.
 */
export function adjusted(onHand: number, by: number, kind: AdjustmentKind): number {
  if (by === 0) throw badInput(say`${field('by')} must not be 0.`)
  if (by < 0 && kind !== 'corrected')
    throw badInput(say`${field('by')} must be at least 1 for pieces that are ${kind}; what is missing is corrected.`)
  const [least, most] = [leastStock - onHand, mostStock - onHand]
  if (by > most) throw badInput(say`${field('by')} must be at most ${most}: ${onHand} are on hand.`)
  if (by < least) throw badInput(say`${field('by')} must be at least ${least}: ${onHand} are on hand.`)
  return onHand + by
}
