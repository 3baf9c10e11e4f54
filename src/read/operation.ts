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
  await (isWrite ? oneByOne(answers) : sideBySide(answers))
  return piecesOf(answers)
}

/** What the root fields have answered so far, each at its place. */
type RootAnswers = { roots: readonly Root[]; texts: string[]; reading: Reading }

async function oneByOne(answers: RootAnswers): Promise<void> {
  for (const [place, { read }] of answers.roots.entries())
    await (typeof read === 'object' ? runPages([place], answers) : runRoot(read, place, answers))
}

function sideBySide(answers: RootAnswers): Promise<unknown> | undefined {
  const running: Promise<void>[] = []
  const pages: number[] = []
  answers.roots.forEach(({ read }, place) => {
    if (typeof read === 'object') pages.push(place)
    else running.push(runRoot(read, place, answers))
  })
  if (pages.length > 0) running.push(runPages(pages, answers))
  return running.length > 1 ? Promise.all(running) : running[0]
}

function piecesOf({ roots, texts }: RootAnswers): string[] {
  if (roots.length === 0) return ['{}']
  const pieces: string[] = []
  roots.forEach(({ label }, place) => {
    pieces.push(label, texts[place] as string)
  })
  pieces.push('}')
  return pieces
}

async function runRoot(read: Read, place: number, answers: RootAnswers): Promise<void> {
  try {
    tell(await read(answers.reading), place, answers)
  } catch (error) {
    fail(error, place, answers)
  }
}

async function runPages(places: readonly number[], answers: RootAnswers): Promise<void> {
  const begun = begin(places, answers)
  const pages = begun.map((place) => pageAt(place, answers).page)
  tellPages(begun, await readPages(pages, answers.reading), answers)
}

const pageAt = (place: number, { roots }: RootAnswers): PageRead => (roots[place] as Root).read as PageRead

/** Begins pages and answers the places of those that can be read. */
function begin(places: readonly number[], answers: RootAnswers): number[] {
  return places.filter((place) => {
    try {
      pageAt(place, answers).begin(answers.reading)
      return true
    } catch (error) {
      fail(error, place, answers)
      return false
    }
  })
}

function tellPages(places: readonly number[], rows: readonly (TextRow | Error)[], answers: RootAnswers): void {
  places.forEach((place, index) => {
    try {
      const columns = rows[index] as TextRow | Error
      if (columns instanceof Error) throw columns
      tell(pageAt(place, answers).write(columns, answers.reading), place, answers)
    } catch (error) {
      fail(error, place, answers)
    }
  })
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
