/** The event of a customer's credit that is spent, or given back. */
import { fromNothing } from '../../writes/changes.ts'
import type { EmittedEvent } from '../../writes/events.ts'

/** The event of a customer's credit that an order spends, or gives back. */
export const creditEntered = (
  { id, amount }: { id: bigint; amount: bigint },
  about: Pick<EmittedEvent, 'customerId' | 'orderId' | 'subscriptionId'>,
): EmittedEvent => ({
  ...{ ...about, type: 'credit_entry.created', recordType: 'credit_entry', id },
  changes: fromNothing({ amount, orderId: about.orderId }),
})
