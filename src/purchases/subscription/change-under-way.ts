/** The payment of a change that is under way, while which its order is neither refunded nor edited. */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Tx } from '../../db/transaction.ts'
import { Refusal } from '../../values/errors.ts'

/** Whether the difference of a change is being paid that takes over what of an order is unused; the order is locked. */
export async function isChanging(tx: Tx, storeId: bigint, orderId: bigint): Promise<boolean> {
  const [found] = await tx.$queryRaw<[{ isChanging: boolean }]>`SELECT ${changing(storeId, orderId)} AS "isChanging"`
  return found.isChanging
}

/** The condition of `isChanging`. */
export const changing = (storeId: bigint, orderId: bigint) => Prisma.sql`EXISTS (
      SELECT FROM order_product AS line JOIN payment ON payment.store_id = line.store_id AND payment.subscription_id = line.subscription_id
      WHERE line.store_id = ${storeId}::bigint AND line.order_id = ${orderId}::bigint AND payment.state IN ('recorded', 'asked')
        AND (payment.plan #>> '{change,from,orderId}')::bigint = ${orderId}::bigint
    )`

/** The refusal to work on an order while it is so. */
export const changingRefusal = (orderId: bigint, what: string): Refusal =>
  new Refusal(
    'WRONG_STATUS',
    `Order ${orderId} is of a subscription whose change is being paid: it can be ${what} once that is settled.`,
  )
