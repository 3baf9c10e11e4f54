/** Answers that are too long: their refusal, and what has the database send but a mark of a list that is too long for one. */
import type { Context } from '../context.ts'
import { Refusal } from '../values/errors.ts'

type Bounds = Pick<Context, 'limits'>

/** The refusal of an answer that is longer than one may be; of the whole of it, whichever field was too long. */
export class AnswerTooLong extends Refusal {
  constructor(limit: number) {
    super('TOO_COMPLEX', `The answer would have more than ${limit} characters; ask for less at a time.`)
  }
}

/** How many characters are read at most: what is shown, and the signs that lists are written with. */
export const mostRead = ({ limits }: Bounds): number => 2 * limits.answer

// No JSON has this character: where it means itself it is escaped.
const mark = '\u0001'

/** The SQL expression of texts one after the other, with a comma between each two, or of the mark where they are too long together. */
export function joined(text: string, filter: string, bounds: Bounds): string {
  // Octets are counted without reading them.
  return unlessTooLong(`string_agg(${text}, ',')${filter}`, `sum(octet_length(${text}))${filter}`, bounds)
}

/** The SQL expression of a text, or of the mark where so many octets are too many. */
export const unlessTooLong = (text: string, octets: string, bounds: Bounds): string =>
  `CASE WHEN ${octets} > ${mostRead(bounds)} THEN chr(1) ELSE ${text} END`

/** A text that may have lists in it. @throws AnswerTooLong where the database has left one out. */
export function whole(text: string, { limits }: Bounds): string {
  if (text.includes(mark)) throw new AnswerTooLong(limits.answer)
  return text
}
