/** The limit of an answer's length: its refusal, and the SQL that replaces a list that is too long. */
import type { Context } from '../../context.ts'
import { maxGroups } from '../../schema/aggregate-limits.ts'
import { Refusal } from '../../values/errors.ts'

type Bounds = Pick<Context, 'limits'>

/** The refusal of an answer that exceeds its limit; it fails the whole answer, whichever field was too long. */
export class AnswerTooLong extends Refusal {
  constructor(limit: number) {
    super('TOO_COMPLEX', `The answer would have more than ${limit} characters; ask for less at a time.`)
  }
}

/** Maximum characters that are read: the shown text, and the punctuation of its lists. */
export const mostRead = ({ limits }: Bounds): number => 2 * limits.answer

// JSON never contains this character: inside strings it is escaped.
const mark = '\u0001'
const markOfGroups = '\u0002'

/** The SQL that replaces groups, of which there are too many. */
export const tooManyGroups = 'chr(2)'

/** The refusal of too many groups. */
const refuseGroups = () =>
  new Refusal('BAD_INPUT', `There would be more than ${maxGroups} groups; narrow the filter or the period, or group by less.`)

/** The SQL of texts joined with a separator, a literal, or of the mark where they are too long together. */
export function joined(text: string, filter: string, bounds: Bounds, separator = "','"): string {
  // `octet_length` does not read a stored text.
  return unlessTooLong(`string_agg(${text}, ${separator})${filter}`, `sum(octet_length(${text}))${filter}`, bounds)
}

/** The SQL of a text, or of the mark where it has too many octets. */
export const unlessTooLong = (text: string, octets: string, bounds: Bounds): string =>
  `CASE WHEN ${octets} > ${mostRead(bounds)} THEN chr(1) ELSE ${text} END`

/** Checks a text that may contain lists. @throws AnswerTooLong where the database has omitted one. */
export function assertComplete(text: string, { limits }: Bounds): string {
  if (text.includes(mark)) throw new AnswerTooLong(limits.answer)
  if (text.includes(markOfGroups)) throw refuseGroups()
  return text
}

/** @throws AnswerTooLong as soon as an answer exceeds its limit. */
export function checkLength(length: number, { limit }: { limit: number }): void {
  if (length > limit) throw new AnswerTooLong(limit)
}
