/** The address and the payment method that an update gives a subscription: its customer's, and not archived. */
import type { Shape } from '../../db/shape.ts'
import { Refusal } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'
import type { SubscriptionRow } from './row.ts'

/** The fields that refer to what a customer has, each with its model and the words for it. */
const owned = [
  { name: 'addressId', model: 'Address', called: 'address' },
  { name: 'paymentMethodId', model: 'PaymentMethod', called: 'payment method' },
] as const

/**
 * Locks what a change refers to, so that it is not archived meanwhile.
 *
 * @throws Refusal NOT_FOUND for what is not the customer's, WRONG_STATUS for what is archived.
 */
export async function checkOwned(write: Write, { customerId }: SubscriptionRow, change: Partial<SubscriptionRow>): Promise<void> {
  for (const { name, model, called } of owned) {
    const id = change[name]
    if (id == null) continue
    const found: Partial<Shape<'Address'>> | undefined = await write.find(model, { id, customerId })
    if (!found || found.frozenKey)
      throw new Refusal('NOT_FOUND', say`The customer has no ${called} ${id}: ${field(name)} must name one.`)
    if (found.archivedAt)
      throw new Refusal(
        'WRONG_STATUS',
        say`${field(name)} names ${called === 'address' ? 'an' : 'a'} ${called} that is archived; restore it first.`,
      )
  }
}
