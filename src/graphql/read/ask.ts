/** Asks the database for rows, of no more characters than an answer can be made of. */
import type { Context } from '../../context.ts'
import type { TextRow } from '../../db/pool.ts'
import { AnswerTooLong } from '../answer-size.ts'

/** How many characters are read at most: what is shown, but for a row more than a page has, and the signs that lists are written with. */
export const mostRead = ({ limits }: Pick<Context, 'limits'>): number => 2 * limits.answer

/** @throws AnswerTooLong as soon as more is read than an answer may show. */
export const ask = (text: string, values: readonly unknown[], context: Context): Promise<TextRow[]> =>
  context.db.rows(text, values, { characters: mostRead(context), error: () => new AnswerTooLong(context.limits.answer) })
