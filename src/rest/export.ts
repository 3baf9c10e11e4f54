/**
 * Exports: a whole list as lines of JSON or as CSV, in the order of its ids, as a stream of pages. A stream that ends without its last chunk
 * is incomplete.
 */
import { Readable } from 'node:stream'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { GraphQLSchema } from 'graphql'
import type { Context } from '../context.ts'
import { type OperationResult, run } from '../graphql/run.ts'
import type { HttpAnswer } from '../http/exchange.ts'
import { jsonLines } from '../read/sql/ndjson.ts'
import { maxPageSize } from '../schema/paging.ts'
import { Refusal } from '../values/errors.ts'
import { type Compiled, withVariable } from './compile.ts'
import { csvColumns, csvHeader, csvLines } from './csv.ts'
import { restDialect } from './dialect.ts'
import { errorReply } from './reply.ts'
import { exportDocument } from './walk-row.ts'

export const exportFormats = ['ndjson', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

const mediaTypes: Record<ExportFormat, string> = { ndjson: jsonLines.mediaType, csv: 'text/csv; charset=utf-8' }

/** How long an export may take, and how long a client may leave what was sent unread. */
const longestMilliseconds = 600_000
const unreadMilliseconds = 30_000

/** The most exports of a process at once: each holds a connection and a snapshot. */
const atOnce = 2
let underWay = 0

/** The request of an export: its variables without a page, its format, and the most rows. */
type AskedExport = { variables: Record<string, unknown>; format: ExportFormat; most: number }

/** The place of a page in a walk. */
export type WalkPlace = { end_cursor: string | null; has_next_page: boolean }

const noPlace: WalkPlace = { end_cursor: null, has_next_page: false }

/** One page: its rows as lines, the cursor of its end, and whether more follow. */
type ExportPage = { lines: string; count: number; end: string | null; hasMore: boolean }

/** The sizes of pages, and how many characters one may have: what is read at once is kept until it is sent. */
const sizes = [100, 250, maxPageSize] as const
const pageCharacters = 524_288

/** The size of the next page: the largest whose rows, as long as those before, are within the limit. */
const sizeAfter = ({ lines, count }: ExportPage): number =>
  sizes.findLast((size) => (lines.length / Math.max(count, 1)) * size <= pageCharacters) ?? sizes[0]

/** Answers the export of a list; refusals come with the first page, and have a status. */
export async function exportReply(
  schema: GraphQLSchema,
  row: Compiled,
  asked: AskedExport,
  context: Context,
): Promise<HttpAnswer> {
  if (underWay >= atOnce)
    throw new Refusal('UNAVAILABLE', `${atOnce} exports are under way, as many as there may be; try again when one has ended.`)
  underWay += 1
  let end = () => {}
  let isOver = false
  const over = () => {
    if (isOver) return
    isOver = true
    underWay -= 1
    end()
  }
  try {
    const began = performance.now()
    const held = await holdSnapshot(context)
    end = held.end
    const reading = { ...context, ...(held.rows && { rows: held.rows }) }
    const first = await readPage(schema, row, asked, Math.min(sizes[0], asked.most), undefined, reading)
    if ('errors' in first) {
      over()
      const [error] = first.errors ?? []
      if (!error) throw new Error('A page that has no answer has an error.')
      return errorReply(error)
    }
    return {
      status: 200,
      headers: { 'Content-Type': mediaTypes[asked.format], 'Cache-Control': 'no-store' },
      body: streamOf(pages(schema, row, asked, first, reading, began), over),
      isOpenEnded: true,
    }
  } catch (error) {
    over()
    throw error
  }
}

/** A snapshot for as long as an export takes; where the database has one session, each page is read by itself. */
async function holdSnapshot({ db, rows: held }: Context): Promise<{ rows: Context['rows']; end: () => void }> {
  const { snapshot } = db
  // Several exports may be of one snapshot.
  if (!snapshot || held) return { rows: undefined, end: () => {} }
  return new Promise((resolve, reject) => {
    snapshot(
      (rows) =>
        new Promise<void>((end) => {
          resolve({ rows, end })
        }),
    ).catch(reject)
  })
}

async function readPage(
  schema: GraphQLSchema,
  row: Compiled,
  { variables }: AskedExport,
  size: number,
  after: string | undefined,
  context: Context,
): Promise<ExportPage | { errors: OperationResult['errors'] }> {
  const operation = {
    ...{ document: exportDocument(row), dialect: restDialect, container: jsonLines, answerAt: row.at },
    variableValues: { ...variables, first: size, ...(after !== undefined && { after }) },
  }
  const { data, errors, answer } = await run(schema, operation, context)
  if (errors?.length || !data) return { errors }
  const { end_cursor: end, has_next_page: hasMore } = (JSON.parse(answer?.pageInfo ?? 'null') as WalkPlace | null) ?? noPlace
  const lines = answer?.text ?? ''
  return { lines, count: lines === '' ? 0 : size, end, hasMore }
}

/** The text of all pages, the first of which has been read. */
async function* pages(
  schema: GraphQLSchema,
  row: Compiled,
  asked: AskedExport,
  first: ExportPage,
  context: Context,
  began: number,
): AsyncGenerator<Buffer> {
  const { variables, format, most } = asked
  const columns = format === 'csv' ? csvColumns(schema, row, isSelectedBy(row, variables)) : []
  if (format === 'csv') yield Buffer.from(csvHeader(columns))
  let page = first
  let left = most
  for (;;) {
    for (const lines of partsOf(page.lines)) {
      if (performance.now() - began > longestMilliseconds) throw new Error('The export has taken too long.')
      yield Buffer.from(format === 'csv' ? csvLines(columns, lines) : `${lines}\n`)
      // Other requests have their turn.
      await setImmediate()
    }
    left -= page.count
    if (!page.hasMore || page.end === null || left <= 0) return
    page = await nextPage(schema, row, asked, Math.min(sizeAfter(page), left), page.end, context, began)
  }
}

/** Characters of lines that are sent at a time: a few milliseconds of work as CSV, and soon read, also by a slow client. */
const partCharacters = 131_072

/** Lines in parts of about that size, each of whole lines. */
function* partsOf(lines: string): Generator<string> {
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf('\n', start + partCharacters)
    yield end < 0 ? lines.slice(start) : lines.slice(start, end)
    start = end < 0 ? lines.length : end + 1
  }
}

