/** `tandem migrate`: brings a database up to date. */
import { readConfig } from '../config/config.ts'
import { withSession } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { json, OperatorCommand } from './command.ts'
import { say } from './operate.ts'

export const migrateCommand = new OperatorCommand('migrate').option(...json).action(async (options: { json?: boolean }) => {
  const { database } = readConfig()
  // The embedded one is brought up to date whenever it is opened, and reports no names.
  const applied = database.kind === 'embedded' ? [] : await withSession(database.url, (session) => migrate(session))
  const { close } = await openDatabase(database)
  await close()
  if (options.json) return say(JSON.stringify({ up_to_date: true, applied }))
  say(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
})
