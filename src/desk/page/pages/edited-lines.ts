/** The lines of an edited order. The API removes each line that is left out. */

type PiecesOfLine = { id: string; quantity: number }

/** @param quantityOf the pieces that are entered for a line; 0 takes it off. */
export const editedLines = (lines: readonly PiecesOfLine[], quantityOf: (id: string) => number): PiecesOfLine[] =>
  lines.map(({ id }) => ({ id, quantity: quantityOf(id) })).filter(({ quantity }) => quantity > 0)
