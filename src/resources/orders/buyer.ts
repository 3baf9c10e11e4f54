/** Locks the customer of an order, and blocks a second order for a minute. */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import { keptPlan } from '../../db/kept-plan.ts'
import { emailKeys } from '../../values/case-key.ts'
import { badInput, notFound, Refusal } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { formatTime } from '../../values/time.ts'
import type { Write } from '../../writes/write.ts'
import { guardSeconds } from './create-rules.ts'

/**
 * Whether a payment of a customer's order may still be charged and become an order, as SQL; the index payment_order_open holds these.
 * One that was given up, or is for a renewal or an edit, does not count.
 */
const hasUnsettledOrder = (storeId: bigint, customerId: bigint): Prisma.Sql => Prisma.sql`
    EXISTS (SELECT FROM payment WHERE store_id = ${storeId} AND customer_id = ${customerId}
      AND subscription_id IS NULL AND order_id IS NULL AND state IN ('recorded', 'asked'))`

/** A customer's minute: the credit of the customer, and the reason why no order may be placed in it. */
type Minute = { credit: bigint; isUnsettled: boolean; isFree: boolean; freeAt: Date | null }

/**
 * Locks a customer, and marks the customer as ordering now. Requests at once wait for the row and then see the first one's mark: with it
 * the first has recorded its payment, so that the mark also stands for a payment that their statement began too early to see. It is undone
 * with the transaction when the order is refused, for which `checkMinute` decides last.
 *
 * The minute is the store's: that of its test clock, else the database's at the statement, not at the request, since a process may have been
 * stopped in between. A mark that lies ahead, of before a test clock was set, is none.
 *
 * A payment that was given up is no hindrance to its own repeat: it was open for a minute before, see `restSeconds` in payment.ts.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function claimMinute({ tx, viewer: { storeId }, context }: Write, id: bigint): Promise<Minute> {
  const minute = Prisma.sql`make_interval(secs => ${guardSeconds})`
  const [claimed] = await tx.$queryRaw<Minute[]>`
    WITH held AS MATERIALIZED (
      SELECT customer.last_order_at, coalesce(store.clock_now, ${context.clock.inSql()}) AS now
      FROM customer JOIN store ON store.id = customer.store_id
      WHERE customer.store_id = ${storeId} AND customer.id = ${id} AND customer.archived_at IS NULL FOR NO KEY UPDATE OF customer
    ), placed AS MATERIALIZED (
      SELECT now, last_order_at + ${minute} AS free_at,
        (last_order_at IS NULL OR last_order_at <= now - ${minute} OR last_order_at > now + ${minute}) AS is_free FROM held
    )
    UPDATE customer SET last_order_at = placed.now FROM placed WHERE customer.store_id = ${storeId} AND customer.id = ${id}
    RETURNING customer.credit, ${hasUnsettledOrder(storeId, id)} AS "isUnsettled", placed.free_at AS "freeAt", placed.is_free AS "isFree" ${keptPlan}`
  if (!claimed) throw noCustomer()
  return claimed
}

/** Refuses another order within a minute, or while the payment of one is not settled. @throws Refusal DUPLICATE_ORDER. */
export function checkMinute({ isUnsettled, isFree, freeAt }: Minute): void {
  const refused = (reason: string) => new Refusal('DUPLICATE_ORDER', `The customer already has an order ${reason}.`, 'customer')
  if (isUnsettled) throw refused('whose payment is not settled yet; it will be within minutes')
  if (!isFree && freeAt) throw refused(`from the past minute; the next may be placed at ${formatTime(nextSecond(freeAt))}`)
}

/** Times are shown in whole seconds: one that is not whole is rounded up. */
const nextSecond = (time: Date): Date => new Date(Math.ceil(time.getTime() / 1_000) * 1_000)

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
