/** Folds texts for comparison: case, accents and compatibility forms make no difference. Pure. */
import { hasLongRowOfMarks } from './text-form.ts'

const marks = /\p{M}+/gu

/**
 * A text as it is compared: in normal form KD, without marks, in lower case. `Crème BRÛLÉE` → `creme brulee`, `ﬁt` → `fit`.
 *
 * A text with more combining marks in a row than any language has is not decomposed, since that takes time in proportion to the square of
 * their number; its marks go all the same.
 */
export const folded = (text: string): string =>
  (hasLongRowOfMarks(text) ? text : text.normalize('NFKD')).replace(marks, '').toLowerCase()
