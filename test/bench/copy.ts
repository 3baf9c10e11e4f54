/** A copy of a measured database: for writes, so that the one kept for the next run stays as it was, or for a second server. */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { withSession } from '../../src/db/connect.ts'
import { holdDirectory } from '../../src/db/lock.ts'
import { openDatabase } from '../../src/db/open.ts'
import { beginEpoch } from '../../src/writes/epoch.ts'
import { databaseUrl } from '../support/template.ts'
import type { BenchDatabase } from './database.ts'

/** Adopts a copy: it would else do nothing by itself, and what is measured is not what a server does. */
export async function adopt(config: DatabaseConfig): Promise<void> {
  const { session, place, close } = await openDatabase(config)
  await session((opened) => beginEpoch(opened, place)).finally(close)
}

/** Runs work on a copy and throws the copy away; one that an earlier run left behind too. */
export async function onCopy<T>(database: BenchDatabase, work: (copy: BenchDatabase) => Promise<T>, name = 'writes'): Promise<T> {
  const { config } = database
  return config.kind === 'embedded'
    ? onDirectory(database, config.dataDir, name, work)
    : onPostgres(database, config.url, name, work)
}

async function onDirectory<T>(
  database: BenchDatabase,
  source: string,
  suffix: string,
  work: (copy: BenchDatabase) => Promise<T>,
): Promise<T> {
  const dataDir = `${source}_${suffix}`
  // Both fail when another process works there.
  const letGo = holdDirectory(source)
  holdDirectory(dataDir)()
  rmSync(dataDir, { recursive: true })
  cpSync(join(source, 'postgres'), join(dataDir, 'postgres'), { recursive: true })
  letGo()
  try {
    await adopt({ kind: 'embedded', dataDir })
    return await work({
      ...database,
      config: { kind: 'embedded', dataDir },
      environment: { DATABASE_URL: '', DATA_DIR: dataDir },
    })
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

async function onPostgres<T>(
  database: BenchDatabase,
  source: string,
  suffix: string,
  work: (copy: BenchDatabase) => Promise<T>,
): Promise<T> {
  const sourceName = new URL(source).pathname.slice(1)
  const name = `${sourceName}_${suffix}`
  const url = databaseUrl(source, name)
  // A database cannot be copied while somebody is in it, so these statements are sent from another one.
  const elsewhere = (sql: string) => withSession(databaseUrl(source, 'template1'), ({ exec }) => exec(sql))
  await elsewhere(`DROP DATABASE IF EXISTS ${name}`)
  await elsewhere(`CREATE DATABASE ${name} TEMPLATE ${sourceName}`)
  try {
    await adopt({ kind: 'postgres', url })
    return await work({ ...database, config: { kind: 'postgres', url }, environment: { DATABASE_URL: url } })
  } finally {
    await elsewhere(`DROP DATABASE ${name}`)
  }
}
