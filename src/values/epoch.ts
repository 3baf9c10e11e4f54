/** Epochs: a copy that goes on by itself has ids, event numbers and marks of changes that its original never has. */

/** Ids and numbers of one epoch; the last epoch ends below 2^53. The database has the same number in `begin_epoch_of_marks`. */
export const epochNumbers = 1_000_000_000_000n

/** The epoch that a number is of. */
export const epochOf = (number: bigint): bigint => number / epochNumbers
