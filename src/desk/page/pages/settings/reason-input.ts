/** The input that the form of a reason for cancelling sends, by its values. Pure. */

import { readWhole } from '../../parts/entered.ts'
import { FieldFault } from '../../parts/field-fault.ts'
import type { FormValues } from '../../parts/run-act.ts'

/** @throws FieldFault for numbers that are none. */
export const reasonInput = ({ code = '', words, position = '', offer, couponId }: FormValues) => ({
  code: readWhole(code, 'code', 'A whole number from 0 on, such as 3.'),
  words,
  position: position.trim() === '' ? 0 : readWhole(position, 'position', 'A whole number from 0 on.'),
  offer: offer || null,
  couponId: (offer === 'percent' && couponId) || null,
})

/** @throws FieldFault for a discount without its coupon too. */
export function checkedReason(values: FormValues): ReturnType<typeof reasonInput> {
  const input = reasonInput(values)
  if (input.offer === 'percent' && !input.couponId) throw new FieldFault('couponId', 'A discount takes a coupon of a percentage.')
  return input
}
