/** The address of a bill: one of the customer's, or another; the one where an order is sent unless given. */

import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import type { GivenOf } from '../../values/writable.ts'
import { complete } from '../../values/written-values.ts'
import { placeFields } from '../address-fields.ts'
import type { builder } from '../describe.ts'
import { type GivenPlace, placeInput } from './address-fields.ts'
import { pick } from './facts.ts'

/** The fields of an input that give it. @param otherwise the clause for where neither is given. @param takesNull whether null is one. */
export const billingFields = (
  t: Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0],
  otherwise: string,
  takesNull = false,
) => ({
  billingAddressId: t.id({
    description: `The address of the bill, one of the customer's; ${otherwise}.`,
    extensions: { takesNull },
  }),
  billingAddress: t.field({
    type: placeInput,
    description: `The same as a whole address, which need not be the customer's; ${otherwise}.`,
    extensions: { takesNull },
  }),
})

/** The address of a bill as it is given; null for the one where the order is sent. */
export type GivenBilling = {
  billingAddressId?: string | null | undefined
  billingAddress?: GivenOf<typeof placeFields> | null | undefined
}

/** The address of a bill: the customer's address, or another; neither for the one where the order is sent. */
export type Billing = { billingAddressId: bigint | null; billTo: GivenPlace | null }

/**
 * Checks the address of a bill.
 *
 * @param addresses of the customer.
 * @returns undefined where none is given.
 * @throws Refusal BAD_INPUT for both at once and for an address that is none, NOT_FOUND for another customer's.
 */
export function checkBilling(
  { billingAddressId, billingAddress }: GivenBilling,
  addresses: { id: bigint }[],
): Billing | undefined {
  if (billingAddressId != null && billingAddress != null)
    throw badInput(say`Either ${field('billingAddressId')} or ${field('billingAddress')} may be given.`, 'billingAddressId')
  if (billingAddressId != null)
    return { billingAddressId: pick(addresses, billingAddressId, 'billingAddressId')?.id ?? null, billTo: null }
  if (billingAddress != null) return { billingAddressId: null, billTo: complete(placeFields, billingAddress, 'billingAddress.') }
  return billingAddressId === undefined && billingAddress === undefined ? undefined : { billingAddressId: null, billTo: null }
}
