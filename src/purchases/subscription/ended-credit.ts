/** The credit of a subscription that has ended becomes its customer's. */
import { wholeSecond } from '../../values/time.ts'
import type { Write } from '../../writes/write.ts'
import { creditEntered } from '../payment/credit-event.ts'

/** The columns of a subscription as a write leaves them. */
type EndedSubscription = {
  id: bigint
  storeId: bigint
  customerId: bigint
  status: string
  endDate: Date
  unpaidOrderId: bigint | null
  credit: bigint | null
}

/**
 * Moves the credit of a subscription to its customer, by an entry of the ledger, where it has ended, its time is over and no order waits for
 * its payment.
 *
 * @param subscription locked by the caller.
 *
 * @returns the changes of the subscription; the caller stores them in the same write.
 */
export async function creditOfEnded(
  { tx, emit, now }: Pick<Write, 'tx' | 'emit' | 'now'>,
  { id, storeId, customerId, status, endDate, unpaidOrderId, credit }: EndedSubscription,
): Promise<{ credit?: bigint }> {
  const isEnded = (status === 'cancelled' || status === 'expired') && endDate <= now && unpaidOrderId === null
  if (!isEnded || credit === null || credit <= 0n) return {}
  const [entry] = await tx.$queryRaw<{ id: bigint; amount: bigint }[]>`
    WITH owed AS (
      UPDATE customer SET credit = credit + ${credit}::bigint
      WHERE store_id = ${storeId}::bigint AND id = ${customerId}::bigint RETURNING id
    )
    INSERT INTO credit_entry (store_id, customer_id, amount, created_at)
    SELECT ${storeId}::bigint, id, ${credit}::bigint, ${wholeSecond(now)}::timestamptz FROM owed RETURNING id, amount`
  if (!entry) throw new Error(`There is no customer ${customerId}.`)
  emit(creditEntered(entry, { customerId, subscriptionId: id }))
  return { credit: 0n }
}
