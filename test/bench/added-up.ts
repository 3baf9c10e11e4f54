/** A measured database in the state that a server keeps it in. */
import { withSession } from '../../src/db/connect.ts'
import { openDatabase } from '../../src/db/open.ts'
import { rollUpMovements } from '../../src/resources/figures/roll-up.ts'
import type { BenchDatabase } from './database.ts'

/** Gathers statistics and marks rows as visible to all, which autovacuum does on PostgreSQL. */
export async function vacuum({ config }: BenchDatabase): Promise<void> {
  if (config.kind === 'postgres') await withSession(config.url, ({ exec }) => exec('VACUUM ANALYZE'))
}

/** Adds the movements of all stores up by month, as maintenance does. */
export async function addUp({ config }: BenchDatabase): Promise<void> {
  const { db, close } = await openDatabase(config)
  try {
    while ((await rollUpMovements(db)) > 0);
  } finally {
    await close()
  }
}
