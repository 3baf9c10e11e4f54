/**
 * The price that an operation is charged when it is done: a point is about a millisecond of one processor core, of the server and the
 * database together. `npm run bench -- walks` measures how accurate it is.
 */

import { type Cost, charactersOfReadPoint } from '../read/cost/cost.ts'
import { characterCount } from '../values/text.ts'

/** Characters of an answer for one point: the database finds and sends the rows, and the server writes them as JSON. */
const charactersOfPoint = 24_576

/**
 * The price in whole points. The database's time counts only above the time that the size of the answer explains, so that the same answer
 * has the same price unless its rows were hard to find. For a write it does not count, since a write may wait for locks: a write is priced
 * by its size.
 *
 * @param fixed points charged for any result.
 *
 * @param characters of the answer.
 *
 * @param milliseconds of the database.
 */
export const priceOf = (fixed: number, characters: number, milliseconds: number): number =>
  Math.round(fixed + Math.max(characters / charactersOfPoint, milliseconds))

/** The fixed points of a cost, with the texts of a request. */
export const fixedPoints = ({ fixed, texts }: Cost, textAt: (at: number) => string): number =>
  texts.reduce((sum, { characters, at }) => {
    const all = at.reduce((count, place) => count + characterCount(textAt(place)), characters)
    return sum + Math.floor(all / charactersOfReadPoint)
  }, fixed)

/** Tokens of a new text for one point: it is parsed, and its fields are compared with each other. */
const tokensOfPoint = 128

/** The points for parsing and validating a new document of so many tokens, charged beside the price of the operation. */
export const pointsToPrepare = (tokens = 0): number => Math.floor(tokens / tokensOfPoint)
