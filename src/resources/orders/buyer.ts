/** The customer who orders: found, held, and marked as ordering now, so that nobody orders twice within a minute. */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import { keptPlan } from '../../db/kept-plan.ts'
import { emailKeys } from '../../values/case-key.ts'
import { badInput, notFound, Refusal } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'
import { guardSeconds } from './create-rules.ts'

/**
 * Whether a payment of a customer's order may still be charged and become an order, as SQL; the index payment_order_open holds these.
 * One that was given up, or is for a renewal or an edit, does not count.
 */
const hasUnsettledOrder = (storeId: bigint, customerId: bigint): Prisma.Sql => Prisma.sql`
    EXISTS (SELECT FROM payment WHERE store_id = ${storeId} AND customer_id = ${customerId}
      AND subscription_id IS NULL AND order_id IS NULL AND state IN ('recorded', 'asked'))`

/**
 * Claims a customer's minute, and locks the customer.
 *
 * It is one UPDATE that finds its row only when the last order is a minute old and no order's payment is unsettled. Requests at once
 * wait for the row and then see the first one's mark: with it the first has recorded its payment, so that the mark also stands for a
 * payment that their statement began too early to see. It is undone with the transaction when the order is refused. The minute is the
 * database's, and the time the statement's, not the request's: a process may have been stopped in between.
 *
 * A payment that was given up is no hindrance to its own repeat: it was open for a minute before, see `restSeconds` in payment.ts.
 *
 * @returns the customer's credit.
 * @throws Refusal NOT_FOUND or DUPLICATE_ORDER.
 */
export async function claimMinute({ tx, viewer: { storeId }, context }: Write, id: bigint): Promise<bigint> {
  const now = context.clock.inSql()
  const isUnsettled = hasUnsettledOrder(storeId, id)
  const [claimed] = await tx.$queryRaw<{ credit: bigint }[]>`
    UPDATE customer SET last_order_at = ${now}
    WHERE id = ${id} AND store_id = ${storeId} AND archived_at IS NULL
      AND (last_order_at IS NULL OR last_order_at <= ${now} - make_interval(secs => ${guardSeconds}))
      AND NOT ${isUnsettled} RETURNING credit ${keptPlan}`
  if (claimed) return claimed.credit
  const [found] = await tx.$queryRaw<[ClaimFacts]>`
    SELECT EXISTS (SELECT FROM customer WHERE store_id = ${storeId} AND id = ${id} AND archived_at IS NULL) AS "isCustomer",
      ${isUnsettled} AS "isUnsettled"`
  throw notClaimed(found)
}

/** The facts that decide why a minute could not be claimed. */
type ClaimFacts = { isCustomer: boolean; isUnsettled: boolean }

function notClaimed({ isCustomer, isUnsettled }: ClaimFacts): Refusal {
  if (!isCustomer) return noCustomer()
  const reason = isUnsettled ? 'whose payment is not settled yet; it will be within minutes' : 'from the past minute'
  return new Refusal('DUPLICATE_ORDER', `The customer already has an order ${reason}.`, 'customer')
}

const noCustomer = () => notFound('The customer matches none in the store.')

/**
 * Finds the customer by id or e-mail address, in whatever case it is written.
 *
 * @returns an id that need not be a customer's.
 * @throws Refusal NOT_FOUND, or BAD_INPUT when an address is several customers'.
 */
export async function findCustomer({ tx, viewer }: Write, key: string): Promise<bigint> {
  if (!key.includes('@')) return readId(field('customer.id'), key)
  const [stored, ...others] = emailKeys(key)
  const having = (emailKey: string | { in: string[] }) => {
    const where = { storeId: viewer.storeId, emailKey, archivedAt: null }
    return tx.customer.findMany({ where, select: { id: true }, take: 2 })
  }
  const own = await having(stored ?? '')
  const [customer, another] = own.length > 0 || others.length === 0 ? own : await having({ in: others })
  if (!customer) throw noCustomer()
  if (another) throw badInput(`The e-mail address ${key} is that of more than one customer; give the id.`, 'customer')
  return customer.id
}
