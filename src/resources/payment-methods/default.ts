/** The default payment method of a customer: one at most, which a unique index holds. */
import type { Write } from '../../writes/write.ts'

/**
 * Takes the default off the method that has it.
 *
 * @param customerId of the customer, locked by the caller.
 */
export async function demoteDefault(write: Write, customerId: bigint): Promise<void> {
  const before = await write.lockAll('PaymentMethod', { customerId, isDefault: true })
  const changed = await write.changeAll(new Map(before.map((row) => [row, { isDefault: false }])))
  for (const [{ id }, changes] of changed)
    write.emit({ type: 'payment_method.updated', recordType: 'payment_method', id, customerId, changes })
}
