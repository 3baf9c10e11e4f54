/** Makes a seeded database large by copying its own rows: a million subscriptions in a minute or two. */
import { constraintsAndIndexes } from '../../../prisma/seed/scale/indexes.ts'
import { withSession } from '../../../src/db/connect.ts'
import type { Session } from '../../../src/db/session.ts'

type Table = {
  table: string
  /** Columns that hold numbers of rows that are copied too. */
  numbers: string[]
  /** Columns of numbers that are copied only with the store's catalogue. */
  ofCatalogue?: string[]
  /** Columns that no two rows may share. */
  texts?: string[]
  /** Columns that stay empty: what they name is not copied. */
  empty?: string[]
}

const catalogue: Table[] = [
  { table: 'product_billing', numbers: ['id'] },
  { table: 'product', numbers: ['id', 'product_billing_id'] },
  { table: 'product_instance', numbers: ['id', 'product_id'] },
  { table: 'subscription_type', numbers: ['id', 'product_id'] },
  { table: 'subscription_type_term', numbers: ['id', 'subscription_type_id'] },
]

const people: Table[] = [
  { table: 'customer', numbers: ['id'], texts: ['email', 'email_key'] },
  { table: 'address', numbers: ['id', 'customer_id'] },
  { table: 'payment_method', numbers: ['id', 'customer_id'] },
  {
    table: 'subscription',
    numbers: ['id', 'customer_id', 'address_id', 'payment_method_id'],
    ofCatalogue: ['product_id', 'product_instance_id', 'product_billing_id', 'term_id'],
    empty: ['unpaid_order_id'],
  },
  { table: 'metadata', numbers: ['id', 'subscription_id'] },
  { table: 'metadata_entry', numbers: ['owner_id'] },
]

/** A growth: copies of some stores' rows in those stores, or of one store as another. */
export type Growth = {
  /** SQL condition on the rows `r` that are copied, by their store. */
  from: string
  /** How many copies. */
  times: number
  /** SQL of a copied row's number, of the number `n` and of the copy `k`, counted from 1. It must meet no other. */
  number: (n: string) => string
  /** The copy is a store of its own with this number. */
  asStore?: bigint
  /** Only the rows of subscriptions that this SQL condition on their number holds for. */
  only?: (subscription: string) => string
}

/** Grows a database; constraints and indexes are off meanwhile, and every one is checked at the end. */
export async function grow(url: string, growths: Growth[]): Promise<void> {
  await withSession(url, async (session) => {
    const { exec, query } = session
    await exec(`SET maintenance_work_mem = '256MB'; SET work_mem = '64MB'; SET synchronous_commit = off`)
    const { remove, restore } = await constraintsAndIndexes({
      run: async () => 0,
      rows: async (sql) => (await query(sql)).rows,
    })
    for (const statement of remove) await exec(statement)
    for (const growth of growths) for (const statement of await copies(session, growth)) await exec(statement)
    // Without statistics foreign keys are checked row by row.
    await exec('ANALYZE')
    for (const statement of restore) await exec(statement)
  })
}

/** The statements of one growth. */
async function copies(session: Session, growth: Growth): Promise<string[]> {
  const { asStore, from } = growth
  const statements: string[] = []
  if (asStore !== undefined) {
    const set = { id: String(asStore), host: `r.host || '-${asStore}'` }
    statements.push(await insert(session, 'store', set, `r.id IN (${from})`, 1))
  }
  const tables = asStore === undefined ? people : [...catalogue, ...people]
  for (const table of tables) statements.push(await copy(session, table, growth))
  return statements
}

const subscriptionOf: Record<string, string> = {
  subscription: 'r.id',
  metadata: 'r.subscription_id',
  // The seed gives metadata to subscriptions alone.
  metadata_entry: 'r.owner_id',
}

function copy(
  session: Session,
  { table, numbers, ofCatalogue = [], texts = [], empty = [] }: Table,
  growth: Growth,
): Promise<string> {
  const { from, times, number, asStore, only } = growth
  const moved = [...numbers, ...(asStore === undefined ? [] : ofCatalogue)]
  const set = {
    ...Object.fromEntries(moved.map((column) => [column, number(`r.${column}`)])),
    ...Object.fromEntries(texts.map((column) => [column, `r.${column} || '-' || k`])),
    ...Object.fromEntries(empty.map((column) => [column, 'NULL'])),
    ...(asStore !== undefined && { store_id: String(asStore) }),
  }
  const subscription = subscriptionOf[table]
  const which = only && subscription ? ` AND ${only(subscription)}` : ''
  return insert(session, table, set, `r.store_id IN (${from})${which}`, times)
}

/** Rows of a table again, some of their columns otherwise; what the database computes itself is left to it. */
async function insert(
  { query }: Session,
  table: string,
  set: Record<string, string>,
  where: string,
  times: number,
): Promise<string> {
  const { rows } = await query(
    `SELECT quote_ident(column_name) AS quoted, column_name AS name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  )
  const columns = rows as { quoted: string; name: string }[]
  const values = columns.map(({ quoted, name }) => set[name] ?? `r.${quoted}`)
  return `INSERT INTO "${table}" (${columns.map(({ quoted }) => quoted).join(', ')})
    SELECT ${values.join(', ')} FROM "${table}" r, generate_series(1, ${times}) k WHERE ${where}`
}

/** Leaves nothing in a database but one store. */
export async function keepOnly(url: string, store: bigint): Promise<void> {
  await withSession(url, async ({ exec, query }) => {
    const { remove, restore } = await constraintsAndIndexes({
      run: async () => 0,
      rows: async (sql) => (await query(sql)).rows,
    })
    for (const statement of remove) await exec(statement)
    const { rows } = await query(
      `SELECT quote_ident(table_name) AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND column_name = 'store_id'`,
    )
    for (const { name } of rows as { name: string }[]) await exec(`DELETE FROM ${name} WHERE store_id <> ${store}`)
    await exec(`DELETE FROM store WHERE id <> ${store}`)
    for (const statement of restore) await exec(statement)
    await exec('VACUUM FULL')
  })
}
