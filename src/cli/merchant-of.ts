/** The viewer of commands that read as a merchant, or a customer, of a store would. */
import type { PageBase, Viewer } from '../auth/viewer.ts'
import type { Db } from '../db/connect.ts'
import { readId } from '../values/id.ts'
import { OperatorError } from '../values/operator-error.ts'
import { checkCustomer } from './operate.ts'

/** A merchant of a store who may do everything; a customer, where one is named. */
export async function viewerOf(db: Db, { store, customer }: { store: string; customer?: string }): Promise<Viewer> {
  const storeId = readId('--store', store)
  const customerId = customer === undefined ? undefined : readId('--customer', customer)
  const select = { pageBase: true, currency: true, timeZone: true, hasTestClock: true, customersMay: true }
  const found = await db.store.findUnique({ where: { id: storeId }, select })
  if (!found) throw new OperatorError(`There is no store ${storeId}. See: npm run tandem -- store list`)
  const choices = { storeId, ...found, pageBase: found.pageBase as PageBase | null }
  if (customerId === undefined)
    return { ...choices, role: 'merchant', clientId: await clientIdIn(db, storeId), scopes: ['*'], stillOpens: () => true }
  await checkCustomer(db, storeId, customerId)
  // It is not signed, and nothing that is made of it stays.
  const signed = { token: '', expiresAt: new Date() }
  return { ...choices, role: 'customer', customerId, signed, by: 'bearer' }
}

/** Some writes look at the key that asks once more: it is that of the store's which may most. */
async function clientIdIn(db: Db, storeId: bigint): Promise<string> {
  const keys = await db.merchantKey.findMany({ where: { storeId, revokedAt: null }, orderBy: { id: 'asc' } })
  const [key] = [...keys.filter(({ scopes }) => scopes.includes('*')), ...keys]
  return key?.clientId ?? 'operator'
}
