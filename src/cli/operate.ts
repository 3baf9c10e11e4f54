/** Shared parts of all commands: parsing seconds, opening the database, writing as an operator, printing a line. */
import { resolve } from 'node:path'
import type { Operator } from '../auth/viewer.ts'
import { type DatabaseConfig, readConfig } from '../config/config.ts'
import { databaseClock, databaseTime } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { HalfRestored, isHalfRestored } from '../db/embedded/half-restored.ts'
import { copySentence } from '../db/installation.ts'
import { isMade, openDatabase } from '../db/open.ts'
import type { OpenedDatabase } from '../db/opened.ts'
import { contextInProcess, operatorIn } from '../in-process.ts'
import { openGateways } from '../payments/open.ts'
import type { RunMutation } from '../schema/mutation-options.ts'
import type { FirstOutcome } from '../schema/outcome.ts'
import { Refusal } from '../values/errors.ts'
import { OperatorError } from '../values/operator-error.ts'
import { inOptions } from '../values/sentence.ts'
import { shown } from '../values/text.ts'
import { parseTime, timeForm } from '../values/time.ts'

/** Reports an error that does not end a command. */
export const report = (error: unknown): void => void process.stderr.write(`${(error as Error).message}\n`)

/** Writes a line to standard output. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`)

/**
 * Reads whole seconds, in digits alone. Refused: `1e3`, `1h`, `060`, `-1`. Callers check the range.
 *
 * @throws OperatorError naming the option.
 */
export function readSeconds(name: string, text: string): number {
  if (/^(0|[1-9]\d*)$/.test(text)) return Number(text)
  throw new OperatorError(`${name} must be a whole number of seconds, not ${shown(text)}.`)
}

/**
 * Reads a date or a time.
 *
 * @throws OperatorError naming the option.
 */
export function readTime(name: string, text: string): Date {
  const time = parseTime(text)
  if (time) return time
  throw new OperatorError(`${name} must be ${timeForm}, not ${shown(text)}.`)
}

/**
 * Reads a value by a rule of a mutation, before a database is opened.
 *
 * @throws OperatorError with the sentence of the rule, in the names of options.
 */
export function byRule<Given, Value>(rule: (given: Given) => Value, given: Given): Value {
  try {
    return rule(given)
  } catch (error) {
    throw error instanceof Refusal ? new OperatorError(inOptions(error.sentence)) : error
  }
}

/** @throws OperatorError for a customer that a store does not have. */
export async function checkCustomer(db: Db, storeId: bigint, id: bigint): Promise<void> {
  if ((await db.customer.count({ where: { storeId, id } })) > 0) return
  throw new OperatorError(`Store ${storeId} has no customer ${id}.`)
}

/**
 * Opens the database of the environment for a command, and closes it after it.
 *
 * @throws OperatorError when there is none: a command on what is there makes none.
 */
export async function withDatabase(
  work: (db: Db, database: OpenedDatabase) => Promise<void>,
  program: 'command' | 'worker' = 'command',
): Promise<void> {
  const { database } = readConfig()
  await checkMade(database)
  // A write needs the descriptions of all resources, of which the module of a command loads some.
  await import('../resources/schema.ts')
  const opened = await openDatabase(database, { program })
  try {
    await work(opened.db, opened)
  } catch (error) {
    throw opened.explained?.(error) ?? error
  } finally {
    await opened.close()
  }
}

/**
 * Opens the database for work that must not be done on a copy, such as renewals.
 *
 * @throws OperatorError when it is a copy.
 */
export const withActingDatabase: typeof withDatabase = (work, program) =>
  withDatabase((db, database) => {
    if (database.isCopy) throw new OperatorError(copySentence)
    return work(db, database)
  }, program)

/** @throws OperatorError when there is no database yet, HalfRestored. */
export async function checkMade(database: DatabaseConfig): Promise<void> {
  if (await isMade(database)) return
  if (database.kind === 'embedded' && isHalfRestored(database.dataDir)) throw new HalfRestored(database.dataDir)
  throw new OperatorError(nothingThere(database))
}

const nothingThere = (config: DatabaseConfig): string =>
  config.kind === 'embedded'
    ? `There is no database in ${resolve(config.dataDir)} yet. DATA_DIR names another directory; npm start makes a demo store.`
    : 'The database in DATABASE_URL has nothing of Tandem yet. Prepare it with: npm run tandem -- migrate'

/**
 * Runs a write as the operator of a store; what came of it is in the store's log.
 *
 * @throws OperatorError when there is no such store, or with the sentence of the rule that refused it.
 */
export async function operate<Input>(db: Db, storeId: bigint, write: RunMutation<Input>, input: Input): Promise<FirstOutcome> {
  const viewer = await operatorIn(db, storeId, 'operator')
  if (!viewer) throw new OperatorError(`There is no store ${storeId}. See: npm run tandem -- store list`)
  return operateAs(db, viewer, write, input)
}

/** Runs a write as an operator who is in the store already, or in one that the write makes. */
export async function operateAs<Input>(db: Db, viewer: Operator, write: RunMutation<Input>, input: Input): Promise<FirstOutcome> {
  const gateways = openGateways(db, databaseClock)
  const outcome = await write(
    contextInProcess({ db, gateways, viewer, now: await databaseTime(db), deskOrigin: readConfig().deskOrigin }),
    input,
  )
  const [refusal] = outcome.userErrors
  if (refusal) throw new OperatorError(refusal.sentence ? inOptions(refusal.sentence) : refusal.message)
  return outcome
}
