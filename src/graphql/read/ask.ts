/** Asks the database for rows, of no more characters than an answer can be made of. */
import type { Context } from '../../context.ts'
import type { TextRow } from '../../db/pool.ts'
import { AnswerTooLong } from '../answer-size.ts'

/** What is read is shown, but for a row more than a page has, and the signs that lists are written with. */
const readOfShown = 2

/** @throws AnswerTooLong as soon as more is read than an answer may show. */
export const ask = (text: string, values: readonly unknown[], { db, limits }: Context): Promise<TextRow[]> =>
  db.rows(text, values, { characters: readOfShown * limits.answer, error: () => new AnswerTooLong(limits.answer) })
