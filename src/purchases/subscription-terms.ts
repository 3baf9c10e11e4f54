/** The terms of a subscription, now and from its next renewal on, as one text to compare. Pure. */
import type { Shape } from '../db/shape.ts'

type Terms = Pick<
  Shape<'Subscription'>,
  | 'productInstanceId'
  | 'termId'
  | 'quantity'
  | 'fixedPrice'
  | 'scheduledProductInstanceId'
  | 'scheduledTermId'
  | 'scheduledQuantity'
  | 'scheduledFixedPrice'
>

/** The text of a subscription's terms: equal texts are equal terms. */
export function termsOf(row: Terms): string {
  const now = [row.productInstanceId, row.termId, row.quantity, row.fixedPrice]
  const next = [row.scheduledProductInstanceId, row.scheduledTermId, row.scheduledQuantity, row.scheduledFixedPrice]
  return [...now, ...next].map((value) => value ?? '').join(' ')
}
