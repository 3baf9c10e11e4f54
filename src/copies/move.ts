/**
 * Moves an embedded database to a PostgreSQL server. Three commits, and whatever ends the process between them, one of the two databases
 * acts at most: the target has all rows, but counts as a copy; the source counts as one; the target acts.
 */
import { withSession } from '../db/connect.ts'
import { listed, readContents } from '../db/contents.ts'
import { openEmbedded } from '../db/embedded/open.ts'
import { beginEpochOfMarks, type DatabasePlace, isSamePlace, placeOnServer } from '../db/installation.ts'
import { migrate } from '../db/migrate.ts'
import type { OpenedDatabase } from '../db/opened.ts'
import type { Session } from '../db/session.ts'
import { OperatorError } from '../values/operator-error.ts'
import { bare } from './bare-tables.ts'
import { type CopiedTable, insertRows, nameOf, readTables, rowsOf, sumOf, type TableSum } from './tables.ts'

const rowsAtOnce = 500

type Moved = {
  /** The rows of each table that has any, which both databases have alike. */
  tables: Record<string, number>
  /** Whether the source was a copy, as the target is now. */
  isCopy: boolean
}

type MoveProgress = (stage: string, done: number, total: number) => void

/**
 * Moves the database; the source acts no more after it.
 *
 * @throws DirectoryInUse, and OperatorError when the target is not empty or a table of it has not come to what the source has.
 */
export async function moveDatabase(source: { dataDir: string }, url: string, progress: MoveProgress): Promise<Moved> {
  const from = await openEmbedded(source)
  try {
    return await withSession(url, (target) => move(from, target, progress))
  } finally {
    await from.close()
  }
}

async function move(from: OpenedDatabase, target: Session, progress: MoveProgress): Promise<Moved> {
  const place = await placeOnServer(target)
  const recorded = await from.session(placeIn)
  if (recorded && isSamePlace(recorded, place)) return finish(from, target, place)
  await checkEmpty(target)
  await migrate(target)
  await checkWithoutStores(target)
  // A server that is started there by now has a copy, which does nothing by itself.
  await setPlace(target, recorded ?? from.place)
  const tables = await from.session((session) => copyAll(session, target, progress))
  if (from.isCopy) return { tables, isCopy: true }
  await from.session((session) => setPlace(session, place))
  await setPlace(target, place)
  return { tables, isCopy: false }
}

/** Ends a move that has been ended before its last step. */
async function finish(from: OpenedDatabase, target: Session, place: DatabasePlace): Promise<Moved> {
  const { hasHistory } = await readContents(target)
  const recorded = hasHistory ? await placeIn(target) : null
  if (!recorded || isSamePlace(recorded, place))
    throw new OperatorError(
      'The embedded database was moved to the one in DATABASE_URL already: go on with that one. Adopt the embedded one only to give up the other.',
    )
  if (!isSamePlace(recorded, from.place)) throw new OperatorError('The database in DATABASE_URL is a copy of another one.')
  await setPlace(target, place)
  return { tables: {}, isCopy: false }
}

const placeIn = async ({ query }: Session): Promise<DatabasePlace | null> =>
  (await query('SELECT place FROM installation')).rows[0]?.place as DatabasePlace | null

const setPlace = ({ query }: Session, place: DatabasePlace) =>
  query('UPDATE installation SET place = $1', [JSON.stringify(place)])

async function checkEmpty(target: Session): Promise<void> {
  const { hasHistory, others } = await readContents(target)
  if (hasHistory || others.length === 0) return
  throw new OperatorError(`The database in DATABASE_URL is not empty (${listed(others)}). Make a new one with createdb.`)
}

async function checkWithoutStores({ query }: Session): Promise<void> {
  const { rows } = await query('SELECT 1 FROM store LIMIT 1')
  if (rows.length === 0) return
  throw new OperatorError(
    'The database in DATABASE_URL has stores, and none is moved over another. Make a new one with createdb.',
  )
}

/** Copies all rows in one transaction, and answers how many each table has. */
async function copyAll(source: Session, target: Session, progress: MoveProgress): Promise<Record<string, number>> {
  await source.exec('BEGIN READ ONLY')
  await target.exec('BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0')
  try {
    const tables = await readTables(target)
    const putBack = await bare(target, tables)
    const sums = await sumsOf(source, tables, (done) => progress('Reading tables', done, tables.length))
    await copyRows(source, target, { tables, sums, progress })
    await copySequences(source, target)
    await putBack()
    // Without statistics the first statements would be planned badly.
    await target.exec('ANALYZE')
    await compare(sums, await sumsOf(target, tables, (done) => progress('Comparing tables', done, tables.length)))
    await beginEpochOfMarks(target)
    await target.exec('COMMIT')
    await source.exec('COMMIT')
    return Object.fromEntries([...sums].flatMap(([name, { rows: count }]) => (count > 0 ? [[name, count]] : [])))
  } catch (error) {
    for (const session of [target, source]) await session.exec('ROLLBACK').catch(() => {})
    throw error
  }
}

type Sums = Map<string, TableSum>

async function sumsOf(session: Session, tables: readonly CopiedTable[], progress: (done: number) => void): Promise<Sums> {
  const sums: Sums = new Map()
  for (const table of tables) {
    sums.set(table.name, await sumOf(session, table))
    progress(sums.size)
  }
  return sums
}

type Copying = { tables: readonly CopiedTable[]; sums: Sums; progress: MoveProgress }

async function copyRows(source: Session, target: Session, { tables, sums, progress }: Copying): Promise<void> {
  const total = [...sums.values()].reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  for (const table of tables) {
    for await (const rows of rowsOf(source, table, rowsAtOnce)) {
      await insertRows(target, table, rows)
      done += rows.length
      progress('Copying rows', done, total)
    }
  }
}

async function copySequences(source: Session, target: Session): Promise<void> {
  const { rows } = await source.query(
    'SELECT quote_ident(sequencename) AS name, last_value::text AS value FROM pg_sequences WHERE schemaname = current_schema() AND last_value IS NOT NULL',
  )
  for (const { name, value } of rows) await target.query('SELECT setval($1::regclass, $2::bigint)', [name, value])
}

function compare(source: Sums, target: Sums): void {
  const apart = [...source].filter(([name, { rows, sum }]) => target.get(name)?.rows !== rows || target.get(name)?.sum !== sum)
  if (apart.length === 0) return
  throw new OperatorError(
    `Not all rows of ${listed(apart.map(([name]) => nameOf({ name })))} have come to the database in DATABASE_URL as they are. Nothing was moved.`,
  )
}
