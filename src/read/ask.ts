/** Asks the database for rows, of no more characters than an answer can be made of. */
import type { Context } from '../context.ts'
import type { TextRow } from '../db/text-query.ts'
import { AnswerTooLong, mostRead } from './too-long.ts'

// From PostgreSQL's list of error codes: a text would have more than a gigabyte.
const limitExceeded = '54000'

/** @throws AnswerTooLong as soon as more is read than an answer may show. */
export async function ask(text: string, values: readonly unknown[], { db, rows = db.rows, limits }: Context): Promise<TextRow[]> {
  const error = () => new AnswerTooLong(limits.answer)
  try {
    return await rows(text, values, { characters: mostRead({ limits }), error })
  } catch (failure) {
    throw (failure as { code?: string }).code === limitExceeded ? error() : failure
  }
}
