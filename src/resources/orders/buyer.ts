/** The customer who orders: found, held, and marked as ordering now, so that nobody orders twice within a minute. */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import { caseKey } from '../../values/case-key.ts'
import { badInput, notFound, Refusal } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'
import { guardSeconds } from './create-rules.ts'

/**
 * The claim of a customer's minute, as SQL that finds the row when it was free.
 *
 * It is one UPDATE that finds its row only when the last order is a minute old: requests at once wait for the row and then see the
 * first one's mark. It is undone with the transaction when the order is refused. The minute is the database's, and the time the
 * statement's, not the request's: a process may have been stopped in between.
 */
export const minuteClaim = ({ viewer: { storeId }, context: { clock } }: Write, customerId: bigint): Prisma.Sql => Prisma.sql`
    UPDATE customer SET last_order_at = ${clock.inSql()}
    WHERE id = ${customerId} AND store_id = ${storeId}
      AND (last_order_at IS NULL OR last_order_at <= ${clock.inSql()} - make_interval(secs => ${guardSeconds}))`

/**
 * Claims the minute for a customer who is known.
 *
 * A payment that was given up is no hindrance to its own repeat: it was open for a minute before, see `restSeconds` in payment.ts.
 *
 * @throws Refusal NOT_FOUND or DUPLICATE_ORDER.
 */
export async function claimMinute(write: Write, id: bigint): Promise<void> {
  if ((await write.tx.$executeRaw(minuteClaim(write, id))) === 1) return
  throw notClaimed((await write.tx.customer.count({ where: { id, storeId: write.viewer.storeId } })) > 0)
}

/** Why a minute could not be claimed. */
export const notClaimed = (isCustomer: boolean): Refusal =>
  isCustomer
    ? new Refusal('DUPLICATE_ORDER', 'The customer already has an order from the past minute.', 'customer')
    : noCustomer()

const noCustomer = () => notFound('The customer matches none in the store.')

/**
 * Finds the customer by id or e-mail address, in whatever case it is written.
 *
 * @returns an id that need not be a customer's.
 * @throws Refusal NOT_FOUND, or BAD_INPUT when an address is several customers'.
 */
export async function findCustomer({ tx, viewer }: Write, key: string): Promise<bigint> {
  if (!key.includes('@')) return readId(field('customer.id'), key)
  const where = { storeId: viewer.storeId, emailKey: caseKey(key) }
  const found = await tx.customer.findMany({ where, select: { id: true }, take: 2 })
  const [customer, another] = found
  if (!customer) throw noCustomer()
  if (another) throw badInput(`The e-mail address ${key} is that of more than one customer; give the id.`, 'customer')
  return customer.id
}
