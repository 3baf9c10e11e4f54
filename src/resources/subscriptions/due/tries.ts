/** How often a payment method may be tried for an amount, as card networks count. Pure. */
import { mostTries, triesWindowDays } from '../../../payments/declines.ts'
import type { Plan } from '../../../purchases/payment/stored-plan.ts'
import { addDays } from '../../../values/calendar.ts'
import { NotChargeable } from './past-due.ts'

/** A payment method and an amount that were declined often enough, and since when: the oldest of the last tries that count. */
type DeclinedTries = { method: number; amount: number; since: string }

/** Writes the SQL that finds the customer's payment methods that were declined as often as a method may be tried; null where there is none. */
export const declinedTriesSql = (column: (name: string) => string): string => `(
  SELECT json_agg(tries)::text FROM (
    SELECT payment_method_id AS method, total AS amount, (array_agg(created_at ORDER BY created_at DESC))[${mostTries}] AS since FROM transaction
    WHERE store_id = $1 AND result = 'failed' AND kind = 'payment' AND payment_method_id IN (
      SELECT id FROM payment_method WHERE store_id = $1 AND customer_id = ${column('customerId')})
    GROUP BY payment_method_id, total HAVING count(*) >= ${mostTries}
  ) AS tries
)`

/**
 * Refuses another try of a payment method that was declined for the amount as often as card networks allow.
 *
 * @param tries the answer of `declinedTriesSql`.
 *
 * @throws NotChargeable
 */
export function checkTries(tries: string | null | undefined, { paymentMethodId, totals }: Plan, now: Date): void {
  if (tries == null) return
  const begin = addDays(now, -triesWindowDays)
  const isOver = (JSON.parse(tries) as DeclinedTries[]).some(
    ({ method, amount, since }) =>
      String(method) === String(paymentMethodId) && amount === totals.charge && new Date(since) > begin,
  )
  if (!isOver) return
  const sentence = `Payment method ${paymentMethodId} was declined ${mostTries} times for this amount within ${triesWindowDays} days, and is not tried again until that is over: charge another one.`
  throw new NotChargeable('too_many_tries', 'WRONG_STATUS', sentence)
}
