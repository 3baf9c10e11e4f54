/** The operator's commands. The module of a command is loaded when the command is called, so that help is quick. */
import { type Command, CommanderError } from 'commander'
import about from '../../package.json' with { type: 'json' }
import { OperatorCommand } from './command.ts'

/** Every command, with its description and its module. */
const commands: Readonly<Record<string, readonly [description: string, load: () => Promise<Command>]>> = {
  migrate: ['bring the database up to date', async () => (await import('./migrate.ts')).migrateCommand],
  seed: [
    'Fills an empty database: the one DATABASE_URL names, otherwise the embedded one in DATA_DIR.',
    async () => (await import('./seed.ts')).seedCommand,
  ],
  export: [
    'write every list of a store into a folder, as lines of JSON or as CSV',
    async () => (await import('./export.ts')).exportCommand,
  ],
  adopt: [
    'make a database that was restored, copied or moved the one that acts; its original must act no more',
    async () => (await import('./adopt.ts')).adoptCommand,
  ],
  backup: [
    'copy the database into a new file, while servers go on writing to it',
    async () => (await import('./backup.ts')).backupCommand,
  ],
  restore: [
    'make a database of a backup, where there is none; it is a copy until it is adopted',
    async () => (await import('./backup.ts')).restoreCommand,
  ],
  'move-database': [
    'move the embedded database in DATA_DIR into the empty one that DATABASE_URL names; its server must be stopped',
    async () => (await import('./move-database.ts')).moveDatabaseCommand,
  ],
  key: ['manage the keys of integrations', async () => (await import('./key.ts')).keyCommand],
  staff: ['invite people to the Desk of a store', async () => (await import('./staff.ts')).staffCommand],
  'customer-token': ['sign a token for one customer', async () => (await import('./customer-token.ts')).customerTokenCommand],
  'signing-key': [
    'look after the keys that customer tokens are signed with',
    async () => (await import('./signing-key.ts')).signingKeyCommand,
  ],
  origin: [
    "manage the sites whose scripts may read a store's answers in a browser",
    async () => (await import('./origin.ts')).originCommand,
  ],
  store: [
    'see the stores, make one, and change what they have chosen for themselves',
    async () => (await import('./store.ts')).storeCommand,
  ],
  clock: ['see what time it is in a store, and move a test clock', async () => (await import('./clock.ts')).clockCommand],
  work: [
    'do what is due, such as renewals, until it is told to end; for servers that run with WORKER=off',
    async () => (await import('./work.ts')).workCommand,
  ],
  listen: [
    'show the events of a store as they come, until it is told to end; the server has to run. TANDEM_KEY is a key of the store with read_events, such as demo:demo-secret; without it a terminal is asked',
    async () => (await import('./listen.ts')).listenCommand,
  ],
  doctor: [
    'look for what should be mended; exit code 1 when there is something',
    async () => (await import('./doctor.ts')).doctorCommand,
  ],
  explain: [
    'run an operation as somebody of a store would, and show each statement it reads by with its plan and time',
    async () => (await import('./explain.ts')).explainCommand,
  ],
  secrets: ['look after the secrets of stores', async () => (await import('./secrets.ts')).secretsCommand],
  tax: ['load rates of tax', async () => (await import('./tax.ts')).taxCommand],
  payments: ['look after payments', async () => (await import('./payments.ts')).paymentsCommand],
}

/** The program with all commands by name and description, and the one that the arguments name as it is. */
async function programFor(args: readonly string[]): Promise<Command> {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const asked = words[0] === 'help' ? words[1] : words[0]
  const program = new OperatorCommand('tandem')
    .description('Operates a Tandem store: the database DATABASE_URL names, otherwise the embedded one in DATA_DIR.')
    .version(about.version, '--version', 'tell the version')
    .configureHelp({ subcommandTerm: (command) => command.name() })
  for (const [name, [description, load]] of Object.entries(commands))
    program.addCommand((name === asked ? await load() : new OperatorCommand(name)).description(description))
  return program
}

/**
 * Runs the command that the arguments name, and answers the code to exit with: 0, or 1 when it could not be read or done, or
 * found something to mend. What is wrong is one line on standard error.
 */
export async function run(args: string[]): Promise<0 | 1> {
  try {
    const program = await programFor(args)
    for (const command of withSubcommands(program)) command.exitOverride()
    await program.parseAsync(args, { from: 'user' })
    return process.exitCode ? 1 : 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1
    const { operatorSentence } = await import('../start/operator-errors.ts')
    process.stderr.write(`${operatorSentence(error) ?? (error as Error).stack}\n`)
    return 1
  }
}

/** A group that is added keeps its own way to exit, which ends the process. */
const withSubcommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withSubcommands)]
