/** What can go wrong that an operator can mend, each in one line. */
import { ConfigError } from './config.ts'
import { DirectoryInUse, DirectoryUnusable } from './db/lock.ts'
import { MigrationError } from './db/migrate.ts'
import { Refusal } from './errors.ts'
import { AddressError } from './http/listen.ts'

/** A fault of a command; its message is the whole answer. */
export class OperatorError extends Error {}

const known = [OperatorError, ConfigError, AddressError, DirectoryInUse, DirectoryUnusable, MigrationError, Refusal]

const withoutRights = 'The user in DATABASE_URL may not read and make tables there. Make it the owner of the database.'

/** What PostgreSQL and the network say when there is no such server, database or user. */
const unreachable: Record<string, string> = {
  ECONNREFUSED: 'The database server does not answer at the address in DATABASE_URL.',
  ENOTFOUND: 'The host name in DATABASE_URL is not known.',
  ETIMEDOUT: 'The database server in DATABASE_URL did not answer in time.',
  '3D000': 'The database named in DATABASE_URL does not exist. Create it first, for example with createdb.',
  '28P01': 'The password in DATABASE_URL is not right.',
  '28000': 'The user in DATABASE_URL may not connect.',
  '42501': withoutRights,
  // No schema that it could make a table in.
  '3F000': withoutRights,
}

/** The line to show for an error, or undefined for one that is ours to mend and needs its stack. */
export function operatorSentence(error: unknown): string | undefined {
  const { message, code = '' } = error as NodeJS.ErrnoException
  return known.some((kind) => error instanceof kind) ? message : unreachable[code]
}
