/** The operator's commands. */
import { type Command, CommanderError } from 'commander'
import about from '../../package.json' with { type: 'json' }
import { readConfig } from '../config/config.ts'
import { databaseTime, followingClock } from '../db/clock.ts'
import { withSession } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { openGateway } from '../payments/open.ts'
import { reconcile } from '../purchases/reconcile.ts'
import { operatorSentence } from '../start/operator-errors.ts'
import { adoptCommand } from './adopt.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { clockCommand } from './clock.ts'
import { json, OperatorCommand } from './command.ts'
import { customerTokenCommand } from './customer-token.ts'
import { doctorCommand } from './doctor.ts'
import { explainCommand } from './explain.ts'
import { keyCommand } from './key.ts'
import { listenCommand } from './listen.ts'
import { moveDatabaseCommand } from './move-database.ts'
import { say, withActingDatabase } from './operate.ts'
import { originCommand } from './origin.ts'
import { seedCommand } from './seed.ts'
import { signingKeyCommand } from './signing-key.ts'
import { storeCommand } from './store.ts'
import { workCommand } from './work.ts'

const program = new OperatorCommand('tandem')
  .description('Operates a Tandem store: the database DATABASE_URL names, otherwise the embedded one in DATA_DIR.')
  .version(about.version, '--version', 'tell the version')

program
  .command('migrate')
  .description('bring the database up to date')
  .option(...json)
  .action(async (options: { json?: boolean }) => {
    const { database } = readConfig()
    // The embedded one is brought up to date whenever it is opened, and tells nobody.
    const applied = database.kind === 'embedded' ? [] : await withSession(database.url, (session) => migrate(session))
    const { close } = await openDatabase(database)
    await close()
    if (options.json) return say(JSON.stringify({ up_to_date: true, applied }))
    say(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
  })

program.addCommand(seedCommand)

program.addCommand(adoptCommand)

program.addCommand(backupCommand)

program.addCommand(restoreCommand)

program.addCommand(moveDatabaseCommand)

program.addCommand(keyCommand)

program.addCommand(customerTokenCommand)

program.addCommand(signingKeyCommand)

program.addCommand(originCommand)

program.addCommand(storeCommand)

program.addCommand(clockCommand)

program.addCommand(workCommand)

program.addCommand(listenCommand)

program.addCommand(doctorCommand)

program.addCommand(explainCommand)

program
  .command('payments')
  .description('look after payments')
  .command('reconcile')
  .description('ask the gateway about payments that are open or were given up, and settle them')
  .option(...json)
  .action((options: { json?: boolean }) =>
    withActingDatabase(async (db) => {
      const report = (error: unknown) => process.stderr.write(`${(error as Error).message}\n`)
      const clock = await followingClock(() => databaseTime(db))
      const settled = await reconcile({ db, clock, gateway: openGateway(db, clock), report })
      if (settled.some(({ result }) => result === 'failed')) process.exitCode = 1
      if (options.json) return say(JSON.stringify(settled))
      for (const { reference, result } of settled) say(`${reference}  ${result}`)
      say(settled.length > 0 ? `Looked after ${settled.length}.` : 'No payment is due to be looked after.')
    }),
  )

/**
 * Runs the command that the arguments name, and answers the code to exit with: 0, or 1 when it could not be read or done, or
 * found something to mend. What is wrong is one line on standard error.
 */
export async function run(args: string[]): Promise<0 | 1> {
  try {
    for (const command of withSubcommands(program)) command.exitOverride()
    await program.parseAsync(args, { from: 'user' })
    return process.exitCode ? 1 : 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1
    process.stderr.write(`${operatorSentence(error) ?? (error as Error).stack}\n`)
    return 1
  }
}

/** A group that is added keeps its own way to exit, which ends the process. */
const withSubcommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withSubcommands)]
