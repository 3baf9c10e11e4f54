/**
 * Makes the demo store once for the whole run, as a template each test file takes its own copy of: the data directory of an
 * embedded database, or with TEST_DATABASE_URL also a template database on a PostgreSQL server.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { seedDemo } from '../../prisma/seed/demo.ts'
import { type Db, overPostgres, withSession } from '../../src/db/connect.ts'
import { openEmbedded } from '../../src/db/embedded/open.ts'
import { migrate } from '../../src/db/migrate.ts'

/** The day the tests live in; nothing in them reads another clock. */
export const today = new Date('2026-03-15T12:00:00Z')

/** A directory, or a database on a server and the way its copies are made. */
export type Template = { dataDir: string } | { server: string; database: string; strategy: 'FILE_COPY' | 'WAL_LOG' }

/** The directory of this run, once it is made. */
let made: string | undefined

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
    /** The directory, also where the tests have a server, if this run has one. */
    embeddedTemplate: string | undefined
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
  return server && project.name === 'postgresql' ? setupPostgres(project, server) : setupEmbedded(project)
}

/** The demo store, in real time as stores are unless they were made otherwise: what it costs is what it costs any store. */
async function seedStores(db: Db): Promise<void> {
  await seedDemo(db, today)
  await db.store.updateMany({ data: { hasTestClock: false } })
  // A template never runs: each copy of it is where it belongs, and no copy of another.
  await db.$executeRaw`UPDATE installation SET place = NULL`
}

async function setupEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-test-'))
  const { db, close } = await openEmbedded({ dataDir })
  try {
    await seedStores(db)
  } finally {
    await close()
  }
  made = dataDir
  project.provide('template', { dataDir })
  project.provide('embeddedTemplate', dataDir)
  return async () => rmSync(dataDir, { recursive: true, force: true })
}

async function setupPostgres(project: TestProject, server: string): Promise<() => Promise<void>> {
  const database = `tandem_template_${process.pid}`
  const url = databaseUrl(server, database)
  await withSession(server, ({ exec }) => exec(`CREATE DATABASE ${database}`))
  await withSession(url, (session) => migrate(session))
  const { db, close } = overPostgres(url)
  await seedStores(db)
  await close()
  // Files are copied at half the cost of their blocks in the log, unless the server waits until they are on the disk.
  const { rows } = await withSession(server, ({ query }) => query('SHOW fsync'))
  project.provide('template', { server, database, strategy: rows[0]?.fsync === 'off' ? 'FILE_COPY' : 'WAL_LOG' })
  project.provide('embeddedTemplate', made)
  return async () => {
    await withSession(server, ({ exec }) => exec(`DROP DATABASE ${database}`))
  }
}

/** The same server, another database. */
export function databaseUrl(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
