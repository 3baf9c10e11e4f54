/** Reads the pages of a request's root fields by one statement, unless their text may be long. */
import type { Context } from '../../context.ts'
import { outageOf } from '../../db/outage.ts'
import type { TextRow } from '../../db/text-query.ts'
import type { BoundValue } from '../filter/placeholder.ts'
import type { Reading, StatementInput } from '../request.ts'
import { AnswerTooLong, mostRead } from '../sql/answer-limit.ts'
import { unboundedWeight } from '../sql/rows.ts'
import { type CountToKeep, Statement } from '../sql/statement.ts'
import { keepCounts, withKept } from './kept-counts.ts'
import { queryRows } from './query-rows.ts'

/** A page, read as one row of a statement that it may share with others. */
export type PageToRead = {
  /** The cells that are selected beside its text. */
  cells: { columns: (statement: Statement, request: StatementInput) => string[]; isEmpty: boolean }
  /** The FROM clause, empty where no row is read. */
  from: (statement: Statement, request: StatementInput) => string
  /** The maximum weight of its text, unless it is bounded. */
  weight: (request: StatementInput) => number
  /** Makes one row of those of a page that arrive one by one, by a statement of its own. */
  together?: Together | undefined
}

type Together = (rows: readonly TextRow[]) => TextRow

/** A statement, and the indexes of the pages it reads. */
export type PagesStatement = {
  places: readonly number[]
  text: string
  values: readonly BoundValue[]
  /** The counts of its pages that are kept for later requests. */
  counts: readonly CountToKeep[]
  together?: Together | undefined
}

/** Maximum pages of one statement: its planning time grows with them, and one failure fails all. */
const maxPages = 16

/** Maximum weight of the pages of one statement: PostgreSQL keeps all their text in memory until the statement ends. */
const maxWeight = 2 * unboundedWeight

/**
 * Reads so many pages.
 *
 * @returns for each page its row, without cells where none are selected, or the error, which may be caused by another page of the same
 * statement.
 *
 * @throws AnswerTooLong
 */
export async function readPages(
  count: number,
  statements: readonly PagesStatement[],
  { context }: Reading,
): Promise<(TextRow | Error)[]> {
  const found: FoundPages = { rows: Array.from({ length: count }, () => []), left: mostRead(context), outage: undefined }
  // Sequential, since several connections at once could hold too much memory together.
  for (const statement of statements) await readStatement(statement, found, context)
  return found.rows
}

/** The pages read so far, the characters that remain, and the outage that ended the reads. */
type FoundPages = { rows: (TextRow | Error)[]; left: number; outage: Error | undefined }

async function readStatement(
  { places, text, values, counts, together }: PagesStatement,
  found: FoundPages,
  context: Context,
): Promise<void> {
  try {
    // After an outage no further statement waits for the database.
    if (found.outage) throw found.outage
    const rows = await queryRows(text, withKept(values, counts, context.db), context, found.left)
    keepCounts(rows, counts, context.db)
    note(together ? [[String(places[0]), ...together(rows.map((row) => row.slice(1)))]] : rows, found)
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

/** The statements that read some pages, whose arguments have been read. */
export const statementsFor = (wanted: readonly PageToRead[], request: StatementInput): PagesStatement[] =>
  readTogether(wanted, request).map((places) => statementOf(places, wanted, request))

/** Groups the pages, by index, into statements. */
function readTogether(wanted: readonly PageToRead[], request: StatementInput): number[][] {
  const statements: number[][] = []
  let left = 0
  for (const [place, page] of wanted.entries()) {
    if (page.cells.isEmpty) continue
    const weight = Math.min(page.weight(request), unboundedWeight)
    const last = statements.at(-1)
    if (last && !page.together && last.length < maxPages && weight <= left) last.push(place)
    else {
      statements.push([place])
      left = maxWeight
    }
    left = page.together ? -1 : left - weight
  }
  return statements
}

function statementOf(places: readonly number[], wanted: readonly PageToRead[], request: StatementInput): PagesStatement {
  const statement = new Statement(request.viewer.storeId)
  const pages = places.map((place) => wanted[place] as PageToRead)
  const columns = pages.map(({ cells }, index) => {
    const before = statement.counts.length
    const columns = cells.columns(statement, request)
    for (const count of statement.counts.slice(before)) count.page = places[index] as number
    return columns
  })
  const width = Math.max(...columns.map(({ length }) => length))
  const rows = pages.map((page, index) =>
    rowSql(columns[index] as string[], width, places[index] as number, page, statement, request),
  )
  const { values, counts } = statement
  return { places, text: rows.join(' UNION ALL '), values, counts, together: pages[0]?.together }
}

/** The one row of a page: its index, and cells padded to the widest page. */
function rowSql(
  columns: string[],
  width: number,
  place: number,
  page: PageToRead,
  statement: Statement,
  request: StatementInput,
): string {
  const cells = Array.from({ length: width }, (_each, index) => columns[index] ?? 'NULL')
  return `SELECT ${[place, ...cells].join(', ')}${page.from(statement, request)}`
}
