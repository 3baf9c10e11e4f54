/** Runs a planned operation for a request: reads side by side, writes one after the other. */
import { locatedError } from 'graphql'
import type { TextRow } from '../db/text-query.ts'
import type { PageRead, Read } from './at-root.ts'
import { readPages } from './pages.ts'
import type { Root } from './plan.ts'
import { checkLength, type Reading } from './reading.ts'
import { AnswerTooLong } from './too-long.ts'

/**
 * Answers the JSON of the operation's data, in pieces: put together it would be copied. What is refused or fails of it is null there, and
 * told in the reading's errors.
 *
 * @throws AnswerTooLong
 */
export async function runRoots(roots: readonly Root[], isWrite: boolean, reading: Reading): Promise<string[]> {
  // One that reads many by their names says so itself.
  reading.isOneByOne = isWrite || roots.length === 1
  const answers: RootAnswers = { texts: [], reading }
  const running: Promise<void>[] = []
  const pages: PageRoot[] = []
  for (const [index, { name, nodes, read }] of roots.entries()) {
    const place = { name, nodes, index }
    if ('page' in read) pages.push({ ...read, ...place })
    else if (isWrite) await runRoot(read, place, answers)
    else running.push(runRoot(read, place, answers))
  }
  if (pages.length > 0) running.push(runPages(pages, answers))
  await Promise.all(running)
  const pieces = answers.texts.flatMap((text, index) => [index > 0 ? ',' : '{', (roots[index] as Root).label, text])
  return pieces.length > 0 ? [...pieces, '}'] : ['{}']
}

/** Where a root field stands. */
type RootPlace = Pick<Root, 'name' | 'nodes'> & { index: number }

type PageRoot = PageRead & RootPlace

/** What the root fields have answered so far. */
type RootAnswers = { texts: string[]; reading: Reading }

async function runRoot(read: Read, place: RootPlace, answers: RootAnswers): Promise<void> {
  try {
    tell(await read(answers.reading), place, answers)
  } catch (error) {
    fail(error, place, answers)
  }
}

async function runPages(pages: readonly PageRoot[], answers: RootAnswers): Promise<void> {
  const { reading } = answers
  const begun = pages.filter((page) => {
    try {
      page.begin(reading)
      return true
    } catch (error) {
      fail(error, page, answers)
      return false
    }
  })
  const rows = await readPages(
    begun.map(({ page }) => page),
    reading,
  )
  for (const [index, page] of begun.entries()) {
    try {
      const columns = rows[index] as TextRow | Error
      if (columns instanceof Error) throw columns
      tell(page.write(columns, reading), page, answers)
    } catch (error) {
      fail(error, page, answers)
    }
  }
}

/** Notes what a root field answers. */
function tell(text: string, { index }: RootPlace, { texts, reading }: RootAnswers): void {
  if (text !== 'null') reading.isDone = true
  // Of many fields none need be too long for all of them to be.
  reading.length += text.length
  checkLength(reading.length, reading)
  texts[index] = text
}

/** Notes that a root field has failed. @throws the error where it ends the whole operation. */
function fail(error: unknown, { name, nodes, index }: RootPlace, { texts, reading }: RootAnswers): void {
  if (error instanceof AnswerTooLong) throw error
  reading.errors.push(locatedError(error, nodes, [name]))
  texts[index] = 'null'
}