/** Reads the next page; where the budget is used up, when it is there again. */
async function nextPage(
  schema: GraphQLSchema,
  row: Compiled,
  asked: AskedExport,
  size: number,
  after: string,
  context: Context,
  began: number,
): Promise<ExportPage> {
  for (;;) {
    if (performance.now() - began > longestMilliseconds) throw new Error('The export has taken too long.')
    const page = await readPage(schema, row, asked, size, after, context)
    if (!('errors' in page)) return page
    const [error] = page.errors ?? []
    if (error?.extensions.code !== 'RATE_LIMITED') throw error ?? new Error('A page could not be read.')
    await wait(1_000, undefined, { ref: false })
  }
}

const isSelectedBy =
  ({ embeddable }: Compiled, variables: Record<string, unknown>) =>
  (name: string): boolean =>
    !embeddable.includes(name) || variables[withVariable(name)] === true

/** A stream of texts, cut off where one is not read for too long. @param over is called at its end, however it ends. */
function streamOf(texts: AsyncGenerator<Buffer>, over: () => void): Readable {
  let unread: NodeJS.Timeout | undefined
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const text of texts) {
      unread = setTimeout(() => stream.destroy(new Error('The export is not read.')), unreadMilliseconds).unref()
      yield text
      clearTimeout(unread)
    }
  }
  const stream = Readable.from(watched(), { objectMode: true, highWaterMark: 1 })
  stream.once('close', () => {
    clearTimeout(unread)
    over()
  })
  return stream
}
