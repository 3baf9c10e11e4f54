/**
 * What an operation is charged when it is done: a point is about a millisecond of one processor core, of the server's and the
 * database's together. `npm run bench -- walks` shows how near it comes.
 */

/** Rows are found, sent and written as JSON. */
const charactersOfPoint = 24_576

/**
 * The price in whole points. The database's time counts only above what the answer explains, so that the same answer has the
 * same price unless it was hard to find. Of a write it does not count, since a write may wait for others: it pays by its size.
 *
 * @param fixed what is paid whatever comes of it.
 * @param characters of the answer.
 * @param milliseconds of the database.
 */
export const priceOf = (fixed: number, characters: number, milliseconds: number): number =>
  Math.round(fixed + Math.max(characters / charactersOfPoint, milliseconds))

/** A text that was not seen before is parsed, and its fields are compared with each other. */
const tokensOfPoint = 128

/** What a document of so many tokens costs the first time it comes, beside the price of what it asks for. */
export const pointsToPrepare = (tokens = 0): number => Math.floor(tokens / tokensOfPoint)
