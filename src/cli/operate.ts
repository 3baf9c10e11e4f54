/** What every command shares: how it reads seconds, the database it works on, how it writes, and a line for the terminal. */
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { type DatabaseConfig, readConfig } from '../config.ts'
import { databaseTime } from '../db/clock.ts'
import { type Db, isMade, openDatabase } from '../db/connect.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { OperatorError } from '../operator-errors.ts'
import { shown } from '../values/text.ts'
import { type Entry, writeLog } from '../writes/log.ts'

/** Writes a line to standard output. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`)

/**
 * Reads whole seconds, in digits alone. Refused: `1e3`, `1h`, `060`, `-1`. Whoever uses them says how many there may be.
 *
 * @throws OperatorError naming the option.
 */
export function readSeconds(name: string, text: string): number {
  if (/^(0|[1-9]\d*)$/.test(text)) return Number(text)
  throw new OperatorError(`${name} must be a whole number of seconds, not ${shown(text)}.`)
}

/**
 * Opens the database of the environment for a command, and closes it after it.
 *
 * @throws OperatorError when there is none: a command on what is there makes none.
 */
export async function withDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  const { database } = readConfig()
  if (!(await isMade(database))) throw new OperatorError(nothingThere(database))
  const { db, close } = await openDatabase(database)
  try {
    await work(db)
  } finally {
    await close()
  }
}

const nothingThere = (config: DatabaseConfig): string =>
  config.kind === 'embedded'
    ? `There is no database in ${resolve(config.dataDir)} yet. DATA_DIR names another directory; npm start makes a demo store.`
    : 'The database in DATABASE_URL has nothing of Tandem yet. Prepare it with: npm run tandem -- migrate'

/** What a write did, as far as its log entry tells; whatever else it answers, such as a secret, is for the terminal alone. */
type Done = Pick<Entry, 'storeId' | 'id' | 'changes'>

/**
 * Does an operator's write, with its log entry in the same transaction.
 *
 * @param operation the mutation that does the same for a merchant, or would.
 * @param recordType the kind of the record it leaves, undefined after a deletion.
 */
export function writeAsOperator<Answer extends Done>(
  db: Db,
  operation: string,
  recordType: string | undefined,
  work: (tx: Tx, now: Date) => Promise<Answer>,
): Promise<Answer> {
  const requestId = randomUUID()
  return inTransaction(db, async (tx) => {
    const now = await databaseTime(tx)
    const done = await work(tx, now)
    const { storeId, id, changes } = done
    const asked = { createdAt: now, actor: 'operator', surface: 'worker', operation, requestId, recordType } as const
    await writeLog(tx, { ...asked, storeId, id, changes })
    return done
  })
}
