/** `tandem move-database`: moves an embedded database to a PostgreSQL server. */
import { resolve } from 'node:path'
import { showProgress } from '../../prisma/seed/progress.ts'
import { readConfig, readDataDir } from '../config/config.ts'
import { moveDatabase } from '../copies/move.ts'
import { OperatorError } from '../values/operator-error.ts'
import { json, OperatorCommand } from './command.ts'
import { checkMade, say } from './operate.ts'
import { table } from './table.ts'

export const moveDatabaseCommand = new OperatorCommand('move-database')
  .option(...json)
  .action(async (options: { json?: boolean }) => {
    const { database } = readConfig()
    const dataDir = readDataDir()
    if (database.kind !== 'postgres')
      throw new OperatorError(
        'Set DATABASE_URL to the empty database on a PostgreSQL server that the one in DATA_DIR is to move into.',
      )
    await checkMade({ kind: 'embedded', dataDir })
    const progress = process.stderr.isTTY ? showProgress(process.stderr) : undefined
    const moved = await moveDatabase({ dataDir }, database.url, (stage, done, total) => progress?.step(stage, done, total))
    const tables = Object.entries(moved.tables)
    if (options.json) return say(JSON.stringify({ ...moved, from: resolve(dataDir) }))
    if (tables.length > 0)
      say(
        table(
          ['TABLE', 'ROWS'],
          tables.map(([name, rows]) => [name, rows.toLocaleString('en')]),
        ),
      )
    if (tables.length > 0)
      say('Both databases have these rows, each table with the same number and the same sum over all of them.')
    say(
      moved.isCopy
        ? 'The database in DATABASE_URL is a copy, as the one in DATA_DIR is: it acts once it is adopted.'
        : `The database in DATABASE_URL acts from now on; the one in ${dataDir} does so no more.`,
    )
  })
