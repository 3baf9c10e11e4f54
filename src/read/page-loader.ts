/** Reads the pages that the root fields of a request ask for, by one statement unless they may be a lot of text. */
import DataLoader from 'dataloader'
import type { TextRow } from '../db/text-query.ts'
import { ask } from './ask.ts'
import type { Cells, Row } from './cells.ts'
import type { ListsStatement } from './list-arguments.ts'
import type { PageToRead, Reading, StatementInput } from './reading.ts'
import { unboundedWeight } from './rows.ts'
import { Statement } from './statement.ts'

/** How many pages one statement reads: what it is planned from grows with them, and so does what one that fails takes along. */
const maxPages = 16

/** How much text pages of one statement may have together: until it ends PostgreSQL keeps all that it has put together. */
const maxWeight = 2 * unboundedWeight

const newLoader = (reading: Reading) =>
  new DataLoader<PageToRead, TextRow>(
    async (wanted) => {
      const read: (TextRow | Error)[] = []
      // One after the other, lest many connections hold together what is too much for one.
      for (const pages of statementsOf(wanted, reading)) {
        const rows = await readPages(pages, reading).catch((error: Error) => pages.map(() => error))
        for (const row of rows) read.push(row)
      }
      return read
    },
    { cache: false, maxBatchSize: maxPages },
  )

/** The pages that each statement reads. */
function statementsOf(wanted: readonly PageToRead[], reading: Reading): PageToRead[][] {
  const statements: PageToRead[][] = []
  let left = 0
  for (const page of wanted) {
    const weight = Math.min(page.weight(reading), unboundedWeight)
    const last = statements.at(-1)
    if (last && weight <= left) last.push(page)
    else {
      statements.push([page])
      left = maxWeight
    }
    left -= weight
  }
  return statements
}

async function readPages(wanted: readonly PageToRead[], reading: Reading): Promise<TextRow[]> {
  const { text, values } = statementFor(wanted, reading)
  const rows = await ask(text, values, reading.context)
  const found: TextRow[] = []
  for (const row of rows) found[Number(row[0])] = row.slice(1)
  return found
}

/** The statement that reads some pages: the one before, where the same is asked of all of them. */
function statementFor(wanted: readonly PageToRead[], asked: StatementInput): ListsStatement {
  const lists = wanted.map((page) => page.of(asked))
  const [first] = lists
  const last = first?.statement
  if (last && last.lists.length === lists.length && lists.every((list, index) => list === last.lists[index])) return last
  const statement = new Statement(asked.viewer.storeId)
  const pages = wanted.map((page) => page.cells.columns(statement, asked))
  const width = Math.max(...pages.map(({ length }) => length))
  const texts = wanted.map((page, index) => pageSql(pages[index] as string[], width, index, page, statement, asked))
  const made = { lists, text: texts.join(' UNION ALL '), values: statement.values }
  if (first) first.statement = made
  return made
}

/** The one row that says of a page what is read of it: its number among those of the statement, and its cells. */
function pageSql(
  columns: string[],
  width: number,
  number: number,
  page: PageToRead,
  statement: Statement,
  asked: StatementInput,
): string {
  const cells = Array.from({ length: width }, (_each, index) => columns[index] ?? 'NULL')
  return `SELECT ${[number, ...cells].join(', ')}${page.from(statement, asked)}`
}

const nothing: Row = { cells: [], lists: [] }

/** Reads what a page needs. */
export async function loadPage(page: PageToRead & { cells: Cells }, reading: Reading): Promise<Row> {
  if (page.cells.isEmpty) return nothing
  if (reading.isOneByOne) {
    const [row] = await readPages([page], reading)
    return page.cells.row(row as TextRow, reading)
  }
  reading.pages ??= newLoader(reading)
  return page.cells.row(await reading.pages.load(page), reading)
}
