/** Maps errors that an operator can mend to one line each. */
import { ConfigError } from '../config/config.ts'
import { CannotOpen, CutOff, NoDiskSpace, ThreadEnded } from '../db/embedded/errors.ts'
import { HalfRestored } from '../db/embedded/half-restored.ts'
import { DirectoryInUse, DirectoryUnusable } from '../db/lock.ts'
import { MigrationError } from '../db/migrate.ts'
import { codesOf } from '../db/outage.ts'
import { SessionSettingsError } from '../db/session-settings.ts'
import { AddressError } from '../http/server/listen.ts'
import { Refusal } from '../values/errors.ts'
import { OperatorError } from '../values/operator-error.ts'
import { inOptions } from '../values/sentence.ts'

const known = [
  OperatorError,
  ConfigError,
  AddressError,
  DirectoryInUse,
  DirectoryUnusable,
  HalfRestored,
  NoDiskSpace,
  CannotOpen,
  ThreadEnded,
  CutOff,
  MigrationError,
  SessionSettingsError,
]

const withoutRights = 'The user in DATABASE_URL may not read and make tables there. Make it the owner of the database.'

const silent = 'The database server in DATABASE_URL did not answer in time.'
const wrongUser = 'The user in DATABASE_URL may not connect.'
const wrongPassword = 'The password in DATABASE_URL is not right.'
const missing = 'The database named in DATABASE_URL does not exist. Create it first, for example with createdb.'
const unreachable = 'The database server does not answer at the address in DATABASE_URL.'
const unknownHost = 'The host name in DATABASE_URL is not known.'
const refusedByPooler =
  'The pooler at the address in DATABASE_URL refuses the settings that sessions ask for. Have it ignore them, and give them to the ' +
  'database: see the chapter on pgbouncer in src/deploy/README.md.'
const crowded = 'The database server in DATABASE_URL takes no more connections. Close some, or raise its max_connections.'

/** Sentences by error code of PostgreSQL, Prisma, the network and the file system; `db/lock.ts` is more exact about DATA_DIR. */
const sentences: Record<string, string> = {
  ECONNREFUSED: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ECONNRESET: 'The database server in DATABASE_URL ended the connection.',
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ETIMEDOUT: silent,
  '3D000': missing,
  '28P01': wrongPassword,
  '28000': wrongUser,
  '42501': withoutRights,
  // No schema that it could make a table in.
  '3F000': withoutRights,
  '25006':
    'The database in DATABASE_URL is read-only. Name the primary server there, or end default_transaction_read_only. ' +
    'The embedded one is read-only while less than MIN_FREE_MIB is free on its disk.',
  '53100': "The database's disk is full. Make room on it, then start again.",
  '53300': crowded,
  '55P03': 'Another instance has been bringing the database up to date for a minute. Start again when it is done.',
  '57P03': 'The database server in DATABASE_URL is starting or stopping. Start again in a moment.',
  '57P01': 'The database server in DATABASE_URL is stopping. Start again in a moment.',
  ENOSPC: 'The disk of DATA_DIR is full. Make room on it, then start again.',
  EDQUOT: 'The disk of DATA_DIR is full. Make room on it, then start again.',
}

/** Messages of pg that have no code. */
const codeless: [RegExp, string][] = [
  [/timeout expired|timeout exceeded when trying to connect/, silent],
  [/Connection terminated/, 'The database server in DATABASE_URL ended the connection.'],
  [/unsupported startup parameter/, refusedByPooler],
  [/does not support SSL/, 'The database server in DATABASE_URL takes no encrypted connections. Leave sslmode out.'],
  [/password must be a string/, wrongPassword],
]

/** The line to show for an error, or undefined for one that is ours to mend and needs its stack. */
export function operatorSentence(error: unknown): string | undefined {
  if (error instanceof Refusal) return inOptions(error.sentence)
  const { message = '' } = error as Error
  if (known.some((kind) => error instanceof kind)) return message
  const code = codesOf(error).find((each) => each in sentences)
  return code ? sentences[code] : codeless.find(([said]) => said.test(message))?.[1]
}

/** Ends the process, with one line for an error that the operator can mend, and with the stack of any other. */
export function giveUp(error: unknown): never {
  process.stderr.write(`${operatorSentence(error) ?? (error as Error).stack}\n`)
  process.exit(1)
}
