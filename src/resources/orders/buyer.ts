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
 * then see the first one's mark. It is undone with the transaction when the order is refused.
 *
 * @throws Refusal NOT_FOUND, BAD_INPUT when an address is several customers', or DUPLICATE_ORDER.
 */
export async function claimCustomer(write: Write, key: string): Promise<bigint> {
  const { tx, viewer, now } = write
  const id = key.includes('@') ? await byEmail(write, key) : readId('customer.id', key)
  const own = { id, storeId: viewer.storeId }
  const aMinuteAgo = new Date(now.getTime() - guardSeconds * 1000)
  const { count } = await tx.customer.updateMany({
    where: { ...own, OR: [{ lastOrderAt: null }, { lastOrderAt: { lte: aMinuteAgo } }] },
    data: { lastOrderAt: now },
  })
  if (count === 1) return id
  if ((await tx.customer.count({ where: own })) === 0) throw noCustomer()
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
