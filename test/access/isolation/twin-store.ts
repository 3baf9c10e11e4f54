/** A twin of the first store: another store whose rows have the very same ids, so that whoever forgets the store meets them. */
import { hashSecret } from '../../../src/auth/secret.ts'
import type { Db } from '../../../src/db/connect.ts'
import type { Tx } from '../../../src/db/transaction.ts'
import { storeTables } from '../../support/statement-stores.ts'
import { today } from '../../support/template.ts'
import { fingerprints } from '../../writes/tables.ts'

export const firstId = 1n
export const twinId = 3n

const [clientId, secret] = ['twin', 'twin-secret']
/** The twin's merchant. */
export const twinMerchant = `Bearer ${clientId}.${secret}`

/** Values that are unique among all stores are the twin's own. */
const own: Record<string, string> = {
  'merchant_key.client_id': `client_id || ' of the twin'`,
  'payment.reference': `reference || ' of the twin'`,
  'refund.reference': `reference || ' of the twin'`,
}

let copies = 0

/** Opens the twin, or makes its rows anew what the first store's are now. */
export async function copyToTwin(db: Db): Promise<void> {
  // Each copy leaves the rows of the one before for dead.
  if (++copies % 8 === 0) await db.$executeRawUnsafe('VACUUM ANALYZE')
  await db.$transaction(async (tx) => {
    // Rows come in any order, and what the database keeps by itself is copied.
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`
    await tx.$executeRaw`
      INSERT INTO store SELECT (jsonb_populate_record(store, jsonb_build_object('id', ${twinId}::bigint, 'host', 'twin.localhost'))).*
      FROM store WHERE id = ${firstId} ON CONFLICT DO NOTHING`
    const columns = await columnsOf(tx)
    const copies = [...storeTables].map((table) => copyOfTable(table, columns.get(table) ?? []))
    // One statement for all: there are a hundred, and most take less time than their way there.
    await tx.$executeRawUnsafe(`DO $copy$ BEGIN ${copies.join('\n')} END $copy$`)
    const key = { storeId: twinId, clientId, secretHash: hashSecret(clientId, secret), scopes: ['*'], createdAt: today }
    await tx.merchantKey.create({ data: key })
  })
}

function copyOfTable(table: string, columns: string[]): string {
  const names = columns.map((name) => `"${name}"`)
  const values = columns.map((name) => own[`${table}.${name}`] ?? `"${name}"`)
  return `DELETE FROM "${table}" WHERE store_id = ${twinId};
    INSERT INTO "${table}" (store_id, ${names}) SELECT ${twinId}, ${values} FROM "${table}" WHERE store_id = ${firstId};`
}

/** The columns of every table but `store_id` and those that the database computes. */
async function columnsOf(tx: Tx): Promise<Map<string, string[]>> {
  const columns = await tx.$queryRaw<{ table: string; names: string[] }[]>`
    SELECT relname::text AS table, array_agg(attname::text) AS names FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      AND attname <> 'store_id' GROUP BY relname`
  return new Map(columns.map(({ table, names }) => [table, names]))
}

/** A fingerprint of each table's rows, of the first store and of its twin. */
export async function rowsOfBoth(db: Db): Promise<{ first: Record<string, string>; twin: Record<string, string> }> {
  const conditions = [firstId, twinId].map((id) => `store_id = ${id}`)
  const [first = {}, twin = {}] = await fingerprints(db, [...storeTables], conditions)
  return { first, twin }
}

/** The tables in which a store's rows have become others. */
export const changedIn = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(before)
    .filter((name) => before[name] !== after[name])
    .sort()
