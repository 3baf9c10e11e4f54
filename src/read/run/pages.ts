/** Reads the pages of a request's root fields by one statement, unless their text may be long. */
import type { Context } from '../../context.ts'
import { outageOf } from '../../db/outage.ts'
import type { TextRow } from '../../db/text-query.ts'
import type { ListRead } from '../filter/list-arguments.ts'
import type { Reading, StatementInput } from '../request.ts'
import { AnswerTooLong, mostRead } from '../sql/answer-limit.ts'
import { unboundedWeight } from '../sql/rows.ts'
import { type BoundValue, Statement } from '../sql/statement.ts'
import { queryRows } from './query-rows.ts'

/** A page, read as one row of a statement that it may share with others. */
export type PageToRead = {
  /** The arguments of its list: while they are the same object, so is the page's part of the statement. */
  of: (request: StatementInput) => ListRead
  /** Memoizes the last statements that read it. */
  statements: KeptStatements
  /** The cells that are selected beside its text. */
  cells: { columns: (statement: Statement, request: StatementInput) => string[]; isEmpty: boolean }
  /** The FROM clause, empty where no row is read. */
  from: (statement: Statement, request: StatementInput) => string
  /** The maximum weight of its text, unless it is bounded. */
  weight: (request: StatementInput) => number
}

/** The last statements that read an operation's pages, and the keys of their lists. */
export type KeptStatements = { last?: { keys: readonly object[]; statements: readonly PagesStatement[] } | undefined }

/** A statement, and the indexes of the pages it reads. */
type PagesStatement = { places: readonly number[]; text: string; values: readonly BoundValue[] }

/** Maximum pages of one statement: its planning time grows with them, and one failure fails all. */
const maxPages = 16

/** Maximum weight of the pages of one statement: PostgreSQL keeps all their text in memory until the statement ends. */
const maxWeight = 2 * unboundedWeight

/** Maximum characters of a memoized statement, with its values; and the overhead of each string. */
export const keptCharacters = 8_192
const bytesOfString = 32

/**
 * Reads pages.
 *
 * @returns for each page its row, without cells where none are selected, or the error, which may be caused by another page of the same
 * statement.
 *
 * @throws AnswerTooLong
 */
export async function readPages(wanted: readonly PageToRead[], reading: Reading): Promise<(TextRow | Error)[]> {
  const { context } = reading
  const found: FoundPages = { rows: wanted.map(() => []), left: mostRead(context), outage: undefined }
  // Sequential, since several connections at once could hold too much memory together.
  for (const statement of statementsFor(wanted, reading)) await readStatement(statement, found, context)
  return found.rows
}

/** The pages read so far, the characters that remain, and the outage that ended the reads. */
type FoundPages = { rows: (TextRow | Error)[]; left: number; outage: Error | undefined }

async function readStatement({ places, text, values }: PagesStatement, found: FoundPages, context: Context): Promise<void> {
  try {
    // After an outage no further statement waits for the database.
    if (found.outage) throw found.outage
    note(await queryRows(text, values, context, found.left), found)
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

/** The statements for some pages, memoized while every page has the same list arguments as in the previous request. */
function statementsFor(wanted: readonly PageToRead[], request: StatementInput): readonly PagesStatement[] {
  const keys = wanted.map((page) => page.of(request).key)
  const kept = wanted[0]?.statements ?? {}
  const { last } = kept
  if (last && last.keys.length === keys.length && keys.every((key, index) => key === last.keys[index])) return last.statements
  const statements = readTogether(wanted, request).map((places) => statementOf(places, wanted, request))
  const characters = statements.reduce(
    (sum, { text, values }) => values.reduce((all, value) => all + charactersOf(value), sum + text.length),
    0,
  )
  kept.last = characters <= keptCharacters ? { keys, statements } : undefined
  return statements
}

/** Groups the pages, by index, into statements. */
function readTogether(wanted: readonly PageToRead[], request: StatementInput): number[][] {
  const statements: number[][] = []
  let left = 0
  for (const [place, page] of wanted.entries()) {
    if (page.cells.isEmpty) continue
    const weight = Math.min(page.weight(request), unboundedWeight)
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

function statementOf(places: readonly number[], wanted: readonly PageToRead[], request: StatementInput): PagesStatement {
  const statement = new Statement(request.viewer.storeId)
  const pages = places.map((place) => wanted[place] as PageToRead)
  const columns = pages.map(({ cells }) => cells.columns(statement, request))
  const width = Math.max(...columns.map(({ length }) => length))
  const rows = pages.map((page, index) =>
    rowSql(columns[index] as string[], width, places[index] as number, page, statement, request),
  )
  return { places, text: rows.join(' UNION ALL '), values: statement.values }
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

const charactersOf = (value: BoundValue): number =>
  Array.isArray(value) ? value.reduce((sum, item) => sum + charactersOf(item), 0) : bytesOfString + (value?.length ?? 0)
