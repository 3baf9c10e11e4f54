/** Why a renewal fails, as the reason that its subscription is past due for. Pure. */
import type { PastDueReason } from '../../../../prisma/generated/client/enums.ts'
import { type ErrorCode, Refusal } from '../../../values/errors.ts'

/** The refusal of a renewal that lacks what a charge needs. */
export class NotChargeable extends Refusal {
  readonly reason: PastDueReason

  constructor(reason: PastDueReason, code: ErrorCode, sentence: string) {
    super(code, sentence)
    this.reason = reason
  }
}

const failures: Partial<Record<ErrorCode, PastDueReason>> = { OUT_OF_STOCK: 'out_of_stock', NO_SHIPPING_ZONE: 'no_shipping_zone' }

/**
 * The reason that a subscription is past due for when its renewal was refused.
 *
 * @returns undefined for a refusal that is no failure of the renewal, such as a row that breaks a CHECK: the renewal waits until it is mended.
 */
export function pastDueReasonOf(refusal: Pick<Refusal, 'code'>): PastDueReason | undefined {
  if (refusal instanceof NotChargeable) return refusal.reason
  return failures[refusal.code]
}
