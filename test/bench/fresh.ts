/** An empty, migrated database that is thrown away afterwards: on the server in DATABASE_URL, else embedded. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/config/config.ts'
import { type Db, withSession } from '../../src/db/connect.ts'
import { openDatabase } from '../../src/db/open.ts'
import { databaseUrl } from '../support/template.ts'

export type Fresh = {
  db: Db
  name: 'embedded' | 'PostgreSQL'
  /** Where it is, for other processes; an embedded one is in this process alone. */
  url: string | undefined
}

/** Runs work over a fresh database of that name; one that an earlier run left behind is thrown away too. */
export async function onFresh<T>(name: string, work: (fresh: Fresh) => Promise<T>): Promise<T> {
  const { database } = readConfig()
  return database.kind === 'postgres' ? onServer(database.url, name, work) : inDirectory(work)
}

async function onServer<T>(server: string, name: string, work: (fresh: Fresh) => Promise<T>): Promise<T> {
  const drop = () => withSession(server, ({ exec }) => exec(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  await drop()
  await withSession(server, ({ exec }) => exec(`CREATE DATABASE ${name}`))
  const url = databaseUrl(server, name)
  const { db, close } = await openDatabase({ kind: 'postgres', url }, { readSeconds: 600 })
  try {
    return await work({ db, url, name: 'PostgreSQL' })
  } finally {
    await close()
    await drop()
  }
}

async function inDirectory<T>(work: (fresh: Fresh) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-bench-'))
  try {
    const { db, close } = await openDatabase({ kind: 'embedded', dataDir })
    try {
      return await work({ db, url: undefined, name: 'embedded' })
    } finally {
      await close()
    }
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}
