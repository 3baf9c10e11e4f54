/** Asks the database for rows, of no more characters than an answer can be made of. */
import type { Context } from '../context.ts'
import type { TextRow } from '../db/text-query.ts'
import { AnswerTooLong, mostRead } from './too-long.ts'

// From PostgreSQL's list of error codes: a text would have more than a gigabyte.
const limitExceeded = '54000'

/**
 * Asks the database for rows.
 *
 * @param characters how many they may have together.
 * @throws AnswerTooLong as soon as more is read.
 */
export async function ask(
  text: string,
  values: readonly unknown[],
  { db, rows = db.rows, limits }: Context,
  characters = mostRead({ limits }),
): Promise<TextRow[]> {
  const error = () => new AnswerTooLong(limits.answer)
  try {
    return await rows(text, values, { characters, error })
  } catch (failure) {
    throw (failure as { code?: string }).code === limitExceeded ? error() : failure
  }
}
