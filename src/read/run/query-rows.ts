/** Queries rows, with a limit of characters. */
import type { Context } from '../../context.ts'
import type { TextRow } from '../../db/text-query.ts'
import { AnswerTooLong, mostRead } from '../sql/answer-limit.ts'

// PostgreSQL's error code program_limit_exceeded: a text of more than a gigabyte.
const limitExceeded = '54000'

/**
 * Queries rows.
 *
 * @param characters their limit in all.
 *
 * @throws AnswerTooLong as soon as it is exceeded.
 */
export async function queryRows(
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
