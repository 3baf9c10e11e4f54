/** Runs a planned operation for a request: reads in parallel, writes in sequence. */
import { type FieldNode, locatedError } from 'graphql'
import type { TextRow } from '../../db/text-query.ts'
import type { Reading, StatementInput } from '../request.ts'
import { AnswerTooLong, checkLength } from '../sql/answer-limit.ts'
import { type PagesStatement, type PageToRead, readPages, statementsFor } from './pages.ts'

/** Reads a root field and writes it as JSON. */
export type Read = (reading: Reading) => Promise<string> | string

/** A root field that is one page, read together with others. */
export type PageRead = {
  page: PageToRead
  /**
   * Prepares the inputs of its statement.
   *
   * @throws Refusal for invalid arguments.
   */
  begin: (request: StatementInput) => void
  /** Writes the JSON from the row that was read. */
  write: (columns: TextRow, reading: Reading) => string
  /** Whether its statement depends on the position of the reader, and so is never prepared. */
  isOfPlace?: true
}

/** A root field: its response name, the text before its value, its nodes in the document, and its read. */
export type Root = { name: string; label: string; nodes: readonly FieldNode[]; read: Read | PageRead }

/**
 * Returns the JSON of the operation's data, in pieces: joining them would copy them. A failed field is null, and its error is in the
 * reading's errors.
 *
 * @throws AnswerTooLong
 */
export async function runRoots(roots: readonly Root[], isWrite: boolean, reading: Reading): Promise<string[]> {
  // A root field that reads many node ids resets this itself.
  reading.isOneByOne = isWrite || roots.length === 1
  const answers: RootAnswers = { roots, texts: [], reading }
  await (isWrite ? oneByOne(answers) : sideBySide(answers))
  return piecesOf(answers)
}

/** The answers of the root fields so far, by index. */
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
    store(await read(answers.reading), place, answers)
  } catch (error) {
    storeFailure(error, place, answers)
  }
}

async function runPages(places: readonly number[], answers: RootAnswers): Promise<void> {
  const { reading } = answers
  const prepared = preparedPages(places, answers)
  const begun = prepared ? places : begin(places, answers)
  const statements = prepared ?? statementsFor(pagesAt(begun, answers), reading)
  storePages(begun, await readPages(begun.length, statements, reading), answers)
}

const pagesAt = (places: readonly number[], answers: RootAnswers): PageToRead[] =>
  places.map((place) => pageAt(place, answers).page)

/** The prepared statements of all pages of an operation, filled in. */
function preparedPages(places: readonly number[], answers: RootAnswers): PagesStatement[] | undefined {
  const { shaped } = answers.reading
  if (!shaped || places.some((place) => pageAt(place, answers).isOfPlace)) return undefined
  const prepared = shaped.part('pages', (request) => {
    for (const place of places) pageAt(place, answers).begin(request)
    return statementsFor(pagesAt(places, answers), request)
  })
  return prepared?.map((statement) => ({
    ...statement,
    values: shaped.fill(statement.values),
    counts: statement.counts.map((count) => ({ ...count, values: shaped.fill(count.values) })),
  }))
}

const pageAt = (place: number, { roots }: RootAnswers): PageRead => (roots[place] as Root).read as PageRead

/** Begins pages; returns the indexes of those that were not refused. */
function begin(places: readonly number[], answers: RootAnswers): number[] {
  return places.filter((place) => {
    try {
      pageAt(place, answers).begin(answers.reading)
      return true
    } catch (error) {
      storeFailure(error, place, answers)
      return false
    }
  })
}

function storePages(places: readonly number[], rows: readonly (TextRow | Error)[], answers: RootAnswers): void {
  places.forEach((place, index) => {
    try {
      const columns = rows[index] as TextRow | Error
      if (columns instanceof Error) throw columns
      store(pageAt(place, answers).write(columns, answers.reading), place, answers)
    } catch (error) {
      storeFailure(error, place, answers)
    }
  })
}

/** Stores the answer of a root field. */
function store(text: string, place: number, { texts, reading }: RootAnswers): void {
  if (text !== 'null') reading.isDone = true
  // Many fields can exceed the limit together, though each is within it.
  reading.length += text.length
  checkLength(reading.length, reading)
  texts[place] = text
}

/** Stores the failure of a root field. @throws the error where it ends the whole operation. */
function storeFailure(error: unknown, place: number, { roots, texts, reading }: RootAnswers): void {
  if (error instanceof AnswerTooLong) throw error
  const { name, nodes } = roots[place] as Root
  reading.errors.push(locatedError(error, nodes, [name]))
  texts[place] = 'null'
}
