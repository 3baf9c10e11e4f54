/** Backs up a database on a PostgreSQL server by `pg_dump`, and restores the dump into an empty one. */
import { devNull } from 'node:os'
import { withSession } from '../db/connect.ts'
import { listed, readContents } from '../db/contents.ts'
import { beginEpochOfMarks } from '../db/installation.ts'
import { OperatorError } from '../values/operator-error.ts'
import { recordBackup, timeOfDatabase } from './backup-time.ts'
import { runTool, ToolFailed } from './postgres-tools.ts'
import { writeWhole } from './whole-file.ts'

/**
 * Dumps the database at one moment; servers may write to it meanwhile.
 *
 * @returns a sentence, where its time could not be recorded.
 */
export async function dumpDatabase(url: string, file: string): Promise<string | undefined> {
  const began = await withSession(url, timeOfDatabase)
  await writeWhole(file, async (partial) => void (await runTool('pg_dump', ['--format=custom', `--file=${partial}`], url)))
  return withSession(url, (session) => recordBackup(session, began))
}

/**
 * Restores a dump in one transaction. It is read to its end before anything is written.
 *
 * @returns the number of its stores.
 * @throws OperatorError when the database is not empty, or for a file that is no whole dump of a database of ours.
 */
export async function restoreDump(url: string, file: string): Promise<number> {
  await withSession(url, async (session) => {
    const { hasHistory, others } = await readContents(session)
    if (hasHistory || others.length > 0)
      throw new OperatorError(
        `The database in DATABASE_URL is not empty (${listed(hasHistory ? ['_prisma_migrations', ...others] : others)}), and none is ` +
          'restored over another. Make a new one with createdb.',
      )
  })
  await examine(file)
  await runTool('pg_restore', ['--no-owner', '--exit-on-error', '--single-transaction', file], url)
  return withSession(url, async ({ query, exec }) => {
    // A dump has no statistics, without which the first statements would be planned badly.
    await exec('SET statement_timeout = 0; ANALYZE')
    await beginEpochOfMarks({ query })
    const { rows } = await query('SELECT count(*)::int AS stores FROM store')
    return rows[0]?.stores as number
  })
}

async function examine(file: string): Promise<void> {
  const noDump = `${file} is no dump of a database of Tandem: tandem backup makes them. Nothing was restored.`
  const contents = await runTool('pg_restore', ['--list', file]).catch((error: unknown) => {
    throw error instanceof ToolFailed ? new OperatorError(noDump) : error
  })
  const tables = contents.split('\n').filter((line) => line.includes(' TABLE DATA '))
  if (!['_prisma_migrations', 'installation'].every((name) => tables.some((line) => line.includes(` ${name} `))))
    throw new OperatorError(noDump)
  await runTool('pg_restore', [`--file=${devNull}`, file]).catch((error: unknown) => {
    throw error instanceof ToolFailed
      ? new OperatorError(`${file} is damaged, or not whole (${error.message}). Nothing was restored.`)
      : error
  })
}
