/** The databases whose speed is compared with their size: copies of one that is seeded with 10,000 subscriptions and kept. */
import { withSession } from '../../../src/db/connect.ts'
import { databaseUrl } from '../../support/template.ts'
import { adopt } from '../copy.ts'
import { type BenchDatabase, postgresDatabase } from '../database.ts'
import { settle } from './fixture.ts'
import { type Growth, grow, keepOnly } from './grow.ts'

const seeded = 'tandem_compare_seeded'

/** A store of 500 subscriptions whose numbers lie all over those of the others, and one of 50 behind all others. */
const own = 21n
const little = 22n

// Copies have even numbers from 200,000 on, and the seed's own are below 100,000.
const copied = (n: string) => `(${n} + k * 100000::bigint) * 2`
const spread = (n: string) => `${n} * 2000::bigint + 20001`
const behind = (n: string) => `${n} + 1000000000::bigint`

const ownStore: Growth = { from: '1', times: 1, number: spread, asStore: own }

// Of the seed's first store: groups of five, a hundred apart.
const littleStore: Growth = { from: '1', times: 1, number: behind, asStore: little, only: (id) => `${id} <= 905` }

/** Databases that a store of 500, and one of 50, are measured in: 10,000 others, a million others, none. */
export const shared = {
  few: { name: 'tandem_compare_few', growths: [ownStore, littleStore] },
  many: {
    name: 'tandem_compare_many',
    growths: [ownStore, littleStore, { from: 'SELECT generate_series(1, 20)', times: 99, number: copied }],
  },
  alone: { name: 'tandem_compare_alone', growths: [ownStore, littleStore], only: little },
}

/** Databases whose first store has 10,000 and 1,000,000 subscriptions. */
export const single = {
  small: { name: 'tandem_compare_small', growths: [{ from: '1', times: 19, number: copied }] },
  large: { name: 'tandem_compare_large', growths: [{ from: '1', times: 1_999, number: copied }] },
}

type Plan = { name: string; growths: Growth[]; only?: bigint }

/** The stores that are asked. */
export const stores = { own, little, first: 1n }

/** Makes a database, runs work on it, and throws it away. */
export async function withDatabase<T>(server: string, plan: Plan, work: (database: BenchDatabase) => Promise<T>): Promise<T> {
  const source = await postgresDatabase(server, 10, seeded)
  const url = databaseUrl(server, plan.name)
  const elsewhere = (sql: string) => withSession(databaseUrl(server, 'template1'), ({ exec }) => exec(sql))
  process.stderr.write(`Making ${plan.name}.\n`)
  await elsewhere(`DROP DATABASE IF EXISTS ${plan.name}`)
  await elsewhere(`CREATE DATABASE ${plan.name} TEMPLATE ${seeded}`)
  try {
    await grow(url, plan.growths)
    if (plan.only !== undefined) await keepOnly(url, plan.only)
    await settle(url)
    await adopt({ kind: 'postgres', url })
    return await work({ ...source, config: { kind: 'postgres', url }, environment: { DATABASE_URL: url } })
  } finally {
    await elsewhere(`DROP DATABASE ${plan.name}`)
  }
}
