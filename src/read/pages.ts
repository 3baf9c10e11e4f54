/** Reads the pages that the root fields of a request ask for, by one statement unless they may be a lot of text. */
import { outageOf } from '../db/outage.ts'
import type { TextRow } from '../db/text-query.ts'
import { ask } from './ask.ts'
import type { PageToRead, Reading, StatementInput } from './reading.ts'
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
  const rows = new Map<PageToRead, TextRow | Error>()
  let left = mostRead(reading.context)
  let outage: Error | undefined
  // One after the other, lest many connections hold together what is too much for one.
  for (const pages of statementsOf(wanted, reading)) {
    const read = outage ?? (await readTogether(pages, reading).catch((error: Error) => error))
    if (read instanceof AnswerTooLong) throw read
    // Whoever has waited for a database in vain does not wait once more.
    if (read instanceof Error && outageOf(read)) outage = read
    for (const [index, page] of pages.entries()) {
      const row = read instanceof Error ? read : (read[index] as TextRow)
      rows.set(page, row)
      if (!(row instanceof Error)) for (const cell of row) left -= cell?.length ?? 0
    }
    if (left < 0) throw new AnswerTooLong(reading.context.limits.answer)
  }
  return wanted.map((page) => rows.get(page) ?? [])
}

/** The pages that each statement reads. */
function statementsOf(wanted: readonly PageToRead[], reading: Reading): PageToRead[][] {
  const statements: PageToRead[][] = []
  let left = 0
  for (const page of wanted) {
    if (page.cells.isEmpty) continue
    const weight = Math.min(page.weight(reading), unboundedWeight)
    const last = statements.at(-1)
    if (last && last.length < maxPages && weight <= left) last.push(page)
    else {
      statements.push([page])
      left = maxWeight
    }
    left -= weight
  }
  return statements
}

async function readTogether(wanted: readonly PageToRead[], reading: Reading): Promise<TextRow[]> {
  const { text, values } = statementFor(wanted, reading)
  const rows = await ask(text, values, reading.context)
  const found: TextRow[] = []
  for (const row of rows) found[Number(row[0])] = row.slice(1)
  return found
}

/** The statement that reads some pages: the one before, where the same is asked of all of them. */
function statementFor(wanted: readonly PageToRead[], asked: StatementInput): { text: string; values: readonly BoundValue[] } {
  const keys = wanted.map((page) => page.of(asked).key)
  const { kept } = wanted[0] as PageToRead
  const { last } = kept
  if (last && last.keys.length === keys.length && keys.every((key, index) => key === last.keys[index])) return last
  const statement = new Statement(asked.viewer.storeId)
  const pages = wanted.map((page) => page.cells.columns(statement, asked))
  const width = Math.max(...pages.map(({ length }) => length))
  const texts = wanted.map((page, index) => pageSql(pages[index] as string[], width, index, page, statement, asked))
  const text = texts.join(' UNION ALL ')
  const { values } = statement
  const characters = values.reduce((sum, value) => sum + charactersOf(value), text.length)
  kept.last = characters <= keptCharacters ? { keys, text, values } : undefined
  return { text, values }
}

const charactersOf = (value: BoundValue): number =>
  Array.isArray(value) ? value.reduce((sum, item) => sum + charactersOf(item), 0) : bytesOfString + (value?.length ?? 0)

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
