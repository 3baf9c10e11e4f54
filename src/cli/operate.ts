/** What every command shares: the database it works on, and a line for the terminal. */
import { readConfig } from '../config.ts'
import { type Db, openDatabase } from '../db/connect.ts'

/** Writes a line to standard output. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Opens the database of the environment for a command, and closes it after it. */
export async function withDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  const { db, close } = await openDatabase(readConfig().database)
  try {
    await work(db)
  } finally {
    await close()
  }
}
