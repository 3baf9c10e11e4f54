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
  const answers: RootAnswers = { roots, texts: [], reading }
  const running: Promise<void>[] = []
  const pages: number[] = []
  for (const [place, { read }] of roots.entries()) {
    if (typeof read === 'object') pages.push(place)
    else if (isWrite) await runRoot(read, place, answers)
    else running.push(runRoot(read, place, answers))
  }
  if (pages.length > 0) running.push(runPages(pages, answers))
  await (running.length === 1 ? running[0] : Promise.all(running))
  if (roots.length === 0) return ['{}']
  const pieces: string[] = []
  for (const [place, { label }] of roots.entries()) pieces.push(label, answers.texts[place] as string)
  pieces.push('}')
  return pieces
}

/** What the root fields have answered so far, each at its place. */
type RootAnswers = { roots: readonly Root[]; texts: string[]; reading: Reading }

async function runRoot(read: Read, place: number, answers: RootAnswers): Promise<void> {
  try {
    tell(await read(answers.reading), place, answers)
  } catch (error) {
    fail(error, place, answers)
  }
}

async function runPages(places: readonly number[], answers: RootAnswers): Promise<void> {
  const { roots, reading } = answers
  const pageAt = (place: number) => (roots[place] as Root).read as PageRead
  const begun = places.filter((place) => {
    try {
      pageAt(place).begin(reading)
      return true
    } catch (error) {
      fail(error, place, answers)
      return false
    }
  })
  const rows = await readPages(
    begun.map((place) => pageAt(place).page),
    reading,
  )
  for (const [index, place] of begun.entries()) {
    try {
      const columns = rows[index] as TextRow | Error
      if (columns instanceof Error) throw columns
      tell(pageAt(place).write(columns, reading), place, answers)
    } catch (error) {
      fail(error, place, answers)
    }
  }
}

/** Notes what a root field answers. */
function tell(text: string, place: number, { texts, reading }: RootAnswers): void {
  if (text !== 'null') reading.isDone = true
  // Of many fields none need be too long for all of them to be.
  reading.length += text.length
  checkLength(reading.length, reading)
  texts[place] = text
}

/** Notes that a root field has failed. @throws the error where it ends the whole operation. */
function fail(error: unknown, place: number, { roots, texts, reading }: RootAnswers): void {
  if (error instanceof AnswerTooLong) throw error
  const { name, nodes } = roots[place] as Root
  reading.errors.push(locatedError(error, nodes, [name]))
  texts[place] = 'null'
}
