/**
 * Makes the demo store once for the whole run, as a template each test file takes its own copy of: a dump of an embedded
 * database, or with TEST_DATABASE_URL a template database on a PostgreSQL server.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { seedDemo } from '../prisma/seed/demo.ts'
import { overPostgres, withSession } from '../src/db/connect.ts'
import { openEmbedded } from '../src/db/embedded/open.ts'
import { migrate } from '../src/db/migrate.ts'

/** The day the tests live in; nothing in them reads another clock. */
export const today = new Date('2026-03-15T12:00:00Z')

export type Template = { dump: string } | { server: string; database: string }

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
  return server ? setupPostgres(project, server) : setupEmbedded(project)
}

async function setupEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-test-'))
  const dump = join(folder, 'template.tar')
  const { db, close } = await openEmbedded({ dataDir: folder })
  await seedDemo(db, today).finally(close)
  const pglite = await PGlite.create(join(folder, 'postgres'))
  writeFileSync(dump, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await pglite.close()
  project.provide('template', { dump })
  return async () => rmSync(folder, { recursive: true })
}

async function setupPostgres(project: TestProject, server: string): Promise<() => Promise<void>> {
  const database = `tandem_template_${process.pid}`
  const url = databaseUrl(server, database)
  await withSession(server, ({ exec }) => exec(`CREATE DATABASE ${database}`))
  await withSession(url, (session) => migrate(session))
  const { db, close } = overPostgres(url)
  await seedDemo(db, today)
  await close()
  project.provide('template', { server, database })
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
