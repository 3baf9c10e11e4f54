/** Fills an empty database: with the demo store, or with a large one. */
import type { DatabaseConfig } from '../src/config/config.ts'
import { type Db, withSession } from '../src/db/connect.ts'
import { openDatabase } from '../src/db/open.ts'
import { seedDemo } from './seed/demo.ts'
import { type Progress, showProgress } from './seed/progress.ts'
import type { Statements } from './seed/scale/statement.ts'
import { type Scale, seedScale } from './seed/scale.ts'

/**
 * Fills an empty database, and shows on standard error how far it is where that takes long.
 *
 * @param large size of a large one; without it, the demo store.
 * @returns how many rows of the main tables there are then.
 * @throws OperatorError when something is there already.
 */
export async function seed(database: DatabaseConfig, large?: Scale): Promise<Record<string, number>> {
  const { db, close } = await openDatabase(database)
  try {
    if (large === undefined) {
      await seedDemo(db, new Date())
      await db.$executeRawUnsafe('ANALYZE')
    } else await scale(db, database, large, showProgress(process.stderr))
    return await countMade(db)
  } finally {
    await close()
  }
}

/** A transaction of hours needs a session of its own on PostgreSQL: the pool's statements end after seconds. */
async function scale(db: Db, database: DatabaseConfig, large: Scale, progress: Progress): Promise<void> {
  if (database.kind === 'embedded') {
    await db.$transaction((tx) => seedScale(overPrisma(tx), large, new Date(), progress), { timeout: 24 * 60 * 60 * 1000 })
    await db.$executeRawUnsafe('VACUUM (ANALYZE)')
    return
  }
  await withSession(database.url, async (session) => {
    const statements: Statements = {
      run: async (sql) => ((await session.query(sql)) as { rowCount?: number | null }).rowCount ?? 0,
      rows: async (sql) => (await session.query(sql)).rows,
    }
    await session.exec('BEGIN')
    try {
      await seedScale(statements, large, new Date(), progress)
      await session.exec('COMMIT')
    } catch (error) {
      await session.exec('ROLLBACK')
      throw error
    }
    // Marks the rows as seen by all, so that measurements do not pay for it, and counts them for the planner.
    await session.exec('VACUUM (ANALYZE)')
  })
}

/** The statements of a transaction of Prisma. */
export function overPrisma(tx: Pick<Db, '$executeRawUnsafe' | '$queryRawUnsafe'>): Statements {
  return { run: (sql) => tx.$executeRawUnsafe(sql), rows: (sql) => tx.$queryRawUnsafe(sql) }
}

async function countMade(db: Db): Promise<Record<string, number>> {
  const [stores, customers, products] = await Promise.all([db.store.count(), db.customer.count(), db.product.count()])
  const [subscriptions, orders, shipments] = await Promise.all([db.subscription.count(), db.order.count(), db.shipment.count()])
  return { stores, customers, products, subscriptions, orders, shipments }
}
