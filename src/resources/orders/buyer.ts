/** The customer who orders: found, held, and marked as ordering now, so that nobody orders twice within a minute. */

import { badInput, notFound, Refusal } from '../../errors.ts'
import { emailKey } from '../../values/email.ts'
import { readId } from '../../values/id.ts'
import type { Write } from '../../writes/write.ts'
import { guardSeconds } from './create-rules.ts'

/**
 * Finds the customer by id or e-mail address, in whatever case it is written, and claims the minute.
 *
 * The claim is one UPDATE that finds its row only when the last order is a minute old: requests at once wait for the row and
 * then see the first one's mark. It is undone with the transaction when the order is refused. The minute is the database's.
 *
 * @returns the customer's id.
 * @throws Refusal NOT_FOUND, BAD_INPUT when an address is several customers', or DUPLICATE_ORDER.
 */
export async function claimCustomer(write: Write, key: string): Promise<bigint> {
  const id = key.includes('@') ? await byEmail(write, key) : readId('customer.id', key)
  await claimMinute(write, id)
  return id
}

/**
 * Claims the minute for a customer who is known.
 *
 * A payment that was given up is no hindrance to its own repeat: it was open for a minute before, see `restSeconds` in payment.ts.
 *
 * @throws Refusal NOT_FOUND or DUPLICATE_ORDER.
 */
export async function claimMinute({ tx, viewer: { storeId }, context: { clock } }: Write, id: bigint): Promise<void> {
  // The time is the statement's, not the request's: a process may have been stopped in between.
  const count = await tx.$executeRaw`
    UPDATE customer SET last_order_at = ${clock.inSql()}
    WHERE id = ${id} AND store_id = ${storeId}
      AND (last_order_at IS NULL OR last_order_at <= ${clock.inSql()} - make_interval(secs => ${guardSeconds}))`
  if (count === 1) return
  if ((await tx.customer.count({ where: { id, storeId } })) === 0) throw noCustomer()
  throw new Refusal('DUPLICATE_ORDER', 'The customer already has an order from the past minute.', 'customer')
}

const noCustomer = () => notFound('The customer matches none in the store.')

async function byEmail({ tx, viewer }: Write, email: string): Promise<bigint> {
  const where = { storeId: viewer.storeId, emailKey: emailKey(email) }
  const found = await tx.customer.findMany({ where, select: { id: true }, take: 2 })
  const [customer, another] = found
  if (!customer) throw noCustomer()
  if (another) throw badInput(`The e-mail address ${email} is that of more than one customer; give the id.`, 'customer')
  return customer.id
}
