/** Reads the pages that the root fields of a request ask for, by one statement unless they may be a lot of text. */
import type { Context } from '../context.ts'
import { outageOf } from '../db/outage.ts'
import type { TextRow } from '../db/text-query.ts'
import { ask } from './ask.ts'
import type { PagesStatement, PageToRead, Reading, StatementInput } from './reading.ts'
import { unboundedWeight } from './rows.ts'
import { type BoundValue, Statement } from './statement.ts'
import { AnswerTooLong, mostRead } from './too-long.ts'

/** How many pages one statement reads: what it is planned from grows with them, and so does what one that fails takes along. */
const maxPages = 16

/** How much text pages of one statement may have together: until it ends PostgreSQL keeps all that it has put together. */
const maxWeight = 2 * unboundedWeight

/** How many characters a statement may have, with its values, to be kept for who asks the same; and how much each string takes beside its own. */
export const keptCharacters = 8_192
const bytesOfString = 32

/**
 * Reads pages.
 *
 * @returns of each the row that says what it needs, without cells where that is nothing, or why it could not be read, which may be the
 *   fault of another that was read with it.
 * @throws AnswerTooLong
 */
export async function readPages(wanted: readonly PageToRead[], reading: Reading): Promise<(TextRow | Error)[]> {
  const { context } = reading
  const found: FoundPages = { rows: wanted.map(() => []), left: mostRead(context), outage: undefined }
  // One after the other, lest many connections hold together what is too much for one.
  for (const statement of statementsFor(wanted, reading)) await readStatement(statement, found, context)
  return found.rows
}

/** What was found of the pages so far, how many characters more may be read, and why the database was waited for in vain. */
type FoundPages = { rows: (TextRow | Error)[]; left: number; outage: Error | undefined }

async function readStatement({ places, text, values }: PagesStatement, found: FoundPages, context: Context): Promise<void> {
  try {
    // Whoever has waited for a database in vain does not wait once more.
    if (found.outage) throw found.outage
    note(await ask(text, values, context, found.left), found)
  } catch (error) {
    if (!(error instanceof Error) || error instanceof AnswerTooLong) throw error
    if (outageOf(error)) found.outage = error
    for (const place of places) found.rows[place] = error
  }
}

function note(rows: readonly TextRow[], found: FoundPages): void {
  for (const row of rows) {
    found.rows[Number(row[0])] = row.slice(1)
    for (const cell of row) found.left -= cell?.length ?? 0
  }
}

/** The statements that read some pages: those of the request before, where the same is asked of all of them. */
function statementsFor(wanted: readonly PageToRead[], asked: StatementInput): readonly PagesStatement[] {
  const keys = wanted.map((page) => page.of(asked).key)
  const kept = wanted[0]?.statements ?? {}
  const { last } = kept
  if (last && last.keys.length === keys.length && keys.every((key, index) => key === last.keys[index])) return last.statements
  const statements = readTogether(wanted, asked).map((places) => statementOf(places, wanted, asked))
  const characters = statements.reduce(
    (sum, { text, values }) => values.reduce((all, value) => all + charactersOf(value), sum + text.length),
    0,
  )
  kept.last = characters <= keptCharacters ? { keys, statements } : undefined
  return statements
}

/** The places of the pages that each statement reads. */
function readTogether(wanted: readonly PageToRead[], asked: StatementInput): number[][] {
  const statements: number[][] = []
  let left = 0
  for (const [place, page] of wanted.entries()) {
    if (page.cells.isEmpty) continue
    const weight = Math.min(page.weight(asked), unboundedWeight)
    const last = statements.at(-1)
    if (last && last.length < maxPages && weight <= left) last.push(place)
    else {
      statements.push([place])
      left = maxWeight
    }
    left -= weight
  }
  return statements
}

function statementOf(places: readonly number[], wanted: readonly PageToRead[], asked: StatementInput): PagesStatement {
  const statement = new Statement(asked.viewer.storeId)
  const pages = places.map((place) => wanted[place] as PageToRead)
  const columns = pages.map(({ cells }) => cells.columns(statement, asked))
  const width = Math.max(...columns.map(({ length }) => length))
  const rows = pages.map((page, index) =>
    rowSql(columns[index] as string[], width, places[index] as number, page, statement, asked),
  )
  return { places, text: rows.join(' UNION ALL '), values: statement.values }
}

/** The one row that says of a page what is read of it: its place, and as many cells as the widest has. */
function rowSql(
  columns: string[],
  width: number,
  place: number,
  page: PageToRead,
  statement: Statement,
  asked: StatementInput,
): string {
  const cells = Array.from({ length: width }, (_each, index) => columns[index] ?? 'NULL')
  return `SELECT ${[place, ...cells].join(', ')}${page.from(statement, asked)}`
}

const charactersOf = (value: BoundValue): number =>
  Array.isArray(value) ? value.reduce((sum, item) => sum + charactersOf(item), 0) : bytesOfString + (value?.length ?? 0)
