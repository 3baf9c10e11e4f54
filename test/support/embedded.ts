/** Embedded databases for tests: as copies of one that was made before, or as one that many files use after each other. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { seedDemo } from '../../prisma/seed/demo.ts'
import { EmbeddedDatabase } from '../../src/db/embedded/database.ts'
import { inSession, openEmbedded } from '../../src/db/embedded/open.ts'
import { Thread } from '../../src/db/embedded/thread.ts'
import { rememberRows } from './pristine.ts'
import { today } from './template.ts'

const openingMilliseconds = 60_000

/** A copy of the database in a data directory, which is gone when it is closed. */
export async function copyOf(template: string): Promise<{ database: EmbeddedDatabase; remove(): void }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-copy-'))
  copyToDirectory(template, dataDir)
  const database = await open(() => Thread.open({ dataDir: join(dataDir, 'postgres') }, openingMilliseconds))
  return { database, remove: () => rmSync(dataDir, { recursive: true }) }
}

/** A copy of which nothing is left but an empty schema; a second faster than a database that is made anew. */
export async function emptied(template: string): Promise<{ database: EmbeddedDatabase; remove(): void }> {
  const copy = await copyOf(template)
  await inSession(copy.database, ({ exec }) => exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public'))
  return copy
}

type Lent = { database: EmbeddedDatabase; giveBack(): Promise<void> }

/** The copy of this worker, which ends with its process; nobody has it by now. */
let free: Lent | undefined

/** The copy that the test files of a worker have after each other: to open one takes as long as most of them take. */
export async function lendCopy(template: string): Promise<Lent> {
  const lent = free ?? (await openLent(template))
  free = undefined
  return lent
}

async function openLent(template: string): Promise<Lent> {
  // Where it is removed with the template: nobody tells a worker which file is its last.
  const dataDir = mkdtempSync(join(template, 'copy-'))
  copyToDirectory(template, dataDir)
  const database = await open(() => Thread.open({ dataDir: join(dataDir, 'postgres') }, openingMilliseconds))
  const putBack = await inSession(database, rememberRows)
  const lent: Lent = {
    database,
    async giveBack() {
      try {
        await inSession(database, putBack)
      } catch (error) {
        await database.close()
        throw error
      }
      free = lent
    },
  }
  return lent
}

/** Makes a data directory with the demo store, wherever the tests have theirs. */
export async function seededIn(dataDir: string): Promise<void> {
  const template = inject('embeddedTemplate')
  if (template) return copyToDirectory(template, dataDir)
  const { db, close } = await openEmbedded({ dataDir })
  await seedDemo(db, today).finally(close)
}

/** Makes a data directory with a copy of a database; four seconds faster than making one anew. */
export function copyToDirectory(template: string, dataDir: string): void {
  cpSync(join(template, 'postgres'), join(dataDir, 'postgres'), { recursive: true })
}

const open = (open: () => Promise<Thread>): Promise<EmbeddedDatabase> =>
  EmbeddedDatabase.open({ open, hasSpace: async () => true, warn: console.error, giveUp: console.error })
