/** The sessions of the customer's page: finds the customer of one, and ends them. */

import { Prisma } from '../../../prisma/generated/client/client.ts'
import { isToken, tokenHash } from '../../auth/account-link.ts'
import type { CustomerViewer } from '../../auth/viewer.ts'
import { inBatches } from '../../db/batch-delete.ts'
import { type Clock, timeAgo } from '../../db/clock.ts'
import type { Db } from '../../db/connect.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { mutation } from '../describe.ts'

/** The customer of a session. */
type AccountCustomer = Pick<CustomerViewer, 'customerId'> & { country: string; locale: string | null; expiresAt: Date }

/** The customer whose session has a token; undefined where there is none, it is over, or the customer is archived. */
export async function sessionCustomer(
  db: Db,
  clock: Clock,
  storeId: bigint,
  token: string,
): Promise<AccountCustomer | undefined> {
  if (!isToken(token)) return undefined
  const [found] = await db.$queryRaw<AccountCustomer[]>`
    SELECT customer.id AS "customerId", customer.country, customer.locale, account_session.expires_at AS "expiresAt"
    FROM account_session JOIN customer ON customer.store_id = account_session.store_id AND customer.id = account_session.customer_id
    WHERE account_session.store_id = ${storeId} AND token_hash = ${tokenHash(token)} AND expires_at > ${clock.inSql()}
      AND customer.archived_at IS NULL`
  return found
}

mutation('signOutCustomer', {
  by: ['merchant', 'customer'],
  emits: ['customer.session_ended'],
  description: "Signs a customer out of the customer's page, in every browser.",
  input: (t) => ({ customerId: t.id({ description: 'The customer; the customer who asks unless given.' }) }),
  shows: { field: 'customer', resource: 'Customer' },
  async write(write, { customerId }) {
    const { viewer, tx } = write
    const id =
      customerId == null && viewer.role === 'customer' ? viewer.customerId : readId(field('customerId'), customerId ?? '')
    const customer = await write.lock('Customer', { id })
    const { count } = await tx.accountSession.deleteMany({ where: { storeId: viewer.storeId, customerId: customer.id } })
    return { id, customerId: id, changes: { sessions: { from: count, to: 0 } } }
  },
})

/** Ends one session. */
export const endSession = (db: Db, storeId: bigint, token: string): Promise<number> =>
  db.$executeRaw`DELETE FROM account_session WHERE store_id = ${storeId} AND token_hash = ${tokenHash(token)}`

/** Deletes links a day after they were made, and sessions that are over. @returns how many. */
export async function forgetOldLinks(db: Db, clock: Clock): Promise<number> {
  const links = await inBatches(
    db,
    (size) => Prisma.sql`
      DELETE FROM account_link WHERE (store_id, id) IN (
        SELECT store_id, id FROM account_link WHERE expires_at < ${timeAgo(clock, { days: 1 })} ORDER BY expires_at LIMIT ${size})`,
  )
  const sessions = await inBatches(
    db,
    (size) => Prisma.sql`
      DELETE FROM account_session WHERE (store_id, id) IN (
        SELECT store_id, id FROM account_session WHERE expires_at < ${timeAgo(clock, {})} ORDER BY expires_at LIMIT ${size})`,
  )
  return links + sessions
}
