/**
 * What an operation is charged when it is done: a point is about a millisecond of one processor core, of the server's and the
 * database's together. `npm run bench -- walks` shows how near it comes.
 */
import type { AnswerSize } from './answer-size.ts'

/** Values are read, checked, resolved and written one by one; texts are copied. */
const valuesOfPoint = 200
const charactersOfPoint = 8_192

/**
 * The price in whole points. The database's time counts only above what the rows explain, so that the same answer has the
 * same price unless it was hard to find. Of a write it does not count, since a write may wait for others: it pays by its size.
 *
 * @param fixed what is paid whatever comes of it.
 * @param milliseconds of the database.
 */
export const priceOf = (fixed: number, { values, text }: AnswerSize, milliseconds: number): number =>
  Math.round(fixed + Math.max(values / valuesOfPoint + text / charactersOfPoint, milliseconds))
